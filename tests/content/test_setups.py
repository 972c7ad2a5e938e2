"""Set-ups of their own: other seats, start spaces and second shots in some games, and in no
others."""

from __future__ import annotations

from typing import Any

import pytest

from cactustown import BadContent, Options
from cactustown.content import load_content
from cactustown.rules.build import seated
from cactustown.rules.catalogue import build_rules

THREE = ("outlaws", "hunters", "dancer")
EVERYBODY = ["cowboy", "dakota", "dancer", "hunters", "outlaws", "sheriff", "ranger"]


def opening(options: Options, **setups: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The parties of a game in the order of their seats, and where they start."""
    tables = {name: {"provenance": "house", **setup} for name, setup in setups.items()}
    content = load_content("e1", {"setup": tables})
    return {party.name: party.start for party in seated(options, content.for_game(options))}


def test_without_any_all_games_begin_alike() -> None:
    assert opening(Options(THREE)) == opening(Options(THREE, programming="reverse"))


def test_it_is_for_exactly_its_parties() -> None:
    setup = {"parties": ["dancer", "outlaws", "hunters"], "start": {"dancer": ["c5"]}}
    assert opening(Options(THREE), three=setup)["dancer"] == ("c5",)
    assert opening(Options(("outlaws", "dancer")), three=setup)["dancer"] == ("a3",)
    assert opening(Options(("sheriff", *THREE)), three=setup)["dancer"] == ("a3",)


def test_it_is_for_its_programming() -> None:
    setup = {"programming": "reverse", "order": EVERYBODY}
    assert list(opening(Options(THREE), pioneers=setup)) == list(THREE)
    reverse = Options(THREE, programming="reverse")
    assert list(opening(reverse, pioneers=setup)) == ["dancer", "hunters", "outlaws"]


def test_the_order_may_name_its_parties_only() -> None:
    setup = {"parties": list(THREE), "order": ["dancer", "outlaws", "hunters"]}
    assert list(opening(Options(THREE), three=setup)) == ["dancer", "outlaws", "hunters"]


def test_the_later_one_counts_for_what_it_says() -> None:
    setups: dict[str, dict[str, Any]] = {
        "all": {"start": {"dancer": ["e3"], "hunters": ["c1", "c1"]}},
        "three": {"parties": list(THREE), "start": {"dancer": ["c5"]}},
    }
    begins = opening(Options(THREE), **setups)
    assert begins["dancer"] == ("c5",)
    assert begins["hunters"] == ("c1", "c1")


def shown(options: Options, setup: dict[str, Any]) -> list[str]:
    """The icons of the dancer's charm in a game with this set-up."""
    override = {"setup": {"three": {"provenance": "house", "parties": list(THREE), **setup}}}
    content = load_content("e1", override)
    (dancer,) = [p for p in seated(options, content.for_game(options)) if p.name == "dancer"]
    (charm,) = [card for card in dancer.cards if card.name == "charm"]
    return [name for name, _ in charm.icons]


def test_it_may_show_other_icons_on_a_card() -> None:
    setup = {"icons": {"dancer": {"charm": ["up-close", "duel"]}}}
    assert shown(Options(THREE), setup) == ["up-close", "duel"]
    assert shown(Options(("outlaws", "dancer")), setup) == ["up-close", "sneak"]


@pytest.mark.parametrize(
    ("icons", "problem"),
    [
        ({"dancer": {"charm": ["dance", "dance"]}}, "an icon stands on it twice"),
        ({"dancer": {"charm": ["danse"]}}, "there is no 'danse'; did you mean 'dance'"),
        ({"dancer": {"charme": ["dance"]}}, "there is no 'charme'; did you mean 'charm'"),
        ({"sheriff": {"posse": ["run"]}}, "sheriff does not play in it"),
    ],
)
def test_icons_of_a_set_up_are_checked(icons: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadContent, match=problem):
        shown(Options(THREE), {"icons": icons})


def test_an_even_one_is_for_games_with_even_sides() -> None:
    setups: dict[str, dict[str, Any]] = {
        "three": {"parties": list(THREE), "start": {"dancer": ["c5"]}},
        "even": {"parties": list(THREE), "start": {"dancer": ["e3"]}, "even": True},
    }
    assert opening(Options(THREE), **setups)["dancer"] == ("c5",)
    assert opening(Options(THREE, even_sides=True), **setups)["dancer"] == ("e3",)
    others = Options(("outlaws", "dancer"), even_sides=True)
    assert opening(others, **setups)["dancer"] == ("a3",)


def test_whether_even_sides_change_anything_is_known() -> None:
    even = {"provenance": "house", "parties": list(THREE), "order": list(THREE[::-1]), "even": True}
    content = load_content("e1", {"setup": {"even": even}})
    assert content.evens(Options(THREE))
    assert content.evens(Options(THREE[::-1], programming="reverse", even_sides=True))
    assert not content.evens(Options(("outlaws", "dancer")))
    assert not content.evens(Options(("outlaws",), solo=True))
    for edition in ("e1", "e2"):
        assert not load_content(edition).evens(Options(THREE))


def test_second_shots_are_other_in_its_games_only() -> None:
    setup = {
        "provenance": "house",
        "parties": list(THREE),
        "second_shots": {"dancer": {"charm": 5, "payback": 0}},
    }
    content = load_content("e1", {"setup": {"three": setup}})

    def shots(options: Options) -> list[int]:
        rules = build_rules(options, content.for_game(options))
        seat = rules.party_names.index("dancer")
        return rules.card_value[seat << 4 : (seat << 4) + 4]

    assert shots(Options(THREE)) == [2, 5, 3, 0]
    assert shots(Options(("sheriff", *THREE))) == [2, 3, 3, 4]


def test_the_solo_game_has_none() -> None:
    solo = Options(("outlaws",), solo=True)
    moved = {"start": {"outlaws": ["b1", "b5", "d5"]}, "order": EVERYBODY}
    assert opening(solo, other=moved) == opening(solo)


def test_a_party_that_has_a_seat_but_no_table_starts_nowhere() -> None:
    override = {
        "seating": {"order": [*EVERYBODY, "pirates"]},
        "setup": {"sea": {"provenance": "house", "start": {"pirates": ["c1"]}}},
    }
    with pytest.raises(BadContent, match="no 'pirates'"):
        load_content("e1", override)


def test_mirrored_the_parties_act_in_the_same_order_in_both_programmings() -> None:
    content = load_content("e1", {"seating": {"mirrored": True}})
    first = {}
    for programming in ("straight", "reverse"):
        options = Options(("sheriff", *THREE), programming=programming)
        rules = build_rules(options, content.for_game(options))
        first[programming] = [rules.party_names[seat] for seat in rules.turn_seat[0]]
    assert first["straight"] == first["reverse"]
    assert first["straight"][:4] == ["sheriff", *THREE]


@pytest.mark.parametrize(
    ("setup", "reasons"),
    [
        ({"parties": ["pirates"]}, ["[setup.wrong]", "'parties'", "pirates"]),
        ({"order": ["pirates"]}, ["'order'", "pirates"]),
        ({"start": {"pirates": ["c1"]}}, ["'start'", "pirates"]),
        ({"order": ["sheriff", "outlaws"]}, ["'order'", "once"]),
        ({"parties": ["outlaws", "dancer"], "order": ["outlaws", "outlaws"]}, ["'order'", "once"]),
        ({"parties": ["outlaws", "dancer"], "start": {"hunters": ["c1", "c1"]}}, ["hunters"]),
        ({"start": {"dancer": ["c1", "c1"]}}, ["'start'", "2 spaces for 1 standees of dancer"]),
        ({"start": {"dancer": ["z9"]}}, ["'start'", "a1 to e5"]),
        ({"second_shots": {"pirates": {}}}, ["'second_shots'", "pirates"]),
        ({"second_shots": {"dancer": {"charms": 2}}}, ["second_shots", "'charms'", "'charm'"]),
        ({"second_shots": {"dancer": {"charm": -1}}}, ["second_shots"]),
        ({"parties": ["outlaws"], "second_shots": {"dancer": {"charm": 1}}}, ["does not play"]),
        ({"programming": "backwards"}, ["'programming'", "straight", "reverse"]),
    ],
)
def test_what_is_wrong_is_named(setup: dict[str, Any], reasons: list[str]) -> None:
    with pytest.raises(BadContent) as refused:
        opening(Options(THREE), wrong=setup)
    for reason in reasons:
        assert reason in str(refused.value)
