"""Tables nobody looks at: bots among themselves wait, others take their time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.allowance import TooManyTables
from cactustown.server.commands import Refusal
from cactustown.server.entries import Person
from cactustown.server.hub import Manners
from tests.server.tables import ANNA, BERT, Told, until, world

pytestmark = pytest.mark.anyio
PAIR = Options(("sheriff", "outlaws"), round_limit=1)
SLOW = Manners(pace=1000)


async def test_bots_among_themselves_wait_until_somebody_looks(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["random", "random"])
        await w.do(live, ANNA, wire.Start)
        assert live._table.bots_awaited()
        assert not w.hub._thinking
        assert live._table.due() is None
        assert await w.store.due(w.time + 1_000_000) == []
        told = Told(BERT)
        await live.come(told, None)
        assert w.hub._thinking
        await until(lambda: live._table.state == "over")


async def test_they_stop_when_nobody_looks_any_more(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws")), ["random", "random"])
        await w.do(live, ANNA, wire.Start)
        told = Told(BERT)
        await live.come(told, None)
        await live.go(told)
        await until(lambda: not w.hub._thinking)
        await asyncio.sleep(0)
        assert live._table.state == "running"
        assert not w.hub._thinking


async def test_for_people_who_are_away_bots_play_on_with_patience(tmp_path: Path) -> None:
    async with world(tmp_path, SLOW) as w:
        live = await w.open(PAIR, ["me", "random"])
        await w.do(live, ANNA, wire.Start)
        assert w.hub._thinking == {(live.name, "outlaws")}
        assert live._table.due() is not None  # another process would go on, too
        version = live._table.version
        for _ in range(100):
            await asyncio.sleep(0)
        assert live._table.version == version
        w.hub.manners = Manners(pace=0)
        await live.come(Told(ANNA), None)  # the bot hurries
        await until(lambda: live._table.version > version)


async def test_a_host_may_close_a_game_of_bots(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["random", "random"])
        await w.do(live, ANNA, wire.Start)
        assert await w.refused(live, BERT, wire.Close) == "not_host"
        await w.do(live, ANNA, wire.Close)
        assert live._table.state == "closed"
        assert await w.store.live_tables_of(ANNA.id) == set()
        await live.come(Told(ANNA), None)
        assert not w.hub._thinking
        played = await w.open(PAIR, ["me", "random"])
        await w.do(played, ANNA, wire.Start)
        assert await w.refused(played, ANNA, wire.Close) == "started"


async def test_one_person_sits_at_so_many_tables_however_fast(tmp_path: Path) -> None:
    async with world(tmp_path, Manners(pace=0, tables_a_person=3)) as w:
        tables = []
        for host in ("h1", "h2"):
            person = Person(host, host)
            tables += [await w.open(PAIR, ["open", "open"], host=person) for _ in range(3)]
        sitting = [w.do(live, ANNA, wire.Sit, chair=0) for live in tables]
        done = await asyncio.gather(*sitting, return_exceptions=True)
        refused = [each for each in done if isinstance(each, Refusal)]
        assert [each.code for each in refused] == ["too_many_tables"] * 3
        sat = next(live for live in tables if ANNA.id in live._table.people())
        await w.do(sat, ANNA, wire.Sit, chair=1)  # another chair of the same table
        with pytest.raises(TooManyTables):
            await w.open(PAIR, ["open", "open"])
