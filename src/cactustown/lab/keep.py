"""Results kept as they come, a JSON line a deal, so that a stopped run goes on where it was.

A line counts only for exactly the match it was played in: bots, options, cards and boards, seed,
and the program itself. Whoever changes a bot begins anew and never mixes old figures with new ones;
whoever changes the content plays only those set-ups anew that it changes.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

import cactustown.bots
import cactustown.bots.levels
import cactustown.engine
import cactustown.rules
from cactustown.bots import bot_behind
from cactustown.engine.errors import BadFile
from cactustown.lab.arena import Deal, Match, Result
from cactustown.lab.play import rules_for

_BEGINNING: Final = '{"match": "'  # of every line


class Keeper:
    """A file of results: read when it is opened, then written to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, list[Deal]] = {}
        self.left_aside = 0  # lines of other programs or other matches
        self._read()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[str] = path.open("a", encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{path}: cannot keep results there: {error.strerror}") from error

    def __enter__(self) -> Keeper:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def recall(self, results: Sequence[Result]) -> int:
        """Gives the results what is known of them; says how many deals that are."""
        recalled = 0
        for result in results:
            deals = self._known.pop(key_of(result.match), [])
            for deal in deals:
                if deal.number < result.match.deals:
                    result.add(deal)
                    recalled += 1
        self.left_aside = sum(len(deals) for deals in self._known.values())
        return recalled

    def keep(self, result: Result, deal: Deal) -> None:
        """Writes a deal down; one that broke off is not kept, so that it is tried again."""
        if deal.problem:
            return
        match = result.match
        line = {
            "match": key_of(match),
            "a": match.a,
            "b": match.b,
            "parties": "+".join(match.parties),
            "box": match.box.label,
            "deal": deal.number,
            "halves": list(deal.halves),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def _read(self) -> None:
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadFile(f"{self._path}: cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise BadFile(f"{self._path}: is not UTF-8 text") from error
        whole, newline, half = text.rpartition("\n")
        lines = whole.split("\n") if newline else []
        for number, line in enumerate(lines, 1):
            self._learn(number, line)
        if half:
            self._cut_off(len(lines) + 1, half, whole + newline)

    def _learn(self, number: int, line: str) -> None:
        try:
            told = json.loads(line)
            deal = Deal(int(told["deal"]), tuple(int(h) for h in told["halves"]))
            self._known.setdefault(str(told["match"]), []).append(deal)
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            raise self._foreign(number) from error

    def _cut_off(self, number: int, half: str, whole: str) -> None:
        """The last line was being written when the program was killed: it goes. Not in a file
        that is none of ours."""
        if not (half.startswith(_BEGINNING) or _BEGINNING.startswith(half)):
            raise self._foreign(number)
        try:
            self._path.write_text(whole, "utf-8")
        except OSError as error:
            raise BadFile(f"{self._path}: cannot be written: {error.strerror}") from error

    def _foreign(self, number: int) -> BadFile:
        return BadFile(
            f"{self._path}, line {number}: is no result of a deal; "
            "results are kept in a file of their own"
        )


def key_of(match: Match) -> str:
    """A name for everything that decides what comes of a match's deals."""
    told: dict[str, Any] = {
        "a": bot_behind(match.a),
        "b": bot_behind(match.b),
        "options": match.options.to_json(),
        "tables": tables(match),
        "seed": match.seed,
        "program": program(),
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def tables(match: Match) -> str:
    """What the content comes to in a game of this match: nothing of parties that do not play."""
    rules, content = rules_for(match.options, match.edition, match.override)
    dealt = content.for_game(match.options)
    present = tuple(party for party in dealt.parties if party.name in rules.party_names)
    return repr(replace(dealt, parties=present))


@cache
def program() -> str:
    """A hash of the rules and the bots; comments and layout do not count."""
    found = hashlib.sha256()
    for source in sources():
        found.update(ast.dump(ast.parse(source.read_text("utf-8"))).encode())
    return found.hexdigest()


def sources() -> list[Path]:
    """The files that decide how games go. The levels do not: they hold what the ladder found."""
    homes = [cactustown.engine, cactustown.rules, cactustown.bots]
    folders = [Path(home.__file__ or "").parent for home in homes]
    folders.append(folders[0].parent / "content")
    levels = Path(cactustown.bots.levels.__file__ or "")
    return [path for home in folders for path in sorted(home.rglob("*.py")) if path != levels]
