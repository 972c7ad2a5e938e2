"""The journal: options, content edition, and every choice with what chance gave.

The journal *is* the game: replaying it needs no generator and survives a change of generator.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from cactustown.engine.errors import BadFile, WrongVersion

FORMAT: Final = "cactustown-journal"
VERSION: Final = 1
UNDO: Final = "undo"
REWIND: Final = "rewind"  # and a number: the game stands again as after so many moves
MOST_TAKEN_BACK: Final = 1000  # times, by undo and rewind, in one game
LONGEST_NUMBER: Final = 9  # digits; no game has so many moves


@dataclass(frozen=True)
class Move:
    """One command: who chose what, and the dice and draws it led to."""

    party: str
    choice: str
    chance: tuple[int, ...]


@dataclass(frozen=True)
class Attempt:
    """A draw given up before the game: what was sealed and promised, and who did not reveal."""

    seal: str
    seed: str
    commitments: tuple[str, ...]
    failed: tuple[str, ...]  # names

    def to_json(self) -> dict[str, Any]:
        return {
            "seal": self.seal,
            "seed": self.seed,
            "commitments": list(self.commitments),
            "failed": list(self.failed),
        }


def is_taken_back(choice: str) -> bool:
    """Whether a move is no choice, but takes some back."""
    return choice == UNDO or rewound_to(choice) is not None


def rewound_to(choice: str) -> int | None:
    """After how many moves the game stands again; None for a move that is no rewind."""
    word, _, number = choice.partition(" ")
    if word != REWIND or not (number.isascii() and number.isdigit()):
        return None
    return int(number[: LONGEST_NUMBER + 1])  # of one too long enough to be too many


@dataclass
class Journal:
    """A game from its first card to its last."""

    rules: int
    edition: str
    override: dict[str, Any]
    options: dict[str, Any]
    commitment: str = ""  # empty: the dice were not sealed
    seed: str = ""  # hex; revealed when the game is over, kept by its keeper until then
    nonces: list[str] = field(default_factory=list)
    setup: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    result: str | None = None
    digest: str = ""  # of all events up to the last move
    commitments: list[str] = field(default_factory=list)  # by which the nonces were promised
    abandoned: list[Attempt] = field(default_factory=list)  # draws before this one

    def copy(self) -> Journal:
        """A journal that can grow on its own."""
        return Journal(
            rules=self.rules,
            edition=self.edition,
            override=self.override,
            options=self.options,
            commitment=self.commitment,
            seed=self.seed,
            nonces=list(self.nonces),
            setup=list(self.setup),
            moves=list(self.moves),
            result=self.result,
            digest=self.digest,
            commitments=list(self.commitments),
            abandoned=list(self.abandoned),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules,
            "content": {"edition": self.edition, "override": self.override},
            "options": self.options,
            "chance": self._chance(),
            "setup": self.setup,
            "moves": [[move.party, move.choice, list(move.chance)] for move in self.moves],
            "result": self.result,
            "digest": self.digest,
        }

    def _chance(self) -> dict[str, Any]:
        chance: dict[str, Any] = {
            "commitment": self.commitment,
            "seed": self.seed,
            "nonces": self.nonces,
        }
        if self.commitments:
            chance["commitments"] = self.commitments
        if self.abandoned:
            chance["abandoned"] = [attempt.to_json() for attempt in self.abandoned]
        return chance

    def dumps(self) -> str:
        """The journal as text: a line a move, so that people and diffs can read it."""
        data = self.to_json()
        moves = data.pop("moves")
        lines = ",\n".join("    " + json.dumps(move) for move in moves)
        head = json.dumps(data, indent=2)
        return head[:-2] + ',\n  "moves": [\n' + lines + "\n  ]\n}\n"


def loads(text: str, where: str = "the journal") -> Journal:
    """Reads a journal; says what is wrong with one that cannot be read."""
    return from_json(parsed(text, where), where)


def parsed(text: str, where: str = "the journal") -> object:
    """The JSON of a journal, not yet looked at."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(f"{where} is not JSON (line {error.lineno}: {error.msg})") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{where} cannot be read: {error}") from error


def from_json(data: object, where: str = "the journal") -> Journal:
    """The journal that `to_json` gave."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadFile(f'{where} is not a saved game: it has no "format": "{FORMAT}"')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise WrongVersion(
            f"{where} has format version {data.get('version')!r}; this program reads {VERSION}"
        )
    read = _Reader(data, where)
    content = _Reader(read.take("content", dict), f"{where}, content")
    chance = _Reader(read.take("chance", dict), f"{where}, chance")
    result = data.get("result")
    if result is not None and not isinstance(result, str):
        raise BadFile(f"{where}: result should be a party, draw or null, not {result!r}")
    return Journal(
        rules=read.take("rules", int),
        edition=content.take("edition", str),
        override=content.take("override", dict),
        options=read.take("options", dict),
        commitment=chance.take("commitment", str),
        seed=chance.take("seed", str),
        nonces=_words(chance.take("nonces", list), f"{where}, chance, nonces"),
        setup=_numbers(read.take("setup", list), f"{where}, setup"),
        moves=[_move(row, i, where) for i, row in enumerate(read.take("moves", list), 1)],
        result=result,
        digest=read.take("digest", str),
        commitments=_words(chance.data.get("commitments", []), f"{where}, chance, commitments"),
        abandoned=_attempts(chance.data.get("abandoned", []), f"{where}, chance, abandoned"),
    )


def _attempts(rows: Any, where: str) -> list[Attempt]:
    if not isinstance(rows, list):
        raise BadFile(f"{where}: should be a list, not {rows!r:.60}")
    return [_attempt(row, f"{where}, {number}") for number, row in enumerate(rows, 1)]


def _attempt(row: Any, where: str) -> Attempt:
    if not isinstance(row, dict):
        raise BadFile(f"{where}: should be an object, not {row!r:.60}")
    read = _Reader(row, where)
    return Attempt(
        seal=read.take("seal", str),
        seed=read.take("seed", str),
        commitments=tuple(_words(read.take("commitments", list), f"{where}, commitments")),
        failed=tuple(_words(read.take("failed", list), f"{where}, failed")),
    )


class _Reader:
    """Takes keys out of a table and explains what is missing or of the wrong kind."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where

    def take(self, key: str, kind: type) -> Any:
        if key not in self.data:
            raise BadFile(f"{self.where}: {key!r} is missing")
        value = self.data[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadFile(f"{self.where}: {key!r} should be a {kind.__name__}, not {value!r:.60}")
        return value


def _words(values: Any, where: str) -> list[str]:
    if not isinstance(values, list):
        raise BadFile(f"{where}: should be a list, not {values!r:.60}")
    for value in values:
        if not isinstance(value, str) or not value.isprintable():
            raise BadFile(f"{where}: {value!r:.60} should be a word")
    return values


def _numbers(values: list[Any], where: str) -> list[int]:
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadFile(f"{where}: {value!r:.60} should be a whole number")
    return values


def _move(row: Any, number: int, where: str) -> Move:
    here = f"{where}, move {number}"
    if not isinstance(row, list) or len(row) != 3 or not isinstance(row[2], list):
        raise BadFile(f'{here}: should be ["party", "choice", [dice and draws]], not {row!r:.60}')
    if not isinstance(row[0], str) or not isinstance(row[1], str):
        raise BadFile(f"{here}: party and choice should be words")
    return Move(row[0], row[1], tuple(_numbers(row[2], here)))
