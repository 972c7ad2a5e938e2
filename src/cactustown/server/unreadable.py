"""A table whose log cannot be read, and the fence around it: one bad row hurts one table.

Whatever is wrong with it (a row that is no entry, a version missing, rules of the future), it is
one error, said to its people in a sentence and to the host with the version and the reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
import structlog

from cactustown.engine.errors import BadContent, BadOptions, CactusTownError
from cactustown.server.begun_under import TooNew, TooOld

log = structlog.get_logger()
UNREADABLE: Final = "unreadable"  # the code of such refusals, and the state in lists
SENTENCE: Final = (
    "the server cannot read what happened at this table; its host can find out why with"
    " cactustown doctor, and all other tables go on"
)
DAMAGED: Final = "restore a backup with cactustown restore; all other tables go on meanwhile"
NEWER: Final = "install the newer cactustown that wrote it"
FIRST_PAUSE_S: Final = 30.0
LONGEST_PAUSE_S: Final = 3600.0


class Unreadable(CactusTownError):
    """A table that cannot be read: at which version, why, and what its host can do.

    The host may see the reason, so it quotes nothing of the row: choices are secrets.
    """

    def __init__(self, table: str, version: int, why: str, advice: str = DAMAGED) -> None:
        super().__init__(SENTENCE)
        self.table = table
        self.version = version
        self.why = why
        self.advice = advice


class Corrupt(Exception):
    """An entry tells a story that the rules do not."""


@contextmanager
def reading(table: str, version: int) -> Iterator[None]:
    """What is raised while this version is taken from the log means that it cannot be read.

    Whatever it is: a log is played without asking anything outside, so the row is to blame.
    """
    try:
        yield
    except (Unreadable, OSError, MemoryError):
        raise
    except Exception as error:
        raise Unreadable(table, version, *_told(error)) from error


def _told(error: Exception) -> tuple[str, str]:
    match error:
        case TooNew():
            return f"it was written under newer rules: {error}", NEWER
        case TooOld():
            return f"it was written under rules too old: {error}", "go back to an older cactustown"
        case Corrupt():
            return str(error), DAMAGED
        case msgspec.ValidationError():
            return f"the row is no entry this program knows: {error}", DAMAGED
        case msgspec.DecodeError() | UnicodeError() | RecursionError():
            return "the row is not JSON", DAMAGED
        case BadContent():
            return "this program has no such edition of the game", NEWER
        case BadOptions():
            return "its options make no game", DAMAGED
    return f"the entry is impossible there ({type(error).__name__})", DAMAGED


class _Fence(msgspec.Struct):
    error: Unreadable
    pause: float  # seconds after which it is tried again
    until: float


class Fences:
    """The tables that could not be read, each left alone for a while, longer each time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._fences: dict[str, _Fence] = {}

    def __len__(self) -> int:
        return len(self._fences)

    def __contains__(self, table: object) -> bool:
        """Whether a table is known to be unreadable, whether or not it may be tried again."""
        return table in self._fences

    def put_up(self, error: Unreadable) -> None:
        """Around a table that was just found unreadable; the log says so once."""
        before = self._fences.get(error.table)
        pause = FIRST_PAUSE_S if before is None else min(before.pause * 2, LONGEST_PAUSE_S)
        if before is None or (before.error.version, before.error.why) != (error.version, error.why):
            log.error(
                "table cannot be read", table=error.table, version=error.version, why=error.why
            )
        self._fences[error.table] = _Fence(error, pause, self._clock() + pause)

    def keeps_off(self, table: str) -> bool:
        """Whether a table was found unreadable a short while ago, and is not tried again yet."""
        fence = self._fences.get(table)
        return fence is not None and self._clock() < fence.until

    def outside(self, tables: Iterable[str]) -> Iterator[str]:
        """Those tables that may be tried now."""
        return (table for table in tables if not self.keeps_off(table))

    def news(self, table: str) -> None:
        """Somebody wrote to that table's log ("": maybe to any): it may be readable again."""
        for fence in self._fences.values() if not table else [self._fences.get(table)]:
            if fence is not None:
                fence.until = 0.0

    def take_down(self, table: str) -> None:
        """The table can be read again."""
        if self._fences.pop(table, None) is not None:
            log.info("table can be read again", table=table)
