"""Lines that come again and again are written only now and then, so that nobody fills the disk.

Lines are of one kind if their logger, level and wording are the same, whatever they are about;
answers to requests must also have statuses that begin alike. A warning that repeats another one is
kept back, and so is a line that comes faster than the pace of its kind or of all lines. How many
were kept back is told with the next line of the kind, or a little later.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping
from typing import Final

from cactustown.server.limiting import Pace

AGAIN_SECONDS: Final = 10.0  # in which the same warning is written once
KIND_PACE: Final = (5.0, 50.0)  # lines a second of one kind, and at once
SERVED_PACE: Final = (50.0, 500.0)  # of requests that were served: a busy evening is no attack
PACE: Final = (100.0, 1000.0)  # of all kinds together
MOST_KINDS: Final = 256
VOLATILE: Final = ("timestamp", "request", "ms")  # differ in lines that say the same
REFUSED: Final = 400

Kind = tuple[str, ...]


class Kept:
    """A kind of line: its pace, what it said last, and how many were kept back."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.said = ""
        self.said_at = -math.inf
        self.missing = 0


class Calm(logging.Filter):
    """A filter for a handler; call `tell` now and then, and it writes what was kept back."""

    def __init__(
        self,
        write: Callable[[logging.LogRecord], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._write = write
        self._clock = clock
        self._kinds: dict[Kind, Kept] = {}
        self._pace = Pace(*PACE, clock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = _kind(record)
        kept = self._of(kind)
        now = self._clock()
        if not self._passes(record, kept, now):
            kept.missing += 1
            return False
        self._tell(kind, kept)
        kept.said, kept.said_at = _text(record), now
        return True

    def _of(self, kind: Kind) -> Kept:
        kept = self._kinds.get(kind)
        if kept is None:
            if len(self._kinds) >= MOST_KINDS:
                self.tell()
                self._kinds.clear()
            served = kind[-1].startswith(("2", "3"))
            kept = self._kinds[kind] = Kept(
                Pace(*(SERVED_PACE if served else KIND_PACE), self._clock)
            )
        return kept

    def _passes(self, record: logging.LogRecord, kept: Kept, now: float) -> bool:
        just_said = kept.said_at > now - AGAIN_SECONDS
        if record.levelno >= logging.WARNING and just_said and kept.said == _text(record):
            return False
        return kept.pace.take() and self._pace.take()

    def tell(self) -> None:
        """Tells of what was kept back and has not come again for a while."""
        now = self._clock()
        for kind, kept in self._kinds.items():
            if kept.missing and now - kept.said_at >= AGAIN_SECONDS:
                kept.said_at = now
                self._tell(kind, kept)

    def _tell(self, kind: Kind, kept: Kept) -> None:
        if kept.missing:
            name, level, words = kind[:3]
            more = f"… and {kept.missing:,} more like it: {words}"
            kept.missing = 0
            self._write(logging.LogRecord(name, int(level), "", 0, more, None, None))


def _kind(record: logging.LogRecord) -> Kind:
    words, status = record.msg, ""
    if isinstance(words, Mapping):
        status = str(words.get("status", ""))[:1]
        words = words.get("event", "")
    return record.name, str(record.levelno), str(words)[:200].partition("\n")[0], status


def _text(record: logging.LogRecord) -> str:
    """What a line says, without what is never the same."""
    if isinstance(record.msg, Mapping):
        return repr({key: value for key, value in record.msg.items() if key not in VOLATILE})
    try:
        return record.getMessage()
    except (TypeError, ValueError):  # its wording and its values do not fit
        return str(record.msg)
