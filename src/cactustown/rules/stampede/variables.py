"""The variables of Stampede."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, LONG, NUMBER, Variable
from cactustown.engine.variables import NONE

VARIABLES: Final = (
    Variable(
        "gored", LONG, EVERYBODY, "animal of the herd * 16 -> whom it gored this turn (COW-7)"
    ),
    Variable("gored_turn", NUMBER, EVERYBODY, "the turn `gored` is about", NONE),
)
