"""A database looked at without changing anything in it, also while a server uses it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import msgspec

from cactustown.server.store import queries
from cactustown.server.store.address import PATIENCE_S, needs_asyncpg, sqlite_path
from cactustown.server.store.base import BadDatabase, Row, StoreDamaged
from cactustown.server.store.damage import is_damage
from cactustown.server.store.migrate import check_known, revisions
from cactustown.server.store.soundness import one_line, whole_damage

LEAST_FREE = 100_000_000  # bytes; with less the disk may soon be full
_LISTED = 'SELECT "table", state FROM tables'
_LIVE = f"{_LISTED} WHERE state IN ('open', 'running') ORDER BY 1"
# With logs that no list knows of.
_ALL = f"""
    {_LISTED} UNION SELECT "table", 'unlisted' FROM log
    WHERE "table" NOT IN (SELECT "table" FROM tables) ORDER BY 1
"""
_REVISION = "SELECT version_num FROM alembic_version"


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    is_sound: bool
    told: str


class Examined(Protocol):
    """What can be asked of an open database."""

    async def checks(self) -> list[Check]:
        """Everything about the database as a whole."""

    async def tables(self, closed_too: bool) -> list[tuple[str, str]]:
        """The names and states of its tables."""

    async def rows(self, table: str) -> list[Row]:
        """A table's log; raises `StoreDamaged` where the database cannot give it."""


@asynccontextmanager
async def examined(url: str) -> AsyncIterator[Examined]:
    """Opens a database to read it."""
    path = sqlite_path(url)
    if path is not None:
        if not path.exists():
            raise BadDatabase(f"there is no database {path}")
        with closing(_connect(path)) as connection:
            yield _Sqlite(path, connection)
        return
    needs_asyncpg()
    from cactustown.server.store.postgres_lines import AWAY, connect

    try:
        line = await connect(
            *(url, PATIENCE_S),
            application_name="cactustown-doctor",
            default_transaction_read_only="on",
        )
    except AWAY as error:
        raise BadDatabase(f"PostgreSQL cannot be reached: {type(error).__name__}") from error
    try:
        yield _Postgres(line)
    finally:
        line.terminate()


def _connect(path: Path) -> sqlite3.Connection:
    # Where nobody has it open there is no write-ahead log, and none should be made by looking.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    connection = sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True, timeout=PATIENCE_S)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


class _Sqlite:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    async def checks(self) -> list[Check]:
        return [self._integrity(), self._schema(), self._writable(), self._space()]

    async def tables(self, closed_too: bool) -> list[tuple[str, str]]:
        return self._ask(_ALL if closed_too else _LIVE)

    async def rows(self, table: str) -> list[Row]:
        return [Row(*columns) for columns in self._ask(queries.ROWS, table, 0)]

    def _ask(self, query: str, *values: str | int) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreDamaged(one_line(str(error))) from error

    def _integrity(self) -> Check:
        try:
            damage = whole_damage(self._connection)
        except sqlite3.Error as error:
            damage = str(error)
        advice = "restore a backup with cactustown restore"
        told = f"damaged ({damage}): {advice}" if damage else "whole"
        return Check("file", not damage, told)

    def _schema(self) -> Check:
        try:
            found = self._ask(_REVISION)
        except StoreDamaged as error:
            return Check("schema", False, f"not a database of cactustown: {error}")
        return _schema(found[0][0] if found else None)

    def _writable(self) -> Check:
        for path, use in ((self._path, "the file"), (self._path.resolve().parent, "its folder")):
            if not os.access(path, os.W_OK):
                return Check("writing", False, f"{use} {path} may not be written by this user")
        return Check("writing", True, "the file and its folder may be written")

    def _space(self) -> Check:
        free = shutil.disk_usage(self._path.resolve().parent).free
        return Check("space", free >= LEAST_FREE, f"{free / 1e6:,.0f} MB free beside the database")


class _Postgres:
    def __init__(self, line: Any) -> None:
        self._line = line

    async def checks(self) -> list[Check]:
        return [await self._schema(), await self._writable()]

    async def tables(self, closed_too: bool) -> list[tuple[str, str]]:
        return [(table, state) for table, state in await self._ask(_ALL if closed_too else _LIVE)]

    async def rows(self, table: str) -> list[Row]:
        found = await self._ask(queries.ROWS.replace("?", "$"), table, 0)
        return [Row(*columns) for columns in found]

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        import asyncpg

        try:
            found: list[Any] = await self._line.fetch(query, *values)
        except asyncpg.PostgresError as error:
            if not is_damage(error) and not isinstance(error, asyncpg.UndefinedTableError):
                raise BadDatabase(f"PostgreSQL refuses: {type(error).__name__}") from error
            raise StoreDamaged(type(error).__name__) from error
        return found

    async def _schema(self) -> Check:
        try:
            found = await self._ask(_REVISION)
        except StoreDamaged as error:
            return Check("schema", False, f"not a database of cactustown: {error}")
        return _schema(found[0][0] if found else None)

    async def _writable(self) -> Check:
        if await self._line.fetchval("SELECT pg_is_in_recovery()"):
            return Check("writing", False, "this PostgreSQL is a standby: it cannot be written")
        may = "SELECT bool_and(has_table_privilege(t, 'INSERT')) FROM unnest($1::text[]) t"
        try:
            allowed = await self._ask(may, ["log", "tables", "places"])
        except StoreDamaged:
            allowed = [(False,)]
        told = "this user may write" if allowed[0][0] else "this user may not write"
        return Check("writing", bool(allowed[0][0]), told)


def _schema(revision: str | None) -> Check:
    if not revision:
        return Check("schema", False, "not a database of cactustown")
    try:
        check_known(revision, "the database")
    except BadDatabase as error:
        return Check("schema", False, str(error))
    latest = revision == revisions()[-1]
    told = "the latest" if latest else "an older one, brought up to date when a server starts"
    return Check("schema", True, f"{revision}, {told}")
