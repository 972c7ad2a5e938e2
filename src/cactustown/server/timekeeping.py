"""The time of the log: set by the wall clock when a process starts, carried on by the steady one.

Otherwise anybody who sets the machine's clock, or a time server, would put all games forward or
back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec

Nanoseconds = Callable[[], int]
MILLISECOND: Final = 1_000_000  # in nanoseconds
LONGEST_STEP: Final = 10_000 * MILLISECOND  # a process stopped for longer than that served nobody
SLOWEST: Final = 100  # it runs at most a hundredth faster or slower to follow the wall clock


class Timekeeper:
    """Milliseconds since 1970 that never go back and never jump."""

    def __init__(
        self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._read_at = steady()
        self._now = wall()
        self._ahead = 0  # of the wall clock, for good

    def __call__(self) -> int:
        read_at = self._steady()
        passed = min(read_at - self._read_at, LONGEST_STEP)
        self._read_at = read_at
        missing = self._wall() + self._ahead - (self._now + passed)
        most = passed // SLOWEST
        self._now += passed + max(-most, min(missing, most))
        return self._now // MILLISECOND

    def set(self, moment: int) -> None:
        """It is this moment now, whatever the wall clock says."""
        self._now = moment * MILLISECOND
        self._ahead = self._now - self._wall()
        self._read_at = self._steady()


class Outage(msgspec.Struct, frozen=True):
    """When no process looked after the tables, as far as the one that came after it knows."""

    began: int
    ended: int

    def since(self, moment: int) -> int:
        """How many milliseconds of it came after a moment."""
        return max(0, self.ended - max(self.began, moment))
