"""/readyz says yes only where what people do can be kept; and why not, for the host."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from cactustown.server import readiness
from cactustown.server.store.base import StoreDamaged
from tests.server.http.test_tables import WISH
from tests.server.http.town import Town, guest, town
from tests.server.postgres import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def always_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "KEPT_S", 0)


async def is_ready(client: httpx.AsyncClient) -> str:
    """The reason why not; "" where it is."""
    answer = await client.get("/readyz")
    if answer.status_code == 200:
        return ""
    assert answer.status_code == 503
    assert answer.json()["error"] == "unavailable"
    reason: str = answer.json()["reason"]
    assert reason
    return reason


async def test_locked_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "PATIENCE_S", 0.1)
    async with town(tmp_path) as here, here.client() as client:
        assert await is_ready(client) == ""
        other = sqlite3.connect(tmp_path / "town.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "did not take a write" in await is_ready(client)
        other.execute("ROLLBACK")
        other.close()
        monkeypatch.setattr(readiness, "PATIENCE_S", 10)
        assert await is_ready(client) == ""


async def test_disk_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = False
    connect = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, sql: str, values: object = (), /) -> sqlite3.Cursor:
            if full and sql == "COMMIT":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, values)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite3, "connect", lambda *w, **n: connect(*w, **{**n, "factory": Full}))
    async with town(tmp_path) as here, here.client() as client:
        assert await is_ready(client) == ""
        full = True
        assert "disk is full" in await is_ready(client)
        full = False
        assert await is_ready(client) == ""


async def test_moved_away_or_replaced(tmp_path: Path) -> None:
    """What is written to a file without a name is lost: it is refused, and a probe told."""
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        (tmp_path / "town.db").rename(tmp_path / "elsewhere.db")
        assert "moved or replaced" in await is_ready(client)
        assert (await client.post("/api/tables", json=WISH)).status_code == 503
        (tmp_path / "elsewhere.db").rename(tmp_path / "town.db")
        assert await is_ready(client) == ""


async def spoil(path: Path, here: Town) -> None:
    """Damages the page that tables are listed in, as a bad disk would."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    find = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
    (page,) = connection.execute(find).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    # By another program: a process that closes a file loses all its locks on it.
    words = (f"of={path}", f"bs={size}", f"seek={page - 1}", "count=1", "conv=notrunc")
    process = await asyncio.create_subprocess_exec(
        *("dd", "if=/dev/urandom", *words), stderr=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0


async def test_damage_met_while_it_runs(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        assert (await client.post("/api/tables", json=WISH)).status_code == 201
        await spoil(tmp_path / "town.db", here)
        assert await is_ready(client) == "", "nobody has met it yet"
        here.hub.store._reader.execute("PRAGMA shrink_memory")  # type: ignore[attr-defined]
        with pytest.raises(StoreDamaged):
            await here.hub.store.lobby()
        assert "damaged" in await is_ready(client)
        assert "cactustown restore" in await is_ready(client)


async def test_many_who_ask_at_once_cost_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "KEPT_S", 1000)
    async with town(tmp_path) as here, here.client() as client:
        tries = 0
        really = here.hub.store.try_writing

        async def counted() -> None:
            nonlocal tries
            tries += 1
            await really()

        monkeypatch.setattr(here.hub.store, "try_writing", counted)
        await asyncio.gather(*(is_ready(client) for _ in range(20)))
        assert tries == 1


async def test_a_postgresql_that_may_not_be_written(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    async with town(tmp_path, database=url) as here, here.client() as client:
        assert await is_ready(client) == ""
    name = urlsplit(url).path[1:]
    postgres._sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    async with town(tmp_path, database=url) as here, here.client() as client:
        assert "ReadOnly" in await is_ready(client)
