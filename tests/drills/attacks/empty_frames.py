"""Frames that are no message: a client may send millions of them without saying anything."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from cactustown.server.sockets import TOO_FAST
from tests.drills.attack import Scene
from tests.drills.wire import Guest, dial

WHAT = "empty pieces of messages, pings, pongs and empty messages, as fast as they can be sent"
SETTINGS: dict[str, str] = {}
AT_ONCE = 20_000
FLOODS, FEW_FLOODS = 200, 5  # of so many frames, unless the server ends it before
PATIENCE = 5.0
OPENING = Frame(Opcode.TEXT, b"{", False).serialize(mask=True)


async def attack(scene: Scene) -> None:
    mallory = await scene.guest()
    sent = 0
    for opcode, fin in (
        (Opcode.CONT, False),
        (Opcode.PING, True),
        (Opcode.PONG, True),
        (Opcode.TEXT, True),
    ):
        sent += await _flood(mallory, opcode, fin, FLOODS if scene.full else FEW_FLOODS)
    scene.figure("frames sent", sent)


async def _flood(who: Guest, opcode: Opcode, fin: bool, times: int) -> int:
    """Sends frames until the server has enough; how many."""
    line = await dial(who)
    reading = asyncio.create_task(_read(line.recv))
    if opcode is Opcode.CONT:
        line.transport.write(OPENING)
    frames = Frame(opcode, b"", fin).serialize(mask=True) * AT_ONCE
    sent = 0
    while sent < times * AT_ONCE and not reading.done():
        line.transport.write(frames)
        sent += AT_ONCE
        await asyncio.sleep(0.01)
    with suppress(TimeoutError):
        await asyncio.wait_for(line.wait_closed(), PATIENCE)
    line.transport.abort()
    await reading
    assert line.close_code == TOO_FAST, f"{opcode.name}: closed with {line.close_code}"
    return sent


async def _read(recv: object) -> None:
    with suppress(ConnectionClosed):
        while True:
            await recv()  # type: ignore[operator]
