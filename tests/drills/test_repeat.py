"""Every command sent one to five times, over two sockets and in odd orders, counts once."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from cactustown.server import protocol as wire
from cactustown.server.commands import Circumstances, Refusal, decide
from cactustown.server.entries import Person, encode
from cactustown.server.fairness import promise
from cactustown.server.store.base import Row
from cactustown.server.table import PLANNING, Table
from tests.drills.inprocess import Served, logged, served, unlimited
from tests.drills.line import Line, new_table, visitors

pytestmark = pytest.mark.anyio
BATCHES = 4
GAMES = 25  # a batch
MOST_COPIES = 5
NOW = 1_700_000_000_000
OUT_OF_ORDER = ("ahead", "stale", "not_your_turn", "not_asked", "present", "stand_in", "undo")
SETS = (
    ["sheriff", "outlaws"],
    ["outlaws", "hunters"],
    ["outlaws", "dancer"],
    ["ranger", "outlaws"],
)


@dataclass
class Sent:
    """A command, by whom it is, and the answer it must get whenever it is sent."""

    who: int
    frame: dict[str, Any]
    seq: int


@dataclass
class Once:
    """The table as it is when every command is sent once."""

    table: Table
    rows: list[Row]
    people: list[Person]
    number: int = 0
    sent: list[Sent] = field(default_factory=list)

    def send(self, who: int, kind: str, **fields: Any) -> Sent:
        """Does it here, and gives what is to be sent to the server."""
        self.number += 1
        frame = {"type": kind, "id": f"c{self.number}", **fields}
        command = wire.read(msgspec.json.encode(frame))
        asking = wire.Hello | wire.Ping | wire.Story | wire.Look | wire.Hint | wire.Try
        assert not isinstance(command, asking)
        person = self.people[who]
        entry = decide(self.table, person, command, Circumstances())
        row = Row(self.table.name, self.table.version + 1, f"{person.id}/{frame['id']}", NOW, b"")
        self.rows.append(msgspec.structs.replace(row, body=encode(self.table.apply(entry, row))))
        self.sent.append(Sent(who, frame, len(self.table.story)))
        return self.sent[-1]

    def take_back(self, seat: str, chooser: random.Random) -> list[Sent]:
        """At once, or after the others have answered."""
        wish = {"version": len(self.table.story), "seat": seat}
        try:
            commands = [self.send(self.who(seat), "undo", **wish)]
        except Refusal:
            return []
        for other in self.table.to_agree():
            agreed = chooser.random() < 0.7
            commands.append(self.send(self.who(other), "consent", seat=other, agreed=agreed))
        return commands

    def play(self, chooser: random.Random, seat: str = "", choice: str = "") -> Sent:
        game = self.table.game
        assert game is not None
        seat = seat or chooser.choice(game.awaited)
        return self.send(
            self.who(seat),
            "play",
            version=len(self.table.story),
            seat=seat,
            choice=choice or chooser.choice(game.choices(seat)),
        )

    def who(self, seat: str) -> int:
        person = self.table.chair_of(seat).person
        assert person is not None
        return self.people.index(person)

    def next(self, chooser: random.Random) -> list[Sent]:
        """Some commands that follow each other."""
        game = self.table.game
        assert game is not None
        what = chooser.random()
        idle = [seat for seat in game.players if seat not in game.awaited]
        seats = game.players
        if what < 0.1:
            return [self.send(chooser.randrange(2), "chat", text=f"remark {self.number}")]
        if what < 0.2 and idle:
            seat = chooser.choice(idle)
            who = self.who(seat)
            return [self.send(who, "leave", seat=seat), self.send(who, "return", seat=seat)]
        if what < 0.3:
            return self.take_back(chooser.choice(seats), chooser)
        if what < 0.4 and idle and game.question(idle[0]) == PLANNING:
            plans = [choice for choice in game.choices(idle[0]) if choice != "unlock"]
            return [self.play(chooser, idle[0], chooser.choice(plans))]
        commands = [self.play(chooser)]
        while self.table.state == "running" and chooser.random() < 0.5:
            commands.append(self.play(chooser))
        return commands


async def _send_over_and_over(
    once: Once, commands: list[Sent], lines: list[tuple[Line, Line]], chooser: random.Random
) -> None:
    """Copies of these and of older commands in any order, then once more in the right one."""
    copies = [sent for sent in commands for _ in range(chooser.randint(1, MOST_COPIES))]
    copies += chooser.choices(once.sent, k=chooser.randrange(3))
    chooser.shuffle(copies)
    used = []
    for sent in copies:
        line = lines[sent.who][chooser.randrange(2)]
        used.append((line, sent))
        await line.say(sent.frame)
    await asyncio.gather(*(line.caught_up() for pair in lines for line in pair))
    for sent in commands:
        answer = await lines[sent.who][chooser.randrange(2)].ask(sent.frame)
        assert answer == {"type": "ack", "id": sent.frame["id"], "seq": sent.seq}
    for line, sent in used:
        for answer in line.answers[sent.frame["id"]]:
            if answer["type"] == "ack":
                assert answer["seq"] == sent.seq
            else:
                assert answer["code"] in OUT_OF_ORDER, answer


async def _game(server: Served, http: httpx.AsyncClient, people: list[Any], number: int) -> None:
    chooser = random.Random(number)
    (anna, anna_cookie), (bert, bert_cookie) = people
    table = await new_table(
        http,
        anna_cookie,
        options={"parties": SETS[number % len(SETS)], "mode": "gunslinger", "round_limit": 1},
        seats=["me", "open"],
    )
    rows = await server.hub.store.rows(table)
    once = Once(Table.from_rows(rows), rows, [anna, bert])
    lines = []
    for cookie in (anna_cookie, bert_cookie):
        pair = Line(server.url, cookie), Line(server.url, cookie)
        for line in pair:
            await line.open()
            await line.say({"type": "hello", "table": table})
            await line.caught_up()
        lines.append(pair)
    for who, nonce in enumerate(("a", "b")):
        sit = once.send(who, "sit", chair=who, commitment=promise(nonce))
        await _send_over_and_over(once, [sit], lines, chooser)
    for who, nonce in enumerate(("a", "b")):
        reveal = once.send(who, "reveal", chair=who, nonce=nonce)
        await _send_over_and_over(once, [reveal], lines, chooser)
    await _send_over_and_over(once, [once.send(0, "start")], lines, chooser)
    while once.table.state == "running":
        await _send_over_and_over(once, once.next(chooser), lines, chooser)
    assert await server.hub.store.rows(table) == once.rows
    for pair in lines:
        for line in pair:
            await line.caught_up()
            updates = [msgspec.json.decode(f) for f in line.frames if '"type":"update"' in f[:20]]
            told = [item["n"] for update in updates for item in update["story"]]
            assert told == list(range(len(once.table.story)))
            await line.close()


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_a_command_sent_often_counts_once(batch: int, tmp_path: Path) -> None:
    settings = unlimited(tmp_path)
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            server.hub.now = lambda: NOW
            people = []
            for name in ("Anna", "Bert"):
                answer = await http.post("/api/session", json={"name": name})
                cookie = answer.headers["set-cookie"].partition(";")[0]
                people.append((Person(answer.json()["id"], name), cookie))
            for n in range(GAMES):
                await _game(server, http, people, batch * GAMES + n)
    assert "error" not in log.getvalue()
