"""The current edition is the set-up of the printed box, whoever plays (SET-2, SIDE-3, PET-1)."""

from __future__ import annotations

from itertools import combinations

import pytest

from cactustown import Options
from cactustown.content import load_content
from cactustown.engine.spaces import OFFICE, PLACE_NAMES
from cactustown.lab.setups import setups
from cactustown.rules.build import seated
from cactustown.rules.catalogue import build_rules
from cactustown.rules.tables import PartyTable

CONTENT = load_content()
SETUPS = [setup for setup in setups(CONTENT) if not setup.solo]
CORNERS = {"a1", "a5", "e1", "e5"}


def parties_of(options: Options) -> dict[str, PartyTable]:
    """The parties of a game in the order of their seats."""
    return {party.name: party for party in seated(options, CONTENT.for_game(options))}


def test_a_party_starts_and_shoots_alike_in_every_combination() -> None:
    alone: dict[str, PartyTable] = {}
    for setup in SETUPS:
        for programming in ("straight", "reverse"):
            for name, party in parties_of(Options(setup.parties, programming=programming)).items():
                assert alone.setdefault(name, party) == party, (setup.name, programming)
    assert len(alone) == 7


def test_no_two_parties_start_in_one_building() -> None:
    starts: dict[str, str] = {}
    for setup in SETUPS:
        for name, party in parties_of(Options(setup.parties)).items():
            for space in party.start:
                if space != "aside":
                    assert starts.setdefault(space, name) == name


def test_sheriff_in_the_office_outlaws_and_hunters_in_the_corners() -> None:
    parties = parties_of(Options(("sheriff", "outlaws", "hunters")))
    assert set(parties["sheriff"].start) == {PLACE_NAMES[OFFICE]}
    outlaws, hunters = set(parties["outlaws"].start), set(parties["hunters"].start)
    assert (len(outlaws), len(hunters)) == (3, 1)
    assert outlaws | hunters == CORNERS


def test_everybody_sits_alike_in_both_programmings() -> None:
    for setup in SETUPS:
        straight = list(parties_of(Options(setup.parties)))
        assert straight == list(parties_of(Options(setup.parties, programming="reverse")))


@pytest.mark.parametrize("with_pets", [False, True])
def test_the_cactus_stays_in_the_town_whatever_comes_in(with_pets: bool) -> None:
    """PET-1: six cactus buildings; with pets two are left, and they leave last."""
    for setup in SETUPS:
        options = Options(setup.parties, "gunslinger", pets=with_pets, chicken=True)
        rules = build_rules(options, CONTENT.for_game(options))
        marked = [
            building
            for building in CONTENT.for_game(options).buildings
            if "cactus" in building.marks
        ]
        assert len(marked) == (2 if with_pets else 6), setup.name
        assert len(rules.building_names) == 25


def test_the_dancers_tools_do_not_sneak() -> None:
    tools = parties_of(Options(("outlaws", "dancer")))["dancer"].tools
    assert [tool.icons for tool in tools] == [
        ("pull-far",),
        ("pull-diagonal",),
        ("up-close", "release"),
    ]


def test_the_icons_of_a_party_are_those_of_the_first_edition() -> None:
    """CONTENT: which icons share a card is free; which icons a party has is not."""
    for name, cards in load_content("e1").tables.card.items():
        before = sorted(icon for card in cards.values() for icon in card.icons)
        now = sorted(icon for card in CONTENT.tables.card[name].values() for icon in card.icons)
        assert now == before, name


def test_two_expansions_still_have_room_for_the_cactus() -> None:
    for pair in combinations(("ranger", "dakota", "cowboy"), 2):
        options = Options(("sheriff", "outlaws", *pair), "gunslinger", pets=True, chicken=True)
        marks = [mark for b in CONTENT.for_game(options).buildings for mark in b.marks]
        assert "cactus" in marks
