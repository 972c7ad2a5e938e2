"""A guest opens as many tables full of experts as the server allows, and more, and goes away."""

from __future__ import annotations

import time

from httpx import codes

from tests.drills.attack import Scene
from tests.drills.wire import Player

WHAT = "a guest who sits nowhere opens 60 tables of 5 experts each and starts them all"
SETTINGS = {"BOT_WORKERS": "1"}
FIVE = ["sheriff", "outlaws", "hunters", "dancer", "dakota"]
MOST_TABLES = 20
MOST_SECONDS = 5.0  # bot_seconds of the settings


async def attack(scene: Scene) -> None:
    hog = await scene.guest("Hog")
    wish = {"options": {"parties": FIVE}, "seats": ["expert"] * len(FIVE)}
    opened, looking = [], []
    for _ in range(60 if scene.full else MOST_TABLES + 2):
        answer = await scene.http.post("/api/tables", json=wish, headers=hog.headers)
        if answer.status_code == codes.CREATED:
            opened.append(answer.json()["table"])
            player = Player(hog, opened[-1])
            await player.connect()
            await player.send("start")
            if len(opened) % 2:
                await player.close()
            else:
                looking.append(player)  # half of them are looked at: there the experts do think
        else:
            assert answer.status_code == codes.CONFLICT, answer.text
            assert answer.json()["error"] == "too_many_tables"
    assert len(opened) == MOST_TABLES, f"{len(opened)} tables were opened"
    waits = await _easy_waits(scene, 40 if scene.full else 4)
    scene.figure("tables opened", len(opened))
    scene.figure("easy bot, median s", waits[len(waits) // 2])
    scene.figure("easy bot, longest s", waits[-1])
    assert waits[-1] < MOST_SECONDS, f"an easy bot took {waits[-1]:.1f} s"
    for player in looking:
        await player.close()


async def _easy_waits(scene: Scene, times: int) -> list[float]:
    """How long an easy bot of somebody else's takes, sorted."""
    guest = await scene.guest("Patience")
    wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "easy"]}
    waits: list[float] = []
    while len(waits) < times:
        player = Player(guest, await guest.open(scene.http, **wish))
        await player.connect()
        await player.send("start")
        while not player.is_over and len(waits) < times:
            began = time.monotonic()
            turn = player.turn()
            while turn is None and not player.is_over:
                player.news.clear()
                await player.news.wait()
                turn = player.turn()
            waits.append(time.monotonic() - began)
            if turn is not None:
                choice = turn[1].choices[0]
                await player.send("play", version=player.seq, seat=turn[0], choice=choice)
        await player.close()
    return sorted(waits)
