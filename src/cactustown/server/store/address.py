"""From a database's address to what talks to it: the store, and an engine for everything else."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, ExceptionContext, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cactustown.server.store.base import BadDatabase, Store, StoreUnavailable

PATIENCE_S = 5.0  # for a database that is busy or away


def sqlite_path(url: str) -> Path | None:
    """The file an address means; None where it means PostgreSQL."""
    if "://" not in url:
        return _file(url, url)
    scheme, rest = url.split("://", 1)
    if scheme == "sqlite":
        # sqlite:///town.db lies in the present folder, sqlite:////srv/town.db does not.
        if not rest.startswith("/"):
            raise BadDatabase(f"{url} names no file; write sqlite:///file or just the file's path")
        return _file(rest[1:], url)
    if scheme in ("postgresql", "postgres"):
        return None
    raise BadDatabase(
        f"{scheme}:// is not a database known here; write a file's path, sqlite:///file or"
        " postgresql://user@host/name"
    )


def open_store(url: str) -> Store:
    """The store behind an address; it connects when its own `open` is called."""
    path = sqlite_path(url)
    if path is not None:
        from cactustown.server.store.sqlite import SqliteStore

        return SqliteStore(path)
    needs_asyncpg()
    from cactustown.server.store.postgres import PostgresStore

    return PostgresStore(url)


def engine_for(url: str) -> AsyncEngine:
    """An engine for accounts and the like, in the same database, whose schema the store makes.

    On SQLite `engine.begin()` takes the lock for writing at once, so that what was read cannot
    change before it is written. To read only, use `reading(engine).connect()`: it waits for
    nobody. Where PostgreSQL is away or does not answer in time, `StoreUnavailable` is raised.
    """
    path = sqlite_path(url)
    if path is None:
        needs_asyncpg()
        from cactustown.server.store.postgres_lines import connect_or_give_up

        # Connected by hand: so one address with all its options means the same everywhere.
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda **_: connect_or_give_up(url, PATIENCE_S),
            pool_timeout=PATIENCE_S,
            hide_parameters=True,
        )
        event.listen(engine.sync_engine, "checkout", _is_still_there)
        event.listen(engine.sync_engine, "handle_error", _does_not_answer)
        return engine
    address = URL.create("sqlite+aiosqlite", database=str(path))
    engine = create_async_engine(address, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def reading(engine: AsyncEngine) -> AsyncEngine:
    """The same engine for transactions that write nothing."""
    return engine.execution_options(readonly=True)


def needs_asyncpg() -> None:
    if importlib.util.find_spec("asyncpg") is None:
        raise BadDatabase("PostgreSQL needs one more library: pip install cactustown[postgresql]")


def _file(name: str, url: str) -> Path:
    if not name or name == ":memory:" or "?" in name:
        raise BadDatabase(f"{url or 'an empty address'} names no file to keep games in")
    return Path(name).expanduser()


def _is_still_there(connection: Any, _record: object, _proxy: object) -> None:
    """Before a connection is used again; where it was lost, the pool makes another."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _does_not_answer(context: ExceptionContext) -> BaseException | None:
    """A statement that took too long, or whose connection was lost: that one is done with."""
    if not (context.is_disconnect or isinstance(context.original_exception, OSError)):
        return None
    context.is_disconnect = True
    return StoreUnavailable("PostgreSQL does not answer")


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, see below
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={PATIENCE_S * 1000:.0f}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    only_reads = connection.get_execution_options().get("readonly", False)
    connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")
