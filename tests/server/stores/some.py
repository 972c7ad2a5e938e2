"""Rows, listings and opened stores as the tests of the stores need them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from cactustown.server.store.address import open_store
from cactustown.server.store.base import Listing, Place, Row, Store

SOON_S = 20.0  # a deadline for what happens by itself; nothing takes so long


def row(table: str, version: int, command: str = "", at: int = 1_000, body: bytes = b"{}") -> Row:
    return Row(table, version, command or f"ann/{version}", at, body)


def listing(
    table: str,
    *people: str | None,
    state: str = "open",
    public: bool = True,
    changed_at: int = 1_000,
    result: str | None = None,
) -> Listing:
    return Listing(
        table=table,
        state=state,
        public=public,
        rated=True,
        host="ann",
        title="Zum Käktus \U0001f335",
        options=b'{"parties": ["sheriff", "outlaws"]}',
        clock=b'{"kind": "fast"}',
        places=[
            Place(None, None, None, "greedy")
            if person is None
            else Place("outlaws", person, person.title(), None)
            for person in people
        ],
        result=result,
        opened_at=500,
        changed_at=changed_at,
    )


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    async with running(open_store(url)) as store:
        yield store


@asynccontextmanager
async def running(store: Store) -> AsyncIterator[Store]:
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Waits for something that happens by itself."""
    async with asyncio.timeout(SOON_S):
        while True:
            held = holds()
            if held if isinstance(held, bool) else await held:
                return
            await asyncio.sleep(0.01)
