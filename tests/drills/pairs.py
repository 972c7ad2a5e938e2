"""Two servers side by side: the same people do the same at twin tables, and are told alike.

Only what a seat may not know differs. Whoever finds a difference in what that seat or a spectator
is sent has found a leak: contents, sizes, order, numbers, refusals, files and lists alike.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import httpx

from cactustown.game import Game
from cactustown.rules.options import Options
from cactustown.server import hub, people
from cactustown.server.entries import Opened, Person
from cactustown.server.hub import Hub
from cactustown.server.snapshots import freeze
from cactustown.server.table import Table
from tests.drills.inprocess import served, unlimited
from tests.drills.line import Line, visitors
from tests.drills.twins import BEGIN, SECRET_ASKS, Past, known, other_world, owner, past

NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil", "Walter")
WATCHER = len(NAMES) - 1
LIMBO = "limbo"  # a table where nothing happens
PLANTED = "planted-session-token"
UNEQUAL_HEADERS = ("date", "x-request-id")
ACTIONS = {
    "move": 10,
    "silent": 6,
    "unlock": 1,
    "wrong": 3,
    "undo": 2,
    "read": 2,
    "hello": 2,
    "look": 1,
    "chat": 1,
    "leave": 1,
    "pass_time": 2,
}
LONGEST_WAIT = 20_000  # milliseconds
UNUSUAL = ("", "stay", "plan", "unlock", "undo", "rewind 3", "no", "tokens none", "pass")


class Planted:
    """Ids in place of random ones: the same at both servers, and easy to find where told."""

    def __init__(self) -> None:
        self._number = 0

    def token_hex(self, size: int) -> str:
        self._number += 1
        return f"{self._number:0{2 * size}x}"

    def token_urlsafe(self, size: int) -> str:
        self._number += 1
        return f"{PLANTED}-{self._number}"


@dataclass
class Side:
    """One of the two servers, and everybody's sockets at it."""

    url: str
    database: Path
    hub: Hub
    http: httpx.AsyncClient
    people: list[Person]
    lines: list[Line]
    second: list[Line]  # of the same people

    def line(self, second: bool, place: int) -> Line:
        return (self.second if second else self.lines)[place]

    def table(self, name: str) -> Table:
        return self.hub.tables[name]._table

    def game(self, name: str) -> Game:
        game = self.table(name).game
        assert game is not None
        return game


@asynccontextmanager
async def side(folder: Path) -> AsyncIterator[Side]:
    folder.mkdir()
    settings = unlimited(folder, away_seconds=100_000, bot_seconds=600)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(settings))
        http = await stack.enter_async_context(visitors(server.url))
        with mock.patch.object(people, "secrets", Planted()):
            answers = [await http.post("/api/session", json={"name": name}) for name in NAMES]
        made = Side(
            server.url,
            Path(settings.database),
            server.hub,
            http,
            [Person(answer.json()["id"], answer.json()["name"]) for answer in answers],
            *(
                [
                    Line(server.url, answer.headers["set-cookie"].partition(";")[0])
                    for answer in answers
                ]
                for _ in range(2)
            ),
        )
        opened = Opened(made.people[0], Options().to_json(), "00" * 32)
        await Past.opened(LIMBO, opened, BEGIN).keep(made.hub.store, None)
        for line in (*made.lines, *made.second):
            await line.open()
            stack.push_async_callback(line.close)
        yield made


@asynccontextmanager
async def two_sides(folder: Path) -> AsyncIterator[tuple[Side, Side]]:
    """Two servers with the same people."""
    with mock.patch.object(hub, "FETCHED_AT_ONCE", 0):  # nobody looks after earlier tables
        async with side(folder / "one") as one, side(folder / "other") as other:
            assert one.people == other.people
            yield one, other


@dataclass
class Pair:
    """Twin tables, one at each side, and what one seat and the spectators are told of them."""

    sides: tuple[Side, Side]
    number: int
    seed: str
    done: Counter[str] = field(default_factory=Counter)
    compared: int = 0  # frames

    def __post_init__(self) -> None:
        self.chooser = random.Random(self.number)
        self.name = f"twin-{self.number}"
        self.past = past(self.name, self.sides[0].people, self.seed, self.chooser, self.number)
        table = self.past.table
        assert table.game is not None
        self.seat = self.chooser.choice(table.game.players)
        self.now = table.at
        self.commands = 0
        self.events = 0  # so many have been compared
        self.used: set[tuple[bool, int]] = set()
        self.me = self._place(self.seat)
        self.other_world = (
            other_world(table, self.seat, self.number)
            if self.number % 2 or len(table.chairs) == 1
            else None
        )

    # -- both sides

    @property
    def games(self) -> tuple[Game, Game]:
        return self.sides[0].game(self.name), self.sides[1].game(self.name)

    @property
    def table(self) -> Table:
        """What everybody may see of it is the same at both sides."""
        return self.sides[0].table(self.name)

    def _place(self, seat: str) -> int:
        return self.sides[0].people.index(owner(self.past.table, seat))

    async def ask(self, place: int, kind: str, *unlike: dict[str, Any], **alike: Any) -> str:
        """The same command at both sides but for what is unlike; gives the kind of the answer."""
        self.commands += 1
        command = {"type": kind, "id": f"c{self.commands}", **alike}
        heard = await asyncio.gather(
            *(
                side.lines[place].ask({**command, **(unlike[n] if unlike else {})})
                for n, side in enumerate(self.sides)
            )
        )
        assert heard[0]["type"] == heard[1]["type"], heard
        return str(heard[0]["type"])

    # -- the whole of it

    async def run(self, steps: int, actions: dict[str, int] = ACTIONS) -> None:
        """Plays on until what the seat may know differs, or for so many steps."""
        frozen = freeze(self.past.table) if self.other_world is not None else None
        for side, snapshot in zip(self.sides, (frozen, self.other_world), strict=True):
            side.hub.now = lambda: self.now
            await self.past.keep(side.hub.store, snapshot)
        for place in (*range(len(self.past.table.chairs)), WATCHER):
            await self.go_to(self.name, False, place)
        assert self.is_alike(), "the twins were no twins from the beginning"
        await self.compare()
        for _ in range(steps):
            action = self.chooser.choices(list(actions), list(actions.values()))[0]
            done = await getattr(self, action)()
            alike = self.is_alike()
            if not alike:
                self.leave_the_lists()
            if not alike or self.games[0].is_over:
                break
            if done:
                self.done[action] += 1
                await self.compare()
        for second, place in sorted(self.used):
            await self.go_to(LIMBO, second, place)
            for side in self.sides:
                side.line(second, place).frames.clear()

    def leave_the_lists(self) -> None:
        """From here on the two may end in two ways, which lists read by later pairs would show."""
        for side in self.sides:
            with closing(sqlite3.connect(side.database)) as connection, connection:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute('DELETE FROM tables WHERE "table" = ?', (self.name,))

    async def go_to(self, table: str, second: bool, place: int, since: int | None = None) -> None:
        """One comes to a table, at both sides; returns when all are told."""
        self.used.add((second, place))
        frame = {"type": "hello", "table": table, "since": since}
        for side in self.sides:
            await side.line(second, place).say(frame)
            await side.line(second, place).caught_up()

    def is_alike(self) -> bool:
        one, other = (known(side.hub, self.name, self.seat, self.events) for side in self.sides)
        self.events = self.games[0].event_count
        return one == other

    async def compare(self) -> None:
        """Everything told to the seat and to the spectators is the same, byte for byte."""
        for second in (False, True):
            for place in (self.me, WATCHER):
                lines = [side.line(second, place) for side in self.sides]
                await asyncio.gather(*(line.caught_up() for line in lines))
                one, other = (line.frames for line in lines)
                assert len(one) == len(other), (self.number, one[-3:], other[-3:])
                for mine, theirs in zip(one, other, strict=True):
                    assert mine == theirs, (self.number, mine, theirs)
                    self.holds_no_secret(mine)
                self.compared += len(one)
                for line in lines:
                    line.frames.clear()

    def holds_no_secret(self, told: str) -> None:
        """While a game runs nobody is told its seed, nor ever a session."""
        for secret in (self.seed, PLANTED):
            assert secret not in told

    # -- what people do

    def planning(self) -> bool:
        question = self.games[0].question(self.seat)
        return question is not None and question[0] == "plan"

    async def move(self) -> bool:
        """Somebody who is awaited chooses: otherwise at each side where nobody may see it."""
        one, other = self.games
        mover = self.chooser.choice(one.awaited)
        question = one.question(mover)
        assert question is not None
        offers = one.choices(mover), other.choices(mover)
        if mover != self.seat and question[0] in SECRET_ASKS:
            choices = [self.chooser.choice(offer) for offer in offers]
        else:
            common = [choice for choice in offers[0] if choice in offers[1]]
            if not common:
                return False
            choices = [self.chooser.choice(common)] * 2
        planning = self.planning()
        await self.play(mover, choices)
        if planning and self.planning() and one.round == other.round:
            assert self.is_alike(), "a plan showed before all were in"
        return True

    async def play(self, seat: str, choices: list[str]) -> None:
        answer = await self.ask(
            self._place(seat),
            "play",
            *({"choice": choice} for choice in choices),
            version=len(self.table.story),
            seat=seat,
        )
        assert answer == "ack" or self.table.undo is not None

    def locked(self) -> list[str]:
        """The others who have planned, while somebody has not."""
        if not self.planning() or self.table.undo is not None:
            return []
        game = self.games[0]
        return [s for s in game.players if s != self.seat and s not in game.awaited]

    async def silent(self) -> bool:
        """Others change their plans as often as they like: a secret altogether."""
        locked = self.locked()
        if not locked:
            return False
        seat = self.chooser.choice(locked)
        place = self._place(seat)
        for n, side in enumerate(self.sides):
            for change in range(self.chooser.randrange(4)):
                plans = [c for c in side.game(self.name).choices(seat) if c != "unlock"]
                answer = await side.lines[place].ask(
                    {
                        "type": "play",
                        "id": f"s{self.commands}-{n}-{change}",
                        "version": len(self.table.story),
                        "seat": seat,
                        "choice": self.chooser.choice(plans),
                    }
                )
                assert answer["type"] == "ack"
        self.commands += 1
        assert self.is_alike(), "a changed plan showed"
        await self.compare()
        for look in self.chooser.sample([self.hello, self.wrong, self.look, self.read], 2):
            await look()
        return True

    async def unlock(self) -> bool:
        locked = self.locked()
        if locked:
            await self.play(self.chooser.choice(locked), ["unlock", "unlock"])
        return bool(locked)

    async def wrong(self) -> bool:
        """The seat asks for what it cannot have, and is told why not."""
        seats = self.games[0].players
        version = len(self.table.story)
        seat = self.chooser.choice([self.seat, *seats, "nobody"])
        if seat == self.seat:
            version = self.chooser.choice([0, version - 1, version, version + 1, 2 * version])
        choice = self.chooser.choice(UNUSUAL)
        if choice in self.games[0].choices(self.seat):
            return False
        kind = self.chooser.choice(["play", "play", "leave", "return", "replace", "sit", "start"])
        asked: dict[str, dict[str, Any]] = {
            "play": {"version": version, "seat": seat, "choice": choice},
            "sit": {"chair": 0},
            "start": {},
        }
        fields = asked.get(kind, {"seat": "nobody"})
        place = self.chooser.choice([self.me, self.me, WATCHER])
        assert await self.ask(place, kind, **fields) == "refused"
        return True

    async def undo(self) -> bool:
        """Somebody takes back, or asks to; the others answer."""
        table = self.table
        seat = self.chooser.choice(self.games[0].players)
        if self.other_world is not None and not table.can_undo(seat):
            return False  # the log tells of the other world
        await self.ask(self._place(seat), "undo", version=len(table.story), seat=seat)
        if table.undo is not None and self.chooser.random() < 0.5:
            await self.compare()
        while (waits := self.table.to_agree()) and self.is_alike():
            agreed = self.chooser.random() < 0.8
            await self.ask(self._place(waits[0]), "consent", seat=waits[0], agreed=agreed)
        return True

    async def read(self) -> bool:
        """Files and lists over HTTP, as the seat, the spectator and nobody get them."""
        for path in (
            *(f"/games/{self.name}.json", f"/api/tables/{self.name}"),
            *(f"/games/{self.name}/replay?seat={self.seat}", "/api/tables?limit=5"),
            "/api/history?limit=5",
        ):
            place = self.chooser.choice([self.me, WATCHER, None])
            one, other = [
                await side.http.get(
                    path,
                    headers={"cookie": side.lines[place].cookie} if place is not None else {},
                )
                for side in self.sides
            ]
            assert _comparable(one) == _comparable(other)
            stranger = place is None and "history" in path
            assert one.status_code == (404 if "replay" in path else 401 if stranger else 200)
            self.holds_no_secret(one.text)
        return True

    async def hello(self) -> bool:
        """A second device of the seat, and of the spectator, comes from anywhere in the story."""
        seq = len(self.table.story)
        for place in (self.me, WATCHER):
            since = self.chooser.choice([None, 0, self.chooser.randrange(seq), seq, seq + 3])
            await self.go_to(self.name, True, place, since)
        return True

    async def look(self) -> bool:
        if self.other_world is not None:
            return False  # the log tells of the other world
        seq = self.chooser.randrange(len(self.table.story) + 2)
        for side in self.sides:
            await side.lines[self.me].say({"type": "look", "seq": seq, "seat": self.seat})
            await side.lines[WATCHER].say({"type": "look", "seq": seq})
        return True

    async def hint(self) -> bool:
        """The seat asks for a hint; what it is told is compared like all else."""
        self.commands += 1
        mark = f'"id":"h{self.commands}"'
        for side in self.sides:
            line = side.lines[self.me]
            await line.say({"type": "hint", "id": f"h{self.commands}", "seat": self.seat})
            await line.until(lambda frames=line.frames: any(mark in frame for frame in frames))
        return any(mark in f and '"type":"hint"' in f for f in self.sides[0].lines[self.me].frames)

    async def try_cards(self) -> bool:
        """The seat tries cards on the board; what it is told is compared like all else."""
        self.commands += 1
        mark = f'"id":"t{self.commands}"'
        view = self.games[0].view(self.seat)
        own = view.parties[self.seat]
        cards = self.chooser.sample([*own.cards, *(own.tools or [])], 3)
        for side in self.sides:
            line = side.lines[self.me]
            trial = {"type": "try", "seat": self.seat, "cards": cards}
            await line.say({**trial, "id": f"t{self.commands}"})
            await line.until(lambda frames=line.frames: any(mark in frame for frame in frames))
        return any(mark in f and '"type":"try"' in f for f in self.sides[0].lines[self.me].frames)

    async def chat(self) -> bool:
        place = self.chooser.randrange(len(self.table.chairs))
        assert await self.ask(place, "chat", text="what a town") == "ack"
        return True

    async def leave(self) -> bool:
        """A bot sits down for who is not awaited, and gets up again."""
        game = self.games[0]
        away = [seat for seat in game.players if seat not in game.awaited]
        if not away:
            return False
        seat = self.chooser.choice(away)
        await self.ask(self._place(seat), "leave", seat=seat)
        await self.ask(self._place(seat), "return", seat=seat)
        return True

    async def pass_time(self) -> bool:
        self.now += self.chooser.randrange(LONGEST_WAIT)
        return True


def _comparable(answer: httpx.Response) -> tuple[int, bytes, list[tuple[str, str]]]:
    headers = [(k, v) for k, v in answer.headers.items() if k not in UNEQUAL_HEADERS]
    return answer.status_code, answer.content, headers
