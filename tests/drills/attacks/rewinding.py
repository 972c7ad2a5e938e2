"""Choices taken back again and again, at a table and in files.

Where going back plays again what was taken back before, each costs twice the last: 74 seconds at
the 22nd by ordinary play, and a file of 1,359 bytes holds up everybody.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

from cactustown.engine.journal import MOST_TAKEN_BACK, Move
from cactustown.game import Game
from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, Refused

WHAT = "22 choices taken back at a table, then looked at; files that are nothing but `rewind`"
SETTINGS: dict[str, str] = {}
REWINDS = 26
REPLAYS = 8
WAIT_SECONDS = 5.0
PAUSE_SECONDS = 0.12  # two messages each time: below what one connection may send
GOES_ON = ("plan", "nothing_to_undo", "stale", "illegal", "not_your_turn", "over")


async def attack(scene: Scene) -> None:
    guest = await scene.guest()
    table = await _take_back(scene, guest, 22 if scene.full else 6)
    await _look_again(scene, guest, table)
    await _send_files(scene, guest)


async def _take_back(scene: Scene, guest: Guest, times: int) -> str:
    """By ordinary play against bots, who are not asked for their consent."""
    options = {"parties": ["sheriff", "outlaws", "hunters", "dancer"]}
    table = await guest.open(scene.http, options=options, seats=["me", *["random"] * 3])
    player, lots = Player(guest, table), random.Random(2)
    waits: list[float] = []
    await player.connect()
    await player.send("start")
    while len(waits) < times:
        player.news.clear()
        turn = player.turn()
        if turn is None:
            assert not player.is_over, "the game ended too soon to be taken back"
            await asyncio.wait_for(player.news.wait(), WAIT_SECONDS)
            continue
        seat, view = turn
        try:
            choice = lots.choice(view.choices)
            await player.send("play", version=player.seq, seat=seat, choice=choice)
            began = time.perf_counter()
            await player.send("undo", version=player.seq, seat=seat)
            waits.append(time.perf_counter() - began)
        except Refused as refused:  # a plan, or a bot went on: the next choice will do
            if refused.code not in GOES_ON:
                raise
        await asyncio.sleep(PAUSE_SECONDS)
    scene.figure("last undo, ms", waits[-1] * 1000)
    await player.close()
    return table


async def _look_again(scene: Scene, guest: Guest, table: str) -> None:
    """What was taken back is played again for every export."""
    exports = [guest.export(scene.http, table) for _ in range(3)]
    for game in await asyncio.gather(*exports):
        assert sum(e["event"] == "undone" for e in game["seats"][0]["events"]) > 0


def _file(rewinds: int) -> dict[str, Any]:
    """A game of one choice that goes back to where it is, as often as that."""
    game = Game.new(("sheriff", "outlaws"), seed=1)
    game.play("sheriff", game.choices("sheriff")[0])
    journal = game.journal()
    journal.seed = journal.commitment = journal.digest = ""
    for _ in range(rewinds):
        journal.moves.append(Move("sheriff", f"rewind {len(journal.moves) - 1}", ()))
    return journal.to_json()


async def _send_files(scene: Scene, guest: Guest) -> None:
    owner = await scene.guest("Owner")
    account = {"login": "owner", "password": "tumbleweed on main street 7"}
    answer = await scene.http.post("/api/register", json=account, headers=owner.headers)
    assert answer.status_code == 200, answer.text
    file = _file(REWINDS)
    scene.figure("bytes", len(json.dumps(file)))

    async def send(path: str, **wish: Any) -> int:
        sent = await scene.http.post(path, json=wish, headers=guest.headers, timeout=60)
        return sent.status_code

    moves = len(file["moves"])
    began = time.perf_counter()
    await scene.http.post("/api/login", json=account)
    scene.figure("login before, ms", (time.perf_counter() - began) * 1000)
    began = time.perf_counter()
    assert await send("/api/branch", game=file, move=moves, me="sheriff") == 201
    scene.figure("branch, ms", (time.perf_counter() - began) * 1000)
    replays = [asyncio.create_task(send("/api/replay", game=file)) for _ in range(REPLAYS)]
    await asyncio.sleep(0.05)
    began = time.perf_counter()
    answer = await scene.http.post("/api/login", json=account, timeout=120)
    scene.figure("login meanwhile, ms", (time.perf_counter() - began) * 1000)
    assert answer.status_code == 200, answer.text
    answers = await asyncio.gather(*replays)
    assert set(answers) <= {200, 503}, f"eight replays were answered {answers}"
    too_many = _file(MOST_TAKEN_BACK + 1)
    assert await send("/api/replay", game=too_many) == 400
    endless = file | {"moves": [["sheriff", "rewind " + "9" * 5000, []]]}
    assert await send("/api/replay", game=endless) == 400
    worst = _file(MOST_TAKEN_BACK)
    assert await send("/api/replay", game=worst) in (200, 503)
