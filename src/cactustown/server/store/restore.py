"""A copy made by `cactustown backup` takes the place of the database; what was there is kept.

Nothing is changed before it is known that the copy is sound and that nobody uses the database.
Whatever happens on the way, the old database or the new one is there afterwards, whole.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from cactustown.server.store.address import sqlite_path
from cactustown.server.store.base import BackupFailed


@dataclass(frozen=True)
class Restored:
    """What is in the database now, and where that lies which was in it before."""

    tables: int
    rows: int  # of their logs
    kept: Path | None  # None: there was nothing


def restore(url: str, file: Path) -> Restored:
    """Puts a copy in place of a database that no server uses."""
    if not file.is_file():
        raise BackupFailed(f"there is no file {file}; name one that cactustown backup wrote")
    path = sqlite_path(url)
    if path is not None:
        from cactustown.server.store.restore_sqlite import restore_sqlite

        return restore_sqlite(file, path.resolve())
    from cactustown.server.store.restore_postgres import restore_postgres

    return asyncio.run(restore_postgres(file, url))


def kept_beside(path: Path, suffix: str = "") -> Path:
    """A new name for what was in the database before."""
    name = f"{path.name}.before-restore-{time.strftime('%Y%m%d-%H%M%S')}"
    found, number = path.with_name(name + suffix), 1
    while found.exists() or Path(f"{found}-wal").exists():
        number += 1
        found = path.with_name(f"{name}-{number}{suffix}")
    return found
