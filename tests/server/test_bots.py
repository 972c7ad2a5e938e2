"""Bots think elsewhere: with a deadline, replaced when they die, and nobody waits for them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from cactustown.engine.state import to_json
from cactustown.game import Game
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.bot_worker import Thought, choose
from cactustown.server.bots import BotPool, NoAnswer, time_left
from cactustown.server.hub import Hub, Manners
from cactustown.server.store.sqlite import SqliteStore
from tests.server.tables import ANNA, Told, World

pytestmark = pytest.mark.anyio
HANGS = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
DIES = (sys.executable, "-c", "import sys; sys.exit(1)")
BABBLES = (
    sys.executable,
    "-c",
    "import sys; sys.stdin.buffer.read(4); sys.stdout.buffer.write(b'\\0\\0\\0\\2{}'); "
    "sys.stdout.flush(); sys.stdin.buffer.read()",
)
TELLS_ITS_TIME = (
    sys.executable,
    "-c",
    "import json, sys\n"
    "while head := sys.stdin.buffer.read(4):\n"
    "    told = json.loads(sys.stdin.buffer.read(int.from_bytes(head, 'big')))\n"
    "    out = json.dumps({'choice': str(told['seconds'])}).encode()\n"
    "    sys.stdout.buffer.write(len(out).to_bytes(4, 'big') + out)\n"
    "    sys.stdout.flush()\n",
)


def thought(bot: str = "greedy") -> Thought:
    game = Game.new(("sheriff", "outlaws"), seed=3)
    view = to_json(game.bot_view("outlaws"))
    return Thought(game.options.to_json(), "e1", 1, view, bot, 42)


async def test_a_worker_answers_as_the_bot_would() -> None:
    pool = BotPool(2, 30)
    try:
        answers = await asyncio.gather(*(pool.choose(thought()) for _ in range(4)))
    finally:
        await pool.close()
    assert set(answers) == {choose(thought())}
    assert answers[0].startswith("plan ")


@pytest.mark.parametrize("command", [HANGS, DIES, BABBLES])
async def test_no_answer_is_said_in_time_and_the_worker_replaced(command: tuple[str, ...]) -> None:
    pool = BotPool(1, 0.5 if command is HANGS else 20, command)
    try:
        for _ in range(2):
            with pytest.raises(NoAnswer):
                await pool.choose(thought())
        pool._command = BotPool(1, 1)._command
        pool.seconds = 30
        assert (await pool.choose(thought("random"))).startswith("plan ")
    finally:
        await pool.close()


async def test_a_bot_is_told_to_answer_well_before_its_deadline() -> None:
    pool = BotPool(1, 30, TELLS_ITS_TIME)
    try:
        assert float(await pool.choose(thought())) <= 20
    finally:
        await pool.close()


async def test_who_waited_for_a_process_thinks_the_less() -> None:
    pool = BotPool(1, 30, TELLS_ITS_TIME)
    try:
        waiting = [asyncio.create_task(pool.choose(thought())) for _ in range(2)]
        first, second = (float(answer) for answer in await asyncio.gather(*waiting))
        assert 0 < second < first
    finally:
        await pool.close()


def test_however_long_it_waited_a_bot_has_a_little_time() -> None:
    assert [time_left(10.0, waited) for waited in (0.0, 4.0, 9.5, 99.0)] == [10.0, 6.0, 1.0, 1.0]


async def test_a_worker_that_died_while_idle_is_replaced() -> None:
    pool = BotPool(1, 30)
    try:
        await pool.choose(thought("random"))
        (worker,) = pool._all
        worker.kill()
        await worker.wait()
        assert (await pool.choose(thought("random"))).startswith("plan ")
        assert worker not in pool._all
    finally:
        await pool.close()


async def test_a_cancelled_thought_leaves_no_half_answer_behind() -> None:
    pool = BotPool(1, 30)
    try:
        waiting = asyncio.create_task(pool.choose(thought()))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert await pool.choose(thought()) == choose(thought())
    finally:
        await pool.close()


async def test_nobody_waits_for_a_slow_bot_and_the_game_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "town.db")
    await store.open()
    pool = BotPool(1, 3600, HANGS)
    hub = Hub(store, pool, Manners(pace=0))
    w = World(hub, store)
    try:
        live = await w.open(Options(("sheriff", "outlaws")), ["me", "greedy"])
        await w.do(live, ANNA, wire.Start)
        told = Told(ANNA)
        await live.come(told, None)
        await w.play(live, ANNA, "sheriff")  # acknowledged while the bot thinks
        await w.do(live, ANNA, wire.Chat, text="take your time")
        assert live._table.game is not None
        assert live._table.game.awaited == ["outlaws"]
        pool.seconds = 0.1
        await hub.stop()
        hub._thinking.clear()
        hub._look_after(live)
        deadline = asyncio.get_running_loop().time() + 20
        while live._table.game.awaited == ["outlaws"]:
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.01)
    finally:
        await hub.stop()
        await pool.close()
        await store.close()
