"""A site lets its own name lead to this machine, to read there with its visitors' browsers."""

from __future__ import annotations

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.drills.attack import Scene
from tests.drills.wire import Guest

WHAT = "a page calls the server by a name of its own that leads to it (DNS rebinding)"
SETTINGS: dict[str, str] = {}
NAMES = ("evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "203.0.113.9")
PATHS = ("/", "/api/me", "/api/tables", "/api/history", "/openapi.json", "/metrics", "/nothing")
MISDIRECTED = 421


async def attack(scene: Scene) -> None:
    guest = await scene.guest()
    port = scene.url.rpartition(":")[2]
    opened = 0
    for name in NAMES if scene.full else NAMES[:3]:
        foreign = {"host": f"{name}:{port}", "origin": f"http://{name}:{port}"}
        for path in PATHS:
            headers = {**foreign, "cookie": guest.cookie}
            answer = await scene.http.get(path, headers=headers)
            opened += answer.status_code != MISDIRECTED
        wish = {"name": "Mallory"}
        answer = await scene.http.post("/api/session", json=wish, headers=foreign)
        opened += answer.status_code != MISDIRECTED
        opened += await _socket_status(guest, f"{name}:{port}") != MISDIRECTED
    scene.figure("opened by a foreign name", opened)
    assert opened == 0, f"{opened} requests by a foreign name were answered"


async def _socket_status(guest: Guest, name: str) -> int:
    """With what a socket is refused; 101 if it is not."""
    here, _, port = guest.url.removeprefix("http://").partition(":")
    try:
        async with connect(
            f"ws://{name}/ws",
            host=here,
            port=int(port),
            origin=f"http://{name}",  # type: ignore[arg-type]
            additional_headers={"Cookie": guest.cookie},
            proxy=None,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code
