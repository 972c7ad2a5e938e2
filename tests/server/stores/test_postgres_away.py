"""PostgreSQL killed, paused, cut off: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from cactustown.server.store import address
from cactustown.server.store.base import AlreadyDone, BadDatabase, Conflict, Store, StoreUnavailable
from cactustown.server.store.postgres import PostgresStore
from tests.server.postgres import Postgres
from tests.server.stores.cut_line import line_to
from tests.server.stores.some import listing, row, running, until

pytestmark = pytest.mark.anyio


async def play(store: Store, table: str, moves: int) -> list[tuple[str, int]]:
    """Makes moves, each sent until it is answered; gives what was acknowledged."""
    told = []
    for version in range(1, moves + 1):
        wanted = row(table, version, f"ann/{version}")
        while True:
            try:
                await store.append(wanted, listing(table) if version % 5 == 1 else None, version)
                told.append((wanted.command, version))
            except StoreUnavailable:
                continue
            except AlreadyDone as done:
                told.append((wanted.command, done.version))
            break
    return told


@pytest.mark.parametrize("patience", [0.2, 30.0])
async def test_killed_during_appends(patience: float, postgres: Postgres) -> None:
    """With little patience callers send again; with much they do not even notice."""
    url = postgres.new_database()
    store, other = PostgresStore(url, patience), PostgresStore(url, patience)
    tables = [f"t{number}" for number in range(20)]
    heard: list[tuple[str, int]] = []
    async with running(store), running(other):
        other.on_news(lambda table, version: heard.append((table, version)))
        games = [asyncio.create_task(play(store, table, 40)) for table in tables]
        await until(lambda: len(heard) >= 200)
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.restart)
        for table, game in zip(tables, games, strict=True):
            told = await game
            rows = await until_read(store, table)
            assert [(each.command, each.version) for each in rows] == told
            assert len(rows) == 40
        assert await until_read(other, "t0") == await until_read(store, "t0")
        await until(lambda: ("", 0) in heard)
        heard.clear()
        await play(store, "after", 1)
        await until(lambda: ("after", 1) in heard)


async def until_read(store: Store, table: str) -> list[Any]:
    while True:
        try:
            return await store.rows(table)
        except StoreUnavailable:
            pass


async def test_paused(postgres: Postgres) -> None:
    """While it stands still callers are told so; what they sent is kept at most once."""
    store = PostgresStore(postgres.new_database(), patience=0.3)
    async with running(store):
        await store.append(row("t", 1), listing("t"))
        postgres.pause()
        try:
            end = asyncio.get_running_loop().time() + 3
            while asyncio.get_running_loop().time() < end:
                asked = (
                    *(store.append(row("t", 2)), store.append(row("u", 1), listing("u"))),
                    *(store.rows("t"), store.lobby(), store.present("t")),
                )
                answers = await asyncio.gather(*asked, return_exceptions=True)
                assert [type(answer) for answer in answers] == [StoreUnavailable] * 5
        finally:
            postgres.resume()
        assert await play(store, "u", 5) == [(f"ann/{n}", n) for n in range(1, 6)]
        assert await play(store, "t", 5) == [(f"ann/{n}", n) for n in range(1, 6)]
        assert [each.version for each in await store.rows("t")] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("reaches_server", [False, True])
async def test_cut_off_while_committing(
    is_long: bool, reaches_server: bool, postgres: Postgres, tmp_path: Path
) -> None:
    """Whether or not the commit was done before the line was cut, it is found out and done once."""
    url = postgres.new_database()
    async with line_to(url, tmp_path) as (line, through_it):
        store = PostgresStore(through_it)
        async with running(store):
            await store.append(row("t", 1), listing("t"))
            await store.append(row("t", 2))
            line.cut_at(b"COMMIT" if is_long else b"canary", reaches_server=reaches_server)
            changed = listing("t", "ann", state="running") if is_long else None
            wanted = row("t", 3, body=b"canary")
            await store.append(wanted, changed, due=7)
            assert line.was_cut.is_set()
            assert (await store.rows("t"))[2:] == [wanted]
            assert await store.due(7) == ["t"]
            assert await store.listing("t") == (changed or listing("t"))
            with pytest.raises(AlreadyDone):
                await store.append(wanted)


async def test_somebody_else_came_first_while_we_were_cut_off(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_database()
    async with line_to(url, tmp_path) as (line, through_it):
        store, other = PostgresStore(through_it), PostgresStore(url)
        async with running(store), running(other):
            await store.append(row("t", 1))
            line.cut_at(b"canary", reaches_server=False)
            # The server does not take new connections through the line until the other is done.
            (tmp_path / ".s.PGSQL.5432").rename(tmp_path / "away")
            ours = asyncio.create_task(store.append(row("t", 2, "ann/2", body=b"canary")))
            await line.was_cut.wait()
            await other.append(row("t", 2, "bob/1"))
            (tmp_path / "away").rename(tmp_path / ".s.PGSQL.5432")
            with pytest.raises(Conflict):
                await ours
            assert await store.rows("t", after=1) == [row("t", 2, "bob/1")]


async def test_what_we_gave_up_is_written_later_by_the_server(postgres: Postgres) -> None:
    """It still has our statement and does not know that we left; sent again it counts once."""
    store = PostgresStore(postgres.new_database(), patience=0.5)
    async with running(store), locked(store.url) as unlock:
        with pytest.raises(StoreUnavailable):
            await store.append(row("t", 1))
        await unlock()
        assert await play(store, "t", 1) == [("ann/1", 1)]
        await store.append(row("t", 2))
        assert await store.rows("t") == [row("t", 1), row("t", 2)]


@asynccontextmanager
async def locked(url: str) -> AsyncIterator[Any]:
    """Somebody keeps the log for themselves."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("BEGIN; LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        yield lambda: connection.execute("ROLLBACK")
    finally:
        await connection.close()


async def test_read_only_for_a_while(postgres: Postgres) -> None:
    """An error of the server itself, as after a failover or on a full disk."""
    url = postgres.new_database()
    name = url.split("?")[0].rsplit("/", 1)[1]
    store = PostgresStore(url, patience=20.0)
    admin = await asyncpg.connect(postgres.url)
    try:
        async with running(store):
            await store.append(row("t", 1))
            await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await drop_connections(admin, name)
            with pytest.raises(StoreUnavailable, match="ReadOnly"):
                await store.append(row("t", 2))
            assert await store.rows("t") == [row("t", 1)]
            await admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
            await drop_connections(admin, name)
            await store.append(row("t", 2))
    finally:
        await admin.close()


async def drop_connections(admin: Any, name: str) -> None:
    await admin.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", name
    )


async def test_accounts_while_it_is_away(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine for everything else gives up in time too, and works again afterwards."""
    monkeypatch.setattr(address, "PATIENCE_S", 0.3)
    url = postgres.new_database()
    engine = address.engine_for(url)

    async def ask() -> int | None:
        async with engine.begin() as connection:
            found: int | None = await connection.scalar(text("SELECT 1"))
            return found

    assert await ask() == 1
    postgres.pause()
    try:
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await ask()
    finally:
        postgres.resume()
    assert await ask() == 1
    await asyncio.to_thread(postgres.kill)
    with pytest.raises(StoreUnavailable):
        await ask()
    await asyncio.to_thread(postgres.restart)
    assert await ask() == 1
    await engine.dispose()


async def test_nul_is_refused_alone(postgres: Postgres) -> None:
    store = PostgresStore(postgres.new_database())
    async with running(store):
        sent = (store.append(row(f"t{n}", 1, "ann/\0" if n == 3 else "ann/1")) for n in range(9))
        answers = await asyncio.gather(*sent, return_exceptions=True)
        assert isinstance(answers.pop(3), ValueError)
        assert answers == [None] * 8


async def test_no_server_no_database_no_sense(postgres: Postgres, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable):
        await PostgresStore(f"postgresql://ann:s3cret@/town?host={tmp_path}", 0.5).open()
    with pytest.raises(BadDatabase, match="does not exist"):
        await PostgresStore(postgres.url_of("no_such_town")).open()
    for nonsense in ("postgresql://ann:s3cret@host:port:5/town", "postgresql://ann:s3cret@[/town"):
        with pytest.raises(BadDatabase) as refused:
            await PostgresStore(nonsense).open()
        assert "s3cret" not in str(refused.value)


async def test_commits_are_on_disk_even_where_the_server_would_not_wait(postgres: Postgres) -> None:
    url = postgres.new_database()
    name = url.split("?")[0].rsplit("/", 1)[1]
    admin = await asyncpg.connect(postgres.url)
    await admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    await admin.close()
    store = PostgresStore(url)
    async with running(store):
        await store.append(row("t", 1))
        assert store._writer is not None
        assert await store._writer._connection.fetchval("SHOW synchronous_commit") == "on"
