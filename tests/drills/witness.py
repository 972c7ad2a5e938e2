"""Players who remember all they were told and promised, and what the log says about it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec

from cactustown.engine import journal as journals
from cactustown.engine.errors import CactusTownError
from cactustown.game import Game, replay
from cactustown.server.listings import export
from cactustown.server.live import load
from cactustown.server.reading import Reading
from cactustown.server.store.base import Store
from cactustown.server.table import Table
from cactustown.server.unreadable import Unreadable
from tests.drills.wire import Frame, Guest, Player, Refused

AGAIN_SECONDS = 0.05  # after which a command is sent again
RETURN_SECONDS = (0.1, 0.3)  # after which a client tries again to connect
TWICE = 0.05  # so often a command is sent once more though it was acknowledged
UNAVAILABLE = "unavailable"
READING = Reading()


class Witness(Player):
    """A player whom nothing discourages: what was not answered is sent again, by the same id."""

    def __init__(self, guest: Guest, table: str, lots: random.Random) -> None:
        super().__init__(guest, table)
        self.acked: dict[str, int] = {}  # command -> the story's length as it was told
        self.refused: set[str] = set()
        self.wrongs: list[str] = []
        self.story: dict[str | None, list[Any]] = {}
        self.newer: dict[str | None, list[Any]] = {}  # what does not join on yet
        self.seen: dict[str | None, Any] = {}  # the latest view, all of it
        self.on_ack: Callable[[Witness], None] = lambda witness: None
        self.on_return: Callable[[Witness], None] = lambda witness: None
        self._lots = lots

    def take(self, text: str | bytes) -> None:
        super().take(text)
        frame = msgspec.json.decode(text)
        if frame["type"] == "update":
            self._remember(frame)
        elif frame["type"] == "story":
            self._join(frame["seat"], frame["story"], frame["before"])

    def _remember(self, frame: dict[str, Any]) -> None:
        known = self.story.setdefault(frame["seat"], [])
        if frame["seat"] is not None and not known:
            known += self.story.get(None, [])  # from before the seat was theirs
            if None in self.newer:
                self.newer[frame["seat"]] = self.newer[None][:]
        if newer := self.newer.get(frame["seat"]):
            known = newer
        self.seen[frame["seat"]] = frame["view"]
        end = known[-1]["n"] + 1 if known else 0
        if frame["since"] == end:
            known += frame["story"]
        elif frame["seat"] in self.owed and not newer:
            self.newer[frame["seat"]] = frame["story"]
        else:
            self.wrongs.append(f"told from {frame['since']} on, but {end} was known")

    def _join(self, seat: str | None, part: list[Any], before: int) -> None:
        """An older part comes before the newest, and at last after what was known."""
        newer = self.newer.pop(seat, [])
        if not newer or newer[0]["n"] != before:
            self.wrongs.append(f"told a part before {before}, which was not asked for")
            return
        known, told = self.story[seat], part + newer
        if told[0]["n"] > len(known):
            self.newer[seat] = told
        else:
            known += told[len(known) - told[0]["n"] :]

    async def connect(self, since: int | None = None) -> None:
        for known in self.story.values():
            del known[since or 0 :]  # of several seats one may know less: all are told anew
        self.newer.clear()
        await super().connect(since)

    async def come_back(self) -> None:
        """Connects, as often as it takes."""
        while self.closed.is_set():
            try:
                await self.connect(self.seq or None)
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(self._lots.uniform(*RETURN_SECONDS))
            except Refused as refused:
                if refused.code != UNAVAILABLE:
                    raise
                await self.drop()
                await asyncio.sleep(self._lots.uniform(*RETURN_SECONDS))
            else:
                self.on_return(self)

    async def insist(self, kind: str, **fields: Any) -> bool:
        """Sends a command until it is answered; whether it was done."""
        name = f"{self._lots.getrandbits(64):x}"
        while True:
            await self.come_back()
            try:
                self._promised(name, await self.send(kind, name, **fields))
                if self._lots.random() < TWICE:
                    self._promised(name, await self.send(kind, name, **fields))
                return True
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS)
            except Refused as refused:
                if refused.code != UNAVAILABLE:
                    self.refused.add(name)
                    return name in self.acked
                await asyncio.sleep(AGAIN_SECONDS)

    def _promised(self, name: str, ack: Frame) -> None:
        if self.acked.setdefault(name, ack.seq) != ack.seq:
            self.wrongs.append(f"{name} was acknowledged as {self.acked[name]}, then as {ack.seq}")
        self.on_ack(self)

    async def up_to_date(self) -> None:
        """Returns when everything told until now has come."""
        while True:
            await self.come_back()
            try:
                return await self.hear()
            except (ConnectionError, TimeoutError):
                await asyncio.sleep(AGAIN_SECONDS)


async def judged(
    store: Store, name: str, witnesses: list[Witness], exports: list[Any]
) -> list[str]:
    """What is wrong with a table: promises broken, or stories that the log tells otherwise.

    `exports` are the game as the server gave it to each of the witnesses.
    """
    rows = await store.rows(name)
    try:
        table = Table.from_rows(rows)
        kept, _ = await load(store, name, READING)
    except Unreadable as error:
        return [f"table {name}: its log cannot be played: version {error.version}: {error.why}"]
    except IndexError:
        return [f"table {name}: its log is empty"]
    wrongs = [wrong for witness in witnesses for wrong in witness.wrongs]
    wrongs += _order(table, [row.version for row in rows])
    for witness, exported in zip(witnesses, exports, strict=True):
        wrongs += _promises(table, [row.command for row in rows], witness)
        wrongs += _memories(table, witness)
        wrongs += _file(table, witness, exported)
    if table.game and (kept.game is None or kept.game.digest() != table.game.digest()):
        wrongs.append("its snapshot goes on to another game than its log")
    return [f"table {name}: {wrong}" for wrong in wrongs]


def _order(table: Table, versions: list[int]) -> list[str]:
    whole = list(range(1, table.version + 1))
    return [] if versions == whole else [f"its versions are {versions}"]


def _promises(table: Table, commands: list[str], witness: Witness) -> list[str]:
    wrongs = []
    for name, seq in witness.acked.items():
        command = f"{witness.guest.id}/{name}"
        times = commands.count(command)
        if times != 1:
            wrongs.append(f"{name} was acknowledged and is in the log {times} times")
        elif table.done[command] != seq:
            wrongs.append(f"{name} was acknowledged as {seq} and is {table.done[command]}")
    for name in witness.refused - set(witness.acked):
        if f"{witness.guest.id}/{name}" in commands:
            wrongs.append(f"{name} was refused and is in the log")
    return wrongs


def _memories(table: Table, witness: Witness) -> list[str]:
    """Whether a witness was told the whole story, and sees the board as it is."""
    wrongs = []
    seats: list[str | None] = [*table.seats_of(witness.guest.id)]
    for seat in seats or [None]:
        story = [table.item(number, seat) for number in range(len(table.story))]
        if witness.story.get(seat) != _plain(story):
            wrongs.append(f"{seat} was told another story")
        view = None if table.game is None else _plain(table.game.view(seat))
        if witness.seen.get(seat) != view:
            wrongs.append(f"{seat} sees another board")
    return wrongs


def _file(table: Table, witness: Witness, exported: Any) -> list[str]:
    """Whether the exported game is that of the log; a finished one must prove itself."""
    if exported != _plain(export(table, witness.guest.id)):
        return ["the exported game is another one"]
    if table.game is not None and table.game.is_over:
        return _proof(table.game, exported)
    return []


def _proof(game: Game, exported: Any) -> list[str]:
    try:
        *_, (again, _) = replay(journals.from_json(exported, "the exported game"))
    except CactusTownError as error:
        return [str(error)]
    return [] if again.digest() == game.digest() else ["the exported game has another digest"]


def _plain(value: Any) -> Any:
    """As JSON gives it back."""
    return msgspec.json.decode(msgspec.json.encode(value))
