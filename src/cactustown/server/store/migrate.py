"""Brings a database's schema up to date, one process at a time."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from cactustown.server import migrations
from cactustown.server.store.base import BadDatabase

if TYPE_CHECKING:
    from alembic.config import Config

# Alembic keeps the running migration in module globals.
_ALONE = threading.Lock()
# Any number will do for PostgreSQL's lock, as long as it is always the same.
_LOCK = 0x0CAC_705


def configuration(connection: Connection | None = None) -> Config:
    """Alembic's settings; the revisions lie beside the code, in a wheel too."""
    # A quarter of a second of a start, and most starts find nothing to migrate.
    from alembic.config import Config

    config = Config()
    where = Path(migrations.__file__).parent
    config.set_main_option("script_location", str(where).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def revisions() -> list[str]:
    """The names of all revisions, oldest first: those of their files."""
    folder = Path(migrations.__file__).parent / "versions"
    return sorted(file.name[1:].partition("_")[0] for file in folder.glob("r*_*.py"))


def migrate(connection: Connection, to: str = "head") -> None:
    """Applies what is missing, all of it or nothing, inside the connection's transaction.

    The transaction must keep other writers out: on SQLite it begins immediate, on PostgreSQL a
    lock is taken here.
    """
    with _ALONE:
        if is_current(connection) and to == "head":
            return
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        if is_current(connection) and to == "head":  # somebody else did it while we waited
            return
        from alembic import command

        command.upgrade(configuration(connection), to)


def is_current(connection: Connection) -> bool:
    """Whether the database has the latest schema; an error where it has one of the future."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    for (found,) in connection.execute(text("SELECT version_num FROM alembic_version")):
        check_known(found, "the database")
        if found == revisions()[-1]:
            return True
    return False


def check_known(revision: str, what: str) -> None:
    """Raises where a database, or a copy of one, has a schema of the future."""
    known = revisions()
    if revision not in known:
        raise BadDatabase(
            f"{what} has schema {revision}, written by a newer cactustown; this one knows"
            f" schemas up to {known[-1]}. Install the newer version, or go back to a backup."
        )
