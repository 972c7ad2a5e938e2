"""Sockets that want to outlive the session they were opened with."""

from __future__ import annotations

import asyncio

import httpx

from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player

WHAT = "sockets of a session that was logged out, of one that was ended, and of an old password"
SETTINGS: dict[str, str] = {}
SOCKETS = 5
SECONDS = 5.0
ACCOUNT = {"login": "jane", "password": "tumbleweed and rye"}
OTHER = {"old": ACCOUNT["password"], "new": "cactus and a coyote"}


async def attack(scene: Scene) -> None:
    http = scene.http
    home = await _signed_in(scene, "/api/register")
    table = await home.open(
        http, options={"parties": ["sheriff", "outlaws"]}, seats=["me", "greedy"]
    )
    ways = [("POST", "/api/logout"), ("DELETE", "/api/sessions"), ("PUT", "/api/password")]
    for method, path in ways if scene.full else ways[:1]:
        stolen = await _signed_in(scene, "/api/login")
        players = [Player(stolen, table) for _ in range(SOCKETS)]
        for player in players:
            await player.connect()
        who = stolen if path == "/api/logout" else home
        body = OTHER if method == "PUT" else None
        answer = await http.request(method, path, json=body, headers=who.headers)
        assert answer.status_code == httpx.codes.OK, answer.text
        await asyncio.wait_for(asyncio.gather(*(p.closed.wait() for p in players)), SECONDS)
        for player in players:
            assert await _is_deaf(player), f"{path}: a socket was obeyed afterwards"
            await player.gone()
    scene.figure("sockets closed", SOCKETS * (len(ways) if scene.full else 1))


async def _signed_in(scene: Scene, path: str) -> Guest:
    answer = await scene.http.post(path, json=ACCOUNT)
    answer.raise_for_status()
    cookies = (value.partition(";")[0] for value in answer.headers.get_list("set-cookie"))
    (cookie,) = (cookie for cookie in cookies if cookie.startswith("cactustown_session="))
    return Guest(scene.url, cookie, answer.json()["id"])


async def _is_deaf(player: Player) -> bool:
    try:
        await player.send("chat", text="am I still here?")
    except ConnectionError:
        return True
    return False
