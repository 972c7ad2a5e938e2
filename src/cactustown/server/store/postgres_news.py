"""Hears from PostgreSQL that another process wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from cactustown.server.store.base import BadDatabase
from cactustown.server.store.postgres_lines import AWAY, CHANNEL, SERVING, Backoff, connect

ARE_YOU_THERE_S = 10.0


class Listener:
    """A connection that only listens; made anew when it is lost, and then anything may be news."""

    def __init__(self, url: str, patience: float, heard: Callable[[str, int, int], None]) -> None:
        self._url = url
        self._patience = patience
        self._heard = heard  # with the table, the version, and the connection that wrote it
        self._listens = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="cactustown-news")

    async def is_ready(self) -> None:
        """Returns when it listens for the first time."""
        await self._listens.wait()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        backoff = Backoff(longest=1.0)
        while True:
            try:
                await self._listen(backoff)
            except (*AWAY, BadDatabase):
                pass  # whoever reads or writes is told; here we only try again
            await backoff.wait()

    async def _listen(self, backoff: Backoff) -> None:
        connection = await connect(self._url, self._patience)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            async with asyncio.timeout(self._patience):
                # Waits while a copy is restored; while we have it, none is.
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")
                await connection.add_listener(CHANNEL, self._notified)
            backoff.reset()
            if self._listens.is_set():
                self._heard("", 0, 0)
            self._listens.set()
            while not lost.is_set():
                try:
                    async with asyncio.timeout(ARE_YOU_THERE_S):
                        await lost.wait()
                except TimeoutError:
                    async with asyncio.timeout(self._patience):
                        await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _notified(self, _connection: Any, pid: int, _channel: str, payload: str) -> None:
        table, _, version = payload.rpartition(":")
        if table and version.isdecimal():
            self._heard(table, int(version), pid)
