"""The variables of the Lost Chief."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, Variable

VARIABLES: Final = (
    Variable("exploring", NUMBER, EVERYBODY, "1: the Dakota hold the exploration token (CHI-7)"),
)
