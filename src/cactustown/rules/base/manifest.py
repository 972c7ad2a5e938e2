"""The base game's modules: what each contributes to the rules of a game."""

from __future__ import annotations

from cactustown.engine.encodings import pack_effect
from cactustown.engine.spaces import WILDERNESS
from cactustown.engine.state import NONE
from cactustown.rules import events as ev
from cactustown.rules import ops
from cactustown.rules.base import (
    actions,
    cactus,
    duel,
    gunslinger,
    move,
    rounds,
    secrets,
    target_acts,
)
from cactustown.rules.base.variables import FACTS, VARIABLES
from cactustown.rules.build import Builder, Module
from cactustown.rules.counters import DEBTS, HORSES
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables
from cactustown.rules.tokens import BULLET, PIPE, RELOAD, TRAP

PHASE_TRAP = 10


def contribute_base(b: Builder, tables: Tables) -> None:
    """Sections 5 to 8."""
    b.secret(ops.PHASE_HANDS, secrets.Hands())
    b.secret(ops.PHASE_TOWN, secrets.Town())
    b.secret(ops.PHASE_TARGETS, secrets.Targets())
    b.secret(ops.PHASE_PEEKS, secrets.Peeks())
    b.secret(ops.PHASE_PLANS, secrets.Plans())
    b.secret(ops.PHASE_PICKS, secrets.Picks())

    b.op(ops.NEW_ROUND, rounds.NewRound("new-round"))
    b.op(ops.ASK_PLAN, rounds.AskPlan())
    b.op(ops.NEXT_TURN, rounds.NextTurn("next-turn"))
    b.op(ops.OFFER_CARD, rounds.OfferCard("offer-card"))
    b.op(ops.ASK_ICON, rounds.AskIcon())
    b.op(ops.END_ROUND, rounds.EndRound("end-round"))

    b.op(ops.ASK_RUN, move.AskMove("run", ev.BY_RUN))
    b.op(ops.ASK_SNEAK, move.AskMove("sneak", ev.BY_SNEAK))
    b.op(ops.ASK_DANCE, move.AskMove("dance", ev.BY_DANCE))
    b.op(ops.ARRIVE, move.Arrive("arrive"))
    b.op(ops.ESCAPE, move.Escape("escape"))
    b.way_out(WILDERNESS, move.EscapeToWilderness(), ops.ESCAPE)
    running, sneaking = ops.RUNNING_FLAGS, ops.SNEAKING_FLAGS
    b.icon(ops.RUN, move.MoveIcon("run", ops.ASK_RUN, running))
    b.icon(ops.RUN_ALL, move.MoveIcon("run-all", ops.ASK_RUN, running | ops.ALL))
    b.icon(ops.SNEAK, move.MoveIcon("sneak", ops.ASK_SNEAK, sneaking))
    b.icon(ops.SNEAK_ALL, move.MoveIcon("sneak-all", ops.ASK_SNEAK, sneaking | ops.ALL))
    b.icon(ops.DANCE, move.MoveIcon("dance", ops.ASK_DANCE, ops.DANCING_FLAGS))

    b.op(ops.ASK_DUEL, duel.AskDuel())
    b.op(ops.DUEL_DICE, duel.DuelDice("duel-dice"))
    b.op(ops.DUEL_SHOTS, duel.DuelShots("duel-shots"))
    b.op(ops.ASK_SHOT, duel.AskShot())
    b.op(ops.DUEL_RESULT, duel.DuelResult("duel-result"))
    b.op(ops.DUEL_STUN, duel.DuelStun("duel-stun"))
    b.op(ops.ASK_FREE, duel.AskFree())
    b.op(ops.ASK_PUSH, duel.AskPush())
    b.op(ops.DUEL_OVER, duel.DuelOver("duel-over"))
    b.duel_step(ops.PHASE_DICE, ops.DUEL_DICE)
    b.duel_step(ops.PHASE_SHOTS, ops.DUEL_SHOTS)
    b.duel_step(ops.PHASE_RESULT, ops.DUEL_RESULT)
    b.duel_reward(10, duel.CountDuelsWon())
    b.icon(ops.DUEL, duel.DuelIcon("duel"))

    b.op(ops.ASK_TARGET_ACT, target_acts.AskTargetAct())
    b.op(ops.ASK_RECOVER, actions.AskRecover())
    b.op(ops.ASK_JAIL, actions.AskJail())
    b.op(ops.ASK_CAPTURE, actions.AskCapture())
    b.op(ops.ASK_RELEASE, actions.AskRelease())
    b.op(ops.DRAW_TARGET, actions.DrawTarget("draw-target"))
    b.op(ops.ASK_UP_CLOSE, actions.AskUpClose())
    b.op(ops.PULLED, actions.Pulled("pulled"))
    b.op(ops.BREAK_FREE, actions.BreakFree("break-free"))
    for number, event, counter, rule, done in (
        (ops.PLUNDER, ev.PLUNDERED, NONE, "ACT-2", "has_plunder"),
        (ops.STEAL_HORSE, ev.HORSE_STOLEN, HORSES, "ACT-6", "no_horse_left"),
        (ops.PAY_DEBTS, ev.DEBT_PAID, DEBTS, "ACT-9", "debts_are_paid"),
    ):
        name = ops.ICON_NAMES[number]
        b.icon(number, target_acts.TargetIcon(name, event, counter, rule, done))
    b.icon(ops.RECOVER, actions.RecoverIcon())
    b.icon(ops.JAIL, actions.OverTheStunned("jail", ops.ASK_JAIL, "ACT-1"))
    b.icon(ops.CAPTURE, actions.CaptureIcon())
    b.icon(ops.RELEASE, actions.ReleaseIcon())
    b.icon(ops.UP_CLOSE, actions.UpCloseIcon())
    b.icon(ops.BREAK_FREE_ICON, actions.BreakFreeIcon())
    b.icon(ops.DRAW_TARGET_ICON, actions.DrawTargetIcon("draw-target", "ACT-7"))


def contribute_cactus(b: Builder, tables: Tables) -> None:
    """Section 9."""
    b.op(ops.ASK_CACTUS, cactus.AskCactus())
    b.effect("cactus", ops.ASK_CACTUS)


def contribute_gunslinger(b: Builder, tables: Tables) -> None:
    """Section 10."""
    b.fill_reserve(tables, ["pipe", "bullet", "reload", "trap"])
    b.op(ops.ASK_TAKE, gunslinger.AskTake())
    for name, kind in (("pipe", PIPE), ("bullet", BULLET), ("reload", RELOAD), ("trap", TRAP)):
        b.effect(name, ops.ASK_TAKE, kind)
    b.op(ops.ASK_TRAP, gunslinger.AskTrap())
    b.after_move(PHASE_TRAP, gunslinger.TrapWindow())
    b.rules.duel_kinds += [PIPE, BULLET, RELOAD]  # GUN-8
    b.op(ops.DUEL_TOKENS, gunslinger.DuelTokens("duel-tokens"))
    b.op(ops.ASK_TOKENS, gunslinger.AskTokens())
    b.op(ops.SHOW_TOKENS, gunslinger.ShowTokens("show-tokens"))
    b.op(ops.DUEL_RELOADS, gunslinger.DuelReloads("duel-reloads"))
    b.op(ops.ASK_RELOAD, duel.AskRollAgain("reload", ev.RELOADED, ev.NO_RELOAD))
    b.duel_step(ops.PHASE_TOKENS, ops.DUEL_TOKENS)
    b.duel_step(ops.PHASE_REROLL, ops.DUEL_RELOADS)
    b.op(ops.EFFECT_MOVE, move.EffectMove("effect-move"))
    run, sneak = ops.RUNNING_FLAGS, ops.SNEAKING_FLAGS
    rival = run & ~ops.MAY_EXIT | ops.FORCED  # GUN-13
    b.effect("run-own", ops.EFFECT_MOVE, pack_effect(True, run, ops.ASK_RUN))
    b.effect("run-rival", ops.EFFECT_MOVE, pack_effect(False, rival, ops.ASK_RUN))
    b.effect("sneak-own", ops.EFFECT_MOVE, pack_effect(True, sneak, ops.ASK_SNEAK))


def _always(options: Options) -> bool:
    return True


def _with_cactus(options: Options) -> bool:
    return options.has_cactus


def _in_gunslinger_mode(options: Options) -> bool:
    return options.mode == "gunslinger"


BASE = Module("base", _always, contribute_base, variables=VARIABLES, facts=FACTS)
CACTUS = Module("cactus", _with_cactus, contribute_cactus, effects=("cactus",))
GUNSLINGER = Module(
    "gunslinger",
    _in_gunslinger_mode,
    contribute_gunslinger,
    needs=("cactus",),
    effects=("pipe", "bullet", "reload", "trap", "run-own", "run-rival", "sneak-own"),
)
