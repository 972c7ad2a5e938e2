"""The variables of the machine itself, which knows no rule."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NOBODY, NUMBER, ROW, Variable
from cactustown.engine.spaces import SPACES

RUNNING: Final = -1
DRAW: Final = -2
NONE: Final = -1

VARIABLES: Final = (
    Variable("winner", NUMBER, EVERYBODY, "a seat, or DRAW; before the end RUNNING", RUNNING),
    Variable("disclosed", NUMBER, NOBODY, "grows whenever something hidden or random is shown"),
    Variable("rng_high", NUMBER, NOBODY, "the state's own generator: the dice to come", 1),
    Variable("rng_low", NUMBER, NOBODY, "its other half", 1),
    Variable("on_board", NUMBER, EVERYBODY, "standees on the 25 spaces"),
    Variable("standee_at", ROW, EVERYBODY, "standee -> place"),
    Variable("standees_on", ROW, EVERYBODY, "space -> standees", (0,) * SPACES),
)
