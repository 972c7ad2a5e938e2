"""Sockets are cut at any moment; whoever comes back misses nothing and gets nothing twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from cactustown.server.entries import Said
from cactustown.server.table import Table
from tests.drills import wire
from tests.drills.inprocess import Served, logged, served, unlimited
from tests.drills.line import OVERDUE, dial, new_table, newcomer, visitors
from tests.drills.witness import Witness, judged

pytestmark = pytest.mark.anyio
BATCHES = 4
GAMES = 5  # a batch, all at the same time
DROP_READING = 0.08  # after a frame
DROP_WRITING = 0.15  # after a command, before its ack
SETS = (
    ["sheriff", "outlaws"],
    ["outlaws", "hunters", "dancer"],
    ["ranger", "outlaws"],
    ["outlaws", "dakota"],
    ["dakota", "cowboy"],
)


class _Update(msgspec.Struct):
    """An update whose items and view are kept as they came."""

    seat: str | None
    since: int
    seq: int
    story: list[msgspec.Raw]
    view: msgspec.Raw


class _Seen(msgspec.Struct):
    awaited: list[str]
    choices: list[str]
    result: str | None


class Wanderer:
    """Somebody whose connection never lasts."""

    def __init__(self, url: str, cookie: str, table: str, chooser: random.Random) -> None:
        self.url = url
        self.cookie = cookie
        self.table = table
        self.chooser = chooser
        self.stories: dict[str | None, list[bytes]] = {None: []}
        self.views: dict[str | None, bytes] = {}
        self.seats: list[str | None] = [None]  # own ones, once the game has begun
        self.pending: dict[str, dict[str, Any]] = {}  # commands that were not acknowledged
        self.is_over = False
        self.visits = 0

    @property
    def since(self) -> int:
        """How much of the story is known for sure, of all own seats."""
        return min(len(self.stories.get(seat, self.stories[None])) for seat in self.seats)

    async def stay(self) -> None:
        """Comes again and again until the game is over."""
        while not self.is_over:
            self.visits += 1
            async with asyncio.timeout(OVERDUE):
                await self._visit()

    async def _visit(self) -> None:
        socket = await dial(self.url, self.cookie)
        try:
            since = self.since if self.visits > 1 else None
            await socket.send(_text({"type": "hello", "table": self.table, "since": since}))
            for command in self.pending.values():
                await socket.send(_text(command))
            while not self.is_over:
                self._take(str(await socket.recv()))
                if self.chooser.random() < DROP_READING:
                    return
                choice = self._choice()
                if choice is not None:
                    self.pending[choice["id"]] = choice
                    await socket.send(_text(choice))
                    if self.chooser.random() < DROP_WRITING:
                        return
        except ConnectionClosed:
            pass
        finally:
            socket.transport.abort()
            await socket.wait_closed()

    def _take(self, text: str) -> None:
        frame = msgspec.json.decode(text)
        if frame["type"] == "table" and frame["state"] in ("running", "over"):
            yours = [chair["party"] for chair in frame["chairs"] if chair["yours"]]
            self.seats = yours or [None]
        elif frame["type"] == "update":
            self._learn(msgspec.json.decode(text, type=_Update))
        elif frame["type"] in ("ack", "refused"):
            assert frame["type"] == "ack" or frame["code"] in ("stale", "not_your_turn"), frame
            self.pending.pop(frame["id"], None)

    def _learn(self, update: _Update) -> None:
        if update.seat not in self.stories:  # the game has begun: what is known is known
            self.stories[update.seat] = self.stories[None][:]
        story = self.stories[update.seat]
        items = [bytes(item) for item in update.story]
        known = len(story) - update.since
        assert known >= 0, "a gap in the story"
        assert known == 0 or len(self.seats) > 1, "told twice"
        assert story[update.since :] == items[:known]
        story.extend(items[known:])
        assert update.seq == len(story)
        self.views[update.seat] = bytes(update.view)
        if update.seat in self.seats:
            seen = msgspec.json.decode(update.view, type=_Seen | None)
            over = seen is not None and seen.result is not None
            self.is_over = over and len({len(self.stories.get(s, ())) for s in self.seats}) == 1

    def _choice(self) -> dict[str, Any] | None:
        if self.pending or self.is_over:
            return None
        for seat, raw in self.views.items():
            view = msgspec.json.decode(raw, type=_Seen | None)
            if seat and view and seat in view.awaited and view.choices:
                return {
                    "type": "play",
                    "id": f"{self.chooser.getrandbits(64):x}",
                    "version": len(self.stories[seat]),
                    "seat": seat,
                    "choice": self.chooser.choice(view.choices),
                }
        return None


def _text(frame: dict[str, Any]) -> str:
    return msgspec.json.encode(frame).decode()


async def _game(server: Served, http: httpx.AsyncClient, number: int) -> int:
    """A whole game among people with bad connections; gives how often they came."""
    chooser = random.Random(number)
    parties = SETS[number % len(SETS)]
    hot_seat = number % 4 == 3  # the first plays two parties
    names = parties[: len(parties) - hot_seat]
    cookies = [await newcomer(http, f"Player {n}") for n in range(len(names) + 1)]
    table = await new_table(
        http,
        cookies[0],
        options={"parties": parties, "mode": "gunslinger", "round_limit": 3},
        seats=["me"] * (1 + hot_seat) + ["open"] * (len(names) - 1),
    )
    people = [Wanderer(server.url, cookie, table, chooser) for cookie in cookies]
    for chair, person in enumerate(people[1:-1], 1 + hot_seat):
        person.pending["sit"] = {"type": "sit", "id": "sit", "chair": chair}
    visits = [asyncio.create_task(person.stay()) for person in people]
    live = server.hub.tables[table]
    while any(chair.is_free for chair in live._table.chairs):
        for visit in visits:
            if visit.done():
                visit.result()  # a chair was refused: nobody will ever sit there
        await asyncio.sleep(0.01)
    starter = Wanderer(server.url, cookies[0], table, chooser)
    starter.pending["go"] = {"type": "start", "id": "go"}
    await asyncio.gather(*visits, starter.stay())

    rows = await server.hub.store.rows(table)
    told = Table.from_rows(rows)
    assert told.game is not None
    assert told.game.is_over
    for person in people:
        for seat in person.seats:
            items = [msgspec.json.encode(told.item(n, seat)) for n in range(len(told.story))]
            assert person.stories[seat] == items
            assert person.views[seat] == msgspec.json.encode(told.game.view(seat))
    assert sorted(str(s) for person in people for s in person.seats) == sorted([*parties, "None"])
    return sum(person.visits for person in people)


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_games_with_bad_connections_end_alike_for_all(batch: int, tmp_path: Path) -> None:
    settings = unlimited(tmp_path)
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            visits = await asyncio.gather(
                *(_game(server, http, batch * GAMES + n) for n in range(GAMES))
            )
    assert sum(visits) > 10 * GAMES
    assert "error" not in log.getvalue()


async def test_a_long_story_comes_in_parts_without_a_gap(tmp_path: Path) -> None:
    async with served(unlimited(tmp_path)) as server, wire.visitors(server.url) as http:
        guest = await wire.Guest.come(http, "Anna")
        wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "me"]}
        table = await guest.open(http, **wish)
        live = await server.hub.table(table)
        person = live._table.opened.host
        for number in range(1_500):
            await live.write(f"~said/{number}", lambda _: Said(person, "howdy"))
        witness = Witness(guest, table, random.Random(1))
        await witness.insist("start")  # before all of the story has come
        await witness.up_to_date()
        await witness.drop()
        for number in range(1_500, 3_000):  # too much for one frame
            await live.write(f"~said/{number}", lambda _: Said(person, "howdy"))
        await witness.up_to_date()
        exported = await guest.export(http, table)
        assert await judged(server.hub.store, table, [witness], [exported]) == []
        assert witness.gaps == 0
        await witness.close()
