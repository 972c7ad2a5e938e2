"""Section 14: Stampede, the cowboy and his herd."""

from __future__ import annotations

from cactustown.engine.spaces import WAGONS
from cactustown.rules import ops
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.stampede import goring, herd, regroup
from cactustown.rules.stampede.variables import VARIABLES
from cactustown.rules.tables import Tables

PARTY = "cowboy"
PHASE_HERDING = 10  # of the laws of walking
PHASE_KEPT = 20


def contribute(b: Builder, tables: Tables) -> None:
    """COW-1 to COW-10."""
    seat = [party.name for party in b.parties].index(PARTY)
    b.way_in(herd.CorralGate(b.reading))
    b.walk_law(PHASE_HERDING, herd.Herding())
    b.walk_law(PHASE_KEPT, herd.KeptTogether())
    b.op(ops.BOARD_TRAIN, herd.BoardTrain("board-train"))
    for number in range(herd.GATES):
        b.way_out(WAGONS + number, herd.Wagon(number), ops.BOARD_TRAIN)
    run, sneak = ops.RUNNING_FLAGS, ops.SNEAKING_FLAGS
    b.icon(ops.RUN_BULL_RIDER, herd.RunOfBullRider(ops.ASK_RUN, run))
    for number, name, op, flags, cows in (
        (ops.SNEAK_BULL_RIDER, "sneak-bull-rider", ops.ASK_SNEAK, sneak, False),
        (ops.SNEAK_COW, "sneak-cow", ops.ASK_SNEAK, sneak, True),
        (ops.SNEAK_COWS, "sneak-cows", ops.ASK_SNEAK, sneak | ops.ALL, True),
    ):
        b.icon(number, herd.HerdIcon(name, op, flags, cows))
    b.op(ops.ASK_REGROUP, regroup.AskRegroup())
    b.icon(ops.REGROUP, regroup.RegroupIcon())
    b.op(ops.ASK_CHARGE, goring.AskCharge())
    b.op(ops.ASK_GORE, goring.AskGore())
    b.op(ops.GORE, goring.Gore("gore"))
    b.op(ops.ASK_GORED, goring.AskGored())
    b.op(ops.ASK_DODGED, goring.AskDodged())
    b.op(ops.STAMPEDE_EFFECT, goring.StampedeEffect("stampede-effect", seat))
    b.icon(ops.STAMPEDE, goring.StampedeIcon())


def contribute_buildings(b: Builder, tables: Tables) -> None:
    """COW-10: the cattle buildings; without the cowboy they do nothing."""
    b.effect("stampede", ops.STAMPEDE_EFFECT)


def _with_cowboy(options: Options) -> bool:
    return PARTY in options.parties


def _with_cattle_buildings(options: Options) -> bool:
    return PARTY in options.parties and options.mode == "gunslinger"


STAMPEDE = Module("stampede", _with_cowboy, contribute, variables=VARIABLES)
CATTLE = Module(
    "cattle",
    _with_cattle_buildings,
    contribute_buildings,
    needs=("stampede", "gunslinger"),
    effects=("stampede",),
)
