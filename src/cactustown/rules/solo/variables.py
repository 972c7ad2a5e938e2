"""The variables of the automa."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, Variable

VARIABLES: Final = (
    Variable("cards_seen", NUMBER, EVERYBODY, "its cards known to be in its deck, or once in it"),
)
