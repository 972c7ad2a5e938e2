"""What a database says about itself: whether an error means that it is damaged."""

from __future__ import annotations

import sqlite3

from cactustown.server.store.base import StoreDamaged, StoreUnavailable

_SQLITE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_POSTGRESQL = ("XX001", "XX002")  # damaged data, a damaged index


def is_damage(error: BaseException | None) -> bool:
    """Whether the database is damaged, not only away, busy or full."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _SQLITE
    return getattr(error, "sqlstate", None) in _POSTGRESQL


class Health:
    """Remembers damage that was met while the database was used: it does not heal by itself."""

    def __init__(self) -> None:
        self.damage = ""

    def note(self, error: BaseException | None) -> None:
        """Looks at an error of the database."""
        if is_damage(error):
            self.damage = str(error).splitlines()[0] if isinstance(error, sqlite3.Error) else ""
            self.damage = self.damage or type(error).__name__

    def unavailable(self, what: str, error: BaseException) -> StoreUnavailable:
        """What callers are told of an error."""
        self.note(error)
        kind = StoreDamaged if is_damage(error) else StoreUnavailable
        told = kind(f"{what}: {error}")
        told.__cause__ = error
        return told

    def check(self) -> None:
        """Raises where damage was met."""
        if self.damage:
            raise StoreDamaged(
                f"the database is damaged ({self.damage}); stop the server and restore a backup"
                " with cactustown restore"
            )
