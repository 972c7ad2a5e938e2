"""The variables of the automa."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, NUMBERS, Fact, Variable
from cactustown.engine.variables import NONE

VARIABLES: Final = (
    Variable("cards_seen", NUMBER, EVERYBODY, "its cards known to be in its deck, or once in it"),
)

FACTS: Final = (
    Fact("automa", NUMBER, "its seat", NONE),
    Fact("automa_random", NUMBER, "its cards that come in at random"),
    Fact("automa_deck", NUMBERS, "round -> the size of its deck"),
)
