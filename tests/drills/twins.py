"""Twin tables: two games on two servers that differ only in what one seat may not know.

The first twin is a game played by lot. The second has the same past, but what the seat has not
seen lies otherwise (`other_world`), or it is the same up to now and the others go on to choose
otherwise in secret.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

import msgspec

from cactustown.content import CURRENT_EDITION
from cactustown.engine.saving import to_json
from cactustown.engine.world import world
from cactustown.rules.catalogue import VERSION
from cactustown.server import snapshots
from cactustown.server.entries import (
    AnyEntry,
    Clock,
    Opened,
    Person,
    Played,
    Revealed,
    Said,
    Sat,
    Started,
    encode,
)
from cactustown.server.fairness import drawn, promise
from cactustown.server.hub import Hub
from cactustown.server.listings import listing
from cactustown.server.rulesets import ruleset
from cactustown.server.store.base import Row, Snapshot, Store
from cactustown.server.table import Table
from tests.laws.walk import (
    BASE_OPTIONS,
    CHIEF_OPTIONS,
    RANGER_OPTIONS,
    SOLO_OPTIONS,
    STAMPEDE_OPTIONS,
    TOOL_OPTIONS,
    TOWN_OPTIONS,
)

KINDS_OF_GAME = (
    *(BASE_OPTIONS, RANGER_OPTIONS, TOOL_OPTIONS, CHIEF_OPTIONS, STAMPEDE_OPTIONS),
    *(TOWN_OPTIONS, SOLO_OPTIONS),
)
CLOCKS = (Clock(), Clock("fast"), Clock("relaxed"), Clock("days", 3))
MOST_MOVES = 120
SECRET_ASKS = ("plan", "tokens", "look", "keep", "set-aside")  # INFO-2: nobody sees the answer
BEGIN = 1_700_000_000_000


@dataclass
class Past:
    """A table's log up to now, and the table it tells of."""

    table: Table
    rows: list[Row]

    @classmethod
    def opened(cls, name: str, opened: Opened, at: int) -> Past:
        row = Row(name, 1, "~open/1", at, encode(opened))
        return cls(Table(name, opened, row), [row])

    def add(self, entry: AnyEntry, by: str, at: int) -> None:
        """What happened next."""
        version = self.table.version + 1
        row = Row(self.table.name, version, f"{by}/past-{version}", at, b"")
        self.rows.append(msgspec.structs.replace(row, body=encode(self.table.apply(entry, row))))

    async def keep(self, store: Store, snapshot: Snapshot | None) -> None:
        """Writes it to a store, as if it had been played there."""
        first, *rest = self.rows
        due = self.table.due()
        await asyncio.gather(
            store.append(first, listing(self.table), due),
            *(store.append(row, None, due) for row in rest),
        )
        if snapshot is not None:
            await store.keep(snapshot)


def past(name: str, people: list[Person], seed: str, chooser: random.Random, kind: int) -> Past:
    """A game played by lot up to some moment; its seats belong to these people, one each."""
    options = chooser.choice(KINDS_OF_GAME[kind % len(KINDS_OF_GAME)])
    at = BEGIN
    draw = chooser.random() < 0.2
    clock = chooser.choice(CLOCKS)
    opened = Opened(people[0], options.to_json(), seed, public=True, draw=draw, clock=clock)
    made = Past.opened(name, opened, at)
    parties = list(options.parties)
    for chair in range(len(parties)):
        promised = promise(f"{nonce(seed)}{chair}")
        made.add(Sat(chair, people[chair], commitment=promised), people[chair].id, at)
    for chair in range(len(parties)):
        made.add(Revealed(chair, f"{nonce(seed)}{chair}"), people[chair].id, at)
    commitments = [chair.commitment or "" for chair in made.table.chairs]
    nonces = [chair.nonce for chair in made.table.chairs]
    if draw:
        parties = drawn(seed, nonces, parties)
    begin = Started(VERSION, CURRENT_EDITION, nonces, parties, [], commitments)
    made.add(begin, people[0].id, at)
    for _ in range(chooser.randrange(MOST_MOVES)):
        if made.table.state == "running":
            _play_on(made, chooser)
    if chooser.random() < 0.5:
        _until_some_have_planned(made, chooser)
    if made.table.state != "running":
        return past(name, people, seed, chooser, kind)
    if chooser.random() < 0.3:
        made.add(Said(people[0], "howdy"), people[0].id, made.table.at)
    return made


def _play_on(made: Past, chooser: random.Random) -> None:
    game = made.table.game
    assert game is not None
    seat = chooser.choice(game.may_act if chooser.random() < 0.1 else game.awaited)
    played = Played(seat, chooser.choice(game.choices(seat)), rules=VERSION)
    made.add(played, owner(made.table, seat).id, made.table.at + chooser.randrange(2000))


def _until_some_have_planned(made: Past, chooser: random.Random) -> None:
    game = made.table.game
    assert game is not None
    while made.table.state == "running" and not 0 < len(game.awaited) < len(game.may_act):
        _play_on(made, chooser)


def nonce(seed: str) -> str:
    """How a player's word begins: it is told when the game begins, and never to the log."""
    return f"word-{seed[:12]}-"


def owner(table: Table, seat: str) -> Person:
    person = table.chair_of(seat).person
    assert person is not None
    return person


def other_world(table: Table, seat: str, seed: int) -> Snapshot | None:
    """The table as it might be as well, for all this seat knows; None where it cannot be kept."""
    game = table.game
    assert game is not None
    if not game.can_freeze:
        return None
    rules = ruleset(table.options).rules
    frozen: dict[str, Any] = msgspec.json.decode(snapshots.freeze(table).body)
    frozen["game"]["state"] = to_json(world(rules, game.bot_view(seat), seed))
    return Snapshot(table.name, table.version, msgspec.json.encode(frozen))


def known(hub: Hub, name: str, seat: str, since: int) -> bytes:
    """What the rules let a seat and the spectators know of a game, byte for byte.

    That is all there is to see now, and what happened from this event on.
    """
    game = hub.tables[name]._table.game
    assert game is not None
    return msgspec.json.encode(
        [
            to_json(game.bot_view(seat)),
            game.events_since(since, seat),
            game.view(None),
            game.events_since(since, None),
        ]
    )
