"""The store of many processes: PostgreSQL, which also tells each what the others wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from cactustown.server.store import queries
from cactustown.server.store.address import PATIENCE_S
from cactustown.server.store.base import BadDatabase, Listing, Row, Snapshot, StoreUnavailable
from cactustown.server.store.damage import Health
from cactustown.server.store.migrate import migrate
from cactustown.server.store.postgres_lines import AWAY, Lines, connect, unavailable
from cactustown.server.store.postgres_news import Listener
from cactustown.server.store.postgres_presence import NOW, REFRESH_S, Presence
from cactustown.server.store.postgres_writer import Writer


class PostgresStore:
    """Keeps everything in a PostgreSQL database that any number of processes share.

    While it is away, each call waits a few seconds for it and then gives up; nothing needs to be
    opened again when it is back. Connect to PostgreSQL itself: behind a pooler that shares
    connections between transactions no news would come.
    """

    def __init__(self, url: str, patience: float = 3.0, refresh: float = REFRESH_S) -> None:
        self.url = url
        self.patience = patience  # seconds until a call gives up
        self.refresh = refresh  # seconds between two signs of life to the other processes
        self.health = Health()
        self._wakes: list[Callable[[str, int], None]] = []
        self._lines: Lines | None = None
        self._writer: Writer | None = None
        self._listener: Listener | None = None
        self._presence: Presence | None = None

    async def open(self) -> None:
        # In a thread, as migrations wait for each other; with a loop of its own.
        await asyncio.to_thread(lambda: asyncio.run(_migrate(self.url)))
        self._lines = Lines(self.url, self.patience)
        self._writer = Writer(self.url, self.patience, self._wake)
        self._presence = Presence(self._lines, self.refresh)
        self._listener = Listener(self.url, self.patience, self._heard)
        try:
            async with asyncio.timeout(self.patience):
                await self._listener.is_ready()
        except TimeoutError as error:
            await self.close()
            raise unavailable(error) from error

    async def close(self) -> None:
        listener, presence, writer, lines = (
            *(self._listener, self._presence),
            *(self._writer, self._lines),
        )
        self._listener = self._presence = self._writer = self._lines = None
        if listener is not None:
            await listener.close()
        if writer is not None:
            await writer.close()
        if presence is not None:
            await presence.close()
        if lines is not None:
            lines.close()

    async def try_writing(self) -> None:
        self.health.check()
        await self._read(queries.TRY_WRITING)

    async def append(
        self, row: Row, listing: Listing | None = None, due: int | None = None
    ) -> None:
        if self._writer is None:
            raise _closed()
        try:
            await self._writer.append(row, listing, due)
        except StoreUnavailable as error:
            self.health.note(error.__cause__)
            raise

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        return [Row(*columns) for columns in await self._read(queries.ROWS, table, after)]

    async def keep(self, snapshot: Snapshot) -> None:
        await self._read(queries.KEEP, snapshot.table, snapshot.version, snapshot.body)

    async def snapshot(self, table: str) -> Snapshot | None:
        found = await self._read(queries.SNAPSHOT, table)
        return Snapshot(*found[0]) if found else None

    async def due(self, now: int) -> list[str]:
        return [table for (table,) in await self._read(queries.DUE, now)]

    async def served(self) -> int | None:
        found = await self._read(queries.SERVED)
        return int(found[0]["until"]) if found else None

    async def serve(self, until: int) -> None:
        await self._read(queries.SERVE, until)

    async def time(self) -> int:
        return int((await self._read(f"SELECT {NOW}"))[0][0])

    async def listing(self, table: str) -> Listing | None:
        found = queries.listings(await self._read(queries.LISTING, table))
        return found[0] if found else None

    async def lobby(self, limit: int = 100) -> list[Listing]:
        return queries.listings(await self._read(queries.LOBBY, limit))

    async def tables_of(self, person: str, limit: int = 100) -> list[Listing]:
        return queries.listings(await self._read(queries.TABLES_OF, person, limit))

    async def live_tables_of(self, person: str) -> set[str]:
        return {table for (table,) in await self._read(queries.LIVE_TABLES_OF, person)}

    async def announce(self, table: str, person: str, on: bool) -> None:
        if self._presence is None:
            raise _closed()
        await self._presence.announce(table, person, on)

    async def present(self, table: str) -> set[str]:
        if self._presence is None:
            raise _closed()
        return await self._presence.present(table)

    def on_news(self, wake: Callable[[str, int], None]) -> None:
        self._wakes.append(wake)

    async def _read(self, query: str, *values: str | int | bytes) -> list[Any]:
        if self._lines is None:
            raise _closed()
        try:
            return await self._lines.fetch(query.replace("?", "$"), *values)
        except StoreUnavailable as error:
            self.health.note(error.__cause__)
            raise

    def _heard(self, table: str, version: int, pid: int) -> None:
        """Our own rows are no news; a change of who is present is, whoever wrote it."""
        if version == 0 or self._writer is None or pid != self._writer.pid:
            self._wake(table, version)

    def _wake(self, table: str, version: int) -> None:
        for wake in self._wakes:
            wake(table, version)


async def _migrate(url: str) -> None:
    """Takes as long as it takes: other processes may be at it, or there is much to change."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda **_: connect(url, PATIENCE_S),
        poolclass=NullPool,
    )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except AWAY as error:
        raise unavailable(error) from error
    except DBAPIError as error:
        if error.connection_invalidated or isinstance(error, OperationalError):
            raise unavailable(error) from error
        raise BadDatabase(f"the database's schema cannot be made: {error.orig}") from error
    finally:
        await engine.dispose()


def _closed() -> StoreUnavailable:
    return StoreUnavailable("the store is closed")
