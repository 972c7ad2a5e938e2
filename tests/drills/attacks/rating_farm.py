"""Two friends, or one person twice, play rated games as fast as programs can."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from httpx import codes

from tests.drills.attack import Scene, come, patiently
from tests.drills.wire import Guest, Player, Refused

WHAT = "rated games against a guest, against a bot that one left to a friend, and at full speed"
SETTINGS: dict[str, str] = {}
WISH: dict[str, Any] = {
    "options": {"parties": ["sheriff", "outlaws"], "round_limit": 3},
    "seats": ["me", "open"],
    "rated": True,
}


async def attack(scene: Scene) -> None:
    guest = await scene.guest("Victim")
    refused = await scene.http.post("/api/tables", json=WISH, headers=guest.headers)
    assert refused.status_code == codes.FORBIDDEN, refused.text
    farmer, friend = await _account(scene, "farmer"), await _account(scene, "friend")
    short = WISH | {"options": WISH["options"] | {"round_limit": 1}}
    refused = await scene.http.post("/api/tables", json=short, headers=farmer.headers)
    assert refused.status_code == codes.BAD_REQUEST, refused.text
    games = 8 if scene.full else 2
    for number in range(games):
        await _game(scene, farmer, friend, guest, leaves=number % 2 == 0)
    for party in ("sheriff", "outlaws"):
        board = await scene.http.get("/api/ratings", params={"party": party})
        points = [standing["rating"] for standing in board.json()["standings"]]
        assert not points, f"{games} games gave {points}"
    scene.figure("rated games played", games)
    scene.figure("games that counted", 0)


async def _account(scene: Scene, login: str) -> Guest:
    account = {"login": login, "password": "four odd cactus words"}
    answer = await scene.http.post("/api/register", json=account)
    answer.raise_for_status()
    cookie = answer.headers["set-cookie"].partition(";")[0]
    return Guest(scene.url, cookie, answer.json()["id"])


async def _game(scene: Scene, farmer: Guest, friend: Guest, guest: Guest, leaves: bool) -> None:
    table = await farmer.open(scene.http, **WISH)
    players = [await come(person, table) for person in (farmer, friend)]
    uninvited = await come(guest, table)
    await _refused(uninvited, "account", "sit", chair=1, commitment="")
    await uninvited.close()
    await patiently(partial(players[1].send, "sit", chair=1, commitment=""))
    await patiently(partial(players[0].send, "start"))
    if leaves:  # an expert in the hard moments
        await _refused(players[1], "rated", "leave", seat="outlaws", bot="expert")
        await patiently(partial(players[1].send, "leave", seat="outlaws"))
    while not players[0].is_over:
        for player in players:
            player.news.clear()
        turn = next(((p, turn) for p in players if (turn := p.turn()) is not None), None)
        if turn is None or (leaves and turn[0] is players[1]):
            await asyncio.wait(
                [asyncio.create_task(each.news.wait()) for each in players],
                return_when=asyncio.FIRST_COMPLETED,
            )
            continue
        player, (seat, view) = turn
        try:
            await player.send("play", version=player.seq, seat=seat, choice=view.choices[0])
        except Refused as refused:
            if refused.code not in ("stale", "not_your_turn", "too_fast"):
                raise
            await asyncio.sleep(0.05)
    for player in players:
        await player.close()


async def _refused(player: Player, code: str, kind: str, **fields: Any) -> None:
    try:
        await player.send(kind, **fields)
    except Refused as refused:
        if refused.code != code:
            raise
    else:
        raise AssertionError(f"{kind} was not refused")
