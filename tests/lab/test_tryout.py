"""A content file is tried in every game it changes, so that it is refused before somebody plays."""

from __future__ import annotations

from typing import Any

import pytest

from cactustown import CactusTownError
from cactustown.content import editions, load_content
from cactustown.lab.play import rules_for
from cactustown.lab.setups import setups
from cactustown.lab.tryout import Tryout, try_out
from cactustown.rules.options import Options
from tests.content.test_mistakes import PIRATES

SHRINE = {
    "building": {"shrine": {"buildings": ["shrine", "grotto", "spring"], "enter": "blessing"}}
}
TOOLS = {"tool": {"sheriff": {f"gun-{n}": {"icons": ["shoot"]} for n in range(9)}}}
NO_MORE = {
    kind: {"replaces": ["money"]} for kind in ("blessing", "picker", "dice", "tool", "no-cactus")
}
TWO = Options(("sheriff", "outlaws"), "gunslinger")


def tried(override: dict[str, Any], edition: str = "e2") -> Tryout:
    return try_out(load_content(edition, override, "my-box.toml"))


@pytest.mark.parametrize(
    ("override", "game", "reasons"),
    [
        (
            {"building": {"guest": {"marks": ["cactus"], "enter": "bullet"}}},
            TWO,
            ["[building.guest]: the key 'enter'", "hotel has two effects", "cactus and bullet"],
        ),
        (
            {"card": {"sheriff": {"posse": {"icons": ["track", "run"]}}}},
            TWO,
            ["[card.sheriff.posse]: the key 'icons'", "shows track", "such as sheriff+outlaws"],
        ),
        (
            {"tool": {"sheriff": {"rifle": {"icons": ["confuse"]}}}},
            Options(("sheriff", "outlaws"), tools=True),
            ["[tool.sheriff.rifle]: the key 'icons'", "shows confuse", "with tools"],
        ),
        (
            TOOLS,
            Options(("sheriff", "outlaws"), tools=True),
            ["[tool.sheriff]", "4 action cards and 12 tools", "room for 11 tools"],
        ),
        (
            {**SHRINE, "swap": {"shrine": {"mode": "gunslinger"}}},
            Options(("sheriff", "outlaws"), "gunslinger", alternative=("shrine",)),
            ["[swap.shrine]", "no room for the 3 shrine buildings", "alternative=shrine"],
        ),
        (
            {**SHRINE, "swap": {"shrine": {"party": "dancer"}}},
            Options(("outlaws", "dancer")),
            ["[swap.shrine]", "no room for the 3 shrine buildings", "of the 68 set-ups"],
        ),
        (
            {"lineup": {"base": {"removable": []}}, "swap": NO_MORE},
            Options(("sheriff", "outlaws"), "gunslinger", alternative=("founder",)),
            ["[swap.founder] of e1/", "no room", "alternative=founder"],
        ),
        (
            {
                "tool": {
                    "sheriff": {
                        "soft-boots": {"standees": ["sheriff"]},
                        "boots": {"icons": ["double-sneak"], "standees": ["deputy-1"]},
                    }
                }
            },
            Options(("sheriff", "outlaws"), tools=True),
            ["[tool.sheriff.boots]: the key 'standees'", "differ in who may double-sneak"],
        ),
    ],
)
def test_what_sim_would_refuse_is_told(
    override: dict[str, Any], game: Options, reasons: list[str]
) -> None:
    """With the table to mend, and the games that cannot be played."""
    with pytest.raises(CactusTownError):
        rules_for(game, "e2", override)
    (problem,) = tried(override).problems
    for reason in ["my-box.toml: ", *reasons]:
        assert reason in problem, problem


def test_set_ups_are_known_though_the_first_of_them_cannot_be_built() -> None:
    content = load_content("e2", {**SHRINE, "swap": {"shrine": {"party": "sheriff"}}})
    assert len(setups(content)) == len(setups(load_content("e2")))
    (problem,) = try_out(content).problems
    assert "[swap.shrine]" in problem


def test_every_problem_is_told_once() -> None:
    """Not once for every game in which it turns up."""
    override = {
        **TOOLS,
        "card": {"sheriff": {"posse": {"icons": ["track"]}, "patrol": {"icons": ["confuse"]}}},
    }
    found = tried(override).problems
    assert [problem.split("]")[0].split("[")[1] for problem in found] == [
        "card.sheriff.posse",
        "card.sheriff.patrol",
        "tool.sheriff",
    ]
    sheriff = [s for s in setups(load_content("e2")) if "sheriff" in s.parties]
    without = [s for s in sheriff if "dakota" not in s.parties]
    assert f"in {len(without)} of the {len(sheriff)} set-ups" in found[0]


def test_the_set_ups_it_changes_are_told() -> None:
    moved = tried({"start": {"dancer": {"spaces": ["e3"]}}})
    assert moved.problems == []
    assert moved.changed == [s for s in moved.tried if "dancer" in s.parties]
    assert len(moved.tried) == len(setups(load_content("e2")))
    event = tried({"event": {"tumbleweed": {"number": 4}}})
    assert event.changed == [s for s in event.tried if "ranger" in s.parties]
    friend = tried({"friend": {"dancer": {"pet": "dog"}}})
    assert friend.changed == moved.changed
    solo = tried({"solo": {"1": {"value": 3}}})
    assert [setup.name for setup in solo.changed] == ["solo"]


def test_what_changes_nothing_is_told_too() -> None:
    unused = {"shrine": {"buildings": ["shrine"], "enter": "blessing"}}
    for override in ({"card": {"dancer": {"charm": {"provenance": "book"}}}}, {"building": unused}):
        assert tried(override).changed == []


def test_an_own_party_is_tried_with_all_it_can_play_with() -> None:
    found = tried(PIRATES)
    assert found.problems == []
    assert {"outlaws+pirates", "dancer+pirates"} <= {setup.name for setup in found.changed}
    assert all("pirates" in setup.parties for setup in found.changed)


@pytest.mark.parametrize("edition", editions())
def test_an_edition_can_be_played_with_everything(edition: str) -> None:
    """Nothing of a file that says what the edition says is refused."""
    content = load_content(edition)
    same = {"removable": content.tables.lineup["base"].removable}
    found = tried({"lineup": {"base": same}}, edition)
    assert (found.problems, found.changed) == ([], [])
