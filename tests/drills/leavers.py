"""`make leavers`: people leave, come back and vanish at random, and yet every game ends.

Games of people, played by a script, and bots, on a real hub and store but without sockets. Time is
the drill's own, so that clocks run out as often as it likes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from cactustown.game import Game
from cactustown.server import hub, notes
from cactustown.server import protocol as wire
from cactustown.server.clocks import DAY, MINUTE
from cactustown.server.commands import Refusal
from cactustown.server.entries import Clock, Person
from cactustown.server.fairness import promise
from cactustown.server.hub import Manners
from cactustown.server.live import LiveTable
from cactustown.server.table import OVER, Table
from tests.drills.inprocess import hasty
from tests.laws.walk import ALL_OPTIONS
from tests.server.tables import Told, World, world

GAMES = 1000
HUBS = 6  # in one process, each with a time of its own
STEPS = 45  # what people do before the end draws near
MOST_PLAYED = 8
IDLE_SECONDS = 0.3
STUCK_SECONDS = 180.0
CLOCKS = (Clock(), Clock("fast"), Clock("relaxed"), Clock("days", 2))
ACTIONS = {
    "play": 20,
    "leave": 2,
    "give_back": 4,
    "vanish": 2,
    "come": 5,
    "replace": 3,
    "wish": 6,
    "consent": 3,
    "withdraw": 1,
    "chat": 1,
    "wait": 3,
    "wait_long": 0.2,
    "forget": 0.5,
}


class Stuck(AssertionError):
    """A game that does not end."""


class Evening:
    """One game and the people at it."""

    def __init__(self, w: World, number: int) -> None:
        self.w = w
        self.number = number
        self.chooser = random.Random(number)
        self.happened: Counter[str] = Counter()
        self.name = ""
        self.here: dict[str, Told] = {}  # person -> connection

    async def find(self) -> LiveTable:
        """The table, from memory or from the log."""
        self._live = await self.w.hub.table(self.name)
        return self._live

    @property
    def table(self) -> Table:
        return self._live._table

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    # -- the whole of it

    async def run(self) -> Counter[str]:
        await self.sit_down()
        for _ in range(STEPS):
            await self.find()
            if self.table.state == OVER:
                break
            action = self.chooser.choices(list(ACTIONS), list(ACTIONS.values()))[0]
            try:
                if await getattr(self, action)():
                    self.happened[action] += 1
            except Refusal as refusal:
                self.happened[f"refused: {refusal.code}"] += 1
            await asyncio.sleep(0)
        await self.find()
        ending = self.chooser.choice(self.endings())
        self.happened[ending] += 1
        await self.ends(ending)
        await self.check()
        for person in self.people:
            await self.disconnect(person)
        return self.happened

    async def sit_down(self) -> None:
        options = self.chooser.choice(ALL_OPTIONS)
        short = replace(options, round_limit=self.chooser.randint(1, 3))
        parties = list(options.parties)
        names = [f"{self.number}-{n}" for n in range(len(parties))]
        self.people = [Person(name, name) for name in names]
        who = [self.chooser.choice(("me", "open", "open", "random", "greedy")) for _ in parties]
        if not {"me", "open"} & set(who):
            who[0] = "me"
        live = await self.w.open(
            short,
            who,
            host=self.people[0],
            clock=self.chooser.choice(CLOCKS),
            stand_in=self.chooser.choice(("random", "random", "greedy")),
        )
        self._live = live
        self.name = live.name
        taken: dict[int, Person] = {}
        for number, person in enumerate(self.people):
            chair = live._table.chairs[number]
            if chair.bot is None:
                taken[number] = chair.person or person
                promised = promise(taken[number].name)
                await self.w.do(live, taken[number], wire.Sit, chair=number, commitment=promised)
        for number, person in taken.items():
            await self.w.do(live, person, wire.Reveal, chair=number, nonce=person.name)
        await self.w.do(live, self.people[0], wire.Start)
        for person in self.people:
            if self.chooser.random() < 0.7:
                await self.connect(person)

    def endings(self) -> list[str]:
        """How it may end: played to the end, all gone for good, or all asleep with clocks."""
        return ["all play on", "all leave"] + ["all asleep"] * bool(self.table.clocks.left)

    async def ends(self, ending: str) -> None:
        deadline = time.monotonic() + STUCK_SECONDS
        if ending == "all leave":
            await self.all_leave()
        elif ending == "all asleep":
            for person in list(self.people):
                await self.disconnect(person)
        while (await self.find())._table.state != OVER:
            if time.monotonic() > deadline:
                raise Stuck(self.state())
            if ending == "all asleep":
                self.w.time += DAY
            if ending != "all play on" or not await self.answer_what_is_asked():
                await asyncio.sleep(0.002)

    async def check(self) -> None:
        """The log tells of the same game, and nothing is left to be done."""
        live = await self.find()
        async with live.lock:  # what is on its way to the log is there now
            rows = await self.w.store.rows(self.name)
        again = Table.from_rows(rows)
        assert again.game is not None
        assert again.game.digest() == self.game.digest()
        assert live._table.due() is None
        for told in self.here.values():
            updates = [frame for frame in told.frames if frame["type"] == "update"]
            heard = updates[-1]["view"]["result"], updates[-1]["seq"]
            if heard != (self.game.result, len(self.table.story)):
                where = "listens" if told in live.listeners else "was forgotten"
                raise Stuck(f"{told.person.name} {where}, heard {heard} only; {self.state()}")
        self.happened["moves"] += len(again.game.moves)
        for item in again.story:
            if isinstance(item, notes.HandedOver):
                self.happened[f"handed_over: {item.text}"] += 1
            elif isinstance(item, notes.UndoAnswered):
                self.happened[f"undo_answered: {item.agreed}"] += 1

    def state(self) -> str:
        table = self.table
        chairs = [(c.party, c.player, c.person and c.person.id in self.here) for c in table.chairs]
        return (
            f"game {self.number}: awaited {self.game.awaited}, undo {table.undo}, {chairs}, "
            f"clocks {table.clocks.readings(self.w.time)}, {dict(self.happened)}"
        )

    # -- people

    def seats(self, played_by_person: bool = True) -> list[tuple[str, Person]]:
        return [
            (chair.party, chair.person)
            for chair in self.table.chairs
            if chair.party and chair.person and (chair.player is None) == played_by_person
        ]

    async def connect(self, person: Person) -> None:
        if person.id not in self.here:
            self.here[person.id] = Told(person)
            await (await self.find()).come(self.here[person.id], None)

    async def disconnect(self, person: Person) -> None:
        told = self.here.pop(person.id, None)
        if told is not None:
            await (await self.find()).go(told)

    async def do(self, person: Person, kind: type, **fields: Any) -> bool:
        await self.w.do(await self.find(), person, kind, **fields)
        return True

    async def play(self) -> bool:
        """Whoever is awaited and here chooses, a few times; bots are waited for a little."""
        for _ in range(self.chooser.randint(1, MOST_PLAYED)):
            if self.table.bots_awaited():
                await asyncio.sleep(0.004)
            awaited = [
                (seat, person)
                for seat, person in self.seats()
                if seat in self.game.awaited and person.id in self.here and self.table.undo is None
            ]
            if awaited:
                seat, person = self.chooser.choice(awaited)
                choice = self.chooser.choice(self.game.choices(seat))
                version = len(self.table.story)
                await self.do(person, wire.Play, version=version, seat=seat, choice=choice)
                self.happened["played"] += 1
        return True

    async def leave(self) -> bool:
        if not self.seats():
            return False
        seat, person = self.chooser.choice(self.seats())
        return await self.do(person, wire.Leave, seat=seat)

    async def give_back(self) -> bool:
        if not self.seats(False):
            return False
        seat, person = self.chooser.choice(self.seats(False))
        return await self.do(person, wire.Return, seat=seat)

    async def vanish(self) -> bool:
        if self.here:
            await self.disconnect(self.here[self.chooser.choice(sorted(self.here))].person)
        return True

    async def come(self) -> bool:
        seated = [chair.person for chair in self.table.chairs if chair.person]
        await self.connect(self.chooser.choice(seated))
        return True

    async def replace(self) -> bool:
        """Who is here calls a bot for somebody who is not."""
        away = [seat for seat, person in self.seats() if person.id not in self.here]
        here = [person for _, person in self.seats() if person.id in self.here]
        if not away or not here:
            return False
        return await self.do(here[0], wire.Replace, seat=self.chooser.choice(away))

    async def wish(self) -> bool:
        """Somebody wants to take back: who chose last, if that was a person."""
        if not self.seats():
            return False
        moves = self.game.moves
        last = [pair for pair in self.seats() if moves and pair[0] == moves[-1].party]
        seat, person = self.chooser.choice(last or self.seats())
        return await self.do(person, wire.UndoWish, version=len(self.table.story), seat=seat)

    async def consent(self) -> bool:
        waits = self.table.to_agree()
        if not waits:
            return False
        person = self.table.chair_of(waits[0]).person
        assert person is not None
        agreed = self.chooser.random() < 0.6
        return await self.do(person, wire.Consent, seat=waits[0], agreed=agreed)

    async def withdraw(self) -> bool:
        undo = self.table.undo
        if undo is None:
            return False
        person = self.table.chair_of(undo.seat).person
        assert person is not None
        return await self.do(person, wire.Consent, seat=undo.seat, agreed=False)

    async def chat(self) -> bool:
        seated = [chair.person for chair in self.table.chairs if chair.person]
        return await self.do(self.chooser.choice(seated), wire.Chat, text="so long")

    async def wait(self) -> bool:
        self.w.time += self.chooser.randrange(MINUTE)
        await asyncio.sleep(0.005)
        return True

    async def wait_long(self) -> bool:
        self.w.time += self.chooser.randrange(3 * DAY)
        await asyncio.sleep(0.02)
        return True

    async def forget(self) -> bool:
        """Everybody is gone for so long that the table leaves the memory."""
        for person in self.people:
            await self.disconnect(person)
        await asyncio.sleep(1.5 * IDLE_SECONDS)
        return self.name not in self.w.hub.tables

    async def all_leave(self) -> None:
        """Everybody hands over, the host included; some do not even close the page."""
        for seat, person in self.seats():
            if self.chooser.random() < 0.5:
                await self.disconnect(person)
            try:
                await self.do(person, wire.Leave, seat=seat)
            except Refusal as refusal:  # it ended, or a clock was faster
                if refusal.code not in ("over", "stand_in"):
                    raise

    async def answer_what_is_asked(self) -> bool:
        """Whoever is asked something comes and answers."""
        try:
            if self.table.to_agree():
                return await self.consent()
            played = self.happened["played"]
            for seat, person in self.seats():
                if seat in self.game.awaited:
                    await self.connect(person)
            await self.play()
            return self.happened["played"] > played
        except Refusal as refusal:  # a bot or a clock was faster
            self.happened[f"refused: {refusal.code}"] += 1
        return False


async def evenings(folder: Path, numbers: list[int]) -> Counter[str]:
    """These games, one after the other at each of some hubs."""
    total: Counter[str] = Counter()
    left = list(reversed(numbers))

    async def some(place: Path) -> None:
        place.mkdir()
        async with world(place, Manners(pace=0, away=0, idle=IDLE_SECONDS)) as w:
            w.hub.start()
            while left:
                total.update(await Evening(w, left.pop()).run())

    with hasty(), mock.patch.object(hub, "TICK_SECONDS", 0.01):
        async with asyncio.TaskGroup() as group:
            for n in range(HUBS):
                group.create_task(some(folder / str(n)))
    return total


def _batch(numbers: list[int]) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(evenings(Path(folder), numbers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--from", type=int, default=0, dest="first")
    given = parser.parse_args()
    begun = time.monotonic()
    numbers = range(given.first, given.first + given.games)
    total: Counter[str] = Counter()
    with ProcessPoolExecutor(given.jobs) as pool:
        for counted in pool.map(
            _batch, [list(numbers[n :: given.jobs]) for n in range(given.jobs)]
        ):
            total.update(counted)
    for what, times in total.most_common():
        print(f"{times:8d}  {what}")
    print(f"{given.games} games, all ended, in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
