"""A wrong file: every mistake is told at once, and names are words that a game can say."""

from __future__ import annotations

import pickle
from itertools import product
from typing import Any

import pytest

from cactustown import BadContent, Game, Options
from cactustown.content import editions, json_schema, load_content
from cactustown.content.schema import TABLES
from cactustown.lab.setups import find_setup
from cactustown.reading import FIRST

WHERE = "my-box.toml"
PIRATES: dict[str, Any] = {
    "party": {
        "pirates": {
            "standees": ["captain", "mate"],
            "targets": 0,
            "loser_is": "pushed",
            "goal": {"duels": 3},
            "counts_duels": "duels",
        }
    },
    "start": {"pirates": {"spaces": ["b3", "d3"]}},
    "card": {
        "pirates": {
            name: {"icons": ["run", "duel"], "second_shot": 2}
            for name in ("sail", "board", "sing", "dig")
        }
    },
}


def problems(override: dict[str, Any], edition: str = "e2") -> tuple[str, ...]:
    with pytest.raises(BadContent) as caught:
        load_content(edition, override, WHERE)
    return caught.value.problems


def test_every_mistake_is_told_at_once() -> None:
    """Those of spelling, of type and of sense, each with its file and table."""
    found = problems(
        {
            "crad": {},
            "card": {
                "sheriff": {
                    "posse": {"second_shoot": 3, "icons": ["runn"]},
                    "patrol": {"second_shot": "three", "icons": ["jial"]},
                },
                "pirates": 3,
            },
            "start": {"dancer": {"spaces": ["f9"]}, "hunters": {"spaces": ["a1"]}},
            "party": {"dancer": {"goal": {"dubloons": 2}}},
            "tool": {"sheriff": {"My Tool": {"icons": ["shoot"]}}},
            "swap": {"dice": {"needs": ["horses"], "replaces": ["gold"]}},
        }
    )
    assert all(text.startswith(f"{WHERE}: ") for text in found)
    wanted = [
        ("[crad]", "did you mean 'card'"),
        ("[card.pirates]", "should be a table"),
        ("[card.sheriff.posse]", "did you mean 'second_shot'"),
        ("[card.sheriff.posse]", "did you mean 'run'"),
        ("[card.sheriff.patrol]", "a whole number from 0 to 99"),
        ("[card.sheriff.patrol]", "did you mean 'jail'"),
        ("[start.dancer]", "a1 to e5"),
        ("[start.hunters]", "1 spaces for 2 standees"),
        ("[party.dancer]", "'dubloons'"),
        ("[tool.sheriff.My Tool]", "such as my-tool"),
        ("[swap.dice]", "no 'horses'"),
        ("[swap.dice]", "no 'gold'"),
    ]
    for table, words in wanted:
        assert any(table in text and words in text for text in found), (table, words)
    assert len(found) == len(wanted), found


def test_all_of_them_stand_in_the_text() -> None:
    with pytest.raises(BadContent) as caught:
        load_content(override={"crad": {}, "tokn": {}}, where=WHERE)
    first, *rest = str(caught.value).splitlines()
    assert first == "2 mistakes:"
    assert [line.strip() for line in rest] == list(caught.value.problems)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("override", "only"),
    [
        ({"card": {"pirates": {"x": {"icons": 3, "second_shot": 1}}}}, ["'icons'", "no 'pirates'"]),
        ({"party": {"dancer": {"standees": 3}}}, ["[party.dancer]"]),
        ({"building": {"money": {"buildings": 3}}}, ["[building.money]"]),
        ({"building": {"shrine": {"buildings": "x"}}, "swap": {"shrine": {}}}, ["'buildings'"]),
        ({"building": {"shrine": {"bilding": ["x"]}}, "swap": {"shrine": {}}}, ["'bilding'"]),
        ({"card": {"sheriff": {"posse": {"waits": 1}}}}, ["[card.sheriff.posse]"]),
        ({"event": {"marshal": {"marshal": "yes"}}}, ["[event.marshal]"]),
        ({"limit": {"numbers": {"duels": "x"}}}, ["[limit]"]),
        ({"seating": {"order": "x"}}, ["[seating]"]),
        ({"solo": {"9": {"set": "x"}}}, ["[solo.9]"]),
        ({"setup": {"all-four": {"parties": 3}}}, ["[setup.all-four]"]),
        ({"lineup": {"base": {"types": 3}}}, ["[lineup.base]"]),
        ({"friend": {"dancer": {"standee": 3}}}, ["[friend.dancer]"]),
        ({"ability": {"dancer": {"standee": 3}}}, ["[ability.dancer]"]),
    ],
)
def test_what_follows_from_a_mistake_is_none(override: dict[str, Any], only: list[str]) -> None:
    """What cannot be read is told once, not again by everything that counts on it."""
    found = problems(override)
    assert len(found) == len(only), found
    for words, text in zip(only, found, strict=True):
        assert words in text


def test_a_table_of_the_edition_that_no_longer_fits_is_told_with_the_file_that_did_it() -> None:
    (found,) = problems({"building": {"money": {"buildings": ["bank"], "pets": []}}})
    assert found.startswith(f"{WHERE}: [lineup.base] of e1/buildings.toml:")
    assert "23 buildings; 24 are needed; see [building.money]" in found


def test_a_table_that_nobody_wrote_is_missed_in_the_file() -> None:
    bare = {part: PIRATES[part] for part in ("party", "start")}
    (found,) = problems(bare)
    assert found == f"{WHERE}: [card.pirates]: 0 cards in hand; it needs 4"


@pytest.mark.parametrize(
    ("override", "reasons"),
    [
        (
            {"tool": {"sheriff": {"My Tool": {"icons": ["shoot"]}}}},
            ["[tool.sheriff.My Tool]", "of a tool", "my-tool"],
        ),
        (
            {"building": {"My Type": {"buildings": ["shrine"]}}},
            ["[building.My Type]", "building type", "my-type"],
        ),
        (
            {"event": {"High Noon": {"number": 1}}},
            ["[event.High Noon]", "of an event", "high-noon"],
        ),
        ({"setup": {"7": {}}}, ["[setup.7]", "set-up", "x-7"]),
        (
            {"building": {"money": {"buildings": ["bank", "Gold Mine"]}}},
            ["[building.money]", "'buildings'", "lower-case"],
        ),
        (
            {"building": {"money": {"buildings": ["bank", "saloon"]}}},
            ["[building.money]", "'saloon'", "[building.drink]"],
        ),
        (
            {"building": {"inn": {"buildings": ["saloon"]}}},
            ["[building.inn]", "'saloon'", "[building.drink]"],
        ),
        (
            {"building": {"money": {"buildings": ["bank", "jail"]}}},
            ["[building.money]", "'jail'", "something else"],
        ),
        ({"party": {"dancer": {"standees": ["c3"]}}}, ["[party.dancer]", "'c3'", "something else"]),
        ({"party": {"dancer": {"standees": ["nobody"]}}}, ["[party.dancer]", "'nobody'"]),
        (
            {"party": {"dancer": {"standees": ["hunters"]}}},
            ["[party.dancer]", "'hunters'", "a party"],
        ),
        (
            {"party": {"dancer": {"standees": ["Carmen"]}}},
            ["[party.dancer]", "'standees'", "lower-case"],
        ),
        (
            {"party": {"reserve": PIRATES["party"]["pirates"]}},
            ["[party.reserve]", "something else"],
        ),
        ({"tool": {"sheriff": {"posse": {"icons": ["shoot"]}}}}, ["[tool.sheriff.posse]", "taken"]),
        (
            {"friend": {"pirates": {"standee": "mate", "pet": "cat"}}},
            ["[friend.pirates]", "no 'pirates'"],
        ),
        (
            {"lineup": {"other": {"types": [], "office": "office"}}},
            ["[lineup.other]", "There are: base"],
        ),
        ({"setup": {"x": {"parties": ["dancer", "dancer"]}}}, ["[setup.x]", "'parties'", "twice"]),
        (
            {"swap": {"dice": {"party": "outlaw"}}},
            ["[swap.dice]", "'party'", "did you mean 'outlaws'"],
        ),
        ({"swap": {"dice": {"needs": ["check"]}}}, ["[swap.dice]", "'needs'", "no 'check'"]),
    ],
)
def test_names_are_words_that_mean_one_thing(override: dict[str, Any], reasons: list[str]) -> None:
    text = "\n".join(problems(override))
    for reason in [f"{WHERE}: ", *reasons]:
        assert reason in text, text


UNPLAYABLE: list[tuple[dict[str, Any], list[str]]] = [
    ({"automa": {"against": "dancer"}}, ["[automa]", "'against'", "only outlaws"]),
    (
        {"solo": {"9": {"set": "advanced"}, "5": {"set": "marshal"}}},
        ["[solo.5]", "'set'", "the highest number, 9"],
    ),
    ({"solo": {"07": {"set": "start", "value": 1, "target": [], "otherwise": []}}}, ["[solo.07]"]),
    ({"party": {"dancer": {"cattle": ["dancer"]}}}, ["[party.dancer]", "'cattle'", "must be none"]),
    ({"start": {"dancer": {"spaces": ["corral-b"]}}}, ["[start.dancer]", "from a corral"]),
    ({"start": {"dancer": {"spaces": ["aside"]}}}, ["[start.dancer]", "free-chief"]),
    ({"start": {"dakota": {"spaces": ["aside", "aside"]}}}, ["[start.dakota]", "waits aside"]),
    (
        {"setup": {"mine": {"start": {"hunters": ["corral-b", "e1"]}}}},
        ["[setup.mine]", "'start'", "from a corral"],
    ),
]


@pytest.mark.parametrize(("override", "reasons"), UNPLAYABLE)
def test_what_could_not_be_played_to_its_end_is_refused(
    override: dict[str, Any], reasons: list[str]
) -> None:
    """SOLO-1, SOLO-3, COW-1, CHI-3: before, they broke off, or somebody never came to town."""
    (text,) = problems(override)
    for reason in [f"{WHERE}: ", *reasons]:
        assert reason in text, text
    assert load_content("e2", override, version=FIRST)


def test_games_of_the_first_version_were_played_with_such_names() -> None:
    override = {
        "tool": {"sheriff": {"My Tool": {"icons": ["shoot"]}}},
        "building": {"inn": {"buildings": ["saloon"]}},
        "friend": {"pirates": {"standee": "mate", "pet": "cat"}},
    }
    assert load_content("e2", override, version=FIRST).tables.tool["sheriff"]["My Tool"]
    assert len(problems(override)) == 3


def test_the_editions_have_nothing_of_the_kind() -> None:
    for edition in editions():
        load_content(edition)


def test_a_users_tables_are_of_the_house() -> None:
    content = load_content(
        override={
            "card": {"sheriff": {"posse": {"second_shot": 2}, "patrol": {"provenance": "book"}}},
            "tool": {"sheriff": {"lasso": {"icons": ["shoot"]}}},
        }
    )
    posse, patrol = (content.tables.card["sheriff"][name] for name in ("posse", "patrol"))
    assert (posse.provenance, patrol.provenance) == ("house", "book")
    assert content.tables.tool["sheriff"]["lasso"].provenance == "house"
    assert content.tables.card["sheriff"]["arrest"].provenance == "recon"
    assert "provenance" not in content.override["card"]["sheriff"]["posse"]


def test_an_own_party_for_whom_the_file_names_no_place_sits_last() -> None:
    content = load_content("e2", PIRATES)
    tables = content.for_game(Options(("sheriff", "outlaws", "pirates")))
    assert [party.name for party in tables.parties][-1] == "pirates"
    assert find_setup(content, "pirates+outlaws").players == 2
    game = Game.new(["outlaws", "pirates"], content=content, seed=3)
    assert game.parties == ["outlaws", "pirates"]
    order = ["sheriff", "outlaws", "hunters", "dancer", "ranger", "dakota", "cowboy"]
    assert "pirates has no place" in problems({**PIRATES, "seating": {"order": order}})[0]


def test_an_own_start_needs_no_set_up_of_the_edition_to_fit() -> None:
    """The set-ups that it hides speak of three standees."""
    two = {
        "party": {"sheriff": {"standees": ["sheriff", "deputy-1"]}},
        "start": {"sheriff": {"spaces": ["c3", "c3"]}},
    }
    options = Options(("sheriff", "outlaws"))
    assert load_content("e2", two).for_game(options).parties[1].start == ("c3", "c3")
    hidden = {"setup": {"sheriff-outlaws": {"start": {"sheriff": ["c1", "c1", "c1"]}}}}
    assert len(problems({**two, **hidden})) == 1


SPOILT: list[Any] = [3, "x", [], {}, [3], {"x": 3}, None, {"x": {"y": {"z": 1}}}]


@pytest.mark.parametrize("part", list(TABLES))
def test_whatever_a_file_says_is_refused_in_words(part: str) -> None:
    """No value of any key, known or not, is more than a mistake."""
    depth, kind = TABLES[part]
    known: Any = getattr(load_content("e2").tables, part)
    names = [[*list(known)[:1], "new"]] if depth else []
    if depth == 2:
        names.append([*list(known[names[0][0]])[:1], "new"])
    for path in product(*names):
        for value in SPOILT:
            table: Any = dict.fromkeys([*kind.__struct_fields__, "other"], value)
            for name in reversed((part, *path)):
                table = {name: table}
            assert all(text.startswith(WHERE) for text in problems(table))


def test_the_schema_asks_for_no_provenance() -> None:
    for table in json_schema()["$defs"].values():
        assert "required" not in table
