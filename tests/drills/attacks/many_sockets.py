"""One address that opens as many sockets as it can get."""

from __future__ import annotations

import asyncio

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.drills.attack import Scene
from tests.drills.wire import Guest, dial

WHAT = "45 guests of one address open 20 sockets each"
SETTINGS = {"TRUSTED_PROXIES": ""}
GUESTS, FEW_GUESTS = 45, 3
SOCKETS = 25
OF_ONE_PERSON = 20
OF_ONE_ADDRESS = 200


async def attack(scene: Scene) -> None:
    guests = [await scene.guest() for _ in range(GUESTS if scene.full else FEW_GUESTS)]
    opened = []
    for guest in guests:
        own = await _open(guest)
        assert len(own) <= OF_ONE_PERSON, f"one person has {len(own)} sockets"
        opened += own
    held = sum(one.close_code is None for one in opened)
    scene.figure("sockets of one address", held)
    assert held <= OF_ONE_ADDRESS, f"one address has {held} sockets"
    assert held >= min(OF_ONE_ADDRESS - 10, OF_ONE_PERSON * len(guests)), "they are let in"
    for one in opened:
        one.transport.abort()


async def _open(guest: Guest) -> list[ClientConnection]:
    tries = await asyncio.gather(*(dial(guest) for _ in range(SOCKETS)), return_exceptions=True)
    for one in tries:
        refused = isinstance(one, WebSocketException | OSError | EOFError)
        assert refused or isinstance(one, ClientConnection), repr(one)
    return [one for one in tries if isinstance(one, ClientConnection)]
