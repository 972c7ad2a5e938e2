"""What waits to be written to PostgreSQL goes there in one transaction; no row is lost or doubled.

A connection may die after a commit was sent and before its answer came. The same rows are then
written once more: those that are there already, just as we meant them, were ours.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cactustown.server.store import queries
from cactustown.server.store.base import AlreadyDone, Conflict, Listing, Row, StoreUnavailable
from cactustown.server.store.postgres_lines import (
    AWAY,
    CHANNEL,
    Backoff,
    cannot_be_written,
    connect,
    is_about_the_row,
    unavailable,
)

MOST_AT_ONCE = 500

# In the order of their tables, so that two processes never wait for each other in a circle.
_APPEND = f"""
    WITH given AS (
        SELECT * FROM unnest(
            $1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[], $6::bigint[]
        ) AS g("table", version, command, at, body, due)
    ), new AS (
        INSERT INTO log ("table", version, command, at, body)
        SELECT "table", version, command, at, body FROM given g
        WHERE version = 1 OR EXISTS (
            SELECT 1 FROM log l WHERE l."table" = g."table" AND l.version = g.version - 1
        )
        ORDER BY "table"
        ON CONFLICT DO NOTHING RETURNING "table", version
    ), dues AS (
        UPDATE tables t SET due = g.due FROM given g JOIN new ON new."table" = g."table"
        WHERE t."table" = g."table" AND t.due IS DISTINCT FROM g.due
    )
    SELECT "table", pg_notify('{CHANNEL}', "table" || ':' || version) FROM new
"""
_DONE = """
    SELECT l."table", l.version, l.command, l.at, l.body
    FROM log l JOIN unnest($1::text[], $2::text[]) AS w("table", command) USING ("table", command)
"""
_LIST = queries.LIST.replace("?", "$")
_UNLIST = 'DELETE FROM places WHERE "table" = ANY($1::text[])'
_SEAT = queries.SEAT.replace("?", "$")


@dataclass(slots=True, eq=False)
class _Waiting:
    row: Row
    listing: Listing | None
    due: int | None
    future: asyncio.Future[None]
    alone: bool = False  # an earlier batch failed because of one of its rows
    unsure: bool = False  # sent before, and the connection died: it may be written

    def tell(self, answer: Exception | None) -> None:
        if self.future.done():
            return
        if answer is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(answer)


class Writer:
    """The one task of a process that writes rows, on a connection of its own."""

    def __init__(self, url: str, patience: float, wake: Callable[[str, int], None]) -> None:
        self._url = url
        self._patience = patience
        self._wake = wake
        self._waiting: deque[_Waiting] = deque()
        self._some = asyncio.Event()
        self._closing = False
        self._connection: Any = None
        self._last: Exception | None = None
        self._backoff = Backoff()
        self._task = asyncio.create_task(self._run(), name="cactustown-log")

    @property
    def pid(self) -> int | None:
        """The server's name for our connection: its news are none to us."""
        if self._connection is None or self._connection.is_closed():
            return None
        return int(self._connection.get_server_pid())

    async def append(self, row: Row, listing: Listing | None, due: int | None) -> None:
        if self._closing:
            raise StoreUnavailable("the store is closed")
        waiting = _Waiting(row, listing, due, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._some.set()
        try:
            async with asyncio.timeout(self._patience):
                await waiting.future
        except TimeoutError:
            raise unavailable(self._last) from self._last

    async def close(self) -> None:
        """Finishes what waits; whoever waits loses patience if that cannot be done."""
        self._closing = True
        self._some.set()
        await self._task

    async def _run(self) -> None:
        while True:
            batch = self._collect()
            if batch:
                await self._serve(batch)
            elif self._closing:
                break
            else:
                self._some.clear()
                await self._some.wait()
        self._disconnect()

    def _collect(self) -> list[_Waiting]:
        """What waits and may go together: one row a table, the others stay for the next time."""
        batch: list[_Waiting] = []
        tables: set[str] = set()
        later: list[_Waiting] = []
        while self._waiting and len(batch) < MOST_AT_ONCE:
            waiting = self._waiting.popleft()
            if waiting.future.done():  # cancelled
                continue
            if waiting.row.table in tables or (batch and (waiting.alone or batch[0].alone)):
                later.append(waiting)
            else:
                tables.add(waiting.row.table)
                batch.append(waiting)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _serve(self, batch: list[_Waiting]) -> None:
        """Writes a batch and tells all who can be told; the rest waits for the next time."""
        try:
            async with asyncio.timeout(self._patience):
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect_to_write(self._url, self._patience)
                await self._write(self._connection, batch)
        except Exception as error:
            self._last = error
            self._disconnect()
            left = [waiting for waiting in batch if not waiting.future.done()]
            if is_about_the_row(error):
                if len(left) == 1:
                    left.pop().tell(cannot_be_written(error))
                for waiting in left:
                    waiting.alone = True
                self._waiting.extendleft(reversed(left))
            elif isinstance(error, AWAY):
                self._waiting.extendleft(reversed(left))
                await self._backoff.wait()
            else:
                for waiting in left:
                    waiting.tell(unavailable(error))
        else:
            self._backoff.reset()

    async def _write(self, connection: Any, batch: list[_Waiting]) -> None:
        rows = [waiting.row for waiting in batch]
        values = (
            [row.table for row in rows],
            [row.version for row in rows],
            [row.command for row in rows],
            [row.at for row in rows],
            [row.body for row in rows],
            [waiting.due for waiting in batch],
        )
        were_sent = [waiting.unsure for waiting in batch]
        for waiting in batch:
            waiting.unsure = True
        # A single statement is a transaction of its own.
        is_long = any(waiting.listing is not None for waiting in batch)
        if is_long:
            await connection.execute("BEGIN")
        new = {line[0] for line in await connection.fetch(_APPEND, *values)}
        if is_long:
            await _list(connection, [waiting for waiting in batch if waiting.row.table in new])
            await connection.execute("COMMIT")
        others: list[_Waiting] = []
        for waiting, was_sent in zip(batch, were_sent, strict=True):
            if waiting.row.table in new:
                if waiting.future.done():  # nobody waits for it any more: then it is news to all
                    self._wake(waiting.row.table, waiting.row.version)
                waiting.tell(None)
            else:
                waiting.unsure = was_sent
                others.append(waiting)
        if others:
            await _explain(connection, others)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


async def connect_to_write(url: str, timeout: float) -> Any:
    """A connection whose commits are on disk when they are answered."""
    connection = await connect(url, timeout)
    try:
        if await connection.fetchval("SHOW synchronous_commit") == "off":
            await connection.execute("SET synchronous_commit = on")
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _list(connection: Any, written: list[_Waiting]) -> None:
    """Writes the listings that came with rows."""
    came = [(waiting.listing, waiting.due) for waiting in written if waiting.listing is not None]
    if came:
        came.sort(key=lambda pair: pair[0].table)
        await connection.executemany(
            _LIST, [queries.listing_values(listing, due) for listing, due in came]
        )
        await connection.execute(_UNLIST, [listing.table for listing, _ in came])
        seats = [seat for listing, _ in came for seat in queries.seat_values(listing)]
        await connection.executemany(_SEAT, seats)


async def _explain(connection: Any, refused: list[_Waiting]) -> None:
    """Tells why rows were not written: done before, or somebody else was first."""
    rows = [waiting.row for waiting in refused]
    tables, commands = [row.table for row in rows], [row.command for row in rows]
    found = {
        (line[0], line[2]): Row(*line) for line in await connection.fetch(_DONE, tables, commands)
    }
    for waiting in refused:
        row = waiting.row
        kept = found.get((row.table, row.command))
        if kept is None:
            waiting.tell(Conflict(f"version {row.version} of table {row.table} is not the next"))
        elif waiting.unsure and kept == row:
            waiting.tell(None)
        else:
            waiting.tell(AlreadyDone(kept.version))
