"""A backup made while people play, a crash, and the backup restored by the command.

`python -m tests.drills.restore`, or `make restore`; with `--database postgresql` on a database of
its own. What was acknowledged before the backup began must be there, once, and the games go on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from cactustown.server.store.address import open_store
from cactustown.server.store.base import Row
from cactustown.server.table import RUNNING, Table
from cactustown.server.unreadable import Unreadable
from tests.drills.company import Company
from tests.drills.server import Server
from tests.drills.wire import Guest, Player, Refused
from tests.drills.witness import Witness
from tests.server.postgres import Postgres, running_postgres

ACKS_FIRST = 20  # of each game, before the backup
STUCK_SECONDS = 60.0
SHOWN = 20


@dataclass
class Findings:
    """What the drill saw."""

    acks: int = 0  # in all
    before: int = 0  # of them before the backup began
    lost: int = 0  # of those afterwards: gone, as they must be
    tables: int = 0
    went_on: int = 0
    backup_seconds: float = 0.0
    restore_seconds: float = 0.0
    start_seconds: float = 0.0
    told: str = ""
    wrongs: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        return [
            f"commands     {self.acks} acknowledged, {self.before} before the backup began",
            f"taken back   {self.lost} of those after it",
            f"games        {self.tables} in the backup, {self.went_on} played on",
            f"backup       {self.backup_seconds:.2f} s while people played",
            f"restore      {self.restore_seconds:.2f} s: {self.told}",
            f"start        {self.start_seconds:.2f} s until it was ready",
            f"wrong        {len(self.wrongs) or 'nothing'}",
            *self.wrongs[:SHOWN],
        ]


class Drill:
    """The companies that play, and what they were promised when."""

    def __init__(self, server: Server, games: int, seed: int) -> None:
        self.server = server
        self.is_over = False
        self.findings = Findings()
        self._lots = random.Random(seed)
        self._companies = [Company(self, n, random.Random(f"{seed} {n}")) for n in range(games)]

    def witness(self, guest: Guest, table: str, lots: random.Random) -> Witness:
        return Witness(guest, table, lots)

    async def run(self, copy: Path, seconds: float) -> None:
        """Plays, backs up, plays on, crashes, restores, and looks."""
        found, place = self.findings, ("--database", self.server.database)
        playing = asyncio.gather(*(company.play() for company in self._companies))
        try:
            await self._until_all_play(playing)
            await asyncio.sleep(seconds)
            before = {witness: set(witness.acked) for _, witness in self._witnesses()}
            found.backup_seconds, _ = await command("backup", "--to", str(copy), *place)
            await asyncio.sleep(seconds)
            self.server.kill()
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        for _, witness in self._witnesses():
            await witness.drop()
        found.restore_seconds, found.told = await command("restore", str(copy), *place)
        await self._judge(before)
        began = time.monotonic()
        await self.server.start()
        found.start_seconds = time.monotonic() - began
        await self._go_on()
        await self.server.stop()
        await self._judge(before)

    def _witnesses(self) -> Iterator[tuple[str, Witness]]:
        for company in self._companies:
            for table, witnesses in company.tables.items():
                for witness in witnesses:
                    yield table, witness

    async def _until_all_play(self, playing: asyncio.Future[list[None]]) -> None:
        async with asyncio.timeout(STUCK_SECONDS):
            while not all(self._acks(company) > ACKS_FIRST for company in self._companies):
                if playing.done():
                    playing.result()
                await asyncio.sleep(0.05)

    @staticmethod
    def _acks(company: Company) -> int:
        return sum(len(witness.acked) for each in company.tables.values() for witness in each)

    async def _judge(self, before: dict[Witness, set[str]]) -> None:
        """What is in the logs, and what should be."""
        found, logs = self.findings, await self._logs()
        found.acks = found.before = found.lost = 0
        for table, witness in self._witnesses():
            commands = [row.command for row in logs[table]]
            early = before.get(witness, set())
            found.acks += len(witness.acked)
            found.before += len(early)
            for name in witness.acked:
                times = commands.count(f"{witness.guest.id}/{name}")
                found.lost += times == 0 and name not in early
                if times > 1 or (times == 0 and name in early):
                    found.wrongs.append(f"table {table}: {name} is in the log {times} times")
        there = [rows for rows in logs.values() if rows]  # the others were opened later
        found.tables = len(there)
        for rows in there:
            try:
                Table.from_rows(rows)
            except Unreadable as error:
                found.wrongs.append(f"table {error.table}: version {error.version}: {error.why}")

    async def _logs(self) -> dict[str, list[Row]]:
        store = open_store(self.server.database)
        await store.open()
        try:
            return {table: await store.rows(table) for table, _ in self._witnesses()}
        finally:
            await store.close()

    async def _go_on(self) -> None:
        """In every game that was under way somebody makes a move."""
        for company in self._companies:
            for table in company.tables:
                players = [Player(guest, table) for guest in company.guests]
                try:
                    await self._move(table, players)
                except (TimeoutError, ConnectionError) as error:
                    self.findings.wrongs.append(f"table {table} does not go on: {error!r}")
                for player in players:
                    await player.close()

    async def _move(self, table: str, players: list[Player]) -> None:
        for player in players:
            try:
                await player.connect()
            except Refused as refused:
                if refused.code != "no_table":  # it was opened after the backup
                    self.findings.wrongs.append(f"table {table}: {refused}")
                return
        async with asyncio.timeout(STUCK_SECONDS):
            while not any(player.is_over for player in players):
                for player in players:
                    await player.hear()
                    turn = player.turn()
                    if turn is not None:
                        seat, choices = turn[0], turn[1].choices
                        choice = self._lots.choice(choices)
                        told = player.told[seat]
                        await player.send("play", version=told, seat=seat, choice=choice)
                        self.findings.went_on += 1
                        return
                if players[0].state != RUNNING:  # not begun when it was copied
                    return
                await asyncio.sleep(0.05)


async def command(*words: str) -> tuple[float, str]:
    """Runs a command of ours; how long it took and what it said."""
    began = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cactustown", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "NO_COLOR": "1"},
    )
    said, _ = await process.communicate()
    told = said.decode(errors="replace").strip()
    if process.returncode != 0:
        raise RuntimeError(f"cactustown {words[0]} ended with {process.returncode}: {told}")
    return time.monotonic() - began, re.sub(r"/\S*/", "", told)


async def drill(
    folder: Path, games: int, *, seconds: float, postgres: Postgres | None = None, seed: int = 1
) -> Findings:
    """The whole of it, with a server of its own in this folder."""
    database = "" if postgres is None else postgres.new_database()
    async with Server(folder, database) as server:
        restoring = Drill(server, games, seed)
        await restoring.run(folder / "copy", seconds)
    return restoring.findings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="at the same time")
    parser.add_argument("--seconds", type=float, default=5.0, help="of play before and after")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="cactustown-restore-") as folder,
        running_postgres()
        if wanted.database == "postgresql"
        else contextlib.nullcontext() as postgres,
        Console(stderr=True).status("people play …"),
    ):
        findings = asyncio.run(
            drill(
                Path(folder),
                wanted.games,
                seconds=wanted.seconds,
                postgres=postgres,
                seed=wanted.seed,
            )
        )
    print("\n".join(findings.lines()))
    sys.exit(1 if findings.wrongs else 0)


if __name__ == "__main__":
    main()
