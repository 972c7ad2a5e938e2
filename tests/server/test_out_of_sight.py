"""Tables nobody looks at: bots among themselves wait, others take their time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
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


async def test_for_who_is_away_bots_play_on_with_patience(tmp_path: Path) -> None:
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
