"""Bots think elsewhere: with a deadline, replaced when they die, and nobody waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from cactustown.engine.saving import to_json
from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.bot_worker import Thought, choose
from cactustown.server.bots import COMMAND, BotPool, Lane, NoAnswer, thinking_time
from cactustown.server.hub import Hub, Manners
from cactustown.server.store.sqlite import SqliteStore
from cactustown.server.waiting import Asker
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
LATE = (
    sys.executable,
    "-c",
    "import json, sys, time\n"
    "number = 0\n"
    "while head := sys.stdin.buffer.read(4):\n"
    "    sys.stdin.buffer.read(int.from_bytes(head, 'big'))\n"
    "    number += 1\n"
    "    time.sleep(0.6 * (number == 1))\n"
    "    out = json.dumps({'choice': str(number)}).encode()\n"
    "    sys.stdout.buffer.write(len(out).to_bytes(4, 'big') + out)\n"
    "    sys.stdout.flush()\n",
)


def thought(bot: str = "greedy") -> Thought:
    game = Game.new(("sheriff", "outlaws"), seed=3)
    view = to_json(game.bot_view("outlaws"))
    return Thought(game.options.to_json(), "e1", VERSION, 1, view, bot, 42)


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
        pool._deep.command = pool._quick.command = COMMAND
        pool.seconds = 30
        assert (await pool.choose(thought("random"))).startswith("plan ")
    finally:
        await pool.close()


async def test_a_bot_is_told_to_answer_well_before_its_deadline() -> None:
    pool = BotPool(1, 30, TELLS_ITS_TIME)
    try:
        assert float(await pool.choose(thought("expert"))) <= 20
    finally:
        await pool.close()


async def test_a_bot_that_waited_for_a_process_thinks_the_less() -> None:
    pool = BotPool(1, 30, TELLS_ITS_TIME)
    try:
        waiting = [asyncio.create_task(pool.choose(thought("expert"))) for _ in range(2)]
        first, second = (float(answer) for answer in await asyncio.gather(*waiting))
        assert 0 < second < first
    finally:
        await pool.close()


async def test_the_tables_of_a_host_share_the_time_of_one() -> None:
    pool = BotPool(1, 30, TELLS_ITS_TIME)
    try:
        asked = [
            asyncio.create_task(pool.choose(thought("expert"), Asker("hog", str(table))))
            for table in range(10)
        ]
        times = [float(answer) for answer in await asyncio.gather(*asked)]
        assert sum(times[1:]) < 2 * thinking_time(27, 1) * sum(1 / n for n in range(1, 10))
        assert max(times[1:5]) < 0.25 * thinking_time(27, 1)
    finally:
        await pool.close()


async def test_an_asker_who_waited_to_the_last_moment_costs_no_process() -> None:
    """When many wait this is common, and starting a new process takes long."""
    lane = Lane(1, TELLS_ITS_TIME)
    try:
        now = asyncio.get_running_loop().time
        await lane.ask(thought(), Asker(), now() + 30, now() + 30)
        (worker,) = lane._idle
        with pytest.raises(NoAnswer):
            await lane.ask(thought(), Asker(), now() + 30, now())
        await asyncio.gather(*lane._serving)
        assert lane._idle == [worker]
    finally:
        await lane.close()


async def test_waiting_for_a_process_is_part_of_the_time_and_a_simpler_bot_answers() -> None:
    pool = BotPool(1, 3)
    pool._deep = Lane(1, HANGS)  # its one process never comes free
    simpler = choose(thought("greedy"))
    try:
        await _is_warm(pool)
        asked = [pool.choose(thought("expert"), Asker("hog", str(table))) for table in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)  # else this never ends
        assert simpler in answers
        assert all(answer == simpler or isinstance(answer, NoAnswer) for answer in answers)
    finally:
        await pool.close()


async def _is_warm(pool: BotPool) -> None:
    """The process of the bots that answer at once has been started, however slow the machine."""
    while True:
        with contextlib.suppress(NoAnswer):
            await pool.choose(thought("easy"))
            return


async def test_bots_that_answer_at_once_never_wait_for_those_that_search() -> None:
    pool = BotPool(1, 3600)
    pool._deep = Lane(1, HANGS)
    try:
        experts = [asyncio.create_task(pool.choose(thought("expert"))) for _ in range(5)]
        assert await pool.choose(thought("easy")) == choose(thought("easy"))
        assert not any(expert.done() for expert in experts)
        for expert in experts:
            expert.cancel()
        await asyncio.gather(*experts, return_exceptions=True)
    finally:
        await pool.close()


async def test_a_process_that_is_late_is_not_started_anew() -> None:
    pool = BotPool(1, 1, LATE)
    try:
        with pytest.raises(NoAnswer):
            await pool._deep.ask(thought("expert"), Asker(), *in_seconds(0.5, 0.5))
        (worker,) = pool._deep._all
        answer = await pool._deep.ask(thought("expert"), Asker(), *in_seconds(20, 20))
        assert answer.choice == "2"
        assert pool._deep._all == {worker}
    finally:
        await pool.close()


def in_seconds(*seconds: float) -> tuple[float, ...]:
    now = asyncio.get_running_loop().time()
    return tuple(now + each for each in seconds)


async def test_a_worker_that_died_while_idle_is_replaced() -> None:
    pool = BotPool(1, 30)
    try:
        await pool.choose(thought("random"))
        (worker,) = pool._quick._all
        worker.kill()
        await worker.wait()
        assert (await pool.choose(thought("random"))).startswith("plan ")
        assert worker not in pool._quick._all
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
        hub.thinking.asked.clear()
        hub._look_after(live)
        deadline = asyncio.get_running_loop().time() + 20
        while live._table.game.awaited == ["outlaws"]:
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.01)
    finally:
        await hub.stop()
        await pool.close()
        await store.close()
