"""The commands a program might read: what they print and how they fail."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from cactustown import Game
from cactustown.cli.app import app
from cactustown.cli.choose import with_option
from cactustown.rules.options import Options
from tests.games.test_api import play_on


def run(*arguments: str | Path, expect: int = 0) -> str:
    """Runs the command as a user would; gives what it printed."""
    done = run_both(*arguments, expect=expect)
    return done.stdout + (done.stderr if expect else "")


def run_both(*arguments: str | Path, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """The same with what it printed on both streams."""
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


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


COMMANDS = {command.name: command for command in app.registered_commands}


def letters(text: str) -> str:
    """A text without what a terminal puts in: line breaks and frames."""
    return "".join(character for character in text if character not in " \n│")


def said_of(command: str) -> list[str]:
    """All that is written for people about a command and its options."""
    run_by = COMMANDS[command].callback
    assert run_by is not None
    hints = get_type_hints(run_by, include_extras=True).values()
    told = [extra.help for hint in hints for extra in getattr(hint, "__metadata__", ())]
    return [inspect.getdoc(run_by) or "", *(text for text in told if text)]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_all_that_is_written(command: str) -> None:
    """Brackets are text, no markup of the terminal's."""
    told = letters(run(command, "--help"))
    for text in said_of(command):
        assert letters(text) in told


def test_help_keeps_brackets() -> None:
    told = run("levers", "--help")
    assert "below [lever.NAME]." in told
    assert "[lever.NAME.card.…]" in told
    assert "\\[" not in told


def test_an_error_keeps_brackets(tmp_path: Path) -> None:
    told = run("sim", "--content", tmp_path / "my [bold] box.toml", expect=2)
    assert "my [bold] box.toml" in told


def test_serve_refuses_a_bad_content_file_before_it_starts(tmp_path: Path) -> None:
    bad = tmp_path / "my [draft] box.toml"
    bad.write_text("[card.sheriff.posse]\nsecond_shoot = 2\n")
    database = tmp_path / "town.db"
    told = run("serve", "--port", "0", "--database", database, "--content", bad, expect=2)
    assert told.startswith(f"cactustown: {bad}: [card.sheriff.posse]: there is no key")
    assert told.count("\n") == 1
    assert not database.exists()


def test_serve_lists_its_content_file(tmp_path: Path) -> None:
    shown = run("serve", "--show-config", "--content", "my [draft] box.toml")
    line = next(line for line in shown.splitlines() if "CACTUSTOWN_CONTENT" in line)
    assert "my [draft] box.toml" in line
    assert "flag" in line


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
        *("mean_rounds", "mean_decisions", "max_options", "box"),
    ]
    assert one["games"] == 60 == one["finished"] + one["draws"] + one["errors"]
    assert sum(one["wins"].values()) == one["finished"]
    assert list(one["wins"]) == ["sheriff", "outlaws", "hunters", "dancer"]  # as they sit
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


@pytest.mark.parametrize("leaving", ["money+news", "money,news", " money , news,"])
def test_what_makes_room_is_named_as_one_likes(leaving: str) -> None:
    chosen = with_option("alternative=blessing+campfire", Options(), leaving)
    assert chosen.alternative == ("blessing", "campfire")
    assert chosen.replace == ("money", "news")


def test_what_makes_room_may_be_named_for_groups_that_are_not() -> None:
    leaving = ("--with", "alternative", "--replace", "money+news")
    told = run("sim", "--mode", "gunslinger", "--games", "2", "--json", *leaving)
    assert json.loads(told)["finished"] == 2


def test_groups_that_are_not_named_are_those_of_the_box(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[lineup.base]\nmost_alternative = 1\n")
    told = run(
        *("sim", "--parties", "sheriff,outlaws", "--mode", "gunslinger", "--games", "1"),
        *("--with", "alternative", "--content", file, "--save", tmp_path),
    )
    assert "1 games" in told
    (saved,) = tmp_path.glob("*.json")
    assert json.loads(saved.read_text())["options"]["alternative"] == ["blessing"]


def test_a_file_is_read_over_the_edition_that_is_played(tmp_path: Path) -> None:
    """The set-up of all four is the second edition's; of the third it would need its parties."""
    file = tmp_path / "box.toml"
    file.write_text('[setup.all-four]\norder = ["dancer", "sheriff", "outlaws", "hunters"]\n')
    played = ("sim", "--games", "1", "--content", file)
    assert "1 won" in run(*played, "--edition", "e2")
    assert "should stand in it once" in run(*played, expect=2)


def test_what_changes_nothing_is_told() -> None:
    """BLD-2: it is played all the same."""
    common = ("sim", "--parties", "ranger,dakota", "--games", "2", "--json")
    told = run_both(*common, "--with", "alternative=campfire+cattle+tool", "--even")
    for notice in (
        "campfire (campfire, lookout): these buildings will do nothing; it takes gunslinger mode",
        "it takes gunslinger mode and the cowboy",
        "it takes the tools and gunslinger mode",
        "no even sides for these parties; nothing changes",
    ):
        assert notice in told.stderr, notice
    assert json.loads(told.stdout)["finished"] == 2
    campfire = ("--mode", "gunslinger", "--with", "alternative=campfire", "--replace", "well")
    assert run_both(*common, *campfire).stderr == ""
    leaving = ("--replace", "well+garden+money")
    cactus = ("--cactus", "--with", "alternative=no-cactus+pets", *leaving)
    assert "no building of this town shows the cactus" in run_both(*common, *cactus).stderr


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
        (("--replace", "money"), "nothing comes that could take the place of: money"),
        (
            ("--with", "alternative=dice", "--replace", "mony"),
            "replace: no buildings 'mony' to choose; did you mean 'money'?",
        ),
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


def test_replay_for_a_seat_leaves_out_what_lay_behind_closed_screens(tmp_path: Path) -> None:
    """GUN-7: as it was told at the table; without a seat everything is shown."""
    parties = ["sheriff", "outlaws"]
    game = Game.new(parties, mode="gunslinger", screens="closed", seed=8, round_limit=6)
    play_on(game, 3).save(tmp_path / "game.json")
    assert "bullet" in run("replay", tmp_path / "game.json")
    for seat, other in (("sheriff", "Outlaws"), ("outlaws", "Sheriff")):
        told = run("replay", tmp_path / "game.json", "--seat", seat).splitlines()
        taken = [line for line in told if f"{other} take" in line]
        assert taken
        assert all("a token" in line for line in taken), taken
        assert any("You take a" in line for line in told)


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
