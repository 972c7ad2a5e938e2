"""A server that is killed again and again while people play: nothing promised may be lost.

`python -m tests.drills.crash --kills 100`, or `make crash`; with `--database postgresql` a
database of its own is started and killed as well.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from cactustown.server.store.address import open_store
from tests.drills.company import Company
from tests.drills.server import Server
from tests.drills.wire import Guest, visitors
from tests.drills.witness import Witness, judged
from tests.server.postgres import Postgres, running_postgres

PLAY_SECONDS = (0.2, 1.0)  # between the first ack and the next kill
START_SECONDS = (0.0, 0.8)  # into its start a server is killed, now and then
STARTS = 8  # after every so many kills another hits the server while it is starting
BACK_SECONDS = 3.0
STUCK_SECONDS = 60.0
SERVICE_RESTART = 1012
KILL, KILL_DATABASE, STOP = "kill", "kill database", "stop"
SHOWN = 20


class Stuck(Exception):
    """The drill cannot go on: the server does not do what it must."""


@dataclass
class Findings:
    """What the drill saw."""

    kills: int = 0
    kills_at_start: int = 0
    database_kills: int = 0
    stops: int = 0
    tables: int = 0
    finished: int = 0
    acks: int = 0
    first_ack: list[float] = field(default_factory=list)  # seconds after each start
    all_back: list[float] = field(default_factory=list)  # until everybody sees the table again
    wrongs: list[str] = field(default_factory=list)

    @property
    def was_late(self) -> bool:
        return max(self.first_ack, default=0) > BACK_SECONDS

    def lines(self) -> list[str]:
        kills = f"{self.kills} of the server, and {self.kills_at_start} while it was starting"
        if self.database_kills:
            kills += f"; {self.database_kills} of the database"
        return [
            f"kills        {kills}",
            f"stops        {self.stops}",
            f"games        {self.tables}, played to the end {self.finished}",
            f"commands     {self.acks} acknowledged",
            f"first ack    {_spread(self.first_ack)} after a start",
            f"all back     {_spread(self.all_back)} after a start",
            f"wrong        {len(self.wrongs) or 'nothing'}",
            *self.wrongs[:SHOWN],
        ]


def _spread(seconds: list[float]) -> str:
    ordered = sorted(seconds) or [0.0]
    return f"{ordered[len(ordered) // 2]:.2f} s, at most {ordered[-1]:.2f} s"


class Drill:
    """The companies, the server, and who is killed when."""

    def __init__(self, server: Server, games: int, seed: int, postgres: Postgres | None) -> None:
        self.server = server
        self.is_over = False
        self.findings = Findings()
        self._postgres = postgres
        self._lots = random.Random(seed)
        self._companies = [Company(self, n, random.Random(f"{seed} {n}")) for n in range(games)]
        self._acked = asyncio.Event()  # by the server that runs now
        self._all_back = asyncio.Event()
        self._here: set[Witness] = set()  # who is connected to the server that runs now
        self._away: set[Witness] = set()  # who was connected when it was killed, and is not yet

    def witness(self, guest: Guest, table: str, lots: random.Random) -> Witness:
        """Somebody at a table who tells the drill of acks and returns."""
        witness = Witness(guest, table, lots)
        witness.on_ack = self._promised
        witness.on_return = self._returned
        return witness

    def _promised(self, witness: Witness) -> None:
        if witness in self._here:  # else the ack was still on its way when the server died
            self._acked.set()

    def _returned(self, witness: Witness) -> None:
        self._here.add(witness)
        self._away.discard(witness)
        if not self._away:
            self._all_back.set()

    async def run(self, blows: list[str], done: Callable[[], None]) -> None:
        """One blow after the other while people play; what was found is in `findings`."""
        playing = asyncio.gather(*(company.play() for company in self._companies))
        try:
            await self._until(self._acked, playing)
            for blow in blows:
                await asyncio.sleep(self._lots.uniform(*PLAY_SECONDS))
                await self._strike(blow, playing)
                done()
            await asyncio.sleep(self._lots.uniform(*PLAY_SECONDS))
            self._end()
            await asyncio.wait_for(playing, STUCK_SECONDS)
        finally:
            playing.cancel()
        exports = await self._exports()
        await self.server.stop()
        await self._judge(exports)

    async def _strike(self, blow: str, playing: asyncio.Future[Any]) -> None:
        """Ends something, starts it again, and waits for the first promise after it."""
        strikes = {KILL: self._kill_server, KILL_DATABASE: self._kill_database, STOP: self._stop}
        began = await strikes[blow]()
        self._acked.clear()
        await self._until(self._acked, playing)
        self.findings.first_ack.append(time.monotonic() - began)
        if self._away:
            await self._until(self._all_back, playing)
        self.findings.all_back.append(time.monotonic() - began)

    async def _kill_server(self) -> float:
        self.server.kill()
        self._launch()
        self.findings.kills += 1
        if self.findings.kills % STARTS == 0:
            await asyncio.sleep(self._lots.uniform(*START_SECONDS))
            self.server.kill()
            self._launch()
            self.findings.kills_at_start += 1
        return self.server.started_at

    async def _stop(self) -> float:
        """The server is asked to end, and must tell everybody that it will be back."""
        here = [witness for witness in self._here if not witness.closed.is_set()]
        await self.server.stop(self._lots.choice((signal.SIGTERM, signal.SIGINT)))
        for witness in here:
            await asyncio.wait_for(witness.closed.wait(), STUCK_SECONDS)
            if witness.close_code != SERVICE_RESTART and not witness.left:
                self.findings.wrongs.append(f"a stop closed a socket with {witness.close_code}")
        self._launch()
        self.findings.stops += 1
        return self.server.started_at

    def _launch(self) -> None:
        self._away |= {witness for witness in self._here if not witness.is_over}
        self._here.clear()
        self._all_back.clear()
        self.server.launch()

    async def _kill_database(self) -> float:
        assert self._postgres is not None
        self._postgres.kill()
        await asyncio.sleep(self._lots.uniform(*PLAY_SECONDS))
        await asyncio.to_thread(self._postgres.restart)
        self.findings.database_kills += 1
        return time.monotonic()

    async def _until(self, event: asyncio.Event, playing: asyncio.Future[Any]) -> None:
        """Waits for an event; the players may fail meanwhile, or everything stand still."""
        waiting = asyncio.ensure_future(event.wait())
        try:
            await asyncio.wait(
                {waiting, playing}, timeout=STUCK_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if playing.done():
                playing.result()
            if not event.is_set():
                raise Stuck(f"nothing happened for {STUCK_SECONDS:.0f} s")
        finally:
            waiting.cancel()

    def _end(self) -> None:
        """Nobody begins anything more."""
        self.is_over = True
        for company in self._companies:
            for witnesses in company.tables.values():
                for witness in witnesses:
                    witness.news.set()

    async def _exports(self) -> dict[Witness, Any]:
        """All games as the server gives them to each who plays there."""
        async with visitors(self.server.url) as http:
            return {
                witness: await witness.guest.export(http, table)
                for company in self._companies
                for table, witnesses in company.tables.items()
                for witness in witnesses
            }

    async def _judge(self, exports: dict[Witness, Any]) -> None:
        found = self.findings
        store = open_store(self.server.database)
        await store.open()
        try:
            for company in self._companies:
                for table, witnesses in company.tables.items():
                    exported = [exports[witness] for witness in witnesses]
                    found.wrongs += await judged(store, table, witnesses, exported)
                    found.tables += 1
                    found.finished += witnesses[0].is_over
                    found.acks += sum(len(witness.acked) for witness in witnesses)
                    found.wrongs += [
                        f"table {table}: {len(witness.refused)} commands were refused"
                        for witness in witnesses
                        if witness.refused
                    ]
        finally:
            await store.close()


async def drill(
    folder: Path,
    games: int,
    *,
    kills: int = 0,
    stops: int = 0,
    database_kills: int = 0,
    postgres: Postgres | None = None,
    seed: int = 1,
    done: Callable[[], None] = lambda: None,
) -> Findings:
    """The whole of it, with a server of its own in this folder."""
    database = "" if postgres is None else postgres.new_database()
    blows = [KILL] * kills + [STOP] * stops + [KILL_DATABASE] * database_kills
    random.Random(seed).shuffle(blows)
    async with Server(folder, database) as server:
        crash = Drill(server, games, seed, postgres)
        await crash.run(blows, done)
    return crash.findings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="of the server")
    parser.add_argument("--stops", type=int, default=5, help="of the server, by a signal")
    parser.add_argument("--games", type=int, default=40, help="at the same time")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--database-kills", type=int, default=20, help="of PostgreSQL")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    on_postgres = wanted.database == "postgresql"
    database_kills = wanted.database_kills if on_postgres else 0
    with (
        tempfile.TemporaryDirectory(prefix="cactustown-crash-") as folder,
        running_postgres() if on_postgres else contextlib.nullcontext() as postgres,
        Progress(console=Console(stderr=True)) as progress,
    ):
        bar = progress.add_task("blows", total=wanted.kills + wanted.stops + database_kills)
        findings = asyncio.run(
            drill(
                Path(folder),
                wanted.games,
                kills=wanted.kills,
                stops=wanted.stops,
                database_kills=database_kills,
                postgres=postgres,
                seed=wanted.seed,
                done=lambda: progress.advance(bar),
            )
        )
    print("\n".join(findings.lines()))
    if findings.was_late:
        print(f"missed: back within {BACK_SECONDS:.0f} s")
    sys.exit(1 if findings.wrongs or findings.was_late else 0)


if __name__ == "__main__":
    main()
