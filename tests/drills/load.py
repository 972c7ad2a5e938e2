"""A thousand games at once: how many moves a second the server takes, and how soon it answers.

`python -m tests.drills.load --games 1000 --seconds 60 --rate 540`, or `make load`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import math
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
from rich.console import Console
from rich.progress import Progress

from cactustown.server.fairness import promise
from tests.drills.server import Server
from tests.drills.wire import Guest, Player, Refused, visitors

PARTIES = ("sheriff", "outlaws", "hunters", "dancer")
TABLES_AT_ONCE = 32  # in the making
GUESTS_AT_ONCE = 4  # each is written to the database by itself
SPARE_FILES = 200
MEGABYTE = 1_000_000
LEAST_RATE = 500.0
MOST_MS = 50.0
MOST_MEMORY = 500 * MEGABYTE

T = TypeVar("T")


@dataclass
class Figures:
    """What the drill saw."""

    games: int
    sockets: int = 0
    seconds: float = 0.0
    acks: list[float] = field(default_factory=list)  # seconds, of each move
    finished: int = 0  # games that ended and were followed by another
    errors: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    server_cpu: float = 0.0
    own_cpu: float = 0.0

    @property
    def rate(self) -> float:
        return len(self.acks) / self.seconds

    def percentile(self, part: float) -> float:
        """The time, in ms, within which this part of all moves was acknowledged."""
        ordered = sorted(self.acks) or [math.inf]
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)] * 1000

    def missed(self) -> list[str]:
        """The targets that were not met."""
        found = {
            f"fewer than {LEAST_RATE:.0f} moves/s": self.rate < LEAST_RATE,
            f"p99 of the ack is not below {MOST_MS:.0f} ms": self.percentile(0.99) >= MOST_MS,
            f"memory is not below {MOST_MEMORY // MEGABYTE} MB": self.memory >= MOST_MEMORY,
            "there were errors": bool(self.errors),
        }
        return [what for what, is_so in found.items() if is_so]

    def lines(self) -> list[str]:
        marks = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
        shown = "  ".join(f"{name} {self.percentile(part):.1f}" for name, part in marks.items())
        what = ", ".join(f"{n} times {name}" for name, n in self.errors.items()) or "none"
        cpu = self.server_cpu / self.seconds, self.own_cpu / self.seconds
        return [
            f"live games   {self.games}, sockets {self.sockets}, games ended {self.finished}",
            f"moves        {len(self.acks)} acknowledged in {self.seconds:.1f} s:"
            f" {self.rate:.0f} moves/s",
            f"ack, ms      {shown}",
            f"errors       {what}",
            f"memory       {self.memory / MEGABYTE:.0f} MB, the most the server ever held",
            f"processor    server {cpu[0]:.0%}, players {cpu[1]:.0%} of one core",
        ]


class Asked:
    """The players who are asked for a choice; the next to move is drawn by lot."""

    def __init__(self) -> None:
        self._players: list[Mover] = []
        self._place: dict[Mover, int] = {}

    def put(self, player: Mover) -> None:
        if player not in self._place:
            self._place[player] = len(self._players)
            self._players.append(player)

    def take(self, player: Mover) -> None:
        place = self._place.pop(player, None)
        if place is not None:
            last = self._players.pop()
            if last is not player:
                self._players[place] = last
                self._place[last] = place

    def draw(self, lots: random.Random) -> Mover | None:
        """Somebody by lot, who is to move and no longer among the asked."""
        if not self._players:
            return None
        player = lots.choice(self._players)
        player.is_moving = True
        self.take(player)
        return player


class Mover(Player):
    """A player who puts itself among the asked when it is."""

    def __init__(self, guest: Guest, table: str, asked: Asked) -> None:
        super().__init__(guest, table)
        self._asked = asked
        self.is_moving = False

    def take(self, text: str | bytes) -> None:
        super().take(text)
        self.line_up()

    def line_up(self) -> None:
        if self.turn() is not None and not self.is_moving and not self.closed.is_set():
            self._asked.put(self)
        else:
            self._asked.take(self)


class Load:
    """The games, their players, and the moves that they make at a given rate."""

    def __init__(self, server: Server, games: int, lots: random.Random) -> None:
        self.figures = Figures(games)
        self._server = server
        self._lots = lots
        self._asked = Asked()
        self._tables: list[list[Mover]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def set_up(self, progress: Progress) -> None:
        """Everybody comes, sits down and is dealt in."""
        games = self.figures.games
        async with visitors(self._server.url, TABLES_AT_ONCE) as http:
            guests = await _each(
                [partial(Guest.come, http, f"Player {n}") for n in range(games * len(PARTIES))],
                GUESTS_AT_ONCE,
                _bar(progress, "guests", games * len(PARTIES)),
            )
            groups = [guests[n : n + len(PARTIES)] for n in range(0, len(guests), len(PARTIES))]
            self._tables = await _each(
                [partial(self._game, http, group) for group in groups],
                TABLES_AT_ONCE,
                _bar(progress, "games", games),
            )
        self.figures.sockets = sum(
            not player.closed.is_set() for table in self._tables for player in table
        )

    async def _game(self, http: httpx.AsyncClient, guests: list[Guest]) -> list[Mover]:
        """A game of these guests, the first of them its host."""
        seats = ["me", *["open"] * (len(guests) - 1)]
        table = await guests[0].open(http, options={"parties": PARTIES}, seats=seats)
        players = [Mover(guest, table, self._asked) for guest in guests]
        for chair, player in enumerate(players):
            await player.connect()
            await player.send("sit", chair=chair, commitment=promise(f"word {chair}"))
        for chair, player in enumerate(players):
            await player.send("reveal", chair=chair, nonce=f"word {chair}")
        await players[0].send("start")
        return players

    async def play(self, seconds: float, rate: float) -> None:
        """Moves at random moments, so many a second, whether or not the last are acknowledged."""
        gc.collect()
        gc.freeze()  # or the players would stand still for half a second now and then
        began = at = time.monotonic()
        own, server = time.process_time(), self._server.cpu_seconds()
        while at < began + seconds:
            at += self._lots.expovariate(rate)
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            player = self._asked.draw(self._lots)
            if player is None:
                self.figures.errors["nobody was asked"] += 1
            else:
                self._spawn(self._move(player, at))
        self.figures.seconds = time.monotonic() - began
        self.figures.own_cpu = time.process_time() - own
        self.figures.server_cpu = self._server.cpu_seconds() - server
        while self._tasks:
            await asyncio.gather(*self._tasks)
        gc.unfreeze()
        self._look_back()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, player: Mover, at: float) -> None:
        """A choice by lot; its time counts from when it was due, however late it was sent."""
        turn = player.turn()
        assert turn is not None
        seat, view = turn
        try:
            choice = self._lots.choice(view.choices)
            await player.send("play", version=player.seq, seat=seat, choice=choice)
            self.figures.acks.append(time.monotonic() - at)
        except Refused as refused:
            self.figures.errors[f"refused: {refused}"] += 1
        except (ConnectionError, TimeoutError) as error:
            self.figures.errors[f"no answer: {error or 'too late'}"] += 1
        finally:
            player.is_moving = False
            player.line_up()
        if player.is_over:
            await self._another(player.table)

    async def _another(self, over: str) -> None:
        """The same people play again, so that as many games are live as before."""
        number = next(n for n, players in enumerate(self._tables) if players[0].table == over)
        players = self._tables[number]
        self.figures.finished += 1
        for player in players:
            self._count_gaps(player)
            await player.close()
        async with visitors(self._server.url) as http:
            self._tables[number] = await self._game(http, [player.guest for player in players])

    def _look_back(self) -> None:
        """What went wrong unseen."""
        for player in (player for table in self._tables for player in table):
            self._count_gaps(player)
            if player.closed.is_set():
                self.figures.errors["disconnected"] += 1
        self.figures.memory = self._server.most_memory()

    def _count_gaps(self, player: Mover) -> None:
        if player.gaps:
            self.figures.errors["gap in the story"] += player.gaps

    async def leave(self) -> None:
        """Everybody goes."""
        players = [player for table in self._tables for player in table]
        await _each([player.close for player in players], TABLES_AT_ONCE)


async def _each(
    works: Sequence[Callable[[], Awaitable[T]]],
    at_once: int,
    done: Callable[[], None] = lambda: None,
) -> list[T]:
    """Does all, so many at a time, and gives what came of them in their order."""
    free = asyncio.Semaphore(at_once)

    async def one(work: Callable[[], Awaitable[T]]) -> T:
        async with free:
            made = await work()
        done()
        return made

    return await asyncio.gather(*map(one, works))


def _bar(progress: Progress, what: str, number: int) -> Callable[[], None]:
    return partial(progress.advance, progress.add_task(what, total=number))


def allow_files(number: int) -> None:
    """Lets this process and the server it starts hold so many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= number:
        return
    if hard != resource.RLIM_INFINITY and hard < number:
        sys.exit(f"{number} open files are needed and {hard} allowed: raise the limit (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))


async def drill(games: int, seconds: float, rate: float, seed: int, folder: Path) -> Figures:
    """The whole of it, with a server of its own in this folder."""
    progress = Progress(console=Console(stderr=True))
    async with Server(folder) as server:
        load = Load(server, games, random.Random(seed))
        with progress:
            await load.set_up(progress)
            bar = _bar(progress, "seconds", int(seconds))
            clock = asyncio.create_task(_tick(bar))
            await load.play(seconds, rate)
            clock.cancel()
        await load.leave()
    return load.figures


async def _tick(bar: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(1)
        bar()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=540, help="moves a second")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    allow_files(wanted.games * len(PARTIES) + SPARE_FILES)
    with tempfile.TemporaryDirectory(prefix="cactustown-load-") as folder:
        figures = asyncio.run(
            drill(wanted.games, wanted.seconds, wanted.rate, wanted.seed, Path(folder))
        )
    print("\n".join(figures.lines()))
    missed = figures.missed()
    print("missed: " + "; ".join(missed) if missed else "all targets met")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
