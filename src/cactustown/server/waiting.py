"""Which bot gets the next free process: hosts take turns, and tables in sight go first.

One host with a hundred tables must not make the others wait for a hundred thoughts, only for one.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom a bot thinks: the host of its table pays for it."""

    host: str = ""
    table: str = ""
    watched: bool = True  # somebody looks at the table now


Turn = asyncio.Future[None]


class Line:
    """So many places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[tuple[bool, str], deque[Turn]] = {}  # (watched, host) -> first come
        self._served: Counter[str] = Counter()  # host -> places taken now
        self._tables: dict[str, Counter[str]] = {}  # host -> its thoughts at each table
        self._latest: dict[str, int] = {}  # host -> when it had its latest turn
        self._turns = 0

    def tables(self, host: str) -> int:
        """At how many of a host's tables bots wait or think now."""
        return len(self._tables.get(host, ()))

    @asynccontextmanager
    async def place(self, asker: Asker) -> AsyncIterator[None]:
        """A place, as soon as it is this asker's turn."""
        self._tables.setdefault(asker.host, Counter())[asker.table] += 1
        try:
            await self._turn(asker)
            try:
                yield
            finally:
                self._served[asker.host] -= 1
                self._free += 1
                self._call()
        finally:
            self._forget(asker)

    async def _turn(self, asker: Asker) -> None:
        turn: Turn = asyncio.get_running_loop().create_future()
        key = (asker.watched, asker.host)
        self._waiting.setdefault(key, deque()).append(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # called just as it lost patience
                self._served[asker.host] -= 1
                self._free += 1
                self._call()
            elif turn in self._waiting.get(key, ()):
                self._waiting[key].remove(turn)
                self._tidy(key)
            raise

    def _call(self) -> None:
        """Those whose turn it is take the free places."""
        while self._free and self._waiting:
            key = min(self._waiting, key=self._order)
            turn = self._waiting[key].popleft()
            self._tidy(key)
            if turn.cancelled():
                continue
            _, host = key
            self._free -= 1
            self._served[host] += 1
            self._turns += 1
            self._latest[host] = self._turns
            turn.set_result(None)

    def _order(self, key: tuple[bool, str]) -> tuple[bool, int, int]:
        watched, host = key
        return not watched, self._served[host], self._latest.get(host, 0)

    def _tidy(self, key: tuple[bool, str]) -> None:
        if not self._waiting[key]:
            del self._waiting[key]

    def _forget(self, asker: Asker) -> None:
        """A host that neither waits nor is served leaves nothing behind."""
        tables = self._tables[asker.host]
        tables[asker.table] -= 1
        if not tables[asker.table]:
            del tables[asker.table]
        if not tables:
            del self._tables[asker.host]
            del self._served[asker.host]
            self._latest.pop(asker.host, None)
