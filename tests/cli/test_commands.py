"""The commands a program might read: what they print and how they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cactustown import Game
from cactustown.cli.choose import with_option
from cactustown.rules.options import Options
from tests.games.test_api import play_on


def run(*arguments: str | Path, expect: int = 0) -> str:
    """Runs the command as a user would; gives what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + (done.stderr if expect else "")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = Game.new(["sheriff", "outlaws", "hunters"], mode="gunslinger", seed=5, round_limit=3)
    file = tmp_path_factory.mktemp("games") / "game.json"
    play_on(game, 3).save(file)
    return file


def test_help_and_version() -> None:
    told = run("--help")
    for command in (
        *("play", "sim", "arena", "ladder", "lab"),
        *("replay", "verify", "rules", "conform", "content", "bench"),
    ):
        assert command in told
        assert "Usage" in run(command, "--help")
    assert run("--version").startswith("cactustown ")


def test_sim_adds_up_and_does_not_depend_on_jobs(tmp_path: Path) -> None:
    common = (
        "sim",
        "--parties",
        "sheriff,outlaws,hunters,dancer",
        "--games",
        "60",
        "--seed",
        "4",
        "--json",
    )
    one = json.loads(run(*common, "--jobs", "1"))
    assert list(one) == [
        *("games", "finished", "draws", "errors", "wins"),
        *("mean_rounds", "mean_decisions", "max_options"),
    ]
    assert one["games"] == 60 == one["finished"] + one["draws"] + one["errors"]
    assert sum(one["wins"].values()) == one["finished"]
    assert list(one["wins"]) == ["sheriff", "outlaws", "dancer", "hunters"]  # as they sit
    assert json.loads(run(*common, "--jobs", "2")) == one
    assert json.loads(run(*common, "--save", tmp_path)) == one
    assert len(list(tmp_path.glob("*.json"))) == 60
    assert json.loads(run(*common, "--seed", "5")) != one


def test_sim_of_every_option() -> None:
    told = run(
        *("sim", "--parties", "outlaws,hunters", "--mode", "gunslinger", "--programming"),
        *("reverse", "--cactus", "--bots", "greedy,random", "--games", "3"),
    )
    assert "outlaws" in told
    assert "3 games" in told


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("tools", {"tools": True}),
        ("abilities", {"abilities": ("sheriff", "outlaws")}),
        ("abilities=outlaws,tools", {"abilities": ("outlaws",), "tools": True}),
        ("pets, chicken", {"pets": True, "chicken": True}),
        ("alternative=chapel+hall", {"alternative": ("chapel", "hall")}),
    ],
)
def test_with_says_what_is_added(words: str, chosen: dict[str, object]) -> None:
    wanted = Options(("sheriff", "outlaws"), **chosen)  # type: ignore[arg-type]
    assert with_option(words, Options(("sheriff", "outlaws"))) == wanted


def test_sim_with_tools_and_abilities() -> None:
    told = json.loads(run("sim", "--with", "tools,abilities", "--games", "20", "--json"))
    assert told["errors"] == 0
    assert told["max_options"] > 60
    reason = run("sim", "--with", "trains", "--games", "1", expect=2)
    assert "there is no 'trains' to play with" in reason


def test_a_round_limit_gives_draws() -> None:
    told = json.loads(run("sim", "--games", "20", "--round-limit", "1", "--json"))
    assert told["draws"] == 20 - told["finished"] > 10


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--parties", "sheriff,dancer"), "sheriff can only play with outlaws"),
        (("--parties", "sheriff,pirates"), "there is no party 'pirates'"),
        (("--mode", "hard"), "basic, gunslinger"),
        (("--bots", "genius"), "there is no bot 'genius'"),
        (("--bots", "random,random"), "2 bots named for 4 parties"),
        (("--content", "nowhere.toml"), "cannot be read"),
        (("--games", "0"), "--games"),
    ],
)
def test_sim_refuses_with_a_reason(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("sim", *arguments, expect=2)


def test_verify_passes_an_honest_game(saved: Path) -> None:
    told = run("verify", saved)
    assert "all legal" in told
    assert "sealed seed" in told


def test_verify_names_the_first_difference(saved: Path, tmp_path: Path) -> None:
    data = json.loads(saved.read_text())
    data["moves"][8][1] = "jail outlaw-1"
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data))
    assert "move 9" in run("verify", forged, expect=1)
    assert "cannot be read" in run("verify", tmp_path / "nowhere.json", expect=1)


def test_replay_tells_every_choice_and_event(saved: Path) -> None:
    lines = [json.loads(line) for line in run("replay", saved, "--json").splitlines()]
    journal = json.loads(saved.read_text())
    assert lines[0]["line"] == "game"
    assert (
        lines[0]["options"]
        == Options(("sheriff", "outlaws", "hunters"), "gunslinger", round_limit=3).to_json()
    )
    choices = [line for line in lines if line["line"] == "choice"]
    assert [[c["party"], c["chosen"], c["chance"]] for c in choices] == journal["moves"]
    assert all(choice["chosen"] in choice["offered"] for choice in choices)
    events = [line for line in lines if line["line"] == "event"]
    assert [event["n"] for event in events] == list(range(len(events)))
    assert {"round", "card", "action", "moved", "turned_up"} <= {e["event"] for e in events}


def test_replay_for_a_seat_keeps_the_others_secrets(saved: Path) -> None:
    lines = [
        json.loads(line)
        for line in run("replay", saved, "--json", "--seat", "hunters").splitlines()
    ]
    for line in lines:
        if line["line"] == "choice":
            assert line["party"] == "hunters"
            assert "chance" not in line  # it may go on to somebody else's secret draw
        elif line.get("event") == "dealt":
            assert (line["building"] is None) == (line["party"] != "hunters")
        elif line.get("event") == "planned":
            assert (line["first"] is None) == (line["party"] != "hunters")
    assert "there is no seat 'dancer'" in run("replay", saved, "--seat", "dancer", expect=2)


def test_replay_as_a_story(saved: Path) -> None:
    told = run("replay", saved)
    assert "Round 1" in told
    assert "runs" in told


def test_rules() -> None:
    assert "Push" in run("rules", "duel-6")
    assert set(json.loads(run("rules", "MOV", "--json"))) == {f"MOV-{n}" for n in range(1, 11)}
    assert "there is no rule 'NOPE-1'" in run("rules", "NOPE-1", expect=2)
    assert "Golden rule" in run("rules")


def test_conform(tmp_path: Path) -> None:
    good = "edition e1\ncase One\nrules MOV-1\nparties sheriff outlaws\nexpect no winner\n"
    (tmp_path / "a.case").write_text(good)
    assert json.loads(run("conform", tmp_path, "--json")) == {
        "passed": 1,
        "failed": 0,
        "failures": [],
    }
    (tmp_path / "b.case").write_text(good.replace("no winner", "winner sheriff"))
    told = json.loads(run("conform", tmp_path, "--json", expect=1))
    assert (told["passed"], told["failed"]) == (1, 1)
    assert "the result is open" in told["failures"][0]["problem"]
    assert "1 passed, 1 failed" in run("conform", tmp_path, expect=1)
    assert "no such file" in run("conform", tmp_path / "nowhere", expect=2)


def test_content(tmp_path: Path) -> None:
    assert "e1" in run("content")
    assert json.loads(run("content", "--schema"))["$defs"]["Card"]
    (tmp_path / "box.toml").write_text("[card.sheriff.posse]\nsecond_shot = 2\n")
    assert "fine" in run("content", tmp_path / "box.toml")
    (tmp_path / "box.toml").write_text("[card.sheriff.posse]\nsecond = 2\n")
    assert "there is no key 'second'" in run("content", tmp_path / "box.toml", expect=2)


def test_errors_are_told_as_they_are(tmp_path: Path) -> None:
    """Brackets in a message are no markup."""
    (tmp_path / "box.toml").write_text("[card.sheriff.posse]\nsecond_shoot = 2\n")
    told = run("content", tmp_path / "box.toml", expect=2)
    assert "[card.sheriff.posse]: there is no key 'second_shoot'" in told
    assert "[/a]" in run("content", tmp_path / "[/a]", expect=2)
    assert "cannot keep journals" in run(
        "sim", "--games", "1", "--save", tmp_path / "box.toml", expect=2
    )


def test_setups_and_sim_by_id() -> None:
    found = json.loads(run("setups", "--json"))
    names = [setup["name"] for setup in found]
    assert len(names) == len(set(names))
    assert names[0] == "solo"
    assert {setup["players"] for setup in found} == {1, 2, 3, 4, 5}
    assert [s["name"] for s in found if s["in_book"]][:2] == ["solo", "sheriff+outlaws"]
    told = json.loads(run("sim", "--setup", "outlaws+cowboy", "--games", "3", "--json"))
    assert list(told["wins"]) == ["outlaws", "cowboy"]
    assert "there is no set-up 'nobody'" in run("sim", "--setup", "nobody", expect=2)


def test_bench_prints_its_figures() -> None:
    told = json.loads(run("bench", "--json", "--games", "2", "--runs", "1"))
    assert set(told) == {"engine", "plain", "peers", "ratios"}
    assert set(told["engine"]) == {
        *("compiled", "decisions_per_s", "games_per_s", "clone_us", "iterations_per_s"),
    }
    assert told["plain"]["compiled"] is False
    assert set(told["ratios"]) == {"plain", *told["peers"]}


def test_bench_says_how_to_get_its_peers() -> None:
    told = run("bench", "--games", "1", "--runs", "1")
    assert "iterations/s" in told
    assert "catanatron" in told or "pip install 'cactustown[bench]'" in told
