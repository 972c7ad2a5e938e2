"""Dice chosen by a player who reads seed and nonces in the database and tries out his own."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, Refused

WHAT = "the player who sits last reads the database, and grinds a nonce that fixes dice"
SETTINGS: dict[str, str] = {}
WORD = "a word only Anna knows"
MALLORYS = "Mallory's first word"
SIXES = 4  # the dice he wants to begin with; each more takes six times as long
REVEAL_SECONDS = 30
MOST_LEFT = 5  # times that he may stand up


class Watcher(Player):
    """A player who keeps what is told of the table."""

    info: dict[str, Any]

    def take(self, text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "table":
            self.info = frame
        super().take(text)

    async def refused(self, kind: str, **fields: Any) -> str:
        """With which code a command is refused."""
        try:
            await self.send(kind, **fields)
        except Refused as refused:
            return refused.code
        return "taken"


def promise(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def bodies(database: str, table: str) -> list[dict[str, Any]]:
    """The log of a table, as an operator reads it beside the running server."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as store:
        rows = store.execute('SELECT body FROM log WHERE "table" = ? ORDER BY version', (table,))
        return [json.loads(body) for (body,) in rows]


def on_disk(database: str) -> bytes:
    """Every byte of the database."""
    files = (Path(database + end) for end in ("", "-wal"))
    return b"".join(file.read_bytes() for file in files if file.exists())


def ground(seed: str, before: str) -> tuple[str, int]:
    """A nonce after which the first dice are sixes, and how many were tried."""
    for tries in count(1):
        nonce = f"g{tries}"
        key = hmac.new(bytes.fromhex(seed), f"{before}\n{nonce}".encode(), hashlib.sha256).digest()
        for number in range(SIXES):
            block = hmac.new(key, b"dice" + number.to_bytes(8, "big"), hashlib.sha256).digest()
            if int.from_bytes(block[:8], "big") % 6 != 5:
                break
        else:
            return nonce, tries
    raise AssertionError


async def attack(scene: Scene) -> None:
    anna, mallory = [Watcher(*at) for at in await _seated(scene)]
    for player in (anna, mallory):
        await player.connect()
    await _before_anybody_reveals(scene, anna, mallory)
    await _after_anna_has_revealed(scene, anna, mallory)
    if scene.full:
        await _he_waits_instead(scene, anna, mallory)
        await _both_promise(anna, mallory)
    await _he_stands_up_again(anna, mallory)
    assert await mallory.refused("sit", chair=1, commitment=promise("again")) == "barred"
    assert anna.info["state"] == "open"
    for player in (anna, mallory):
        await player.close()


async def _seated(scene: Scene) -> list[tuple[Guest, str]]:
    anna, mallory = await scene.guest("Anna"), await scene.guest()
    options = {"parties": ["sheriff", "outlaws"]}
    table = await anna.open(scene.http, options=options, seats=["me", "open"])
    return [(anna, table), (mallory, table)]


async def _before_anybody_reveals(scene: Scene, anna: Watcher, mallory: Watcher) -> None:
    """The seed is there for him, the nonces are not."""
    await anna.send("sit", chair=0, commitment=promise(WORD))
    assert await anna.refused("reveal", chair=0, nonce=WORD) == "early"
    assert WORD.encode() not in on_disk(scene.server.database)
    await mallory.send("sit", chair=1, commitment=promise(MALLORYS))
    assert WORD.encode() not in on_disk(scene.server.database)


async def _after_anna_has_revealed(scene: Scene, anna: Watcher, mallory: Watcher) -> None:
    """Now he knows what would fix the dice, and cannot give it any more."""
    await anna.send("reveal", chair=0, nonce=WORD)
    log = bodies(scene.server.database, anna.table)
    seed, seen = log[0]["seed"], next(row["nonce"] for row in log if row["do"] == "revealed")
    nonce, tries = await asyncio.to_thread(ground, seed, seen)
    scene.figure("nonces tried", tries)
    assert await mallory.refused("sit", chair=1, commitment=promise(nonce)) == "revealing"
    assert await mallory.refused("reveal", chair=1, nonce=nonce) == "nonce"
    assert await anna.refused("start") == "revealing"
    seal = anna.info["commitment"]
    await mallory.send("stand", chair=1)  # the one thing left to him, which everybody sees
    await anna.hear()
    assert anna.info["commitment"] != seal
    assert [attempt["by"] for attempt in anna.info["attempts"]] == ["Mallory"]
    await mallory.send("sit", chair=1, commitment=promise(nonce))
    assert await mallory.refused("reveal", chair=1, nonce=nonce) == "early"  # before Anna promises
    assert await anna.refused("start") == "revealing"
    await anna.send("sit", chair=0, commitment=promise(WORD))
    await anna.send("reveal", chair=0, nonce=WORD)


async def _he_stands_up_again(anna: Watcher, mallory: Watcher) -> None:
    """He may look at a few draws, for everybody to see, and then no more."""
    while True:
        await mallory.send("stand", chair=1)
        await anna.hear()
        left = [attempt for attempt in anna.info["attempts"] if attempt["by"] == "Mallory"]
        if len(left) == MOST_LEFT:
            return
        await _both_promise(anna, mallory)


async def _both_promise(anna: Watcher, mallory: Watcher) -> None:
    await mallory.send("sit", chair=1, commitment=promise(MALLORYS))
    await anna.send("sit", chair=0, commitment=promise(WORD))
    await anna.send("reveal", chair=0, nonce=WORD)


async def _he_waits_instead(scene: Scene, anna: Watcher, mallory: Watcher) -> None:
    """A player who does not reveal in time loses the chair."""
    async with asyncio.timeout(REVEAL_SECONDS + 10):
        while len(anna.info["attempts"]) < 2:
            anna.news.clear()
            await anna.news.wait()
    assert anna.info["attempts"][1]["failed"] == ["Mallory"]
    assert anna.info["chairs"][1]["name"] is None
    scene.figure("draws given up", len(anna.info["attempts"]))
