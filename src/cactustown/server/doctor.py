"""What is wrong with a server's database: the whole of it, and table by table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import make_url

from cactustown.server.store.address import sqlite_path
from cactustown.server.store.base import StoreDamaged
from cactustown.server.store.examine import Check, Examined, examined
from cactustown.server.table import Table
from cactustown.server.unreadable import DAMAGED, Unreadable


class Illness(msgspec.Struct, frozen=True):
    """A table that cannot be read, from which version on (0: unknown), and what helps."""

    table: str
    state: str
    version: int
    why: str
    advice: str


class Report(msgspec.Struct, frozen=True):
    """What was looked at, and what is wrong."""

    database: str
    checks: list[Check]
    tables: int  # whose logs were read
    unreadable: list[Illness]

    @property
    def is_sound(self) -> bool:
        return not self.unreadable and all(check.is_sound for check in self.checks)


Progress = Callable[[int, int], None]  # tables read, of how many


async def examine(
    url: str, closed_too: bool = False, progress: Progress = lambda done, of: None
) -> Report:
    """Looks at a database, and reads the logs of its live tables, or of all."""
    async with examined(url) as database:
        checks = await database.checks()
        try:
            tables = await database.tables(closed_too)
        except StoreDamaged as error:
            checks.append(Check("tables", False, f"they cannot be listed: {error}"))
            tables = []
        ill = []
        for number, (name, state) in enumerate(tables):
            progress(number, len(tables))
            found = await _look_at(database, name, state)
            if found is not None:
                ill.append(found)
    return Report(_shown(url), checks, len(tables), ill)


async def _look_at(database: Examined, name: str, state: str) -> Illness | None:
    try:
        rows = await database.rows(name)
        if not rows:
            return Illness(name, state, 1, "its log is empty", DAMAGED)
        Table.from_rows(rows)
    except StoreDamaged as error:
        return Illness(name, state, 0, f"the database is damaged there: {error}", DAMAGED)
    except Unreadable as error:
        return Illness(name, state, error.version, error.why, error.advice)
    return None


def _shown(url: str) -> str:
    path = sqlite_path(url)
    return str(path) if path is not None else make_url(url).render_as_string(hide_password=True)
