"""Bodies that come a byte at a time, each byte with a length of its own."""

from __future__ import annotations

from cactustown.server.wires import FREE_PIECES
from tests.drills.attack import Scene
from tests.drills.callers import call, closed

WHAT = "requests whose bodies come in 40,000 pieces of one byte"
SETTINGS: dict[str, str] = {}
PIECES = 40_000
CALLERS, FEW_CALLERS = 200, 10
PATIENCE = 10.0


async def attack(scene: Scene) -> None:
    host = scene.url.removeprefix("http://")
    head = f"POST /nowhere HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n"
    said = head.encode() + b"1\r\n \r\n" * PIECES
    callers = await call(scene.url, CALLERS if scene.full else FEW_CALLERS, said, ["127.0.0.1"])
    await closed(callers, PATIENCE)
    scene.figure("pieces read of each, at most", FREE_PIECES)
    for caller in callers:
        caller.hang_up()
