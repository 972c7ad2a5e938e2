"""`cactustown verify` calls nothing proven that is not, and no file makes it stumble."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cactustown.cli.app import app
from cactustown.engine.chance import commitment
from cactustown.engine.journal import Attempt, from_json
from cactustown.game import Game
from cactustown.rules.options import Options, options_from_json
from cactustown.server.fairness import drawn, promise

Data = dict[str, Any]
NONCES = ["anna's word", "bert's word"]
ALL_HOLDS, WRONG, NOT_ALL = 0, 1, 3
OTHER_SEED = "ab" * 32
FUZZED = 300


@pytest.fixture(scope="module")
def original() -> Data:
    """A finished game of a server's table, whose parties were drawn."""
    game = Game.of(
        Options(("sheriff", "outlaws"), round_limit=1),
        seed=5,
        nonces=NONCES,
        commitments=[promise(nonce) for nonce in NONCES],
    )
    lots = random.Random(7)
    while not game.is_over:
        seat = game.awaited[0]
        game.play(seat, lots.choice([c for c in game.choices(seat) if c != "unlock"]))
    journal = game.journal()
    order = drawn(journal.seed, NONCES, game.players)
    players = [{"party": party, "name": None, "bot": None} for party in order]
    return {**journal.to_json(), "players": players, "drawn": True}


@pytest.fixture
def data(original: Data) -> Data:
    return json.loads(json.dumps(original))  # type: ignore[no-any-return]


def verify(file: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and output; any exception but the exit itself is a failure."""
    result = CliRunner().invoke(app, ["verify", str(file), *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())


def check(tmp_path: Path, data: Data, *arguments: str) -> tuple[int, str]:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    return verify(file, *arguments)


def test_a_whole_honest_game_holds(tmp_path: Path, data: Data) -> None:
    seal = data["chance"]["commitment"]
    words = ["--nonce", NONCES[0], "--nonce", NONCES[1]]
    status, told = check(tmp_path, data, "--seal", seal.upper(), *words)
    assert status == ALL_HOLDS
    assert "the seal is the one you were shown" in told
    assert "all nonces are those that were promised (2)" in told
    assert "drawn by the same seed" in told
    assert "✗" not in told
    assert "?" not in told


def test_what_a_player_wrote_down_is_compared(tmp_path: Path, data: Data) -> None:
    status, told = check(tmp_path, data, "--seal", "0" * 64)
    assert (status, "not the one you give" in told) == (WRONG, True)
    status, told = check(tmp_path, data, "--nonce", "carl's word")
    assert (status, "was not mixed into the dice" in told) == (WRONG, True)
    status, told = check(tmp_path, data, "--seal", "abc")
    assert (status, "64 hex digits" in told) == (2, True)


def test_abandoned_attempts_are_listed(tmp_path: Path, data: Data) -> None:
    seal = commitment(bytes.fromhex(OTHER_SEED))
    attempt = Attempt(seal, OTHER_SEED, (promise("x"),), ("Bert",)).to_json()
    data["chance"]["abandoned"] = [attempt]
    status, told = check(tmp_path, data)
    assert status == ALL_HOLDS
    assert f"abandoned before: the draw sealed as {seal[:16]}…; not revealed by Bert" in told
    status, told = check(tmp_path, data, "--seal", seal)
    assert (status, "that of an abandoned attempt" in told) == (WRONG, True)
    attempt["seed"] = "cd" * 32
    assert check(tmp_path, data)[0] == WRONG


def _no_seed(data: Data) -> None:
    data["chance"].update(commitment="", seed="")


def _seed_kept_back(data: Data) -> None:
    data["chance"]["seed"] = ""
    _truncated(data)


def _truncated(data: Data) -> None:
    data["moves"] = data["moves"][:4]
    data.update(result=None, digest="")


def _drawn_off(data: Data) -> None:
    data["drawn"] = False


def _no_word_of_chairs(data: Data) -> None:
    del data["drawn"], data["players"]


def _players_missing(data: Data) -> None:
    del data["players"]


def _other_rules(data: Data) -> None:
    data["rules"] = 999


def _unknown_edition(data: Data) -> None:
    data["content"]["edition"] = "e999"


def _newer_format(data: Data) -> None:
    data["version"] = 2


def _own_content(data: Data) -> None:
    data["content"]["override"] = {"limit": {}}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_no_seed, "no seed was sealed"),
        (_seed_kept_back, "the seed is not revealed yet"),
        (_truncated, "the game is not over"),
        (_drawn_off, "does not say that parties were drawn"),
        (_no_word_of_chairs, "does not say that parties were drawn"),
        (_players_missing, "could not be checked"),
        (_other_rules, "rules version 999"),
        (_unknown_edition, "edition 'e999'"),
        (_newer_format, "format version 2"),
        (_own_content, "content of somebody's own"),
    ],
)
def test_what_cannot_be_checked_is_said_and_is_no_proof(
    tmp_path: Path, data: Data, change: Callable[[Data], None], why: str
) -> None:
    change(data)
    status, told = check(tmp_path, data)
    assert status == NOT_ALL, told
    assert f"? {told.split('? ')[1]}" in told
    assert why in told
    assert "✗" not in told


def test_one_can_say_that_parties_were_chosen(tmp_path: Path, data: Data) -> None:
    assert check(tmp_path, data, "--chosen")[0] == WRONG
    data["drawn"] = False
    assert check(tmp_path, data, "--chosen")[0] == ALL_HOLDS


def test_nonces_given_openly_in_older_games_still_verify(tmp_path: Path, data: Data) -> None:
    del data["chance"]["commitments"]
    status, told = check(tmp_path, data)
    assert status == ALL_HOLDS
    assert "given openly" in told


def _swap_players(data: Data) -> None:
    data["players"].reverse()


def _other_nonce(data: Data) -> None:
    data["chance"]["nonces"][0] = "another"


def _other_promise(data: Data) -> None:
    data["chance"]["commitments"][0] = promise("another")


def _promise_missing(data: Data) -> None:
    data["chance"]["commitments"].pop()


def _other_seed(data: Data) -> None:
    data["chance"]["seed"] = OTHER_SEED


def _no_hex(data: Data) -> None:
    data["chance"]["seed"] = "zz"


def _seed_never_revealed(data: Data) -> None:
    data["chance"]["seed"] = ""


def _other_die(data: Data) -> None:
    data["setup"][0] -= 1


def _other_result(data: Data) -> None:
    data["result"] = "sheriff"


def _other_digest(data: Data) -> None:
    data["digest"] = "0" * 64


def _long_rewind(data: Data) -> None:
    data["moves"][3][1] = "rewind " + "9" * 5000


def _odd_players(data: Data) -> None:
    data["players"] = [1, {"party": []}]


def _odd_drawn(data: Data) -> None:
    data["drawn"] = "yes"


def _odd_party(data: Data) -> None:
    data["options"]["parties"] = [[], {}]


def _escapes(data: Data) -> None:
    data["moves"][0][1] = "\x1b[2Jstay \ud800"


@pytest.mark.parametrize(
    "change",
    [
        *(_swap_players, _other_nonce, _other_promise, _promise_missing, _other_seed, _no_hex),
        *(_seed_never_revealed, _other_die, _other_result, _other_digest, _long_rewind),
        *(_odd_players, _odd_drawn, _odd_party, _escapes),
    ],
)
def test_what_was_tampered_with_is_wrong(
    tmp_path: Path, data: Data, change: Callable[[Data], None]
) -> None:
    change(data)
    status, told = check(tmp_path, data)
    assert status == WRONG, told
    assert "✗" in told
    assert "\x1b" not in told


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe\x00",
        b"NaN",
        b"[" * 100_000,
        b'{"format": "cactustown-journal", "version": 1, "rules": ' + b"9" * 5000 + b"}",
        b'{"format": "cactustown-journal", "version": NaN}',
        b'{"format": "cactustown-journal", "version": 1e400}',
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(body)
    status, told = verify(file)
    assert status in (WRONG, NOT_ALL)
    assert "✓" not in told
    assert len(told) < 1000
    assert verify(tmp_path)[0] == WRONG
    assert verify(tmp_path / "nowhere.json")[0] == WRONG


def _meaning(data: Any) -> object:
    """All of a file that can be checked; an option left out has its default."""
    journal = from_json(data)
    journal.options = options_from_json(journal.options).to_json()
    return journal, [player["party"] for player in data["players"]], data["drawn"]


def test_no_file_that_was_changed_anywhere_makes_it_stumble(tmp_path: Path, original: Data) -> None:
    lots = random.Random(19)
    text = json.dumps(original).encode()
    file = tmp_path / "game.json"
    for _ in range(FUZZED):
        body = _mangled(lots, text) if lots.random() < 0.5 else _changed(lots, original)
        file.write_bytes(body)
        status, told = verify(file)
        assert status in (ALL_HOLDS, WRONG, NOT_ALL), told
        if status == ALL_HOLDS:
            assert _meaning(json.loads(body)) == _meaning(original), told


def _mangled(lots: random.Random, text: bytes) -> bytes:
    """Cut off somewhere, or with other bytes in it."""
    body = bytearray(text[: lots.randrange(len(text))] if lots.random() < 0.3 else text)
    for _ in range(lots.randrange(4)):
        if body:
            body[lots.randrange(len(body))] = lots.choice(b'0123456789abc"[]{},: \xff\\')
    return bytes(body)


ODD: list[Any] = [
    *(None, True, False, 0, -1, 1 << 70, 10**300, 1.5, float("nan"), float("inf"), "", "x"),
    *("\x00", "\ud800", "9" * 5000, [], {}, [[]], [None], {"a": 1}, ["x"] * 3, -(1 << 64)),
]


def _changed(lots: random.Random, original: Data) -> bytes:
    """Another value, of whatever kind, in some places."""
    data = json.loads(json.dumps(original))
    for _ in range(lots.randrange(1, 3)):
        place: Any = data
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = lots.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and lots.random() < 0.8:
                place = place[key]
                continue
            if lots.random() < 0.2:
                del place[key]
            else:
                place[key] = lots.choice(ODD)
            break
    return json.dumps(data).encode()
