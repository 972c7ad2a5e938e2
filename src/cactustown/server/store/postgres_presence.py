"""Who is at which table, through any of the processes that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress

from cactustown.server.store.base import StoreUnavailable
from cactustown.server.store.postgres_lines import CHANNEL, Backoff, Lines

REFRESH_S = 30.0
FADES_AFTER = 3  # refreshes missed: the process died

# The database's clock, as those of the processes may differ.
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_TELL = f"SELECT pg_notify('{CHANNEL}', \"table\" || ':0')"
_COME = f"""
    WITH changed AS (
        INSERT INTO presence ("table", person, process, until) VALUES ($1, $2, $3, {NOW} + $4)
        ON CONFLICT ("table", person, process) DO UPDATE SET until = excluded.until
        RETURNING "table"
    )
    {_TELL} FROM changed
"""
_GO = f"""
    WITH changed AS (
        DELETE FROM presence WHERE "table" = $1 AND person = $2 AND process = $3
        RETURNING "table"
    )
    {_TELL} FROM changed
"""
# All of a process in one statement: people who are here stay, those gone or faded are deleted.
_REFRESH = f"""
    WITH here AS (
        SELECT * FROM unnest($1::text[], $2::text[]) AS h("table", person)
    ), kept AS (
        INSERT INTO presence ("table", person, process, until)
        SELECT "table", person, $3, {NOW} + $4 FROM here
        ON CONFLICT ("table", person, process) DO UPDATE SET until = excluded.until
        RETURNING "table", xmax = 0 AS is_new
    ), left_us AS (
        DELETE FROM presence p WHERE process = $3 AND NOT EXISTS (
            SELECT 1 FROM here WHERE here."table" = p."table" AND here.person = p.person
        )
        RETURNING "table"
    ), faded AS (
        DELETE FROM presence WHERE ("table", person, process) IN (
            SELECT "table", person, process FROM presence
            WHERE until < {NOW} AND process <> $3 FOR UPDATE SKIP LOCKED
        )
        RETURNING "table"
    ), changed AS (
        SELECT "table" FROM kept WHERE is_new
        UNION SELECT "table" FROM left_us
        UNION SELECT "table" FROM faded
    )
    {_TELL} FROM changed
"""
_PRESENT = f"""
    SELECT DISTINCT person FROM presence WHERE "table" = $1 AND process <> $2 AND until > {NOW}
"""


class Presence:
    """Our own people are known here; the database tells the other processes about them."""

    def __init__(self, lines: Lines, refresh: float) -> None:
        self._lines = lines
        self._refresh_s = refresh
        self._until_ms = int(refresh * FADES_AFTER * 1000)
        self._process = uuid.uuid4().hex
        self._here: dict[tuple[str, str], None] = {}
        self._in_order = asyncio.Lock()
        self._amiss = asyncio.Event()  # the database does not know what we know
        self._task = asyncio.create_task(self._run(), name="cactustown-presence")

    async def announce(self, table: str, person: str, on: bool) -> None:
        """Never fails: where the database is away it is told when it is back."""
        if on:
            self._here[table, person] = None
        else:
            self._here.pop((table, person), None)
        try:
            async with self._in_order:
                # As it is now: somebody may have come and gone while we waited.
                if (table, person) in self._here:
                    await self._lines.fetch(_COME, table, person, self._process, self._until_ms)
                else:
                    await self._lines.fetch(_GO, table, person, self._process)
        except StoreUnavailable:
            self._amiss.set()
        except asyncio.CancelledError:
            self._amiss.set()
            raise
        except ValueError:  # a name that cannot be written
            self._here.pop((table, person), None)
            raise

    async def present(self, table: str) -> set[str]:
        found = await self._lines.fetch(_PRESENT, table, self._process)
        here = {person for at, person in self._here if at == table}
        return here | {person for (person,) in found}

    async def close(self) -> None:
        """Takes everybody back, if the database can be told now; otherwise they fade."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._here:
            self._here.clear()
            with suppress(StoreUnavailable):
                await self._refresh()

    async def _run(self) -> None:
        backoff = Backoff()
        while True:
            try:
                async with asyncio.timeout(self._refresh_s):
                    await self._amiss.wait()
            except TimeoutError:
                pass
            self._amiss.clear()
            try:
                await self._refresh()
                backoff.reset()
            except StoreUnavailable:
                self._amiss.set()
                await backoff.wait()

    async def _refresh(self) -> None:
        async with self._in_order:
            tables = [table for table, _ in self._here]
            people = [person for _, person in self._here]
            await self._lines.fetch(_REFRESH, tables, people, self._process, self._until_ms)
