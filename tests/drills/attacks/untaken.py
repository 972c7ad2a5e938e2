"""Replays, a megabyte or more each, that are asked for and not taken."""

from __future__ import annotations

import asyncio
import itertools
import json
import random

from cactustown.game import Game
from tests.drills.attack import Scene
from tests.drills.wire import Guest

WHAT = "four guests ask for 50 long replays each and read none of them"
SETTINGS: dict[str, str] = {}
GUESTS, FEW_GUESTS = 4, 1
EACH, FEW = 50, 4
PAUSE_SECONDS = 0.3  # no more of one person's files are read at once


async def attack(scene: Scene) -> None:
    guests = [await scene.guest() for _ in range(GUESTS if scene.full else FEW_GUESTS)]
    body = json.dumps({"game": _game()}, separators=(",", ":")).encode()
    each = EACH if scene.full else FEW
    asked = await asyncio.gather(*(_ask(guest, body, each) for guest in guests))
    for writer in itertools.chain(*asked):
        writer.transport.abort()
    scene.figure("replays asked for", each * len(guests))


def _game() -> object:
    lots, game = random.Random(1), Game.new(parties=["sheriff", "outlaws"], seed=1)
    while not game.is_over:
        seat = game.awaited[0]
        game.play(seat, lots.choice(game.choices(seat)))
    return game.journal().to_json()


async def _ask(guest: Guest, body: bytes, times: int) -> list[asyncio.StreamWriter]:
    host, _, port = guest.url.removeprefix("http://").partition(":")
    head = (
        f"POST /api/replay HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {guest.url}\r\n"
        f"Cookie: {guest.cookie}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    writers = []
    for _ in range(times):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(head.encode() + body)
        writers.append(writer)
        await asyncio.sleep(PAUSE_SECONDS)
    return writers
