"""Who is present is seen from every process that shares a PostgreSQL, and fades when one dies."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import pytest

from cactustown.server.store.base import Store, StoreUnavailable
from cactustown.server.store.postgres import PostgresStore
from tests.server.postgres import Postgres
from tests.server.stores.some import running, until

pytestmark = pytest.mark.anyio

LATER, PAST = 90_000, -1


async def sees(store: Store, table: str, people: set[str]) -> bool:
    try:
        return await store.present(table) == people
    except StoreUnavailable:
        return False


async def note(url: str, table: str, person: str, process: str, until_ms: int) -> None:
    """What another process would have written."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "INSERT INTO presence SELECT $1, $2, $3,"
        " (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $4",
        *(table, person, process, until_ms),
    )
    await connection.close()


async def noted(url: str) -> list[Any]:
    connection = await asyncpg.connect(url)
    found = await connection.fetch('SELECT "table", person, until FROM presence ORDER BY 1, 2')
    await connection.close()
    return [tuple(line) for line in found]


async def test_seen_from_another_process(postgres: Postgres) -> None:
    url = postgres.new_database()
    store, other = PostgresStore(url), PostgresStore(url)
    heard: list[tuple[str, int]] = []
    async with running(other):
        other.on_news(lambda table, version: heard.append((table, version)))
        async with running(store):
            await store.announce("t", "ann", True)
            await until(lambda: ("t", 0) in heard)
            assert await other.present("t") == {"ann"}
            await other.announce("t", "ann", True)  # she has two windows, one at each
            await other.announce("t", "bob", True)
            assert await store.present("t") == {"ann", "bob"}
            await store.announce("t", "ann", False)
            assert await store.present("t") == await other.present("t") == {"ann", "bob"}
            await other.announce("t", "ann", False)
            assert await store.present("t") == await other.present("t") == {"bob"}
            await store.announce("u", "cat", True)
            assert await other.present("u") == {"cat"}
            heard.clear()
        await until(lambda: ("u", 0) in heard)  # closing took her back
        assert await other.present("u") == set()


async def test_a_dead_process_fades(postgres: Postgres) -> None:
    url = postgres.new_database()
    store = PostgresStore(url, refresh=0.05)
    heard: list[tuple[str, int]] = []
    async with running(store):
        store.on_news(lambda table, version: heard.append((table, version)))
        await note(url, "t", "ann", "dead", PAST)
        await note(url, "t", "bob", "alive", LATER)
        assert await store.present("t") == {"bob"}
        await until(lambda: ("t", 0) in heard)
        assert [person for _, person, _ in await noted(url)] == ["bob"]


async def test_people_who_stay_are_refreshed(postgres: Postgres) -> None:
    url = postgres.new_database()
    store, other = PostgresStore(url, refresh=0.05), PostgresStore(url)
    async with running(store), running(other):
        await store.announce("t", "ann", True)
        [(_, _, first)] = await noted(url)

        async def is_later() -> bool:
            [(_, _, now)] = await noted(url)
            return bool(now > first + 200)  # she would have faded by now

        await until(is_later)
        connection = await asyncpg.connect(url)
        await connection.execute("DELETE FROM presence")  # as after a long pause of our process
        await connection.close()
        await until(lambda: sees(other, "t", {"ann"}))


async def test_come_and_gone_while_the_database_was_away(postgres: Postgres) -> None:
    url = postgres.new_database()
    store, other = PostgresStore(url, patience=0.1), PostgresStore(url, patience=0.1)
    async with running(store), running(other):
        await store.announce("t", "ann", True)
        await asyncio.to_thread(postgres.kill)
        await store.announce("t", "bob", True)
        await store.announce("t", "ann", False)
        await asyncio.to_thread(postgres.restart)
        await until(lambda: sees(other, "t", {"bob"}))
        await until(lambda: sees(store, "t", {"bob"}))


async def test_the_last_word_counts(postgres: Postgres) -> None:
    url = postgres.new_database()
    store, other = PostgresStore(url), PostgresStore(url)
    async with running(store), running(other):
        for _ in range(5):
            await asyncio.gather(
                *(store.announce("t", "ann", on) for on in (True, False, True, False))
            )
            assert await other.present("t") == set()
            await asyncio.gather(*(store.announce("t", "ann", on) for on in (False, True)))
            assert await other.present("t") == {"ann"}
