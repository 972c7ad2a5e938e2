"""A server's tables without its sockets: people, a hub on a real store, and what each was told."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.bots import BotPool
from cactustown.server.commands import Refusal
from cactustown.server.entries import Clock, Person
from cactustown.server.fairness import promise
from cactustown.server.hub import Hub, Manners
from cactustown.server.live import LiveTable
from cactustown.server.newtable import NewTable
from cactustown.server.store.sqlite import SqliteStore

ANNA = Person("anna", "Anna")
BERT = Person("bert", "Bert")
CARL = Person("carl", "Carl")
PAIR = Options(("sheriff", "outlaws"))
SEED = "5e" * 32
UNTIMED = Clock()
AT_ONCE = Manners(pace=0, away=0)
_AS_DECLARED = msgspec.json.Decoder(wire.FromServer)


class Told:
    """Somebody's connection, remembering every frame; each is one that the protocol declares."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []

    def send(self, frame: str) -> None:
        _AS_DECLARED.decode(frame)
        self.raw.append(frame)
        self.frames.append(json.loads(frame))

    def last(self, kind: str) -> dict[str, Any]:
        """The latest frame of a kind."""
        return next(frame for frame in reversed(self.frames) if frame["type"] == kind)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.last("update")["view"]
        return view


class World:
    """A hub whose time goes on only when told to."""

    def __init__(self, hub: Hub, store: SqliteStore) -> None:
        self.hub = hub
        self.store = store
        self.time = 1_000_000
        self.commands = 0
        self.lots = random.Random(1)
        hub.now = lambda: self.time

    async def open(
        self,
        options: Options,
        seats: list[str],
        host: Person = ANNA,
        seed: str = SEED,
        clock: Clock = UNTIMED,
        **how: Any,
    ) -> LiveTable:
        """A table, opened by Anna if nobody else."""
        wish = NewTable(options.to_json(), seats, clock=clock, **how)
        return await self.hub.table(await self.hub.open(host, wish, seed))

    async def do(self, live: LiveTable, person: Person, kind: type, **fields: Any) -> int:
        """A command with an id of its own; raises Refusal."""
        self.commands += 1
        return await self.hub.obey(live, person, kind(id=f"c{self.commands}", **fields))

    async def play(self, live: LiveTable, person: Person, seat: str, choice: str = "") -> int:
        """A choice at the present version; the first offered if none is named."""
        assert live._table.game is not None
        choice = choice or live._table.game.choices(seat)[0]
        return await self.do(
            live, person, wire.Play, version=len(live._table.story), seat=seat, choice=choice
        )

    async def refused(self, live: LiveTable, person: Person, kind: type, **fields: Any) -> str:
        """The code with which a command is refused."""
        version = live._table.version
        try:
            await self.do(live, person, kind, **fields)
        except Refusal as refusal:
            assert live._table.version == version
            return refusal.code
        raise AssertionError("was not refused")


@asynccontextmanager
async def world(folder: Path, manners: Manners = AT_ONCE) -> AsyncIterator[World]:
    """A world on a database in this folder."""
    store = SqliteStore(folder / "cactustown.db")
    await store.open()
    pool = BotPool(1, 20)
    hub = Hub(store, pool, manners)
    try:
        yield World(hub, store)
    finally:
        await hub.stop()
        await pool.close()
        await store.close()


BERTS_WORD = "bert's word"


async def two_people(w: World, **how: Any) -> LiveTable:
    """Anna is the sheriff, Bert the outlaws; the game has begun."""
    live = await w.open(PAIR, ["me", "open"], **how)
    await seated(w, live)
    await w.do(live, ANNA, wire.Start)
    return live


async def seated(w: World, live: LiveTable, word: str = BERTS_WORD) -> None:
    """Bert takes the other chair and brings a nonce, Anna brings none: all is ready to start."""
    await w.do(live, ANNA, wire.Sit, chair=0)
    await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(word))
    await w.do(live, BERT, wire.Reveal, chair=1, nonce=word)


def owner_of(live: LiveTable, seat: str) -> Person:
    person = live._table.chair_of(seat).person
    assert person is not None
    return person


async def play_on(w: World, live: LiveTable, moves: int = 10_000) -> None:
    """The people at a table choose by lot, until the game is over."""
    while moves and (game := live._table.game) is not None and not game.is_over:
        seat = game.awaited[0]
        choices = [choice for choice in game.choices(seat) if choice != "unlock"]
        await w.play(live, owner_of(live, seat), seat, w.lots.choice(choices))
        moves -= 1


async def play_until_settled(w: World, live: LiveTable, moves: int) -> None:
    """So many choices, and on until nothing can be taken back: only such a game can be frozen."""
    await play_on(w, live, moves)
    while (game := live._table.game) is not None and not game.can_freeze:
        assert not game.is_over
        await play_on(w, live, 1)


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for a condition, and fails when it does not come."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not true():
        assert asyncio.get_running_loop().time() < deadline, "it never came"
        await asyncio.sleep(0.01)
