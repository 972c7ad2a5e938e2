"""Section 18: what the crazy chicken contributes to the rules of a game."""

from __future__ import annotations

from cactustown.rules import ops
from cactustown.rules.build import Builder, Module
from cactustown.rules.chicken import chicken
from cactustown.rules.chicken.variables import VARIABLES
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables
from cactustown.rules.tokens import CHICKEN as CHICKEN_TOKEN


def contribute_chicken(b: Builder, tables: Tables) -> None:
    """CHK-1, CHK-2."""
    b.fill_reserve(tables, ["chicken"])
    b.op(ops.ASK_TAKE_CHICKEN, chicken.AskTakeChicken())
    b.effect("chicken", ops.ASK_TAKE_CHICKEN, CHICKEN_TOKEN)
    b.op(ops.ASK_CHICKEN, chicken.AskChicken())
    b.before_card(ops.PHASE_CHICKEN, ops.ASK_CHICKEN)
    b.after_card(ops.PHASE_CHICKEN, ops.ASK_CHICKEN)
    b.op(ops.CHICKEN_LOOSE, chicken.ChickenLoose("chicken-loose"))
    b.op(ops.ASK_SHOO, chicken.AskShoo())
    b.op(ops.CHICKEN_GOES, chicken.ChickenGoes("chicken-goes"))
    b.end_round(ops.PHASE_CHICKEN_GOES, ops.CHICKEN_GOES)


def _wanted(options: Options) -> bool:
    """BLD-2: in basic mode its buildings are names and targets, no more."""
    return options.chicken and options.mode == "gunslinger"


CHICKEN = Module(
    "chicken",
    _wanted,
    contribute_chicken,
    needs=("gunslinger",),
    effects=("chicken",),
    variables=VARIABLES,
)
