"""What stands in a user's own file counts, whatever the edition says of single set-ups.

Edition e2 has tables for many set-ups, so it is laid under here. Games of the first version of the
rules were played with the edition's set-ups before own values, and are played so still.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cactustown import Game, Options
from cactustown.content import Content, load_content
from cactustown.game import read_journal, replay
from cactustown.lab.play import rules_for
from cactustown.lab.setups import setups
from cactustown.reading import FIRST, SECOND
from cactustown.rules.build import seated
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import PROGRAMMINGS

OLD_GAME = Path(__file__).parents[1] / "games" / "finished" / "own-content.json"
FOUR = ("sheriff", "outlaws", "hunters", "dancer")
THREE = ("outlaws", "hunters", "dancer")
DANCER_MOVED = {"start": {"dancer": {"spaces": ["e3"]}}}
CHARMING = {"card": {"dancer": {"charm": {"second_shot": 9}}}}


def of_e2(override: dict[str, Any]) -> Content:
    return load_content("e2", override)


def games_with(party: str, content: Content) -> Iterator[Options]:
    """Every set-up this party plays in, in both programmings."""
    for setup in setups(content):
        for programming in PROGRAMMINGS:
            if party in setup.parties and not setup.solo:
                yield Options(setup.parties, programming=programming)


def starts(content: Content, options: Options, version: int = SECOND) -> dict[str, tuple[str, ...]]:
    tables = content.for_game(options, version)
    return {party.name: party.start for party in seated(options, tables)}


def charm(content: Content, options: Options, version: int = SECOND) -> int:
    tables = content.for_game(options, version)
    cards = {c.name: c.value for p in tables.parties if p.name == "dancer" for c in p.cards}
    return cards["charm"]


@pytest.mark.parametrize("edition", ["e1", "e2"])
def test_an_own_start_counts_in_every_set_up(edition: str) -> None:
    content = load_content(edition, DANCER_MOVED)
    games = list(games_with("dancer", content))
    assert len(games) > 50
    for options in games:
        assert starts(content, options)["dancer"] == ("e3",), options


def test_what_the_file_does_not_say_stays_with_the_set_ups() -> None:
    content, edition = of_e2(DANCER_MOVED), load_content("e2")
    for options in games_with("dancer", content):
        own, others = starts(content, options), starts(edition, options)
        assert own | {"dancer": others["dancer"]} == others
        assert charm(content, options) == charm(edition, options)


def test_an_own_second_shot_counts_in_every_set_up() -> None:
    content = of_e2(CHARMING)
    assert all(charm(content, options) == 9 for options in games_with("dancer", content))


def test_own_icons_leave_the_second_shot_alone() -> None:
    content = of_e2({"card": {"dancer": {"charm": {"icons": ["up-close"]}}}})
    assert charm(content, Options(FOUR)) == charm(load_content("e2"), Options(FOUR)) == 2


def test_an_own_order_counts_in_every_set_up() -> None:
    """All four sit in an order of their own in e2; who is mirrored is another matter."""
    order = ["cowboy", "dakota", "dancer", "hunters", "outlaws", "sheriff", "ranger"]
    content = of_e2({"seating": {"order": order}})
    assert list(starts(load_content("e2"), Options(FOUR))) != ["dancer", "hunters", *order[4:6]]
    assert list(starts(content, Options(FOUR))) == ["dancer", "hunters", "outlaws", "sheriff"]
    unmirrored = of_e2({"seating": {"order": order, "mirrored": False}})
    pioneers = Options(FOUR, programming="reverse")
    assert list(starts(content, pioneers)) == ["sheriff", "outlaws", "hunters", "dancer"]
    assert list(starts(unmirrored, pioneers)) == ["dancer", "hunters", "outlaws", "sheriff"]


@pytest.mark.parametrize("name", ["mine", "all-four"])
def test_an_own_set_up_counts_before_an_own_table(name: str) -> None:
    """Also where it is one of the edition's with keys of one's own."""
    own = {
        "parties": list(FOUR),
        "start": {"dancer": ["b3"]},
        "order": ["dancer", "outlaws", "hunters", "sheriff"],
        "second_shots": {"dancer": {"charm": 7}},
    }
    order = ["ranger", "sheriff", "outlaws", "hunters", "dancer", "dakota", "cowboy"]
    content = of_e2(
        DANCER_MOVED | CHARMING | {"setup": {name: own}, "seating": {"order": order}},
    )
    assert starts(content, Options(FOUR))["dancer"] == ("b3",)
    assert list(starts(content, Options(FOUR))) == own["order"]
    assert charm(content, Options(FOUR)) == 7
    assert starts(content, Options(THREE))["dancer"] == ("e3",)
    assert list(starts(content, Options(THREE))) == list(THREE)
    assert charm(content, Options(THREE)) == 9


def test_an_own_key_of_an_editions_set_up_leaves_its_other_keys() -> None:
    """They are the edition's still, and an own table counts before them."""
    content = of_e2(DANCER_MOVED | {"setup": {"all-four": {"order": list(FOUR)}}})
    found = starts(content, Options(FOUR))
    assert list(found) == list(FOUR)
    assert (found["dancer"], found["hunters"]) == (("e3",), ("c3", "c3"))


def test_the_solo_game_starts_where_its_own_table_says() -> None:
    solo = Options(("outlaws",), solo=True)
    content = of_e2({"start": {"outlaws": {"spaces": ["b1", "b5", "d5"]}}})
    assert starts(content, solo)["outlaws"] == ("b1", "b5", "d5")
    assert starts(content, solo)["ranger"] == ("c3",)
    moved = of_e2({"automa": {"start": ["b3"]}})
    assert starts(moved, solo)["ranger"] == ("b3",)


def test_a_game_of_the_first_version_has_the_set_ups_before_own_values() -> None:
    content = of_e2(DANCER_MOVED | CHARMING)
    assert starts(content, Options(FOUR), FIRST)["dancer"] == ("e1",)
    assert charm(content, Options(FOUR), FIRST) == 2
    assert starts(content, Options(("outlaws", "dancer")), FIRST)["dancer"] == ("e3",)
    order = ["cowboy", "dakota", "dancer", "hunters", "outlaws", "sheriff", "ranger"]
    seats = starts(of_e2({"seating": {"order": order}}), Options(FOUR), FIRST)
    assert list(seats) == ["sheriff", "outlaws", "dancer", "hunters"]


def test_a_journal_tells_which_way_it_was_played() -> None:
    """The kept one is of version 1; the same content in a new game is played the new way."""
    journal = read_journal(OLD_GAME)
    assert (journal.rules, journal.override["start"]) == (FIRST, DANCER_MOVED["start"])
    *_, (game, _) = replay(journal)
    at_start = next(replay(journal))[0].view(None).parties["dancer"].standees["dancer"].at
    assert (at_start, game.result) == ("e1", journal.result)
    new = Game.new(FOUR, content=of_e2(DANCER_MOVED), seed=1)
    assert new.journal().rules == SECOND
    assert new.view(None).parties["dancer"].standees["dancer"].at == "e3"
    *_, (again, _) = replay(new.journal())
    assert again.view(None) == new.view(None)


def test_simulations_play_it() -> None:
    rules, _ = rules_for(Options(FOUR), "e2", DANCER_MOVED)
    content = of_e2(DANCER_MOVED)
    assert rules.start_at == build_rules(Options(FOUR), content.for_game(Options(FOUR))).start_at
    assert rules.start_at != rules_for(Options(FOUR), "e2")[0].start_at
