"""`cactustown content`: what an author is told of a file, and what counts in a set-up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run

BOX = """
[card.sheriff.posse]
second_shot = 2

[card.dancer.charm]
icons = ["up-close", "dance"]

[start.dancer]
spaces = ["e3"]

[building.news]
reveal = "sneak-own"

[setup.mine]
parties = ["sheriff", "outlaws", "dancer"]
second_shots = { dancer = { payback = 9 } }

[party.dancer]
goal = { debts = 2, duels = 2 }
"""
THREE = "sheriff+outlaws+dancer"


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("content") / "box.toml"
    file.write_text(BOX)
    return file


@pytest.fixture(scope="module")
def shown(box: Path) -> Any:
    return json.loads(run("content", box, "--edition", "e2", "--show", THREE, "--json"))


def test_a_right_file_is_told_what_it_changes(box: Path) -> None:
    told = " ".join(run("content", box).split())
    assert f"{box}: fine" in told
    assert "[start.dancer]" in told
    changed = json.loads(run("content", box, "--json"))
    assert changed["setups"] == 68
    assert THREE in changed["changed"]
    assert "card.sheriff.posse" in changed["tables"]


def test_a_file_that_changes_nothing_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('[party.dancer]\nprovenance = "book"\n')
    assert "It changes no game." in run("content", tmp_path / "box.toml")
    (tmp_path / "empty.toml").write_text("")
    told = run("content", tmp_path / "empty.toml")
    assert "empty.toml: fine" in " ".join(told.split())


def test_a_file_may_begin_as_some_editors_begin_it(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(BOX, encoding="utf-8-sig")
    assert "box.toml: fine" in " ".join(run("content", tmp_path / "box.toml").split())


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[crad]\n[tool.sheriff."My Tool"]\nicons = ["shot"]\n')
    told = run("content", file, expect=2)
    assert told.count(str(file)) == 3
    for words in ("no table [crad]", "such as my-tool", "no 'shot'"):
        assert words in told


def test_what_sim_would_refuse_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text('[card.sheriff.posse]\nicons = ["track"]\n')
    told = run("content", file, expect=2)
    assert f"{file}: [card.sheriff.posse]: the key 'icons' is wrong" in told
    sim = ("sim", "--content", file, "--games", "1", "--parties")
    assert "shows track" in run(*sim, "sheriff,outlaws", expect=2)
    assert "1 won" in run(*sim, "sheriff,outlaws,dakota", "--bots", "greedy")


def test_what_counts_is_shown_with_its_table(shown: Any) -> None:
    """The edition's, a set-up's or the file's own."""
    parties = {party["party"]: party for party in shown["parties"]}
    dancer = parties["dancer"]
    assert shown["seats"]["value"] == ["sheriff", "outlaws", "dancer"]
    assert dancer["start"] == {"value": ["e3"], "from": "start.dancer", "own": True}
    assert parties["sheriff"]["start"]["from"] == "start.sheriff"
    assert not parties["sheriff"]["start"]["own"]
    assert dancer["goal"] == {
        "value": {"debts": 2, "duels": 2},
        "from": "party.dancer",
        "own": True,
    }
    cards = {f"{name} {c['card']}": c for name, p in parties.items() for c in p["cards"]}
    shots = {name: card["second_shot"] for name, card in cards.items()}
    posse = {"value": 2, "from": "card.sheriff.posse", "own": True}
    payback = {"value": 9, "from": "setup.mine", "own": True}
    gunfight = {"value": 2, "from": "setup.sheriff-outlaws-dancer", "own": False}
    assert shots["sheriff posse"] == posse
    assert shots["dancer payback"] == payback
    assert shots["outlaws gunfight"] == gunfight
    assert cards["dancer charm"]["icons"] == {
        "value": ["up-close", "dance"],
        "from": "card.dancer.charm",
        "own": True,
    }
    assert not cards["dancer charm"]["second_shot"]["own"]
    assert [tool["tool"] for tool in parties["sheriff"]["tools"]] == [
        "shortcut",
        "rifle",
        "soft-boots",
    ]
    town = {kind["type"]: kind for kind in shown["town"]}
    assert sum(len(kind["buildings"]["value"]) for kind in town.values()) == 25
    assert town["news"]["reveal"]["own"]
    assert not town["drink"]["reveal"]["own"]
    assert town["drink"]["why"]["from"] == "lineup.base"


def test_abilities_friends_tokens_and_events_are_shown_too(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(
        "[token.pipe]\nnumber = 2\n[event.distraction]\ninitiator = -2\n"
        '[ability.dancer]\nkind = "look"\n[friend.ranger]\npet = "cat"\n'
    )
    show = ("content", file, "--show", "ranger+outlaws+dancer")
    told = json.loads(run(*show, "--json"))
    parties = {party["party"]: party for party in told["parties"]}
    assert parties["dancer"]["ability"] == {
        "value": "dancer: look",
        "from": "ability.dancer",
        "own": True,
    }
    assert (parties["ranger"]["friend"]["value"], parties["ranger"]["friend"]["own"]) == (
        "ranger: cat",
        True,
    )
    assert not parties["outlaws"]["friend"]["own"]
    tokens = {token["token"]: token for token in told["tokens"]}
    assert (tokens["pipe"]["value"], tokens["pipe"]["own"], tokens["trap"]["own"]) == (
        2,
        True,
        False,
    )
    assert "blessing" not in tokens  # no building of this town gives it
    events = {event["event"]: event for event in told["events"]}
    assert events["distraction"]["does"]["value"] == "initiator -2"
    assert events["distraction"]["does"]["own"]
    assert not events["train"]["number"]["own"]
    assert "2 ★" in run(*show)
    # left out without a sheriff
    assert "iron-file" not in [tool["tool"] for tool in parties["outlaws"]["tools"]]


def test_it_is_the_set_up_that_is_played(box: Path) -> None:
    """Seats turn round with the programming, and types come with what was switched on."""
    options = (
        "--programming",
        "reverse",
        "--mode",
        "gunslinger",
        "--with",
        "chicken,alternative=dice",
    )
    told = json.loads(run("content", box, "--edition", "e2", "--show", THREE, "--json", *options))
    assert told["seats"]["value"] == ["dancer", "outlaws", "sheriff"]
    why = {kind["type"]: kind["why"] for kind in told["town"]}
    assert (why["poultry"]["from"], why["dice"]["from"]) == ("swap.poultry", "swap.dice")


def test_what_makes_room_and_even_sides_are_shown_too() -> None:
    leaving = ("--with", "alternative", "--replace", "money+news", "--mode", "gunslinger")
    town = json.loads(run("content", "--show", THREE, "--json", *leaving))["town"]
    assert "money" not in [kind["type"] for kind in town]
    assert "blessing" in [kind["type"] for kind in town]
    even = json.loads(run("content", "--show", "sheriff+outlaws", "--even", "--json"))
    assert even["parties"][0]["start"]["from"] == "setup.even-sheriff-outlaws"


def test_parties_may_be_named_by_commas_in_any_order(shown: Any, box: Path) -> None:
    named = ("dancer, outlaws,sheriff", "--edition", "e2", "--json")
    assert json.loads(run("content", box, "--show", *named)) == shown
    assert "there is no set-up 'sheriff+hunters'" in run(
        "content", box, "--show", "sheriff,hunters", expect=2
    )


def test_without_a_file_the_edition_is_shown() -> None:
    told = json.loads(run("content", "--show", "solo", "--json"))
    assert told["file"] is None
    ranger, outlaws = told["parties"]
    assert ranger["start"]["from"] == "automa"
    assert ranger["cards"][0]["second_shot"]["from"] == "solo.1"
    assert outlaws["goal"] == {"value": {"escaped": 3}, "from": "automa", "own": False}


@pytest.mark.parametrize("setup", [THREE, "solo", "sheriff+outlaws+hunters+dancer+cowboy"])
def test_it_can_be_read_in_80_columns(setup: str, box: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", "content", "box.toml", "--show", setup],
        cwd=box.parent,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "80"},
    )
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "…" not in done.stdout
    assert "★ from box.toml" in done.stdout


def test_own_parties_make_set_ups(tmp_path: Path) -> None:
    lines = [
        "[party.pirates]",
        'standees = ["captain"]',
        'targets = 0\nloser_is = "pushed"\ngoal = { duels = 3 }\ncounts_duels = "duels"',
        '[start.pirates]\nspaces = ["b3"]',
        *(
            f'[card.pirates.{name}]\nicons = ["run", "duel"]\nsecond_shot = 2'
            for name in ("sail", "board", "sing", "dig")
        ),
    ]
    (tmp_path / "box.toml").write_text("\n".join(lines))
    told = run("setups", "--content", tmp_path / "box.toml", "--json")
    assert "outlaws+pirates" in [setup["name"] for setup in json.loads(told)]
    shown = run("content", tmp_path / "box.toml", "--show", "pirates,outlaws")
    assert "seats: outlaws, pirates" in shown
