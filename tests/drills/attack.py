"""A server under attack: nobody else may feel it.

`python -m tests.drills.attack [NAME…]`, or `make attack`. Every file of `tests/drills/attacks` is
an attack on a server of its own, with the limits a host gets by default. Meanwhile a bystander
plays against a bot from another address. Attacks are bounded and go to this machine alone.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import math
import os
import pkgutil
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from tests.drills import attacks, watched
from tests.drills.load import allow_files
from tests.drills.server import Server
from tests.drills.wire import Guest, Player, Refused, visitors

MEGABYTE = 1_000_000
MOST_STALL_MS = 100.0
MOST_MEMORY = 100 * MEGABYTE
LINES_AT_ALL = 200
LINES_A_SECOND = 30
TIMES = 5
FILES = 8_000
BYSTANDER = "127.0.0.2"
THINK_SECONDS = 0.06  # some fifteen moves a second: below the pace that one person has
SETTLE_SECONDS = 1.0
PATIENCE_SECONDS = 0.3
WARM_MOVES = 5


class Target(Server):
    """A server as a host has it by default, with a watch on its event loop."""

    limits: Mapping[str, str] = {}

    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(folder, **{"PACE": "0", "LOG_LEVEL": "info", **settings})
        self._watch = folder / "longest.json"
        self.command = (sys.executable, "-m", "tests.drills.watched", str(self._watch))

    def watch_anew(self) -> None:
        """Forgets what was long until now, such as its start."""
        os.kill(self.pid, signal.SIGUSR1)

    def longest(self) -> watched.Longest:
        """The callback that held up its loop longest."""
        return watched.read(self._watch)

    def lines(self) -> int:
        """How many lines it has logged."""
        return self.written().count("\n")

    async def failures(self) -> int:
        """How many requests it answered with a 5xx that is not on purpose."""
        async with visitors(self.url, address=BYSTANDER) as http:
            figures = (await http.get("/metrics")).text.splitlines()
        counted = [line for line in figures if line.startswith("cactustown_requests_total")]
        return sum(int(float(line.split()[-1])) for line in counted if 'status="500"' in line)


@dataclass
class Figures:
    """What an attack did to the server and to a bystander."""

    stall: watched.Longest = field(default_factory=watched.Longest)
    memory: int = 0  # bytes more than before
    failures: int = 0
    lines: int = 0
    seconds: float = 0.0
    acks: list[float] = field(default_factory=list)  # of the bystander's moves, in seconds
    harmed: list[str] = field(default_factory=list)  # what went wrong for the bystander
    told: dict[str, object] = field(default_factory=dict)  # the attack's own figures

    @property
    def p99(self) -> float:
        """Within so many ms 99 of 100 of the bystander's moves were acknowledged."""
        ordered = sorted(self.acks) or [math.inf]
        return ordered[min(int(0.99 * len(ordered)), len(ordered) - 1)] * 1000

    def wrong(self) -> list[str]:
        """What no attack may do, however slow the machine."""
        found = [
            (self.memory >= MOST_MEMORY, f"memory grew by {self.memory / MEGABYTE:.0f} MB"),
            (self.failures > 0, f"{self.failures} requests were answered with 500"),
            (self.lines > LINES_AT_ALL + LINES_A_SECOND * self.seconds, f"{self.lines} log lines"),
            (not self.acks, "the bystander could not move"),
        ]
        return [what for is_so, what in found if is_so] + self.harmed


@dataclass
class Scene:
    """What an attack has: a server, ways to it, and a place for figures."""

    server: Target
    http: httpx.AsyncClient
    full: bool
    figures: Figures = field(default_factory=Figures)

    @property
    def url(self) -> str:
        return self.server.url

    def figure(self, name: str, value: object) -> None:
        """A figure of the attack's own, for the table."""
        self.figures.told[name] = round(value, 3) if isinstance(value, float) else value

    async def guest(self, name: str = "Mallory") -> Guest:
        """A new guest from the attacker's address."""
        return await Guest.come(self.http, name)


async def patiently(work: Callable[[], Awaitable[object]]) -> None:
    """Does it as often as it takes until it is not too fast."""
    while True:
        try:
            await work()
            return
        except Refused as refused:
            if refused.code != "too_fast":
                raise
        await asyncio.sleep(PATIENCE_SECONDS)


async def come(guest: Guest, table: str) -> Player:
    """Somebody comes to a table, as fast as a person may."""
    player = Player(guest, table)

    async def connect() -> None:
        try:
            await player.connect()
        except Refused:
            await player.close()
            raise

    await patiently(connect)
    return player


class Bystander:
    """Somebody at another address who plays against a quick bot, game after game."""

    def __init__(self, url: str, figures: Figures) -> None:
        self._url = url
        self._figures = figures
        self._lots = random.Random(1)
        self._player: Player | None = None
        self._is_over = False
        self.is_playing = asyncio.Event()  # the bot's process has been started, too

    async def play(self) -> None:
        """Until told to stop; whatever goes wrong is noted and tried again."""
        async with visitors(self._url, address=BYSTANDER) as http:
            guest = await Guest.come(http, "Bystander", BYSTANDER)
            while not self._is_over:
                try:
                    await self._game(guest, http)
                except Exception as error:
                    self._figures.harmed.append(f"bystander: {type(error).__name__}: {error}")
                    await asyncio.sleep(SETTLE_SECONDS)

    async def _game(self, guest: Guest, http: httpx.AsyncClient) -> None:
        options = {"parties": ["sheriff", "outlaws"]}
        table = await guest.open(http, options=options, seats=["me", "greedy"])
        self._player = player = Player(guest, table)
        await player.connect()
        await player.send("start")
        while not player.is_over and not self._is_over:
            player.news.clear()
            turn = player.turn()
            if turn is None:
                await asyncio.wait_for(player.news.wait(), 30)
            else:
                await self._move(player, turn[0], turn[1].choices)
        await player.close()

    async def _move(self, player: Player, seat: str, choices: list[str]) -> None:
        began = time.perf_counter()
        await player.send("play", version=player.seq, seat=seat, choice=self._lots.choice(choices))
        self._figures.acks.append(time.perf_counter() - began)
        if len(self._figures.acks) >= WARM_MOVES:
            self.is_playing.set()
        await asyncio.sleep(THINK_SECONDS)

    async def stop(self, playing: asyncio.Task[None]) -> None:
        """Plays no more."""
        self._is_over = True
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        if self._player is not None:
            await self._player.close()


@dataclass(frozen=True)
class Attack:
    """A file of `tests.drills.attacks`."""

    name: str
    what: str
    settings: Mapping[str, str]
    files: int  # open files the server may have; 0: as many as this process
    run: Callable[[Scene], Awaitable[None]]


def known(names: Sequence[str] = ()) -> list[Attack]:
    """All attacks there are, or those named."""
    found = [module.name for module in pkgutil.iter_modules(attacks.__path__)]
    unknown = set(names) - set(found)
    if unknown:
        sys.exit(f"there is no attack {', '.join(unknown)}; there are: {', '.join(found)}")
    made = []
    for name in found:
        module = importlib.import_module(f"{attacks.__name__}.{name}")
        files = getattr(module, "FILES", 0)
        made.append(Attack(name, module.WHAT, module.SETTINGS, files, module.attack))
    return [attack for attack in made if not names or attack.name in names]


@asynccontextmanager
async def stage(attack: Attack, folder: Path, full: bool) -> AsyncIterator[Scene]:
    """A server with a bystander on it; what was seen is in the figures when it is left."""
    async with AsyncExitStack() as stack:
        server = Target(folder, **attack.settings)
        server.files = attack.files
        await stack.enter_async_context(server)
        http = await stack.enter_async_context(visitors(server.url))
        scene = Scene(server, http, full)
        figures = scene.figures
        bystander = Bystander(server.url, figures)
        playing = asyncio.create_task(bystander.play())
        await asyncio.wait_for(bystander.is_playing.wait(), 30)
        figures.acks.clear()
        server.watch_anew()
        memory, lines, began = server.memory(), server.lines(), time.monotonic()
        try:
            yield scene
            figures.seconds = time.monotonic() - began
            moves = len(figures.acks)
            await asyncio.sleep(SETTLE_SECONDS)
            if len(figures.acks) == moves:
                figures.harmed.append("the bystander's game stands still afterwards")
            figures.stall = server.longest()
            figures.memory = server.most_memory() - memory
            figures.failures = await server.failures()
            figures.lines = server.lines() - lines
        finally:
            await bystander.stop(playing)


async def attacked(attack: Attack, folder: Path, full: bool) -> Figures:
    """The whole of one attack."""
    async with stage(attack, folder, full) as scene:
        await attack.run(scene)
    return scene.figures


def median_stall(runs: Sequence[Figures]) -> float:
    """In ms."""
    return statistics.median(figures.stall.seconds for figures in runs) * 1000


def wrong(runs: Sequence[Figures]) -> list[str]:
    """What should not have been, over all runs of one attack."""
    found = [what for figures in runs for what in figures.wrong()]
    if median_stall(runs) >= MOST_STALL_MS:
        worst = max(runs, key=lambda figures: figures.stall.seconds).stall
        found.append(f"the loop stood still for {median_stall(runs):.0f} ms: {worst.callback}")
    return list(dict.fromkeys(found))


def _table() -> Table:
    table = Table("attack", "longest callback", "bystander p99", "memory", "log lines", "figures")
    table.columns[5].overflow = "fold"
    return table


def _row(attack: Attack, runs: Sequence[Figures]) -> list[str]:
    middle = statistics.median(figures.p99 for figures in runs)
    return [
        attack.name,
        f"{median_stall(runs):.0f} ms",
        f"{middle:.0f} ms",
        f"+{max(figures.memory for figures in runs) / MEGABYTE:.0f} MB",
        str(max(figures.lines for figures in runs)),
        ", ".join(f"{name} {value}" for name, value in runs[-1].told.items()),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these attacks")
    parser.add_argument("--times", type=int, default=TIMES, help="runs of each")
    parser.add_argument("--slice", action="store_true", help="the small version of each")
    wanted = parser.parse_args()
    allow_files(FILES)
    console, table, failed = Console(), _table(), False
    for attack in known(wanted.names):
        console.print(f"[bold]{attack.name}[/]: {attack.what}")
        runs = []
        try:
            for _ in range(wanted.times):
                with tempfile.TemporaryDirectory(prefix="cactustown-attack-") as folder:
                    runs.append(asyncio.run(attacked(attack, Path(folder), not wanted.slice)))
        except Exception as error:  # an attack that breaks off must not hide the others
            told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            console.print(f"  [red]✗[/] {told}", highlight=False)
            failed = True
            continue
        table.add_row(*_row(attack, runs))
        for what in wrong(runs):
            console.print(f"  [red]✗[/] {what}", highlight=False, markup=True)
            failed = True
    console.print(table)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
