"""At how many tables somebody may have a hand at once: those they opened and those they sit at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from cactustown.engine.errors import CactusTownError
from cactustown.server.store.base import Store

TOO_MANY_TABLES = "you opened or sit at as many tables as one person may"


class TooManyTables(CactusTownError):
    """Somebody has as many tables as one person may have."""


class Allowance:
    """Asks the store for each further table, one after the other for each person.

    Two processes may be asked at the same moment: then it is one table more for each process.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def one_more(self, person: str, table: str = "") -> AsyncIterator[None]:
        """For as long as it takes to open a table, or to sit down at this one."""
        asking = self._asking.get(person)
        if asking is None:
            asking = self._asking[person] = asyncio.Lock()
        async with asking:
            live = await self._store.live_tables_of(person)
            if table not in live and len(live) >= self._most:
                raise TooManyTables(
                    f"you have {len(live)} tables that are open or running, and {self._most} is"
                    " the most; finish, leave or close one first"
                )
            yield
