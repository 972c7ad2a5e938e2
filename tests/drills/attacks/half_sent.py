"""Requests that begin and never end."""

from __future__ import annotations

import time

from cactustown.server.wires import HEAD_SECONDS
from tests.drills.attack import Scene
from tests.drills.callers import call, closed, still_open

WHAT = "3,000 half-sent requests from 30 addresses, and 300 from one"
SETTINGS = {"TRUSTED_PROXIES": ""}
SAID = b"GET /api/tables HTTP/1.1\r\nHost: 127.0"
MOST_OF_ONE = 200
PATIENCE = 5.0


async def attack(scene: Scene) -> None:
    own = await call(scene.url, 300, SAID, ["127.0.0.1"])
    await closed(own, PATIENCE, but=MOST_OF_ONE)
    scene.figure("of 300 from one address stay", still_open(own))
    others = []
    if scene.full:
        began = time.monotonic()
        addresses = [f"127.0.1.{n}" for n in range(1, 31)]
        others = await call(scene.url, 3_000, SAID, addresses)
        await closed(own + others, HEAD_SECONDS + PATIENCE)
        scene.figure("all gone after, s", time.monotonic() - began)
    for caller in own + others:
        caller.hang_up()
