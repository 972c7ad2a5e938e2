"""People who play game after game, whatever happens to the server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import httpx

from cactustown import Game, Options
from cactustown.server.fairness import promise
from tests.drills.server import Server
from tests.drills.wire import Guest, visitors
from tests.drills.witness import AGAIN_SECONDS, Witness

T = TypeVar("T")

# Who plays each party: a guest by number, or a bot. Some guests play two parties.
LINE_UPS: tuple[dict[str, int | str], ...] = (
    {"sheriff": 0, "outlaws": 1, "hunters": 2, "dancer": 3},
    {"sheriff": 0, "outlaws": 1},
    {"sheriff": 0, "outlaws": 1, "hunters": 2},
    {"sheriff": 0, "outlaws": 1, "hunters": 0, "dancer": 1},
    {"sheriff": 0, "outlaws": 1, "hunters": "random"},
)
THINK_SECONDS = 0.1  # at most


class Drill(Protocol):
    """What people know of the drill they are in."""

    is_over: bool

    @property
    def server(self) -> Server: ...

    def witness(self, guest: Guest, table: str, lots: random.Random) -> Witness: ...


class Company:
    """Guests who play one game after the other, whatever happens to the server."""

    def __init__(self, drill: Drill, number: int, lots: random.Random) -> None:
        self.tables: dict[str, list[Witness]] = {}
        self.guests: list[Guest] = []
        self._drill = drill
        line_up = LINE_UPS[number % len(LINE_UPS)]
        order = Game.of(Options(tuple(line_up))).players  # the chairs stand in it
        self._line_up = {party: line_up[party] for party in order}
        self._players = list(self._line_up.values())
        self._lots = lots

    async def play(self) -> None:
        """Until the drill is over."""
        async with visitors(self._drill.server.url) as http:
            number = 1 + max(player for player in self._players if isinstance(player, int))
            while len(self.guests) < number:
                self.guests.append(await _until_done(lambda: Guest.come(http, "Guest")))
            while not self._drill.is_over:
                await self._game(await _until_done(lambda: self._open(http)))

    async def _open(self, http: httpx.AsyncClient) -> str:
        seats = ["me" if player == 0 else "open" for player in self._players]
        for chair, player in enumerate(self._players):
            if isinstance(player, str):
                seats[chair] = player
        return await self.guests[0].open(
            http, options={"parties": list(self._line_up)}, seats=seats
        )

    async def _game(self, table: str) -> None:
        witnesses = [self._drill.witness(guest, table, self._lots) for guest in self.guests]
        self.tables[table] = witnesses
        for chair, player in enumerate(self._players):
            if isinstance(player, int):
                promised = promise(f"word {chair}")
                await witnesses[player].insist("sit", chair=chair, commitment=promised)
        for chair, player in enumerate(self._players):
            if isinstance(player, int):
                await witnesses[player].insist("reveal", chair=chair, nonce=f"word {chair}")
        await witnesses[0].insist("start")
        await asyncio.gather(*map(self._moves, witnesses))
        await self._after_the_bots(witnesses[0])
        for witness in witnesses:
            await witness.up_to_date()
            await witness.close()

    async def _after_the_bots(self, witness: Witness) -> None:
        """Bots do not know that the drill is over: waits until it is a person's turn."""
        bots = {party for party, who in self._line_up.items() if isinstance(who, str)}
        while not witness.is_over:
            witness.news.clear()
            await witness.up_to_date()
            if not any(bots.intersection(view.awaited) for view in witness.views.values()):
                return
            await witness.news.wait()

    async def _moves(self, witness: Witness) -> None:
        """Chooses by lot whenever asked, until the game or the drill is over."""
        while not self._drill.is_over and not witness.is_over:
            witness.news.clear()
            await witness.come_back()
            if witness.turn() is None:
                await witness.news.wait()
                continue
            await asyncio.sleep(self._lots.uniform(0, THINK_SECONDS))
            turn = witness.turn()
            if turn is not None:
                seat, view = turn
                choice = self._lots.choice(view.choices)
                await witness.insist("play", version=witness.told[seat], seat=seat, choice=choice)


async def _until_done(work: Callable[[], Awaitable[T]]) -> T:
    """Asks the server until it answers."""
    while True:
        try:
            return await work()
        except httpx.TransportError:
            pass  # it is away
        except httpx.HTTPStatusError as error:
            if not error.response.is_server_error:
                raise
        await asyncio.sleep(AGAIN_SECONDS)
