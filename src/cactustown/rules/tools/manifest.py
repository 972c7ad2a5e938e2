"""Tools (section 19): what the module contributes to the rules of a game."""

from __future__ import annotations

from cactustown.engine.errors import RulesConflict
from cactustown.rules import ops
from cactustown.rules.base import look
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.tables import CardTable, Tables, ToolTable
from cactustown.rules.tools import deck, keep, plan, prisoner, pull, shoot, walk
from cactustown.rules.tools.secrets import Drawn, PlansWithTools
from cactustown.rules.tools.variables import VARIABLES

LOOKS = 2
PHASE_REWARD = 45  # of the rewards of a duel


def contribute(b: Builder, tables: Tables) -> None:
    """Section 19."""
    _deal_tools(b)
    b.blank(deck.EmptyHands())
    b.replace_secret(ops.PHASE_PLANS, PlansWithTools())
    b.secret(ops.PHASE_DRAWN, Drawn())
    b.replace_op(ops.ASK_PLAN, plan.AskPlanWithTools())
    b.op(ops.DEAL_TOOLS, deck.DealTools("deal-tools"))
    b.op(ops.DRAW_TOOL, deck.DrawTool("draw-tool"))
    b.op(ops.TOOL_TURNED_UP, deck.ToolTurnedUp("tool-turned-up"))
    b.op(ops.TOOLS_READY, deck.ToolsReady("tools-ready"))
    b.set_up(ops.PHASE_TOOLS, ops.DEAL_TOOLS)
    b.op(ops.USE_TOOL, deck.UseTool("use-tool"))
    b.before_card(ops.PHASE_TOOL_SHOWN, ops.TOOL_TURNED_UP)
    b.before_card(ops.PHASE_TOOLS, ops.USE_TOOL)
    b.end_round(ops.PHASE_TOOLS, ops.TOOLS_READY)
    b.duel_reward(PHASE_REWARD, deck.ToolForLosers())
    _movements(b)
    _others(b)


def _movements(b: Builder) -> None:
    sneak, run = ops.SNEAKING_FLAGS, ops.RUNNING_FLAGS
    b.op(ops.ASK_WALK, walk.AskWalk())
    b.op(ops.ASK_SNEAK_FIRST, walk.AskSneakFirst())
    walkers = _walkers(b)
    for number, op, flags in (
        (ops.DOUBLE_SNEAK, ops.ASK_WALK, ops.SLIP),
        (ops.SNEAK_THEN_RUN, ops.ASK_SNEAK_FIRST, sneak),
        (ops.SNEAK_HERD, ops.ASK_SNEAK, sneak | ops.ALL),
    ):
        name = ops.ICON_NAMES[number]
        b.icon(number, walk.WalkIcon(name, op, flags, walkers.get(name)))
    name = ops.ICON_NAMES[ops.DIAGONAL_RUNS]
    flags = run & ~ops.MAY_EXIT | ops.DIAGONALLY | ops.ALL
    both = walk.TogetherIcon(name, ops.ASK_RUN, flags, walkers.get(name))
    b.icon(ops.DIAGONAL_RUNS, both)
    rival = walk.RivalWalkIcon("rival-sneaks", ops.ASK_WALK, ops.SLIP | ops.FORCED)
    b.icon(ops.RIVAL_SNEAKS, rival)


def _others(b: Builder) -> None:
    b.op(ops.ASK_SHOOT, shoot.AskShoot())
    b.icon(ops.SHOOT, shoot.ShootIcon("shoot", around=False))
    b.icon(ops.SHOOT_AROUND, shoot.ShootIcon("shoot-around", around=True))
    b.op(ops.ASK_PRISONER, prisoner.AskPrisoner())
    b.icon(ops.FREE_PRISONER, prisoner.FreePrisonerIcon())
    b.op(ops.ASK_PEEK, look.AskLook())
    b.icon(ops.PEEK, look.LookIcon("peek", ops.ASK_PEEK, LOOKS))
    b.op(ops.ASK_PULL_FAR, pull.AskPull("pull-far", far=True))
    b.icon(ops.PULL_FAR, pull.PullFromAfarIcon(far=True))
    b.op(ops.ASK_PULL_DIAGONAL, pull.AskPull("pull-diagonal", far=False))
    b.icon(ops.PULL_DIAGONAL, pull.PullFromAfarIcon(far=False))
    b.op(ops.DRAW_THREE, keep.DrawThree("draw-three"))
    b.op(ops.ASK_KEEP, keep.AskKeep())
    b.icon(ops.DRAW_AND_KEEP, keep.DrawAndKeepIcon("draw-and-keep", "TOOL-4"))


def _in_this_game(b: Builder, tools: tuple[ToolTable, ...]) -> list[ToolTable]:
    """Those whose parties play; the others are left out."""
    names = [party.name for party in b.parties]
    return [tool for tool in tools if all(needed in names for needed in tool.needs)]


def _deal_tools(b: Builder) -> None:
    for party in b.parties:
        cards = tuple(
            CardTable(tool.name, tuple((icon, 0) for icon in tool.icons), 0)
            for tool in _in_this_game(b, party.tools)
        )
        b.extra_cards(party.name, cards)


def _walkers(b: Builder) -> dict[str, list[int]]:
    """Icon -> seat -> who may carry it out, where a tool says so."""
    found: dict[str, list[int]] = {}
    for seat, party in enumerate(b.parties):
        numbers = dict(zip(party.standees, b.standees(party.name), strict=True))
        for tool in _in_this_game(b, party.tools):
            mask = sum(1 << numbers[name] for name in tool.standees)
            for icon in tool.icons:
                masks = found.setdefault(icon, [0] * len(b.parties))
                if masks[seat] not in (0, mask):
                    told = f"{party.name}'s tools differ in who may {icon}"
                    table = f"tool.{party.name}.{tool.name}"
                    b.refuse(RulesConflict(told, about=(table, "standees")))
                masks[seat] = mask
    return found


def contribute_buildings(b: Builder, tables: Tables) -> None:
    """ALT-5."""
    b.effect("tool", ops.DRAW_TOOL)


def _wanted(options: Options) -> bool:
    return options.tools


def _with_tool_buildings(options: Options) -> bool:
    return options.tools and options.mode == "gunslinger"


TOOLS = Module("tools", _wanted, contribute, variables=VARIABLES)
TOOL_BUILDINGS = Module(
    "tool-buildings",
    _with_tool_buildings,
    contribute_buildings,
    needs=("tools", "gunslinger"),
    effects=("tool",),
)
