"""Section 15: which buildings make up the town, and which choices are refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from cactustown import BadContent, BadOptions, Game
from cactustown.content import Content, load_content
from cactustown.content.lineup import (
    automatic_alternatives,
    choosable,
    line_up,
    random_alternatives,
)
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options

PLAIN = Options(("sheriff", "outlaws", "hunters", "dancer"))
GUNSLINGER = replace(PLAIN, mode="gunslinger")
CONTENT = load_content()


def types_of(options: Options, content: Content = CONTENT) -> Counter[str]:
    """The types in the town, with the number of their buildings."""
    return Counter(kind for kind, _ in line_up(content.tables, options))


def swapped(options: Options, content: Content = CONTENT) -> tuple[set[str], set[str]]:
    """The types that came in and those of which something left."""
    usual, town = types_of(PLAIN, content), types_of(options, content)
    return set(town - usual), set(usual - town)


def test_without_options_the_base_buildings() -> None:
    """BLD-1: nothing is swapped that nobody asked for, and the order is the content's."""
    town = [b.name for b in CONTENT.for_game(GUNSLINGER).buildings]
    base = CONTENT.tables.lineup["base"].types
    assert town == [name for kind in base for name in CONTENT.tables.building[kind].buildings]


@pytest.mark.parametrize(
    ("options", "comes", "leaves"),
    [
        (replace(PLAIN, pets=True), {"pets"}, {"well", "garden"}),
        (replace(GUNSLINGER, chicken=True), {"poultry"}, {"money"}),
        (replace(GUNSLINGER, alternative=("blessing",)), {"blessing"}, {"money"}),
        (
            replace(GUNSLINGER, chicken=True, alternative=("blessing", "dice")),
            {"poultry", "blessing", "dice"},
            {"money", "guest", "news"},
        ),
        (replace(GUNSLINGER, alternative=("founder",)), {"founder"}, {"money"}),
        (
            replace(GUNSLINGER, alternative=("founder", "picker")),
            {"founder", "picker"},
            {"money", "guest"},
        ),
        (replace(PLAIN, cactus=True, alternative=("no-cactus",)), {"no-cactus"}, {"money"}),
        (
            replace(GUNSLINGER, tools=True, alternative=tuple(choosable(CONTENT.tables))),
            set(choosable(CONTENT.tables)),
            {"money", "guest", "news", "prayer", "drink", "horse"},
        ),
    ],
)
def test_whole_types_are_swapped(options: Options, comes: set[str], leaves: set[str]) -> None:
    """BLD-1."""
    assert swapped(options) == (comes, leaves)
    town = types_of(options)
    assert sum(town.values()) == 24
    for kind in comes:
        assert town[kind] == len(CONTENT.tables.building[kind].buildings)
    for kind in leaves:
        assert town[kind] == (1 if "founder" in comes and town[kind] else 0)


def test_the_town_hall_takes_one_building_and_its_twin_stays() -> None:
    """BLD-1: the only exception to whole types."""
    names = [
        b.name for b in CONTENT.for_game(replace(GUNSLINGER, alternative=("founder",))).buildings
    ]
    assert "town-hall" in names
    assert "bank" not in names
    assert "assay-office" in names


def test_the_order_of_naming_does_not_matter() -> None:
    """BLD-1: the content's order decides."""
    one = replace(GUNSLINGER, alternative=("picker", "blessing", "founder"))
    other = replace(GUNSLINGER, alternative=("founder", "picker", "blessing"))
    assert CONTENT.for_game(one).buildings == CONTENT.for_game(other).buildings


def test_both_decks_are_alike() -> None:
    """BLD-1: the target cards show the buildings of the town."""
    options = replace(GUNSLINGER, pets=True, chicken=True, alternative=("blessing", "founder"))
    rules = build_rules(options, CONTENT.for_game(options))
    game = Game.new(
        PLAIN.parties,
        seed=5,
        mode="gunslinger",
        pets=True,
        chicken=True,
        alternative=("blessing", "founder"),
    )
    assert sorted(game.rules.building_names) == sorted(rules.building_names)
    targets = game.view("outlaws").parties["outlaws"].targets
    assert targets
    assert set(targets) <= set(rules.building_names)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            replace(GUNSLINGER, pets=True, alternative=("no-cactus",)),
            "no building of this town shows the cactus",
        ),
        (replace(PLAIN, alternative=("no-cactus",)), "do nothing without the option cactus"),
        (
            replace(GUNSLINGER, alternative=("tool",)),
            "tool buildings do nothing without the option tools",
        ),
        (
            replace(PLAIN, tools=True, alternative=("tool",)),
            "tool buildings work in gunslinger mode only",
        ),
        (replace(PLAIN, chicken=True), "poultry buildings work in gunslinger mode only"),
        (
            replace(PLAIN, alternative=("blessing",)),
            "blessing buildings work in gunslinger mode only",
        ),
        (
            replace(PLAIN, alternative=("founder",)),
            "founder buildings work in gunslinger mode only",
        ),
        (replace(PLAIN, alternative=("picker",)), "picker buildings work in gunslinger mode only"),
        (replace(PLAIN, alternative=("dice",)), "dice buildings work in gunslinger mode only"),
        (
            replace(GUNSLINGER, alternative=("bakery",)),
            "there are no alternative buildings 'bakery'",
        ),
        (replace(GUNSLINGER, alternative=("pets",)), "there are no alternative buildings 'pets'"),
        (replace(GUNSLINGER, alternative=("money",)), "there are no alternative buildings 'money'"),
        (replace(GUNSLINGER, alternative=("dice", "dice")), "named twice"),
    ],
)
def test_what_would_have_no_effect_is_refused(options: Options, reason: str) -> None:
    """BLD-2."""
    with pytest.raises(BadOptions, match=reason):
        CONTENT.for_game(options)


def test_too_many_types_are_refused() -> None:
    """BLD-1: a choice that cannot be met is an error that says why."""
    override: dict[str, Any] = {"lineup": {"base": {"removable": ["money"]}}}
    content = load_content(override=override)
    assert swapped(replace(GUNSLINGER, alternative=("dice",)), content) == ({"dice"}, {"money"})
    with pytest.raises(BadOptions, match="no room for the 2 dice buildings"):
        content.for_game(replace(GUNSLINGER, alternative=("picker", "dice")))


def expansion_buildings() -> Content:
    """The buildings of two expansions, as their own content files will bring them."""
    new = {
        "cattle": {"buildings": ["cattle-yard", "weigh-house"], "provenance": "recon"},
        "campfire": {"buildings": ["camp-fire", "lookout"], "provenance": "recon"},
    }
    return load_content(override={"building": new})


def test_parties_bring_their_buildings() -> None:
    """BLD-1: cattle replaces news, campfire guest, and further types go on from there."""
    content = expansion_buildings()
    cowboy = replace(GUNSLINGER, parties=("outlaws", "cowboy"))
    both = replace(GUNSLINGER, parties=("outlaws", "dakota", "cowboy"))
    assert swapped(cowboy, content) == ({"cattle"}, {"news"})
    assert swapped(both, content) == ({"cattle", "campfire"}, {"news", "guest"})
    more = replace(both, chicken=True, alternative=("blessing", "dice"))
    comes, leaves = swapped(more, content)
    assert comes == {"cattle", "campfire", "poultry", "blessing", "dice"}
    assert leaves == {"news", "guest", "money", "prayer", "drink"}


def test_an_own_type_can_be_chosen() -> None:
    """BLD-1: a user's own building needs no Python."""
    override: dict[str, Any] = {
        "building": {
            "shrine": {"buildings": ["shrine"], "enter": "blessing", "provenance": "house"}
        },
        "swap": {"shrine": {"mode": "gunslinger", "provenance": "house"}},
    }
    content = load_content(override=override)
    game = Game.new(
        ("sheriff", "outlaws"), seed=1, content=content, mode="gunslinger", alternative=("shrine",)
    )
    assert "shrine" in game.rules.building_names
    assert game.view(None).reserve["blessing"] == 4


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        (GUNSLINGER, ("blessing", "founder", "picker", "dice")),
        (replace(GUNSLINGER, tools=True), ("blessing", "founder", "picker", "dice")),
        (replace(GUNSLINGER, pets=True, chicken=True), ("blessing", "founder", "picker", "dice")),
        (replace(PLAIN, cactus=True), ("no-cactus",)),
        (PLAIN, ()),
    ],
)
def test_the_automatic_choice(options: Options, kinds: tuple[str, ...]) -> None:
    """BLD-1, BLD-2: the first legal types, at most 4."""
    assert automatic_alternatives(options, CONTENT) == kinds
    CONTENT.for_game(replace(options, alternative=kinds))


def test_a_random_choice_is_legal_and_repeatable() -> None:
    """BLD-1: at most 4; every type turns up sooner or later; the same seed, the same types."""
    options = replace(GUNSLINGER, tools=True)
    drawn = [random_alternatives(options, CONTENT, seed) for seed in range(60)]
    assert drawn == [random_alternatives(options, CONTENT, seed) for seed in range(60)]
    assert {kind for kinds in drawn for kind in kinds} == set(choosable(CONTENT.tables))
    for kinds in drawn:
        assert len(kinds) == 4
        CONTENT.for_game(replace(options, alternative=kinds))
    with_pets = replace(options, pets=True)
    assert all("no-cactus" not in random_alternatives(with_pets, CONTENT, s) for s in range(30))


def test_every_building_shows_a_pet() -> None:
    """PET-1: cat 8, dog 7, crow 6, snake 4 over the 25 with the pet buildings."""
    tables = CONTENT.for_game(replace(PLAIN, pets=True))
    shown = Counter(b.pet for b in (*tables.buildings, tables.office))
    assert shown == {"cat": 8, "dog": 7, "crow": 6, "snake": 4}
    own = {b.name: b.pet for b in tables.buildings if "pet" in b.marks}
    assert own == {"cattery": "cat", "belfry": "crow", "kennel": "dog", "snake-pit": "snake"}
    content = expansion_buildings()
    cattle = replace(PLAIN, parties=("outlaws", "cowboy"), pets=True)
    assert all(b.pet for b in content.for_game(cattle).buildings)


def test_with_pets_no_building_shows_the_cactus() -> None:
    """PET-1: so the cactus is out of play."""
    tables = CONTENT.for_game(replace(GUNSLINGER, pets=True))
    assert not any("cactus" in building.marks for building in tables.buildings)


@pytest.mark.parametrize(
    ("override", "reasons"),
    [
        ({"swap": {"bakery": {"provenance": "house"}}}, ["[swap.bakery]", "no 'bakery'"]),
        ({"swap": {"dice": {"replaces": ["gold"]}}}, ["[swap.dice]", "'replaces'", "gold"]),
        ({"swap": {"dice": {"needs": ["horses"]}}}, ["[swap.dice]", "horses"]),
        ({"swap": {"dice": {"mode": "hard"}}}, ["[swap.dice]", "'mode'"]),
        ({"building": {"dice": {"pets": ["cat"]}}}, ["[building.dice]", "'pets'", "1 pets for 2"]),
        ({"building": {"dice": {"pets": ["cat", "cow"]}}}, ["[building.dice]", "'pets'", "snake"]),
        ({"building": {"dice": {"duel": "luck"}}}, ["[building.dice]", "'duel'", "luck"]),
        ({"lineup": {"base": {"removable": ["gold"]}}}, ["[lineup.base]", "'removable'", "gold"]),
        ({"friend": {"hunters": {"standee": "outlaw-1"}}}, ["[friend.hunters]", "outlaw-1"]),
    ],
)
def test_wrong_tables_are_explained(override: dict[str, Any], reasons: list[str]) -> None:
    with pytest.raises(BadContent) as caught:
        load_content(override=override)
    for reason in reasons:
        assert reason in str(caught.value)
