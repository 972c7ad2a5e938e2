"""More idle connections than the server may have open files."""

from __future__ import annotations

import asyncio

import httpx

from tests.drills.attack import Scene
from tests.drills.callers import call, closed, still_open

WHAT = "300 idle connections where 256 files may be open"
SETTINGS = {"TRUSTED_PROXIES": "", "BOT_WORKERS": "1"}
FILES = 256
IDLE = 300
VISITS, FEW_VISITS = 100, 20


async def attack(scene: Scene) -> None:
    processor = scene.server.cpu_seconds()
    addresses = [f"127.0.1.{n}" for n in range(1, 11)]
    idle = await call(scene.url, IDLE, b"", addresses)
    await closed(idle, 5.0, but=FILES)
    scene.figure("idle ones that stay", still_open(idle))
    for _ in range(VISITS if scene.full else FEW_VISITS):
        try:
            answer = await scene.http.get("/api/tables", headers={"connection": "close"})
        except httpx.TransportError as error:
            raise AssertionError(f"a visitor does not get in: {error!r}") from error
        assert answer.status_code == httpx.codes.OK
    if scene.full:
        await asyncio.sleep(3)
    seconds = scene.server.cpu_seconds() - processor
    scene.figure("processor, s", seconds)
    assert "out of system resource" not in scene.server.written()
    for caller in idle:
        caller.hang_up()
