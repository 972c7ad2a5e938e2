"""The variables of the crazy chicken."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBER, Variable
from cactustown.engine.variables import NONE

VARIABLES: Final = (Variable("chicken", NUMBER, EVERYBODY, "the space it runs wild on", NONE),)
