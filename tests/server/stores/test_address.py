"""What a host may write as the database's address; and the engine for everything but the log."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cactustown.server.store.address import engine_for, open_store, reading, sqlite_path
from cactustown.server.store.base import BadDatabase
from cactustown.server.store.postgres import PostgresStore
from cactustown.server.store.schema import ratings, sessions, users
from cactustown.server.store.sqlite import SqliteStore
from tests.server.stores.some import opened, row

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("town.db", "town.db"),
        ("/srv/town.db", "/srv/town.db"),
        ("sqlite:///town.db", "town.db"),
        ("sqlite:////srv/town.db", "/srv/town.db"),
        ("~/town.db", f"{Path.home()}/town.db"),
    ],
)
def test_files(url: str, file: str) -> None:
    store = open_store(url)
    assert isinstance(store, SqliteStore)
    assert store.path == Path(file)


@pytest.mark.parametrize("url", ["postgresql://ann@host/town", "postgres:///town?host=/run/pg"])
def test_postgresql(url: str) -> None:
    assert sqlite_path(url) is None
    assert isinstance(open_store(url), PostgresStore)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("", "names no file"),
        (":memory:", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite://", "names no file"),
        ("sqlite://town.db", "write sqlite:///file"),
        ("mysql://ann:s3cret@host/town", "mysql:// is not a database known here"),
        ("postgresql+psycopg://ann:s3cret@host/town", r"postgresql://user@host/name"),
    ],
)
def test_nonsense(url: str, told: str) -> None:
    for use in (open_store, engine_for):
        with pytest.raises(BadDatabase, match=told) as refused:
            use(url)
        assert "s3cret" not in str(refused.value)


def test_postgresql_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for use in (open_store, engine_for):
        with pytest.raises(BadDatabase, match=r"pip install cactustown\[postgresql\]"):
            use("postgresql://host/town")


async def test_what_is_read_does_not_change_before_it_is_written(database: str) -> None:
    """Fifty people are counted one by one while games go on; nobody is told that it is busy."""
    async with opened(database) as store:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.execute(insert(users).values(id="u", name="Ann", created_at=0))
            await connection.execute(
                insert(ratings).values(user_id="u", party="outlaws", mu=25.0, sigma=8.0, games=0)
            )

        async def count() -> None:
            async with engine.begin() as connection:
                games = await connection.scalar(select(ratings.c.games).with_for_update())
                assert games is not None
                await connection.execute(update(ratings).values(games=games + 1))

        async def play() -> None:
            for version in range(1, 101):
                await store.append(row("t", version))

        async def look() -> None:
            for _ in range(50):
                async with reading(engine).connect() as connection:
                    await connection.scalar(select(func.count()).select_from(users))

        await asyncio.gather(play(), look(), *(count() for _ in range(50)))
        async with reading(engine).connect() as connection:
            assert await connection.scalar(select(ratings.c.games)) == 50
        await engine.dispose()


async def test_what_belongs_to_nobody_is_refused(database: str) -> None:
    async with opened(database):
        engine = engine_for(database)
        lost = insert(sessions).values(
            token_hash="h", user_id="nobody", created_at=0, seen_at=0, expires_at=0
        )
        with pytest.raises(IntegrityError):
            async with engine.begin() as connection:
                await connection.execute(lost)
        async with reading(engine).connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(sessions)) == 0
        await engine.dispose()
