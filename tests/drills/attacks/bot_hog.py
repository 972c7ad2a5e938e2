"""A guest opens as many tables full of experts as the server allows, and more, and goes away."""

from __future__ import annotations

import time
from functools import partial

from httpx import codes

from tests.drills.attack import Scene, come, patiently
from tests.drills.wire import Player, Seen

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
            player = await come(hog, opened[-1])
            await patiently(partial(player.send, "start"))
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
        player = await come(guest, await guest.open(scene.http, **wish))
        await patiently(partial(player.send, "start"))
        while len(waits) < times:
            began = time.monotonic()
            turn = await _next_turn(player)
            if turn is None:
                break
            waits.append(time.monotonic() - began)
            seat, view = turn
            play = partial(player.send, "play", version=player.seq)
            await patiently(partial(play, seat=seat, choice=view.choices[0]))
        await player.close()
    return sorted(waits)


async def _next_turn(player: Player) -> tuple[str, Seen] | None:
    """Waits until the player is asked; None when the game is over."""
    while (turn := player.turn()) is None and not player.is_over:
        player.news.clear()
        await player.news.wait()
    return turn
