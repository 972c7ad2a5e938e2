"""Which sockets belong to which session: when it ends, so do they.

In this process that happens at once; sessions that ended through another process, or by themselves,
are found by a look at the database now and then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol

import structlog

from cactustown.server.people import People, Visitor
from cactustown.server.store.base import StoreUnavailable

log = structlog.get_logger()
LOOK_SECONDS: Final = 30.0


class Dismissable(Protocol):
    """A socket that can be told to go."""

    def dismiss(self) -> None: ...


class SignedIn:
    """The open sockets of everybody here, by session."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._sockets: dict[tuple[str, str], set[Dismissable]] = {}  # by person and session
        self._ends = 0  # how often sessions ended here
        people.ended = self.end

    async def greet(self, token: str) -> Visitor | None:
        """The visitor whose session a new socket has.

        To be followed by `come` without a pause: whatever ends a session after this finds it.
        """
        while True:
            ends = self._ends
            visitor = await self._people.known(token)
            if visitor is None or ends == self._ends:
                return visitor

    def come(self, visitor: Visitor, socket: Dismissable) -> None:
        self._sockets.setdefault(_key(visitor), set()).add(socket)

    def go(self, visitor: Visitor, socket: Dismissable) -> None:
        sockets = self._sockets.get(_key(visitor), set())
        sockets.discard(socket)
        if not sockets:
            self._sockets.pop(_key(visitor), None)

    def end(self, sessions: Collection[str]) -> None:
        """These sessions have ended: so do their sockets."""
        if not sessions:
            return
        self._ends += 1
        ended = set(sessions)
        for key in [key for key in self._sockets if key[1] in ended]:
            for socket in self._sockets.pop(key):
                socket.dismiss()

    async def look(self) -> None:
        """Finds sessions that ended elsewhere."""
        whose = list(self._sockets)
        there = await self._people.sessions.still_there(whose)
        self.end([session for _, session in whose if session not in there])

    async def look_for_ever(
        self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        while True:
            await sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreUnavailable:
                log.warning("sessions could not be looked at")


def _key(visitor: Visitor) -> tuple[str, str]:
    return visitor.person.id, visitor.session
