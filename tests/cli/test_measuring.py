"""`arena`, `ladder` and `lab` as a user runs them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from typer.testing import CliRunner

from cactustown.cli.app import app
from cactustown.cli.ladder import repeat_command
from cactustown.content import CURRENT_EDITION
from cactustown.lab import laboratory
from cactustown.lab.boxes import Box
from tests.cli.test_commands import run
from tests.own_box import POSSE, POSSE_TOML

DEADLINE = 60


def test_arena_prints_the_same_for_any_number_of_jobs(tmp_path: Path) -> None:
    common = ("arena", "--a", "greedy", "--b", "random", "--games", "10", "--seed", "2", "--json")
    one = json.loads(run(*common))
    assert list(one) == ["games", "a_win_rate", "low", "high", "by_party", "box"]
    assert one["games"] == 10
    assert list(one["by_party"]) == ["sheriff", "outlaws"]
    assert json.loads(run(*common, "--jobs", "2")) == one
    keep = tmp_path / "kept.jsonl"
    assert json.loads(run(*common, "--keep", keep)) == one
    kept = keep.read_text("utf-8")
    assert len(kept.splitlines()) == 5
    assert json.loads(run(*common, "--keep", keep)) == one
    assert keep.read_text("utf-8") == kept


def test_arena_with_every_option() -> None:
    told = run(
        *("arena", "--a", "random", "--b", "random", "--setup", "outlaws+cowboy", "--mode"),
        *("gunslinger", "--programming", "reverse", "--cactus", "--with", "tools", "--games", "3"),
        *("--round-limit", "20", "--edition", "e1"),
    )
    assert "cowboy" in told
    assert "4 games on 2 deals" in told
    assert "50.0 %" in told
    solo = run("arena", "--a", "random", "--b", "random", "--solo", "--games", "4")
    assert "Against the automa random won 0.0 %" in " ".join(solo.split())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("arena", "--a", "genius", "--b", "random"), "there is no bot 'genius'"),
        (("arena", "--a", "random"), "--b"),
        (("arena", "--a", "random", "--b", "random", "--setup", "x"), "there is no set-up 'x'"),
        (("arena", "--a", "random", "--b", "random", "--edition", "e0"), "e0"),
        (("arena", "--a", "random", "--b", "random", "--games", "0"), "--games"),
        (
            ("arena", "--a", "random", "--b", "random", "--solo", "--setup", "sheriff+outlaws"),
            "only one of them can be played",
        ),
        (("ladder", "--bots", "random"), "two bots or more"),
        (("ladder", "--quick", "--setups", "sheriff+outlaws"), "leave out --setups"),
        (("lab", "--out", "/proc/nowhere"), "cannot be written"),
        (("ladder", "--setups", "solo"), "the solo set-up has no rungs"),
        (("lab", "--setups", "nobody"), "there is no set-up 'nobody'"),
        (("lab", "--bots", "genius"), "there is no bot 'genius'"),
        (("lab", "--bots", ","), "name a set-up and a bot"),
        (("lab", "--mode", "hard"), "basic, gunslinger"),
    ],
)
def test_refused_with_a_reason(arguments: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    if arguments[0] == "ladder":
        arguments += ("--keep", str(tmp_path / "kept"), "--out", str(tmp_path / "page"))
    assert reason in run(*arguments, expect=2)


@pytest.mark.parametrize(
    ("out", "reason"),
    [("", "is a folder"), ("/proc/nowhere/page.md", "page.md: cannot be written")],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_games(
    out: str, reason: str, tmp_path: Path
) -> None:
    keep = tmp_path / "kept"
    told = run("ladder", "--bots", "random,hasty", "--out", out, "--keep", keep, expect=2)
    assert reason in told
    assert not keep.exists()


def test_ladder_writes_its_page_and_goes_on(tmp_path: Path) -> None:
    common = ("ladder", "--bots", "random,hasty", "--quick", "--games", "8", "--json")
    keep, page = tmp_path / "kept.jsonl", tmp_path / "ladder.md"
    first = json.loads(run(*common, "--keep", keep, "--out", page, "--jobs", "2"))
    assert list(first) == ["ratings", "matches", "bounds", "box"]
    assert first["ratings"]["random"]["elo"] == 0
    assert first["ratings"]["hasty"]["elo"] > 100
    assert [match["games"] for match in first["matches"]] == [8, 8]
    text = page.read_text("utf-8")
    assert "cactustown ladder --bots random,hasty --quick --games 8\n" in text
    kept = keep.read_text("utf-8")
    again = json.loads(run(*common, "--keep", keep, "--out", page))
    assert (again, page.read_text("utf-8"), keep.read_text("utf-8")) == (first, text, kept)
    told = run(*common[:-1], "--keep", keep)
    assert "hasty over random" in told
    assert "written" not in told


def test_levers_tell_what_each_does(tmp_path: Path) -> None:
    file = tmp_path / "levers.toml"
    file.write_text("[lever.armed.card.outlaws.ride]\nsecond_shot = 9\n")
    common = ("levers", file, "--setups", "sheriff+outlaws", "--bot", "random", "--games", "20")
    assert "armed" in run(*common)
    told = json.loads(run(*common, "--programming", "straight", "--jobs", "2", "--json"))
    (one,) = told
    assert one["games"] == 20
    assert set(one["effect"]["armed"]) == {"sheriff", "outlaws"}
    low, high = one["interval"]["armed"]["outlaws"]
    assert low <= one["effect"]["armed"]["outlaws"] <= high


def test_levers_are_pulled_with_cactus_and_extras(tmp_path: Path) -> None:
    file = tmp_path / "levers.toml"
    file.write_text("[lever.armed.card.outlaws.ride]\nsecond_shot = 9\n")
    common = ("levers", file, "--setups", "sheriff+outlaws", "--bot", "random", "--games", "8")
    told = run(*common, "--programming", "straight", "--cactus", "--with", "tools,pets")
    assert "cactus · pets · tools" in told
    (one,) = json.loads(
        run(*common, "--programming", "straight", "--cactus", "--with", "abilities", "--json")
    )
    assert one["options"]["cactus"] is True
    assert one["options"]["abilities"] == ["sheriff", "outlaws"]
    assert "there is no 'trains' to play with" in run(*common, "--with", "trains", expect=2)
    leaving = ("--with", "alternative=dice", "--replace", "fur", "--json")
    for one in json.loads(run(*common, *leaving)):
        assert one["options"]["replace"] == ["fur"]


def test_differences_within_noise_look_like_noise(tmp_path: Path) -> None:
    file = tmp_path / "levers.toml"
    cards = "".join(
        f"[lever.armed.card.outlaws.{card}]\nsecond_shot = 9\n"
        for card in ("ride", "shadows", "gunfight", "heist")
    )
    file.write_text(cards + '[lever."no [such] thing".start.dancer]\nspaces = ["c5"]\n')
    common = ("levers", file, "--setups", "sheriff+outlaws", "--bot", "random")
    told = run(*common, "--games", "400", "--programming", "straight")
    armed = next(line for line in told.splitlines() if "armed" in line)
    idle = next(line for line in told.splitlines() if "no [such] thing" in line)
    assert "≈" not in armed
    assert idle.count("≈ +0.0 [-") == 2
    few = run(*common, "--games", "4", "--programming", "straight")
    assert next(line for line in few.splitlines() if "armed" in line).count("≈") == 2
    even = run("arena", "--a", "random", "--b", "random", "--games", "20")
    assert even.count("≈ within noise") == 3
    odd = run("arena", "--a", "greedy", "--b", "random", "--games", "40")
    assert "stronger" in odd


@pytest.fixture
def own_box(tmp_path: Path) -> Path:
    file = tmp_path / "my-box.toml"
    file.write_text(POSSE_TOML)
    return file


def test_every_report_carries_its_box(own_box: Path, tmp_path: Path) -> None:
    """The label, and what is different; two of different boxes are told apart."""
    mine = Box.of(CURRENT_EDITION, POSSE)
    two = ("--setup", "sheriff+outlaws", "--games", "4")
    bots = ("--a", "random", "--b", "random")
    levers = tmp_path / "levers.toml"
    levers.write_text("[lever.armed.card.outlaws.ride]\nsecond_shot = 9\n")
    for command in (
        ("sim", *two),
        ("arena", *bots, *two),
        ("levers", levers, "--setups", "sheriff+outlaws", "--bot", "random", "--games", "4"),
    ):
        told = json.loads(run(*command, "--json", "--content", own_box))
        told = told[0] if isinstance(told, list) else told
        assert told["box"] == mine.to_json()
        plain = json.loads(run(*command, "--json"))
        plain = plain[0] if isinstance(plain, list) else plain
        assert plain["box"] == Box.of(CURRENT_EDITION).to_json()
        words = run(*command, "--content", own_box)
        assert mine.label in words
        assert "card.sheriff.posse.second_shot" in words
        assert f"content edition {CURRENT_EDITION}" in run(*command)


def test_kept_deals_and_saved_games_carry_their_box(own_box: Path, tmp_path: Path) -> None:
    keep, saves = tmp_path / "kept.jsonl", tmp_path / "games"
    two = ("--setup", "sheriff+outlaws", "--games", "2")
    bots = ("--a", "random", "--b", "random")
    for more in ((), ("--content", own_box)):
        run("arena", *bots, *two, "--keep", keep, *more)
    labels = [json.loads(line)["box"] for line in keep.read_text("utf-8").splitlines()]
    assert labels == [CURRENT_EDITION, Box.of(CURRENT_EDITION, POSSE).label]
    run("sim", *two, "--save", saves, "--content", own_box)
    for file in saves.iterdir():
        content = json.loads(file.read_text("utf-8"))["content"]
        assert Box.of(content["edition"], content["override"]).label == labels[1]


def test_ladder_and_lab_carry_their_box(own_box: Path, tmp_path: Path) -> None:
    mine = Box.of(CURRENT_EDITION, POSSE)
    page, keep = tmp_path / "ladder.md", tmp_path / "kept.jsonl"
    common = ("ladder", "--bots", "random,greedy", "--quick", "--games", "4", "--keep", keep)
    told = json.loads(run(*common, "--out", page, "--json", "--content", own_box))
    assert told["box"] == mine.to_json()
    assert f"content {mine.label}" in page.read_text("utf-8")
    assert "`card.sheriff.posse.second_shot`" in page.read_text("utf-8")
    assert mine.label in run(*common, "--content", own_box)

    out = tmp_path / "report"
    watched = ("lab", "--bots", "random", "--games", "4", "--out", out)
    own = "sheriff+vigilantes+outlaws"
    told = json.loads(run(*watched, "--setups", own, "--content", own_box, "--json"))
    assert told[0]["box"] == mine.to_json()
    assert json.loads((out / "figures.json").read_text("utf-8"))[0]["box"] == mine.to_json()
    written = (out / "index.html").read_text("utf-8")
    assert mine.label in written
    assert "card.sheriff.posse.second_shot" in written
    assert mine.label in run(*watched, "--setups", own, "--content", own_box)


def test_set_ups_of_ones_own_are_played_by_their_id(own_box: Path) -> None:
    own = ("--setup", "vigilantes+outlaws", "--games", "2", "--content", own_box)
    assert "vigilantes" in run("sim", *own)
    assert "vigilantes" in run("arena", "--a", "random", "--b", "random", *own)
    refused = run("sim", "--setup", "vigilantes+outlaws", "--games", "2", expect=2)
    assert "there is no set-up" in refused


def test_lab_writes_its_report(tmp_path: Path) -> None:
    common = ("lab", "--setups", "sheriff+outlaws,solo", "--bots", "random", "--games", "12")
    told = run(*common, "--programming", "both", "--out", tmp_path / "one")
    assert "sheriff" in told
    assert "written" in told
    shares = json.loads(
        run(*common, "--programming", "both", "--out", tmp_path / "two", "--jobs", "2", "--json")
    )
    assert [part["programming"] for part in shares] == ["straight", "reverse"] * 2
    assert all(part["games"] == 12 and part["errors"] == 0 for part in shares)
    for name in ("index.html", "figures.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def stopped_once(begun: Callable[[], bool], *arguments: str) -> dict[str, Any]:
    """Runs a command, stops it by Ctrl-C once it has begun; gives what it printed."""
    command = subprocess.Popen(
        [sys.executable, "-m", "cactustown", *arguments, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + DEADLINE
    while not begun():
        assert command.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    command.send_signal(signal.SIGINT)
    told, errors = command.communicate(timeout=DEADLINE)
    assert command.returncode == 130, errors
    assert errors == ""
    report: dict[str, Any] = json.loads(told)
    return report


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stopped_arena_prints_what_it_has(jobs: str, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    report = stopped_once(
        lambda: keep.exists() and keep.stat().st_size > 0,
        *("arena", "--a", "random", "--b", "random", "--games", "100000", "--jobs", jobs),
        *("--keep", str(keep)),
    )
    assert report["games"] == 2 * len(keep.read_text("utf-8").splitlines()) > 0
    assert report["a_win_rate"] == 0.5


def test_a_stopped_sim_prints_what_it_has(tmp_path: Path) -> None:
    report = stopped_once(
        lambda: len(list(tmp_path.iterdir())) >= 25,
        *("sim", "--bots", "random", "--games", "100000", "--save", str(tmp_path)),
    )
    assert 20 <= report["games"] <= len(list(tmp_path.iterdir()))
    assert report["finished"] + report["draws"] == report["games"]


def test_a_lab_stopped_before_its_first_game_leaves_the_report_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    page = tmp_path / "index.html"
    page.write_text("the report before", "utf-8")
    monkeypatch.setattr(laboratory, "spread", stopped)
    arguments = ["lab", "--setups", "sheriff+outlaws", "--games", "2", "--out", str(tmp_path)]
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 130
    assert "nothing was played yet" in told.stderr
    assert page.read_text("utf-8") == "the report before"


def test_the_command_that_repeats_leaves_out_what_changes_nothing() -> None:
    given = ["ladder", "--jobs", "2", "--games", "8", "--keep=x", "--out", "y", "--json", "--quick"]
    assert repeat_command(given) == "cactustown ladder --games 8 --quick"
    assert repeat_command(["lab", "--setups", "a b"]) == "cactustown lab --setups 'a b'"
