"""Long reading beside the event loop: a log played again, a replay, an export.

It has a few threads of its own, so that neither moves nor passwords wait for it. Tables that are
loaded go first, and one thread is always left to them; what people ask for takes turns, for each
person one thing at a time. Nothing reads for ever: the work looks at `Patience` between two moves,
and if too many wait the next is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from cactustown.engine.errors import CactusTownError

Result = TypeVar("Result")

THREADS: Final = 3
ASKED_AT_ONCE: Final = 2  # of what people ask for; loading finds a thread in any case
MOST_ASKED: Final = 64  # waiting, of all people together
MOST_OF_ONE: Final = 4  # waiting, of one person
MOST_LOADS: Final = 1024
ASK_SECONDS: Final = 5.0
LOAD_SECONDS: Final = 20.0
WAIT_SECONDS: Final = 15.0  # for a thread; then it is refused instead


class Busy(CactusTownError):
    """Too much is being read already."""


class TookTooLong(CactusTownError):
    """It was given up."""


class Patience:
    """How long something may take; to be looked at between two moves, in the thread that reads."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds = seconds
        self._ends: float | None = None
        self._over = False

    def begin(self) -> None:
        self._ends = self._clock() + self._seconds

    def end(self) -> None:
        """Nobody waits for it any more."""
        self._over = True

    def check(self) -> None:
        """Raises when it has taken too long."""
        if self._over or (self._ends is not None and self._clock() > self._ends):
            raise TookTooLong(f"it takes longer than {self._seconds:.0f} seconds and was given up")


class _Job:
    """Something to be read, and the person who waits for it."""

    def __init__(self, who: str | None, work: Callable[[Patience], Any], seconds: float) -> None:
        self.who = who
        self.patience = Patience(seconds)
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._work = work

    def run(self) -> Any:
        self.patience.begin()
        return self._work(self.patience)


class Reading:
    """What is being read, and what waits for a thread. Every hub has one."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "reading")
        self._loads: deque[_Job] = deque()
        self._asked: deque[_Job] = deque()
        self._running: set[_Job] = set()
        self._closed = False

    async def load(self, work: Callable[[Patience], Result]) -> Result:
        """Something that everybody at a table waits for. Raises `Busy` or `TookTooLong`."""
        if len(self._loads) >= MOST_LOADS:
            raise Busy("too many tables are being looked for; try again in a moment")
        read: Result = await self._turn(_Job(None, work, LOAD_SECONDS), self._loads)
        return read

    async def ask(self, who: str, work: Callable[[Patience], Result]) -> Result:
        """Something that one person wants to see. Raises `Busy` or `TookTooLong`."""
        if sum(job.who == who for job in self._asked) >= MOST_OF_ONE:
            raise Busy("you have asked for much already; wait for it first")
        if len(self._asked) >= MOST_ASKED:
            raise Busy("too many people ask for games just now; try again in a moment")
        read: Result = await self._turn(_Job(who, work, ASK_SECONDS), self._asked)
        return read

    def close(self) -> None:
        """Gives up whatever is being read; what is asked for from now on is refused."""
        self._closed = True
        for job in (*self._loads, *self._asked, *self._running):
            job.patience.end()
            if not job.done.done():
                job.done.set_exception(_stopping())
        self._loads.clear()
        self._asked.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, job: _Job, waiting: deque[_Job]) -> Any:
        if self._closed:
            raise _stopping()
        waiting.append(job)
        self._begin_next()
        try:
            await asyncio.wait([job.done], timeout=WAIT_SECONDS)
            if job in waiting:
                raise Busy("the server is busy; try again in a moment")
            return await job.done
        finally:
            job.patience.end()
            job.done.cancel()
            if job in waiting:
                waiting.remove(job)

    def _begin_next(self) -> None:
        while len(self._running) < THREADS and (job := self._next()) is not None:
            self._running.add(job)
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.run)
            running.add_done_callback(lambda done, job=job: self._ended(job, done))  # type: ignore[misc]

    def _next(self) -> _Job | None:
        """A load before all else; then the first person for whom nothing is being read."""
        if self._loads:
            return self._loads.popleft()
        people = {job.who for job in self._running if job.who is not None}
        if len(people) >= ASKED_AT_ONCE:
            return None
        for job in self._asked:
            if job.who not in people:
                self._asked.remove(job)
                return job
        return None

    def _ended(self, job: _Job, done: asyncio.Future[Any]) -> None:
        self._running.discard(job)
        if self._closed:
            if not done.cancelled():
                done.exception()  # nobody waits to hear of it
            return
        error = done.exception()
        if not job.done.done():
            if error is None:
                job.done.set_result(done.result())
            else:
                job.done.set_exception(error)
        self._begin_next()


def _stopping() -> Busy:
    return Busy("the server is stopping; try again in a moment")
