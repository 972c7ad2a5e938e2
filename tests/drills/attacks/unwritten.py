"""A winning move is made while the database is locked, and its opponent asks for all there is.

What is not on disk may never have happened: nobody may see the plans and targets that the end of
the game would lay open, before the end is written.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing

import msgspec

from cactustown.server.store.base import Row
from cactustown.server.table import Table
from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player

WHAT = "the last move of a game waits for a locked database; the opponent looks, exports, returns"
SETTINGS: dict[str, str] = {}
LOCKED_SECONDS = 1.5


class Spy(Player):
    """Remembers all it is told."""

    def __init__(self, guest: Guest, table: str) -> None:
        super().__init__(guest, table)
        self.heard: list[str] = []

    def take(self, text: str | bytes) -> None:
        self.heard.append(msgspec.json.decode(text)["type"])
        super().take(text)

    async def look(self, seat: str) -> None:
        await self._say({"type": "look", "seq": 10_000, "seat": seat})


async def attack(scene: Scene) -> None:
    winner, loser = await scene.guest("Anna"), await scene.guest("Bert")
    options = {"parties": ["sheriff", "outlaws"], "round_limit": 1}
    table = await winner.open(scene.http, options=options, seats=["me", "open"])
    players = [Spy(winner, table), Spy(loser, table)]
    for player in players:
        await player.connect()
    await players[1].send("sit", chair=1, commitment="")
    await players[0].send("start")
    first, seat, choice = await _to_the_end(scene, players)
    other = players[1 - players.index(first)]
    await _spy(scene, first, other, seat, choice)
    for player in players:
        await player.close()


async def _to_the_end(scene: Scene, players: list[Spy]) -> tuple[Spy, str, str]:
    """Plays until a choice ends the game: who makes it, for which seat, and the choice."""
    lots = random.Random(3)
    while True:
        turns = [(player, turn) for player in players if (turn := player.turn()) is not None]
        if not turns:
            for player in players:
                await player.hear()
            continue
        player, (seat, view) = turns[0]
        ending = _ending(scene.server.database, player.table, seat, view.choices)
        if ending is not None:
            return player, seat, ending
        choices = [choice for choice in view.choices if choice != "unlock"]
        await player.send("play", version=player.seq, seat=seat, choice=lots.choice(choices))
        for each in players:
            await each.hear()


def _ending(database: str, table: str, seat: str, choices: list[str]) -> str | None:
    """The choice that would end the game, found out from the log as no player could."""
    with closing(sqlite3.connect(database)) as log:
        found = log.execute(
            'SELECT "table", version, command, at, body FROM log WHERE "table" = ? '
            "ORDER BY version",
            (table,),
        ).fetchall()
    game = Table.from_rows([Row(*row) for row in found]).game
    assert game is not None
    for choice in choices:
        twin = game.clone()
        twin.play(seat, choice)
        if twin.is_over:
            return choice
    return None


async def _spy(scene: Scene, winner: Spy, loser: Spy, seat: str, choice: str) -> None:
    again = Spy(loser.guest, loser.table)
    with closing(sqlite3.connect(scene.server.database, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")
        move = asyncio.create_task(
            winner.send("play", version=winner.seq, seat=seat, choice=choice)
        )
        await asyncio.sleep(0.1)
        loser.heard.clear()
        await loser.look(seat)
        export = asyncio.create_task(loser.guest.export(scene.http, loser.table))
        others = [
            asyncio.create_task(scene.http.get(f"/games/{loser.table}/replay")),
            asyncio.create_task(again.connect()),
        ]
        await asyncio.sleep(LOCKED_SECONDS)
        assert not move.done(), "the move was acknowledged before it was written"
        told = {kind for kind in (*loser.heard, *again.heard) if kind in ("moment", "update")}
        assert not told, f"while nothing was written the opponent was told: {told}"
        assert not any(task.done() for task in (export, *others)), "a file was handed out meanwhile"
        lock.execute("ROLLBACK")
    await move
    await asyncio.gather(*others)
    await loser.hear()
    assert "moment" in loser.heard, "now the game is over everybody may look"
    assert (await export)["format"] == "cactustown-journal"
    scene.figure("locked, s", LOCKED_SECONDS)
    await again.close()
