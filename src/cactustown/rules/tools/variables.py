"""The variables of the tools."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import MASKED, NUMBER, ROW, Variable

# What is known of a seat's tool cards (TOOL-1); those in none of its masks lie in its deck.
TOOL_HAND: Final = 0  # mask of card numbers; planned ones included until they are turned up
TOOL_USED: Final = 1  # mask: lie open
TOOL_SHOWN: Final = 2  # mask: in hand, and everybody has seen it go there
TOOL_NUMBER: Final = 3  # how many are in hand; known to all
TOOL_LATE: Final = 4  # how many of those were drawn since the round was planned; known to all
TOOL_FIELDS: Final = 5

VARIABLES: Final = (
    Variable("tools", ROW, MASKED, "seat * 5 + a TOOL_ number; empty without tools"),
    Variable("drawn", NUMBER, MASKED, "the targets just drawn, one of which is kept (TOOL-4)"),
)
