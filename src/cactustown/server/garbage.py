"""When Python looks for objects that hold each other: not while somebody waits for an answer.

A look at all objects stops everything for as long as it takes, with a thousand tables for half a
second. What a program without circles drops is freed at once; the rest can wait for a quiet moment.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Final

LOOK_SECONDS: Final = 1
QUIET_SECONDS: Final = 0.2  # since the last command: nobody is likely to wait
OFTEN_SECONDS: Final = 60.0
LATEST_SECONDS: Final = 600.0  # busy or not
YOUNG: Final = 700  # new objects after which Python looks at these alone
MIDDLE: Final = 3  # times so many, and it looks at all of these: a few milliseconds
NEVER: Final = 1_000_000_000


class Sweeper:
    """Looks once a second whether it is time; `last_use` is when the last command came."""

    def __init__(
        self, last_use: Callable[[], float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._last_use = last_use
        self._clock = clock
        self._swept_at: float | None = None

    async def look(self) -> None:
        now = self._clock()
        if self._swept_at is None:
            self._begin()
        elif not self._is_time(now - self._swept_at, now - self._last_use()):
            return
        else:
            gc.collect()
        self._swept_at = now

    def _begin(self) -> None:
        """What is there from the start stays: nobody need look at it again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)

    def _is_time(self, since_sweep: float, since_use: float) -> bool:
        if since_sweep >= LATEST_SECONDS:
            return True
        return since_sweep >= OFTEN_SECONDS and since_use >= QUIET_SECONDS
