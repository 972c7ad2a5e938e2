"""Two servers on one PostgreSQL: one command wins a version, and everybody sees the same."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from cactustown.server.entries import Played, decode
from cactustown.server.store.postgres import PostgresStore
from cactustown.server.table import Table
from tests.drills.server import Server
from tests.drills.wire import Guest, Player, Refused
from tests.server.postgres import Postgres
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server

pytestmark = pytest.mark.anyio
GAMES = 10
COMMANDS = 1000
LOSERS = ("stale", "not_your_turn", "illegal", "over")  # what who came second is told


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def two_servers(folder: Path, database: str) -> AsyncIterator[tuple[Server, Server]]:
    async with Server(folder, database) as one, Server(folder, database) as other:
        yield one, other


async def hot_seat(one: Server, other: Server) -> tuple[Player, Player]:
    """One person at one table with both seats, connected to both servers."""
    async with httpx.AsyncClient(base_url=one.url) as http:
        guest = await Guest.come(http, "Anna")
        table = await guest.open(
            http, options={"parties": ["sheriff", "outlaws"]}, seats=["me", "me"]
        )
    here, there = Player(guest, table), Player(Guest(other.url, guest.cookie), table)
    await here.connect()
    await there.connect()
    await here.send("start")
    return here, there


async def both(here: Player, there: Player, lots: random.Random) -> tuple[int, int]:
    """The same seat chooses differently on both servers at once: commands sent, commands acked."""
    while (turn := here.turn()) is None or there.seq != here.seq:
        if here.is_over and there.is_over:
            return 0, 0
        here.news.clear()
        there.news.clear()
        waits = [asyncio.ensure_future(p.news.wait()) for p in (here, there)]
        await asyncio.wait(waits, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
    seat, view = turn
    choices = [choice for choice in view.choices if choice != "unlock"]
    sent = await asyncio.gather(
        *(
            player.send("play", version=here.seq, seat=seat, choice=lots.choice(choices))
            for player in (here, there)
        ),
        return_exceptions=True,
    )
    for answer in sent:
        if isinstance(answer, BaseException):
            assert isinstance(answer, Refused)
            assert answer.code in LOSERS, answer
    return 2, sum(not isinstance(answer, BaseException) for answer in sent)


async def test_one_of_two_racing_commands_wins(tmp_path: Path, postgres: Postgres) -> None:
    database = postgres.new_database()
    async with two_servers(tmp_path, database) as (one, other):
        games = await asyncio.gather(*(hot_seat(one, other) for _ in range(GAMES)))
        raced = await asyncio.gather(
            *(_race(here, there, seed) for seed, (here, there) in enumerate(games))
        )
        assert sum(sent for sent, _ in raced) >= COMMANDS
        store = PostgresStore(database)
        await store.open()
        for (here, there), (_, acked) in zip(games, raced, strict=True):
            rows = await store.rows(here.table)
            assert [row.version for row in rows] == list(range(1, len(rows) + 1))
            played = [row for row in rows if isinstance(decode(row.body), Played)]
            assert len(played) == acked  # a plan may be changed by the second of the two
            table = Table.from_rows(rows)
            await _same_story(here, there, len(table.story))
            assert here.gaps == there.gaps == 0
            await here.close()
            await there.close()
        await store.close()


async def _race(here: Player, there: Player, seed: int) -> tuple[int, int]:
    lots = random.Random(seed)
    sent = acked = 0
    while sent < COMMANDS / GAMES * 1.5:
        more, won = await both(here, there, lots)
        if not more:
            break
        sent += more
        acked += won
    return sent, acked


async def _same_story(here: Player, there: Player, length: int) -> None:
    deadline = asyncio.get_running_loop().time() + 20
    while (here.seq, there.seq) != (length, length):
        assert asyncio.get_running_loop().time() < deadline, (here.seq, there.seq, length)
        await asyncio.sleep(0.02)
    assert here.views == there.views
