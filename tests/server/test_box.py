"""What a table's box says of the buildings: only what works in its game."""

from __future__ import annotations

import pytest

from cactustown.rules.catalogue import working_effects
from cactustown.rules.options import Options
from cactustown.server.box import box
from cactustown.server.rulesets import ruleset

BASIC = Options(("sheriff", "outlaws"))
VARIANT = Options(("sheriff", "outlaws"), cactus=True)
GUNSLINGER = Options(("sheriff", "outlaws"), "gunslinger")
NO_CACTUS = Options(("sheriff", "outlaws"), alternative=("no-cactus",))
PETS = Options(("sheriff", "outlaws"), pets=True)
SOLO = Options(("outlaws",), solo=True)


def marks(options: Options) -> set[str]:
    return {mark for building in box(ruleset(options)).buildings for mark in building.marks}


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (BASIC, set()),
        (SOLO, set()),
        (VARIANT, {"cactus"}),
        (GUNSLINGER, {"cactus"}),
        (NO_CACTUS, set()),
        (PETS, {"pet"}),
    ],
)
def test_marks_are_shown_where_they_work(options: Options, shown: set[str]) -> None:
    """CAC-1, BLD-2: no cactus on a building of a game without the cactus."""
    assert marks(options) == shown


@pytest.mark.parametrize("options", [BASIC, VARIANT, GUNSLINGER, NO_CACTUS, PETS, SOLO])
def test_nothing_else_of_a_building_is_shown_that_does_not_work(options: Options) -> None:
    works = working_effects(options) | {""}
    for building in box(ruleset(options)).buildings:
        assert {building.reveal, building.enter, building.duel, *building.marks} <= works
