"""Restoring a PostgreSQL database: all of it in one transaction, after a dump of the old one."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from cactustown.server.store import schema
from cactustown.server.store.address import PATIENCE_S, needs_asyncpg
from cactustown.server.store.backup import COUNT, dump_postgres, whole_or_not
from cactustown.server.store.base import BackupFailed
from cactustown.server.store.migrate import check_known
from cactustown.server.store.postgres_client import client_program, run_at, run_here
from cactustown.server.store.restore import Restored, kept_beside

_DATA = re.compile(r"^\d+; \d+ \d+ TABLE DATA (\S+) (\S+) ", re.MULTILINE)
_REVISION = re.compile(r"^COPY \S*alembic_version .*\n(\S+)$", re.MULTILINE)
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = $1 AND pid <> pg_backend_pid()
"""
_TRIES = 10  # a server that was just stopped or killed may be listed for another moment


async def restore_postgres(file: Path, url: str) -> Restored:
    """Puts a dump in place of what is in the database."""
    needs_asyncpg()
    programs = client_program("pg_restore"), client_program("psql")
    where = await asyncio.to_thread(_check, file, programs[0])
    async with _held(url) as connection:
        await _check_place(connection, where)
        kept = await _keep(connection, file, url)
        await asyncio.to_thread(_swap, file, url, where, programs)
        await connection.execute("ANALYZE")
        tables, rows = await connection.fetchrow(COUNT)
    return Restored(tables, rows, kept)


def _check(file: Path, pg_restore: str) -> str:
    """Whether it is a dump of ours that this program can use; the schema its tables are in."""
    listed = run_here(pg_restore, "--list", str(file))
    found: dict[str, str] = {name: where for where, name in _DATA.findall(listed.stdout)}
    if listed.returncode != 0 or not {"log", "tables", "alembic_version"} <= set(found):
        raise BackupFailed(f"{file} is not a copy of a PostgreSQL database of cactustown")
    words = ("--data-only", "--table=alembic_version", "--file=-", str(file))
    revision = _REVISION.search(run_here(pg_restore, *words).stdout)
    if revision is None:
        raise BackupFailed(f"{file} does not say which schema it has: it is damaged")
    check_known(revision[1], str(file))
    return found["log"]


@asynccontextmanager
async def _held(url: str) -> AsyncIterator[Any]:
    """A connection that keeps servers from starting, when none runs."""
    from cactustown.server.store.postgres_lines import AWAY, SERVES, SERVING, connect

    try:
        connection = await connect(url, PATIENCE_S, application_name="cactustown-restore")
    except AWAY as error:
        raise BackupFailed(f"PostgreSQL cannot be reached: {type(error).__name__}") from error
    try:
        for _ in range(_TRIES):
            if await connection.fetchval("SELECT pg_try_advisory_lock($1)", SERVING):
                if not await connection.fetchval(_OTHERS, SERVES):
                    break
                await connection.execute("SELECT pg_advisory_unlock_all()")
            await asyncio.sleep(PATIENCE_S / _TRIES)
        else:
            raise BackupFailed(
                "a server uses this database: stop all that do, then restore; nothing was changed"
            )
        yield connection
    except AWAY as error:
        raise BackupFailed(f"PostgreSQL went away: {type(error).__name__}") from error
    finally:
        connection.terminate()


async def _check_place(connection: Any, where: str) -> None:
    present = await connection.fetchval("SELECT current_schema()")
    if present != where:
        raise BackupFailed(
            f"the copy was made in the schema {where}, and this address means {present};"
            " nothing was changed"
        )


async def _keep(connection: Any, file: Path, url: str) -> Path | None:
    """A dump of what is in the database now, beside the copy; None where that is nothing."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    revision = await connection.fetchval("SELECT version_num FROM alembic_version")
    if revision is not None:
        check_known(revision, "the database")  # else tables nobody knows here would stay in it
    kept = kept_beside(file.with_name(make_url(url).database or "database"), ".dump")
    with whole_or_not(kept, overwrite=False) as part:
        await dump_postgres(url, part)
    return kept


def _swap(file: Path, url: str, where: str, programs: tuple[str, str]) -> None:
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".restore-") as folder:
            _swap_by(Path(folder), file, url, where, programs)
    except OSError as error:
        why = error.strerror or error
        raise BackupFailed(
            f"{file.parent} cannot be written: {why}; nothing was changed"
        ) from error


def _swap_by(folder: Path, file: Path, url: str, where: str, programs: tuple[str, str]) -> None:
    """First all of the copy as SQL, so that none is half read; then that, in one transaction."""
    pg_restore, psql = programs
    wipe, fill = folder / "wipe.sql", folder / "fill.sql"
    names = [*(table.name for table in schema.metadata.sorted_tables), "alembic_version"]
    ours = ", ".join(f'"{where}"."{name}"' for name in names)
    wipe.write_text(f"DROP TABLE IF EXISTS {ours};\n")
    words = ("--no-owner", "--no-privileges", f"--schema={where}", f"--file={fill}", str(file))
    read = run_here(pg_restore, *words)
    if read.returncode != 0:
        raise BackupFailed(f"{file} is damaged: {read.stderr.strip()}; nothing was changed")
    done = run_at(
        *(url, psql, "--no-psqlrc", "--quiet", "--no-password", "--single-transaction"),
        *("--set=ON_ERROR_STOP=1", "--output=/dev/null", f"--file={wipe}", f"--file={fill}"),
    )
    if done.returncode != 0:
        raise BackupFailed(f"the copy cannot be restored: {done.stderr.strip()}")
