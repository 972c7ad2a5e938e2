"""The variables of the pets."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import EVERYBODY, NUMBERS, TUPLE, WORDS, Fact, Variable
from cactustown.engine.variables import NONE

# There is one token of each.
CAT: Final = 0
CROW: Final = 1
DOG: Final = 2
SNAKE: Final = 3
PET_NAMES: Final = ("cat", "crow", "dog", "snake")
PETS: Final = 4

VARIABLES: Final = (
    Variable("pet_at", TUPLE, EVERYBODY, "pet -> seat that has its token", (NONE,) * PETS),
)

FACTS: Final = (
    Fact("pet_names", WORDS),
    Fact("pet_shown", NUMBERS, "building -> the pet it shows"),
    Fact("pet_friend", NUMBERS, "seat -> the standee that may take pets, or -1"),
    Fact("pet_kind", NUMBERS, "seat -> the only pet its friend takes, or -1 for any"),
)
