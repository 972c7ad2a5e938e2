"""Copies of a database while it is in use: whole or not at all."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from cactustown.server.store.address import PATIENCE_S, needs_asyncpg, sqlite_path
from cactustown.server.store.base import BackupFailed, BadDatabase
from cactustown.server.store.postgres_client import client_program, run_at
from cactustown.server.store.soundness import whole_damage

COUNT = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log)"


@dataclass(frozen=True)
class Backup:
    """What a copy holds."""

    file: Path
    size: int  # bytes
    tables: int
    rows: int  # of their logs


def back_up(url: str, to: Path, overwrite: bool = False) -> Backup:
    """Copies a database as it is at one moment; the server may go on writing."""
    source = sqlite_path(url)
    if to.exists() and not overwrite:
        raise BackupFailed(f"{to} exists already; name another file, or overwrite it with --force")
    if source is not None and to.exists() and source.exists() and to.samefile(source):
        raise BackupFailed(f"{to} is the database itself; name another file")
    with whole_or_not(to, overwrite) as part:
        if source is not None:
            tables, rows = copy_sqlite(source, part)
        else:
            tables, rows = asyncio.run(dump_postgres(url, part))
    return Backup(to, to.stat().st_size, tables, rows)


@contextmanager
def whole_or_not(to: Path, overwrite: bool) -> Iterator[Path]:
    """A file beside the one wanted, for its owner only; it takes its place when all went well."""
    part = to.with_name(f".{to.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            yield part
            sync(part)
            if overwrite:
                part.replace(to)
            else:
                os.link(part, to)  # fails where somebody made that file meanwhile
            sync(to.parent)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BackupFailed(f"{to} cannot be written: {error.strerror or error}") from error


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_sqlite(source: Path, part: Path) -> tuple[int, int]:
    """A whole and sound copy, and how many tables and rows of logs are in it."""
    if not source.exists():
        raise BadDatabase(f"there is no database {source}")
    try:
        with (
            closing(sqlite3.connect(source, timeout=PATIENCE_S)) as reads,
            closing(sqlite3.connect(part, isolation_level=None)) as writes,
        ):
            _check(reads, source)
            reads.backup(writes)  # in one step: of one moment, and writers need not wait
            writes.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            if damage := whole_damage(writes):
                raise BackupFailed(f"the database {source} is damaged: {damage}")
            tables, rows = writes.execute(COUNT).fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{source} cannot be copied: {error}") from error
    return tables, rows


def _check(connection: sqlite3.Connection, source: Path) -> None:
    try:
        connection.execute(COUNT).fetchone()
    except sqlite3.DatabaseError as error:
        raise BadDatabase(f"{source} is not a database of cactustown: {error}") from error


async def dump_postgres(url: str, part: Path) -> tuple[int, int]:
    """A dump of one moment, and how many tables and rows of logs are in it."""
    needs_asyncpg()
    import asyncpg

    from cactustown.server.store.postgres_lines import AWAY, connect

    program = client_program("pg_dump")
    try:
        connection = await connect(url, PATIENCE_S, application_name="cactustown-backup")
    except AWAY as error:
        raise BackupFailed(f"PostgreSQL cannot be reached: {type(error).__name__}") from error
    try:
        # What is counted and what is dumped are of the same moment.
        await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        tables, rows = await connection.fetchrow(COUNT)
        moment = await connection.fetchval("SELECT pg_export_snapshot()")
        await asyncio.to_thread(_dump, program, url, part, moment)
    except asyncpg.UndefinedTableError as error:
        raise BadDatabase(f"this is not a database of cactustown: {error}") from error
    except (*AWAY, asyncpg.PostgresError) as error:
        raise BackupFailed(f"PostgreSQL went away: {type(error).__name__}") from error
    finally:
        connection.terminate()
    return tables, rows


def _dump(program: str, url: str, part: Path, moment: str) -> None:
    words = ["--format=custom", "--no-password", f"--snapshot={moment}", f"--file={part}"]
    done = run_at(url, program, *words)
    if done.returncode != 0:
        raise BackupFailed(f"pg_dump failed: {done.stderr.strip()}")
