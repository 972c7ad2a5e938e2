"""Section 13: the Lost Chief, and the tomahawks that come with it."""

from __future__ import annotations

from cactustown.rules import events as ev
from cactustown.rules import ops
from cactustown.rules.base.move import MoveIcon
from cactustown.rules.base.target_acts import TargetIcon
from cactustown.rules.build import Builder, Module
from cactustown.rules.chief import exploring, freeing, paths, tomahawk
from cactustown.rules.chief.variables import VARIABLES
from cactustown.rules.counters import TOTEMS
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables
from cactustown.rules.tokens import TOMAHAWK

PARTY = "dakota"
PHASE_EXPLORING = 20  # of the rewards of a duel
PHASE_CHIEFS_CARD = 30  # of the end of a round


def contribute_chief(b: Builder, tables: Tables) -> None:
    """CHI-1 to CHI-7."""
    seat = [party.name for party in b.parties].index(PARTY)
    b.op(ops.ASK_SPRINT, paths.AskSprint())
    b.op(ops.ASK_TRACK, paths.AskTrack())
    b.op(ops.ASK_LOOK, paths.AskLook())
    b.op(ops.ASK_CHIEF, freeing.AskChief())
    b.op(ops.CHIEFS_CARD, freeing.ChiefsCard("chiefs-card"))
    b.icon(ops.SPRINT, MoveIcon("sprint", ops.ASK_SPRINT, ops.TURN_UP))
    b.icon(ops.TRACK, MoveIcon("track", ops.ASK_TRACK, ops.SLIP))
    totem = TargetIcon("build-totem", ev.TOTEM_BUILT, TOTEMS, "CHI-6", "totems_are_built")
    b.icon(ops.BUILD_TOTEM, totem)
    b.icon(ops.FREE_CHIEF, freeing.FreeChiefIcon())
    b.duel_reward(PHASE_EXPLORING, exploring.Exploring(seat))
    b.end_round(PHASE_CHIEFS_CARD, ops.CHIEFS_CARD)


def contribute_tomahawks(b: Builder, tables: Tables) -> None:
    """CHI-8: where there is a building to take one from."""
    if not any(building.enter == "tomahawk" for building in tables.buildings):
        return
    b.fill_reserve(tables, ["tomahawk"])
    b.effect("tomahawk", ops.ASK_TAKE, TOMAHAWK)
    b.op(ops.ASK_TOMAHAWK, tomahawk.AskTomahawk())
    b.op(ops.TOMAHAWK_FLIES, tomahawk.TomahawkFlies("tomahawk-flies"))
    b.replace_icon(ops.DUEL, tomahawk.DuelOrTomahawk())


def _with_dakota(options: Options) -> bool:
    return PARTY in options.parties


def _with_tomahawks(options: Options) -> bool:
    """Their buildings come with Dakota, or without by choice (BLD-1)."""
    chosen = PARTY in options.parties or bool(options.alternative)
    return chosen and options.mode == "gunslinger"


CHIEF = Module("chief", _with_dakota, contribute_chief, variables=VARIABLES)
TOMAHAWKS = Module(
    "tomahawks",
    _with_tomahawks,
    contribute_tomahawks,
    needs=("gunslinger",),
    effects=("tomahawk",),
)
