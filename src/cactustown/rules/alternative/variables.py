"""The variables of the buildings beyond the base set."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, Fact, Variable
from cactustown.engine.variables import NONE

VARIABLES: Final = (
    Variable("founder", NUMBER, EVERYBODY, "seat with the founder token", NONE),
    Variable("blessings", NUMBER, EVERYBODY, "seats whose shown blessing may still answer (ALT-2)"),
)

FACTS: Final = (
    Fact("dice_buildings", NUMBER, "buildings where the initiator may roll again (ALT-4)"),
)
