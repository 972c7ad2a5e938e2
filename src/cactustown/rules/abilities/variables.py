"""The variables of the abilities."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, NUMBERS, TUPLE, Fact, Variable
from cactustown.engine.variables import NONE

VARIABLES: Final = (
    Variable("ability", TUPLE, EVERYBODY, "seat -> how often its ability may still be used"),
    Variable("ability_used", NUMBER, EVERYBODY, "whether the active player has used it this turn"),
    Variable("dynamite", NUMBER, EVERYBODY, "its space", NONE),
    Variable("dynamite_round", NUMBER, EVERYBODY, "when it was laid"),
    Variable("kept", NUMBER, EVERYBODY, "animals nothing may part until their next turn (ABI-8)"),
)

FACTS: Final = (
    Fact("ability_uses", NUMBERS, "seat -> how often its ability works; empty without"),
)
