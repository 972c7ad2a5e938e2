"""What the server asks of a database: an append-only log a table, and what the lobby lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from cactustown.engine.errors import CactusTownError

if TYPE_CHECKING:
    from cactustown.server.store.damage import Health


class Row(msgspec.Struct, frozen=True):
    """One command that changed a table. The log of a table is its rows, versions 1, 2, 3, …"""

    table: str
    version: int
    command: str  # "person/id": the same command sent twice has the same name
    at: int  # milliseconds since 1970, never before the row before it
    body: bytes  # an entry (see server.entries) as JSON; holds secrets


class Place(msgspec.Struct, frozen=True):
    """A chair as lists show it."""

    party: str | None  # None: it is drawn when the game starts
    person: str | None  # the id of the person who sits there; None: nobody, or a bot
    name: str | None  # of the person who sits there, or for whom it is kept
    bot: str | None
    kept: str | None = None  # the id of whom it is kept for, as long as nobody sits there


class Listing(msgspec.Struct, frozen=True):
    """A table as the lobby and the history list it; written with the row that changed it."""

    table: str
    state: str  # open, running, over or closed
    public: bool
    rated: bool
    host: str
    title: str
    options: bytes  # JSON
    clock: bytes  # JSON
    places: list[Place]
    result: str | None
    opened_at: int
    changed_at: int  # of the last change that everybody may see
    host_id: str | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """A table's whole state after so many rows, so that not every row must be played again."""

    table: str
    version: int
    body: bytes


class Conflict(Exception):
    """Somebody else wrote this version first; read what came and think again."""


class AlreadyDone(Exception):
    """The very command is in the log already."""

    def __init__(self, version: int) -> None:
        super().__init__(f"already done, as version {version}")
        self.version = version


class StoreUnavailable(Exception):
    """The database cannot be written now; nothing was kept."""


class StoreDamaged(StoreUnavailable):
    """The database itself says that what it keeps there is damaged; asking again will not help."""


class BadDatabase(CactusTownError):
    """The database named cannot be used at all; the message says why and what would be right."""


class BackupFailed(CactusTownError):
    """A copy of a database cannot be made, or cannot be restored; nothing was changed."""


class Store(Protocol):
    """The log and the lists; every method may raise `StoreUnavailable`."""

    async def open(self) -> None:
        """Connects, and brings an older schema up to date."""

    async def close(self) -> None:
        """Finishes what is being written and disconnects."""

    @property
    def health(self) -> Health:
        """What the database said about itself so far."""

    async def try_writing(self) -> None:
        """Writes something that changes nothing, as proof that it can; else raises why not."""

    async def append(
        self, row: Row, listing: Listing | None = None, due: int | None = None
    ) -> None:
        """Writes a row; returns only when it is on disk, all of it or nothing.

        Versions have no gaps: a row whose forerunner is not in the log is a `Conflict` too.

        With it the table's listing where it changed, and when something is next due there by
        itself (a bot's choice, a clock running out): milliseconds, None for never. The first row
        of a table must bring a listing: without one there is nowhere to note what is due.
        Raises `Conflict` or `AlreadyDone`; the latter wins where both are true. `ValueError` for
        text that no database takes: halves of surrogate pairs; on PostgreSQL NUL too.
        """

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table with a version greater than `after`, in order."""

    async def keep(self, snapshot: Snapshot) -> None:
        """Keeps a snapshot instead of the table's older one."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The latest snapshot of a table."""

    async def due(self, now: int) -> list[str]:
        """The tables at which something is due by now."""

    async def served(self) -> int | None:
        """Until when some process looked after the tables, as far as it was noted."""

    async def serve(self, until: int) -> None:
        """Notes that this process looks after the tables; an earlier moment changes nothing."""

    async def time(self) -> int:
        """What time it is by the clock that all processes of this database share."""

    async def listing(self, table: str) -> Listing | None:
        """One table's listing."""

    async def lobby(self, limit: int = 100) -> list[Listing]:
        """Public tables that are open or running, the latest first."""

    async def tables_of(self, person: str, limit: int = 100) -> list[Listing]:
        """The tables that a person opened, sits or sat at, or where a chair is kept for them, the
        latest first."""

    async def live_tables_of(self, person: str) -> set[str]:
        """The open or running tables that a person opened or sits at."""

    async def announce(self, table: str, person: str, on: bool) -> None:
        """Somebody is at a table through this process from now on, or no longer is.

        Announced people stay so until taken back, the store is closed, or the process dies: then
        others see them for 90 seconds more. Kept alive without further calls.
        """

    async def present(self, table: str) -> set[str]:
        """Who is at a table through any process."""

    def on_news(self, wake: Callable[[str, int], None]) -> None:
        """Calls `wake(table, version)` in the event loop when another process may have written.

        A hint, not the truth: it may come late, twice, or after a reconnection for every table
        with an empty name. Version 0 of a named table: who is present there may have changed.
        """
