"""Journals: replayed exactly, tampering found at the first difference."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cactustown import BadFile, CactusTownError, Game, WrongVersion
from cactustown.engine.chance import commitment
from cactustown.engine.journal import loads
from cactustown.game import replay
from tests.games.test_api import play_on

Tamper = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def finished() -> str:
    game = Game.new(
        ["sheriff", "outlaws", "hunters", "dancer"], mode="gunslinger", seed=11, round_limit=4
    )
    return play_on(game, 2).journal().dumps()


def load(text: str) -> Game:
    *_, (game, _) = replay(loads(text))
    return game


def test_a_finished_game_replays_to_the_same_story(finished: str) -> None:
    game = load(finished)
    journal = loads(finished)
    assert game.result == journal.result
    assert game.digest() == journal.digest
    assert journal.dumps() == finished


def test_the_seed_was_committed_to(finished: str) -> None:
    journal = loads(finished)
    assert commitment(bytes.fromhex(journal.seed)) == journal.commitment


def _change_move(data: dict[str, Any]) -> None:
    first = next(i for i, move in enumerate(data["moves"]) if move[1] in ("run", "run-all"))
    data["moves"][first][1] = "jail"


def _change_die(data: dict[str, Any]) -> None:
    move = next(move for move in data["moves"] if move[2])
    move[2][0] = (move[2][0] + 1) % 6


def _swap_moves(data: dict[str, Any]) -> None:
    late = len(data["moves"]) // 2
    data["moves"].insert(late, data["moves"].pop(late + 1))


@pytest.mark.parametrize(
    ("tamper", "error", "reason"),
    [
        (_change_move, BadFile, r"move \d+ .*cannot choose 'jail'"),
        (_change_die, BadFile, r"move \d+ .*the sealed seed gives"),
        (_swap_moves, BadFile, r"move \d+|another story"),
        (lambda d: d["setup"].__setitem__(0, d["setup"][0] ^ 1), BadFile, "set-up"),
        (lambda d: d["setup"].append(0), BadFile, "more dice or draws"),
        (lambda d: d["setup"].pop(), BadFile, "fewer dice or draws"),
        (lambda d: d["chance"].update(seed="00" * 32), BadFile, "not the one that was committed"),
        (lambda d: d["chance"].update(seed="xyz"), BadFile, "hexadecimal"),
        (
            lambda d: d.update(result="sheriff" if d["result"] != "sheriff" else "outlaws"),
            BadFile,
            "the result is",
        ),
        (lambda d: d.update(digest="0" * 64), BadFile, "another story"),
        (lambda d: d.update(version=99), WrongVersion, "version 99"),
        (lambda d: d.update(rules=99), WrongVersion, "rules version 99"),
        (lambda d: d.update(format="chess"), BadFile, "not a saved game"),
        (lambda d: d.pop("moves"), BadFile, "'moves' is missing"),
        (lambda d: d.update(moves=[["sheriff", 3, []]]), BadFile, "move 1"),
        (lambda d: d.update(moves=["x"]), BadFile, "move 1"),
        (lambda d: d["moves"][0][2].append("six"), BadFile, "whole number"),
        (lambda d: d["options"].update(colour=3), BadFile, "no option"),
        (lambda d: d["options"].update(colour="red"), BadFile, "no option 'colour'"),
        (lambda d: d.update(version=True), WrongVersion, "version True"),
        (lambda d: d["chance"].update(nonces=["\ud800"]), BadFile, "should be a word"),
        (lambda d: d["options"].update(parties=[{}, {}]), BadFile, "it should hold words"),
        (lambda d: d["options"].update(parties=[]), BadFile, "set-up: 0 parties"),
        (lambda d: d["options"].update(cactus=3), BadFile, "'cactus' cannot be 3"),
        (lambda d: d["content"].update(edition="e99"), BadFile, "no content edition 'e99'"),
        (lambda d: d["content"].update(override={"card": 3}), BadFile, "should be a table"),
    ],
)
def test_tampering_is_found(
    finished: str, tamper: Tamper, error: type[CactusTownError], reason: str
) -> None:
    data = json.loads(finished)
    tamper(data)
    with pytest.raises(error, match=reason):
        load(json.dumps(data))


@pytest.mark.parametrize(
    "text",
    ["1" * 5000, "[" * 100_000, "", "{", "[]", "3", '{"format": "cactustown-journal"}', "\x00"],
)
def test_what_is_no_journal_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        loads(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        Game.load(tmp_path / "nowhere.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="UTF-8"):
        Game.load(tmp_path / "binary")
    with pytest.raises(BadFile, match="cannot be read"):
        Game.load(tmp_path)
