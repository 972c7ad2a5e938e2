"""Restoring an SQLite file.

SQLite finds the write-ahead log of a database by its name alone, and would play the old one's into
the copy that takes its place. So it is first written into the old file, where it belongs; then the
old file gets a second name, and the copy takes over the first one in a single step.
"""

from __future__ import annotations

import glob
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cactustown.server.store.backup import copy_sqlite, sync
from cactustown.server.store.base import BackupFailed, BadDatabase
from cactustown.server.store.damage import is_damage
from cactustown.server.store.restore import Restored, kept_beside
from cactustown.server.store.soundness import check_revision
from cactustown.server.store.sqlite_writer import is_busy

# Where SQLite locks a file: any program that has it open as we do holds some of these bytes.
_LOCKED_FROM, _LOCKED_BYTES = 0x40000000, 512


def restore_sqlite(file: Path, database: Path) -> Restored:
    """Puts a copy in place of the file `database`, which need not be there."""
    if database.exists() and file.samefile(database):
        raise BackupFailed(f"{file} is the database itself; name a copy of it")
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _held(database) as settle, _staged(database) as part:
            tables, rows = _copy(file, part)
            _give_to_owner(part, database)
            sync(part)
            settle()
            kept = _swap(database, part)
    except OSError as error:
        raise BackupFailed(f"{database} cannot be restored: {error.strerror or error}") from error
    return Restored(tables, rows, kept)


def _copy(file: Path, part: Path) -> tuple[int, int]:
    try:
        found = copy_sqlite(file, part)
    except (BackupFailed, BadDatabase) as error:
        raise BackupFailed(f"{error}; nothing was changed") from error
    with closing(sqlite3.connect(part)) as connection:
        if not check_revision(connection, str(file)):
            raise BackupFailed(f"{file} has no schema of cactustown; nothing was changed")
    return found


@contextmanager
def _held(database: Path) -> Iterator[Callable[[], None]]:
    """Nobody else has it open; gives what writes its write-ahead log into the file itself.

    Where the file is too damaged for that, the log stays beside it, and is moved along with it.
    """
    if not database.exists():
        yield _nothing
        return
    with closing(sqlite3.connect(database, timeout=1.0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # until it is closed
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if is_busy(error):
                raise _in_use(database) from error
            if not is_damage(error):
                raise BackupFailed(f"{database} cannot be taken hold of: {error}") from error
        else:
            yield lambda: _settle(connection, database)
            return
    with _locked(database):
        yield _nothing


def _settle(connection: sqlite3.Connection, database: Path) -> None:
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA locking_mode=NORMAL")  # the other keeps a journal beside it
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if is_busy(error):
            raise _in_use(database) from error
        if not is_damage(error):
            raise BackupFailed(f"{database} cannot be put aside: {error}") from error


def _nothing() -> None:
    pass


@contextmanager
def _locked(database: Path) -> Iterator[None]:
    """For what SQLite does not take for a database any more: its locks, set by hand."""
    try:
        import fcntl
    except ImportError:  # Windows: there a file that is open cannot be replaced anyway
        yield
        return
    with database.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKED_BYTES, _LOCKED_FROM)
        except OSError as error:
            raise _in_use(database) from error
        yield


def _in_use(database: Path) -> BackupFailed:
    return BackupFailed(
        f"{database} is in use: stop the server (and whatever else has it open), then restore;"
        " nothing was changed"
    )


@contextmanager
def _staged(database: Path) -> Iterator[Path]:
    """A file beside the database, for its owner only; gone at the end if it was not used."""
    for left in database.parent.glob(
        f".{glob.escape(database.name)}.*.restore"
    ):  # by one that was killed
        left.unlink()
    part = database.with_name(f".{database.name}.{os.getpid()}.restore")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _give_to_owner(part: Path, database: Path) -> None:
    """Root restores for the server, which runs as somebody else."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = (database if database.exists() else database.parent).stat()
        os.chown(part, owner.st_uid, owner.st_gid)


def _swap(database: Path, part: Path) -> Path | None:
    """The order is what makes a crash harmless: see the head of this file."""
    kept = kept_beside(database)
    was_there = False
    if database.exists():
        _second_name(database, kept)
        was_there = True
    for ending in ("-wal", "-journal"):  # of a damaged file, or of one that is not there
        beside = Path(f"{database}{ending}")
        if beside.exists():
            beside.replace(f"{kept}{ending}")
            was_there = True
    Path(f"{database}-shm").unlink(missing_ok=True)
    sync(database.parent)
    part.replace(database)
    sync(database.parent)
    return kept if was_there else None


def _second_name(database: Path, kept: Path) -> None:
    try:
        os.link(database, kept)
    except OSError:  # a file system without such names: a copy then
        shutil.copy2(database, kept)
        sync(kept)
