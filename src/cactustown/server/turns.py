"""Where somebody is awaited: their tables that wait for a choice of theirs, or for their word."""

from __future__ import annotations

import contextlib
from typing import Protocol

import msgspec

from cactustown.server.commands import Refusal
from cactustown.server.endpoints import Call, Endpoint
from cactustown.server.live import LiveTable, NoSuchTable
from cactustown.server.store.base import Store
from cactustown.server.table import OPEN, RUNNING, Table

SEARCHED = 100  # of somebody's latest tables


class Turns(msgspec.Struct, frozen=True):
    """The tables at which it is your turn."""

    tables: list[str]


class Tables(Protocol):
    """What turns ask of the tables."""

    @property
    def store(self) -> Store: ...

    async def table(self, name: str) -> LiveTable: ...


class Awaited:
    """The handler."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def turns(self, call: Call) -> Turns:
        found = []
        for listing in await self._tables.store.tables_of(call.person.id, SEARCHED):
            full = all(place.person or place.bot for place in listing.places)
            invited = any(place.kept == call.person.id for place in listing.places)
            if listing.state == RUNNING or (listing.state == OPEN and (full or invited)):
                with contextlib.suppress(NoSuchTable, Refusal):
                    live = await self._tables.table(listing.table)
                    if is_awaited(await live.settled(), call.person.id):
                        found.append(listing.table)
        return Turns(found)

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                *("GET", "/api/turns", self.turns, Turns, "Tables that wait for you"), session=True
            )
        ]


def is_awaited(table: Table, person: str) -> bool:
    """Whether a seat of this person's, not handed to a bot, has to choose.

    Before the game: whether a chair is kept for them, or the dice wait for this person's word.
    """
    if table.state == OPEN:
        if any(chair.is_kept_for(person) for chair in table.chairs):
            return True
        return person in table.sealing.awaited(table.chairs)
    if table.game is None or table.state != RUNNING:
        return False
    return any(
        chair.party in table.game.awaited
        for chair in table.chairs
        if chair.person is not None and chair.person.id == person and chair.player is None
    )
