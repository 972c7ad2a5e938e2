"""The store of one machine: an SQLite file, one thread that writes, one that reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool

from cactustown.server.store.base import (
    AlreadyDone,
    BadDatabase,
    Conflict,
    Listing,
    Place,
    Row,
    Snapshot,
    StoreUnavailable,
)
from cactustown.server.store.migrate import migrate
from cactustown.server.store.sqlite_writer import Writer, connect

T = TypeVar("T")

_APPEND = """
    INSERT INTO log ("table", version, command, at, body)
    SELECT ?1, ?2, ?3, ?4, ?5
    WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM log WHERE "table" = ?1 AND version = ?2 - 1)
    ON CONFLICT DO NOTHING
"""
_DONE = 'SELECT version FROM log WHERE "table" = ? AND command = ?'
_DUE = 'UPDATE tables SET due = ?2 WHERE "table" = ?1 AND due IS NOT ?2'
_COLUMNS = "state, public, rated, host, title, options, clock, result, opened_at, changed_at"
_LIST = f"""
    INSERT INTO tables ("table", {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT ("table") DO UPDATE
    SET {", ".join(f"{column} = excluded.{column}" for column in _COLUMNS.split(", "))}
"""
_KEEP = """
    INSERT INTO snapshots ("table", version, body) VALUES (?, ?, ?)
    ON CONFLICT ("table") DO UPDATE SET version = excluded.version, body = excluded.body
    WHERE excluded.version > snapshots.version
"""
_LISTED = f'SELECT t."table", {_COLUMNS} FROM tables t'
_LATEST = 'ORDER BY changed_at DESC, t."table" LIMIT ?'


class SqliteStore:
    """Keeps everything in one file. Who is present is kept in memory: there is one process."""

    def __init__(self, path: Path | str, patience: float = 5.0) -> None:
        self.path = Path(path)
        self.patience = patience  # seconds to wait for another program that writes
        self._wakes: list[Callable[[str, int], None]] = []
        self._present: dict[str, set[str]] = {}
        self._writer: Writer | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading: ThreadPoolExecutor | None = None

    async def open(self) -> None:
        await asyncio.to_thread(_prepare, self.path, self.patience)
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="cactustown-read")
        self._reader = sqlite3.connect(
            self.path, timeout=self.patience, isolation_level=None, check_same_thread=False
        )
        self._reader.execute("PRAGMA query_only=ON")
        self._writer = Writer(self._connect, self._wake)

    async def close(self) -> None:
        writer, reading, reader = self._writer, self._reading, self._reader
        self._writer = self._reading = self._reader = None
        if writer is not None:
            await asyncio.to_thread(writer.stop)
        if reading is not None:
            await asyncio.to_thread(reading.shutdown)
        if reader is not None:
            reader.close()

    async def append(
        self, row: Row, listing: Listing | None = None, due: int | None = None
    ) -> None:
        await self._write(lambda connection: _append(connection, row, listing, due))

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        found = await self._read(
            'SELECT "table", version, command, at, body FROM log'
            ' WHERE "table" = ? AND version > ? ORDER BY version',
            (table, after),
        )
        return [Row(*columns) for columns in found]

    async def keep(self, snapshot: Snapshot) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_KEEP, (snapshot.table, snapshot.version, snapshot.body))

        await self._write(work)

    async def snapshot(self, table: str) -> Snapshot | None:
        found = await self._read(
            'SELECT "table", version, body FROM snapshots WHERE "table" = ?', (table,)
        )
        return Snapshot(*found[0]) if found else None

    async def due(self, now: int) -> list[str]:
        found = await self._read(
            'SELECT "table" FROM tables WHERE due <= ? ORDER BY due, "table"', (now,)
        )
        return [table for (table,) in found]

    async def listing(self, table: str) -> Listing | None:
        found = await self._list('WHERE t."table" = ?', (table,))
        return found[0] if found else None

    async def lobby(self, limit: int = 100) -> list[Listing]:
        return await self._list(
            f"WHERE state IN ('open', 'running') AND public {_LATEST}", (limit,)
        )

    async def tables_of(self, person: str, limit: int = 100) -> list[Listing]:
        return await self._list(
            f'WHERE t."table" IN (SELECT "table" FROM places WHERE person = ?) {_LATEST}',
            (person, limit),
        )

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

    async def _write(self, work: Callable[[sqlite3.Connection], Exception | None]) -> None:
        if self._writer is None:
            raise StoreUnavailable("the store is closed")
        await self._writer.do(work)

    async def _list(self, where: str, values: tuple[str | int, ...]) -> list[Listing]:
        def read(reader: sqlite3.Connection) -> list[Listing]:
            reader.execute("BEGIN")  # the tables and their places of one moment
            try:
                found = reader.execute(f"{_LISTED} {where}", values).fetchall()
                return [_listing(columns, _places(reader, columns[0])) for columns in found]
            finally:
                reader.execute("ROLLBACK")

        return await self._in_reader(read)

    async def _read(self, query: str, values: tuple[str | int, ...]) -> list[tuple[Any, ...]]:
        return await self._in_reader(lambda reader: reader.execute(query, values).fetchall())

    async def _in_reader(self, read: Callable[[sqlite3.Connection], T]) -> T:
        reading, reader = self._reading, self._reader
        if reading is None or reader is None:
            raise StoreUnavailable("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(reading, read, reader)
        except sqlite3.DatabaseError as error:
            raise StoreUnavailable(f"the database cannot be read now: {error}") from error


def _append(
    connection: sqlite3.Connection, row: Row, listing: Listing | None, due: int | None
) -> Exception | None:
    values = (row.table, row.version, row.command, row.at, row.body)
    if connection.execute(_APPEND, values).rowcount != 1:
        done = connection.execute(_DONE, (row.table, row.command)).fetchone()
        if done is not None:
            return AlreadyDone(done[0])
        return Conflict(f"version {row.version} of table {row.table} is not the next one")
    if listing is not None:
        _write_listing(connection, listing)
    connection.execute(_DUE, (row.table, due))
    return None


def _write_listing(connection: sqlite3.Connection, listing: Listing) -> None:
    connection.execute(
        _LIST,
        (
            *(listing.table, listing.state, listing.public, listing.rated, listing.host),
            *(listing.title, listing.options, listing.clock, listing.result),
            *(listing.opened_at, listing.changed_at),
        ),
    )
    connection.execute('DELETE FROM places WHERE "table" = ?', (listing.table,))
    connection.executemany(
        "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?)",
        [
            (listing.table, chair, place.party, place.person, place.name, place.bot)
            for chair, place in enumerate(listing.places)
        ],
    )


def _places(reader: sqlite3.Connection, table: str) -> list[Place]:
    found = reader.execute(
        'SELECT party, person, name, bot FROM places WHERE "table" = ? ORDER BY chair', (table,)
    )
    return [Place(*columns) for columns in found]


def _listing(columns: Sequence[Any], places: list[Place]) -> Listing:
    table, state, public, rated, host, title, options, clock, result, opened, changed = columns
    return Listing(
        *(table, state, bool(public), bool(rated), host, title, options, clock),
        *(places, result, opened, changed),
    )


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
    finally:
        engine.dispose()
