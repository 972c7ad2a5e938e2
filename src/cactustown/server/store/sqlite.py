"""The store of one machine: an SQLite file, one thread that writes, one that reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from cactustown.server.store import queries
from cactustown.server.store.base import (
    AlreadyDone,
    BadDatabase,
    Conflict,
    Listing,
    Row,
    Snapshot,
    StoreUnavailable,
)
from cactustown.server.store.damage import Health
from cactustown.server.store.migrate import migrate
from cactustown.server.store.sqlite_writer import Work, Writer, connect, is_busy

_APPEND = """
    INSERT INTO log ("table", version, command, at, body)
    SELECT ?1, ?2, ?3, ?4, ?5
    WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM log WHERE "table" = ?1 AND version = ?2 - 1)
    ON CONFLICT DO NOTHING
"""
_DONE = 'SELECT version FROM log WHERE "table" = ? AND command = ?'
_UNLIST = 'DELETE FROM places WHERE "table" = ?'
_DUE = 'UPDATE tables SET due = ?2 WHERE "table" = ?1 AND due IS NOT ?2'


class SqliteStore:
    """Keeps everything in one file. Who is present is kept in memory: there is one process."""

    def __init__(self, path: Path | str, patience: float = 5.0) -> None:
        self.path = Path(path)
        self.patience = patience  # seconds to wait for another program that writes
        self.health = Health()
        self._file: tuple[int, int] | None = None  # the file that was opened, whatever its name now
        self._wakes: list[Callable[[str, int], None]] = []
        self._present: dict[str, set[str]] = {}
        self._writer: Writer | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        await asyncio.to_thread(_prepare, self.path, self.patience)
        self._file = _file_at(self.path)
        try:
            self._connect_all()
            self._check_file()  # it may have been restored while it was opened
        except StoreUnavailable:
            await self.close()
            raise
        except sqlite3.Error as error:
            await self.close()
            raise StoreUnavailable(f"the database cannot be opened now: {error}") from error

    def _connect_all(self) -> None:
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="cactustown-read")
        self._reader = sqlite3.connect(
            self.path, timeout=self.patience, isolation_level=None, check_same_thread=False
        )
        self._reader.execute("PRAGMA query_only=ON")
        # One name that is no text would otherwise make whole lists unreadable.
        self._reader.text_factory = lambda text: text.decode("utf-8", "replace")
        self._writer = Writer(self._connect, self._wake, self.health, self._check_file)

    async def close(self) -> None:
        writer, reading, reader = self._writer, self._reading, self._reader
        self._writer = self._reading = self._reader = None
        if writer is not None:
            await asyncio.to_thread(writer.stop)
        if reading is not None:
            await asyncio.to_thread(reading.shutdown)
        if reader is not None:
            reader.close()

    async def try_writing(self) -> None:
        self.health.check()

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(queries.TRY_WRITING)

        await self._write(work)

    async def append(
        self, row: Row, listing: Listing | None = None, due: int | None = None
    ) -> None:
        await self._write(
            lambda connection: _append(connection, row, listing, due), (row.table, row.version)
        )

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        return [Row(*columns) for columns in await self._read(queries.ROWS, table, after)]

    async def keep(self, snapshot: Snapshot) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(queries.KEEP, (snapshot.table, snapshot.version, snapshot.body))

        await self._write(work)

    async def snapshot(self, table: str) -> Snapshot | None:
        found = await self._read(queries.SNAPSHOT, table)
        return Snapshot(*found[0]) if found else None

    async def due(self, now: int) -> list[str]:
        return [table for (table,) in await self._read(queries.DUE, now)]

    async def served(self) -> int | None:
        found = await self._read(queries.SERVED)
        return int(found[0][0]) if found else None

    async def serve(self, until: int) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(queries.SERVE, (until,))

        await self._write(work)

    async def time(self) -> int:
        return time.time_ns() // 1_000_000

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
        here = self._present.setdefault(table, set())
        if on:
            here.add(person)
        else:
            here.discard(person)
        if not here:
            del self._present[table]

    async def present(self, table: str) -> set[str]:
        return set(self._present.get(table, ()))

    def on_news(self, wake: Callable[[str, int], None]) -> None:
        self._wakes.append(wake)

    def _connect(self) -> sqlite3.Connection:
        return connect(self.path, self.patience)

    def _wake(self, table: str, version: int) -> None:
        for wake in self._wakes:
            wake(table, version)

    async def _write(self, work: Work, about: tuple[str, int] | None = None) -> None:
        if self._writer is None:
            raise StoreUnavailable("the store is closed")
        await self._writer.do(work, about)

    async def _read(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        reading, reader = self._reading, self._reader
        if reading is None or reader is None:
            raise StoreUnavailable("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(
                reading, lambda: reader.execute(query, values).fetchall()
            )
        except sqlite3.DatabaseError as error:
            raise self.health.unavailable("the database cannot be read now", error) from error

    def _check_file(self) -> None:
        """What is written to a file that lost its name is lost with the process."""
        if _file_at(self.path) != self._file:
            raise StoreUnavailable(
                "the database's file was moved or replaced while it was open; start the server anew"
            )


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _append(
    connection: sqlite3.Connection, row: Row, listing: Listing | None, due: int | None
) -> Exception | None:
    values = (row.table, row.version, row.command, row.at, row.body)
    if connection.execute(_APPEND, values).rowcount != 1:
        done = connection.execute(_DONE, (row.table, row.command)).fetchone()
        if done is not None:
            return AlreadyDone(done[0])
        return Conflict(f"version {row.version} of table {row.table} is not the next one")
    if listing is None:
        connection.execute(_DUE, (row.table, due))
    else:
        connection.execute(queries.LIST, queries.listing_values(listing, due))
        connection.execute(_UNLIST, (listing.table,))
        connection.executemany(queries.SEAT, queries.seat_values(listing))
    return None


def _prepare(path: Path, patience: float) -> None:
    """Makes the file, readable by its owner alone (it holds seeds), and its schema."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise BadDatabase(
            f"the database {path} cannot be opened ({error.strerror}); name a file in a folder"
            " that may be written"
        ) from error
    engine = create_engine("sqlite://", creator=lambda: connect(path, patience), poolclass=NullPool)
    event.listen(engine, "begin", lambda begun: begun.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            migrate(connection)
    except (sqlite3.Error, DBAPIError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        if is_busy(reason):
            raise StoreUnavailable(f"another program keeps {path} for itself") from error
        raise BadDatabase(f"{path} cannot be used as a database: {reason}") from error
    finally:
        engine.dispose()
