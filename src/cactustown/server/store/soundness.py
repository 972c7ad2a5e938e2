"""Whether an SQLite file is whole: looked at before a server uses it, a copy is made or kept."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import structlog

from cactustown.server.store.address import PATIENCE_S, sqlite_path
from cactustown.server.store.base import BadDatabase
from cactustown.server.store.damage import is_damage
from cactustown.server.store.migrate import check_known

log = structlog.get_logger()
# A file of 435 MB takes 0.4 s once it is in memory, else as long as the disk needs to read it.
QUICK_CHECK_S = 20.0
_STEPS = 100_000  # of SQLite's machine between two looks at the clock


def check_before_serving(url: str, seconds: float = QUICK_CHECK_S) -> None:
    """Raises `BadDatabase` for a file that is damaged or too new; of a huge one a part is read."""
    path = sqlite_path(url)
    if path is None:  # PostgreSQL looks after its own files
        return
    if not path.exists():
        left = Path(f"{path}-wal")
        if left.exists() and left.stat().st_size:
            raise BadDatabase(
                f"{path} is missing, but its write-ahead log {left.name} is there: put the database"
                " back beside it, or restore a backup with cactustown restore"
            )
        return
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE_S)) as connection:
            damage = quick_damage(connection, seconds)
            if not damage:
                check_revision(connection, str(path))
    except sqlite3.Error as error:
        if not is_damage(error):
            return  # busy, or may not be opened: said by whoever opens it
        damage = str(error)
    if damage:
        raise BadDatabase(
            f"the database {path} is damaged ({damage}); restore a backup with: cactustown restore"
            " FILE"
        )


def quick_damage(connection: sqlite3.Connection, seconds: float) -> str:
    """What is wrong with the file's pages; "" where nothing is, or not in the time given."""
    deadline = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        log.warning("the database is too large to be checked whole at every start")
        return ""
    finally:
        connection.set_progress_handler(None, 0)
    return "" if found == "ok" else one_line(found)


def whole_damage(connection: sqlite3.Connection) -> str:
    """What is wrong with the file, thoroughly: pages, indexes, and what belongs to what."""
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        return one_line(found)
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        return "rows that belong to nothing"
    return ""


def check_revision(connection: sqlite3.Connection, name: str) -> str:
    """The schema a file has ("": none yet); raises where only a newer program knows it."""
    asked = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(asked).fetchone() is None:
        return ""
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if found:
        check_known(found[0], name)
    return str(found[0]) if found else ""


def one_line(text: str) -> str:
    return " ".join(str(text).split())
