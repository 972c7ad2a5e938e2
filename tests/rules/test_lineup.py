"""Section 15: which buildings make up the town, and which choices are refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cactustown import BadContent, BadOptions, Game
from cactustown.content import Content, load_content
from cactustown.content.lineup import (
    Town,
    automatic_alternatives,
    choosable,
    chosen_freely,
    line_up,
    random_alternatives,
    replaceable,
    town_of,
)
from cactustown.rules.catalogue import build_rules
from cactustown.rules.ops import NO_OP
from cactustown.rules.options import Options

PLAIN = Options(("sheriff", "outlaws", "hunters", "dancer"))
GUNSLINGER = replace(PLAIN, mode="gunslinger")
CONTENT = load_content()
GROUPS = choosable(CONTENT.tables)


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


BOTH = {"news", "guest"}
CACTUS_MARK = ("cactus-mark",)
ALL_MARKED = ("well", "garden", "money")
WITH_COWBOY = ("sheriff", "outlaws", "cowboy")
FOR_ANIMALS = {"news", "well", "garden"}


@pytest.mark.parametrize(
    ("options", "comes", "leaves"),
    [
        (replace(PLAIN, pets=True), {"pets"}, {"well", "garden"}),
        (replace(GUNSLINGER, chicken=True), {"poultry"}, {"news"}),
        (replace(GUNSLINGER, alternative=("blessing",)), {"blessing"}, {"guest"}),
        (
            replace(GUNSLINGER, chicken=True, alternative=("blessing", "dice")),
            {"poultry", "blessing", "dice"},
            {"guest", "news", "prayer"},
        ),
        (replace(GUNSLINGER, alternative=("founder",)), {"founder"}, {"guest"}),
        (
            replace(GUNSLINGER, alternative=("founder", "picker")),
            {"founder", "picker"},
            {"guest", "news"},
        ),
        (replace(PLAIN, cactus=True, alternative=("no-cactus",)), {"no-cactus"}, {"guest"}),
        (
            replace(GUNSLINGER, tools=True, alternative=tuple(chosen_freely(CONTENT.tables))),
            set(chosen_freely(CONTENT.tables)),
            {"guest", "news", "prayer", "drink", "horse", "forge"},
        ),
        (replace(PLAIN, alternative=("campfire", "cattle")), {"campfire", "cattle"}, BOTH),
        (replace(GUNSLINGER, alternative=("pets", "poultry")), {"pets", "poultry"}, FOR_ANIMALS),
        (replace(PLAIN, chicken=True), {"poultry"}, {"news"}),
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
    assert "hotel" not in names
    assert "theatre" in names


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
    ("leave", "alternative", "leaves"),
    [
        (("news",), ("blessing",), {"news"}),
        (("fur", "powder"), ("blessing", "dice"), {"fur", "powder"}),
        (("fur",), ("blessing", "dice"), {"fur", "guest"}),  # the rest as usual
        (("well",), ("blessing",), {"well"}),  # also what would not leave by itself
        (("money", "guest"), ("pets",), {"money", "guest"}),
        (("powder",), ("pets",), {"powder", "well"}),
        (("guest",), ("founder",), {"guest"}),
    ],
)
def test_what_leaves_may_be_chosen(
    leave: tuple[str, ...], alternative: tuple[str, ...], leaves: set[str]
) -> None:
    """BLD-1: `replace`; what it does not say is as usual."""
    options = replace(GUNSLINGER, alternative=alternative, replace=leave)
    assert swapped(options) == (set(alternative), leaves)


def test_types_leave_in_the_order_they_are_named() -> None:
    """BLD-1: blessing comes first and takes a whole type, then the Town Hall one building."""
    options = replace(GUNSLINGER, alternative=("founder", "blessing"), replace=("news", "horse"))
    town = types_of(options)
    assert (town["news"], town["horse"]) == (0, 1)
    town = types_of(replace(options, replace=("horse", "news")))
    assert (town["news"], town["horse"]) == (1, 0)


def test_a_party_brings_its_buildings_for_what_one_likes() -> None:
    """BLD-1: also those that come by themselves."""
    parties = ("sheriff", "outlaws", "dakota", "cowboy")
    options = replace(GUNSLINGER, parties=parties, replace=("fur", "trade"))
    assert swapped(options) == ({"cattle", "campfire"}, {"fur", "trade"})


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (replace(PLAIN, replace=("money",)), "nothing comes that could take the place of: money"),
        (
            replace(PLAIN, alternative=("dice",), replace=("money", "guest")),
            "nothing comes that could take the place of: guest",
        ),
        (
            replace(PLAIN, alternative=("dice",), replace=("saloon",)),
            "replace: no buildings 'saloon' to choose",
        ),
        (
            replace(PLAIN, alternative=("dice",), replace=("office",)),
            "replace: no buildings 'office' to choose",
        ),
        (replace(PLAIN, pets=True, replace=("money", "money")), "replace: .* named twice"),
        (replace(GUNSLINGER, alternative=("bakery",)), "no buildings 'bakery' to choose"),
        (replace(GUNSLINGER, alternative=("money",)), "no buildings 'money' to choose"),
        (replace(GUNSLINGER, alternative=("dice", "dice")), "named twice"),
    ],
)
def test_a_choice_that_cannot_be_met_says_why(options: Options, reason: str) -> None:
    """BLD-1."""
    with pytest.raises(BadOptions, match=reason):
        CONTENT.for_game(options)


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        (
            replace(GUNSLINGER, pets=True, alternative=("no-cactus",)),
            {},
        ),  # the money shows it still
        (
            replace(PLAIN, cactus=True, pets=True, alternative=("no-cactus",), replace=ALL_MARKED),
            {"no-cactus": CACTUS_MARK},
        ),
        (
            replace(GUNSLINGER, alternative=("no-cactus", "dice", "blessing"), replace=ALL_MARKED),
            {"no-cactus": CACTUS_MARK},
        ),
        (replace(PLAIN, alternative=("no-cactus",)), {"no-cactus": ("cactus",)}),
        (replace(PLAIN, cactus=True, alternative=("no-cactus",)), {}),
        (replace(GUNSLINGER, alternative=("tool",)), {"tool": ("tools",)}),
        (replace(PLAIN, tools=True, alternative=("tool",)), {"tool": ("gunslinger",)}),
        (replace(PLAIN, alternative=("tool",)), {"tool": ("tools", "gunslinger")}),
        (replace(GUNSLINGER, tools=True, alternative=("tool",)), {}),
        (replace(PLAIN, chicken=True), {"poultry": ("gunslinger",)}),
        (replace(PLAIN, alternative=("poultry",)), {"poultry": ("chicken", "gunslinger")}),
        (replace(GUNSLINGER, alternative=("poultry",)), {"poultry": ("chicken",)}),
        (replace(GUNSLINGER, alternative=("poultry",), chicken=True), {}),
        (replace(PLAIN, alternative=("pets",)), {"pets": ("pets",)}),
        (replace(PLAIN, pets=True), {}),
        (replace(GUNSLINGER, alternative=("campfire",)), {}),
        (replace(PLAIN, alternative=("campfire",)), {"campfire": ("gunslinger",)}),
        (replace(GUNSLINGER, alternative=("cattle",)), {"cattle": ("cowboy",)}),
        (replace(PLAIN, alternative=("cattle",)), {"cattle": ("gunslinger", "cowboy")}),
        (replace(GUNSLINGER, parties=WITH_COWBOY, alternative=("cattle",)), {}),
        (replace(PLAIN, parties=WITH_COWBOY), {}),  # they come anyway: nobody asked for them
        (
            replace(PLAIN, alternative=("blessing", "founder", "picker", "dice")),
            dict.fromkeys(("blessing", "founder", "picker", "dice"), ("gunslinger",)),
        ),
    ],
)
def test_what_has_no_effect_is_told_and_not_refused(
    options: Options, idle: dict[str, tuple[str, ...]]
) -> None:
    """BLD-2, COW-10: they may be used all the same, as other names and targets."""
    CONTENT.for_game(options)
    assert {one.kind: one.missing for one in CONTENT.idle(options)} == idle


def works(options: Options, kind: str) -> bool:
    """Whether the rules of a game do anything with a building of this kind."""
    tables = CONTENT.for_game(options)
    rules = build_rules(options, tables)
    own = CONTENT.tables.building[kind].buildings
    return any(
        rules.enter_op[at] != NO_OP
        or rules.reveal_op[at] != NO_OP
        or rules.dice_buildings >> at & 1
        or (rules.no_cactus >> at & 1 and any("cactus" in b.marks for b in tables.buildings))
        for at, building in enumerate(tables.buildings)
        if building.name in own
    )


@st.composite
def any_groups(draw: st.DrawFn) -> Options:
    """Any buildings by choice, in any game, and any types to make room for them."""
    parties = draw(st.sampled_from([PLAIN.parties, WITH_COWBOY, ("outlaws", "dakota")]))
    return Options(
        parties,
        draw(st.sampled_from(["basic", "gunslinger"])),
        cactus=draw(st.booleans()),
        pets=draw(st.booleans()),
        chicken=draw(st.booleans()),
        tools=draw(st.booleans()),
        alternative=tuple(draw(st.sets(st.sampled_from(GROUPS)))),
        replace=tuple(draw(st.lists(st.sampled_from(replaceable(CONTENT.tables)), unique=True))),
    )


def check_town(options: Options, town: Town) -> None:
    """24 buildings, no two alike; whole types but for the Town Hall's; what was asked for."""
    assert len(town.slots) == len(set(town.slots)) == 24
    kinds = Counter(kind for kind, _ in town.slots)
    for kind in town.comes:
        assert kinds[kind] == len(CONTENT.tables.building[kind].buildings)
    assert set(options.alternative) <= set(town.comes)
    assert set(options.replace) <= {gone.kind for gone in town.leaves}
    for gone in town.leaves:
        assert kinds[gone.kind] == (0 if gone.whole else 1)
    assert sum(not gone.whole for gone in town.leaves) == ("founder" in town.comes)
    again = replace(options, replace=tuple(gone.kind for gone in town.leaves))
    assert town_of(CONTENT.tables, again) == town


@settings(max_examples=300, deadline=None, derandomize=True)
@given(options=any_groups())
def test_any_choice_makes_a_town_or_says_why_not(options: Options) -> None:
    """BLD-1, BLD-2."""
    usual = town_of(CONTENT.tables, replace(options, replace=()))
    if len(options.replace) > len(usual.leaves):
        with pytest.raises(BadOptions, match="nothing comes that could take the place of"):
            town_of(CONTENT.tables, options)
        return
    check_town(options, town_of(CONTENT.tables, options))
    idle = {one.kind for one in CONTENT.idle(options)}
    for kind in options.alternative:
        assert works(options, kind) == (kind not in idle), kind


@pytest.mark.parametrize("mode", ["basic", "gunslinger"])
def test_every_set_of_groups_makes_a_town(mode: str) -> None:
    """BLD-1: there is room for any of them together, in both modes."""
    for number in range(len(GROUPS) + 1):
        for groups in combinations(GROUPS, number):
            options = replace(PLAIN, mode=mode, alternative=groups)
            check_town(options, town_of(CONTENT.tables, options))


@pytest.mark.parametrize("mode", ["basic", "gunslinger"])
@pytest.mark.parametrize("group", GROUPS)
def test_a_game_with_any_group_can_be_dealt(mode: str, group: str) -> None:
    """BLD-1: its buildings are in the town and among the targets."""
    game = Game.new(PLAIN.parties, seed=3, mode=mode, alternative=(group,))
    assert set(CONTENT.tables.building[group].buildings) <= set(game.rules.building_names)
    solo = Game.new(("outlaws",), seed=3, mode=mode, solo=True, alternative=(group,))
    assert set(CONTENT.tables.building[group].buildings) <= set(solo.rules.building_names)


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
    assert leaves == {"news", "guest", "prayer", "drink", "horse"}


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


def test_the_automatic_choice_minds_what_is_to_make_room() -> None:
    """BLD-1: also where more types are named than the first group takes out."""
    options = replace(GUNSLINGER, replace=("money", "news"))
    kinds = automatic_alternatives(options, CONTENT)
    assert kinds == ("blessing", "founder", "picker", "dice")
    town = town_of(CONTENT.tables, replace(options, alternative=kinds))
    assert [gone.kind for gone in town.leaves][:2] == ["money", "news"]
    assert len(random_alternatives(options, CONTENT, seed=1)) == 4


def test_a_random_choice_is_legal_and_repeatable() -> None:
    """BLD-1: at most 4; every type turns up sooner or later; the same seed, the same types."""
    options = replace(GUNSLINGER, parties=WITH_COWBOY, tools=True, chicken=True)
    drawn = [random_alternatives(options, CONTENT, seed) for seed in range(60)]
    assert drawn == [random_alternatives(options, CONTENT, seed) for seed in range(60)]
    assert {kind for kinds in drawn for kind in kinds} == set(GROUPS) - {"pets"}  # without effect
    for kinds in drawn:
        assert len(kinds) == 4
        CONTENT.for_game(replace(options, alternative=kinds))
    before = load_content("e2")  # the last edition in which pets leave no building with a cactus
    with_pets = replace(options, pets=True)
    assert all("no-cactus" not in random_alternatives(with_pets, before, s) for s in range(30))


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


@pytest.mark.parametrize(("edition", "left"), [("e1", 0), ("e2", 0), ("e3", 2)])
def test_with_pets_two_of_six_cactus_buildings_are_left(edition: str, left: int) -> None:
    """PET-1: earlier editions had four, so that the cactus was out of play."""
    tables = load_content(edition).for_game(replace(GUNSLINGER, pets=True))
    assert sum("cactus" in building.marks for building in tables.buildings) == left


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
