"""How many connections there may be, and how long one may take to say what it wants.

Every connection is an open file, and a process may have only so many. So they are counted, in all
and by address, and kept below that limit; what the database and the bots need stays free. When
there is no room, the connection that has waited longest without asking for anything is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
import time
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import structlog

from cactustown.server.limiting import address_of
from cactustown.server.settings import Settings

log = structlog.get_logger()
MOST: Final = 10_000  # whatever the limit of open files, for each takes some memory
FEWEST: Final = 16
ACCEPTED_AT_ONCE: Final = 8  # by asyncio, before it lets us count the first of them
KEPT_FILES: Final = 96  # for those just accepted, the database, the log, the page's files
FILES_A_WORKER: Final = 4  # pipes to a process in which bots think
SWEEP_SECONDS: Final = 1.0
ENDED_AT_ONCE: Final = 100
SOON_SECONDS: Final = 0.02
MOST_UNTAKEN: Final = 32 * 1024 * 1024  # bytes sent to clients that do not take them, in all


class Wire(Protocol):
    """A connection, whatever is spoken on it."""

    def is_late(self, now: float) -> bool:
        """Whether it has had its time."""

    def unsent(self) -> int:
        """The bytes given to it that the client has not taken."""

    def end(self) -> None:
        """Closes it now."""


class Door:
    """Lets connections in, as long as there is room, and sees out those who dawdle."""

    def __init__(
        self,
        most: int,
        most_from_one: int,
        proxies: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.most_from_one = most_from_one
        self.clock = clock
        self._proxies = list(proxies)
        self._inside: dict[object, tuple[Wire, str]] = {}  # by transport: it may change protocol
        self._waiting: dict[str, dict[object, None]] = {}  # by address: nothing asked yet
        self._oldest: dict[object, None] = {}  # of those
        self._here: dict[str, int] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._inside)

    def come(self, transport: object, wire: Wire, host: str) -> bool:
        """Whether a new connection may stay."""
        address = address_of({"client": (host, 0)})
        crowded = self._here.get(address, 0) >= self.most_from_one and not self._is_proxy(host)
        if crowded and not self._make_room(self._waiting.get(address, {})):
            return self._refuse("too many connections from one address")
        if len(self._inside) >= self.most and not self._make_room(self._oldest):
            return self._refuse("too many connections")
        self._inside[transport] = wire, address
        self._here[address] = self._here.get(address, 0) + 1
        self._waiting.setdefault(address, {})[transport] = None
        self._oldest[transport] = None
        self._sweep_later()
        return True

    def _refuse(self, why: str) -> bool:
        log.warning(why)
        return False

    def _make_room(self, waiting: dict[object, None]) -> bool:
        for transport in waiting:
            wire, _ = self._inside[transport]
            self.go(transport)
            wire.end()
            return True
        return False

    def asked(self, transport: object) -> None:
        """A connection asks for something: it no longer has to make room for others."""
        if transport in self._oldest:
            self._served(transport, self._inside[transport][1])

    def _served(self, transport: object, address: str) -> None:
        self._oldest.pop(transport, None)
        waiting = self._waiting.get(address)
        if waiting is not None:
            waiting.pop(transport, None)
            if not waiting:
                del self._waiting[address]

    def changes(self, transport: object, wire: Wire) -> None:
        """A connection speaks another protocol from now on."""
        if transport in self._inside:
            self._inside[transport] = wire, self._inside[transport][1]

    def go(self, transport: object) -> None:
        """A connection is gone."""
        _, address = self._inside.pop(transport, (None, ""))
        if not address:
            return
        self._served(transport, address)
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]

    def _is_proxy(self, host: str) -> bool:
        if host in self._proxies or "*" in self._proxies:
            return True
        try:
            address = ipaddress.ip_address(host)
            return any(address in ipaddress.ip_network(p, strict=False) for p in self._proxies)
        except ValueError:  # one of them is a name
            return False

    def sweep(self) -> bool:
        """Ends those that have had their time, not too many at once; whether there are more."""
        now = self.clock()
        late = [wire for wire, _ in self._inside.values() if wire.is_late(now)]
        for wire in late[:ENDED_AT_ONCE]:
            wire.end()
        self._lighten()
        return len(late) > ENDED_AT_ONCE

    def _lighten(self) -> None:
        """Where too much waits to be taken, the address that has most of it loses the largest."""
        waiting: dict[str, list[tuple[int, Wire]]] = {}
        for wire, address in self._inside.values():
            if unsent := wire.unsent():
                waiting.setdefault(address, []).append((unsent, wire))
        held = {address: sum(unsent for unsent, _ in own) for address, own in waiting.items()}
        for own in waiting.values():
            own.sort(key=lambda one: one[0])
        while sum(held.values()) > MOST_UNTAKEN:
            most = max(held, key=lambda address: held[address])
            unsent, wire = waiting[most].pop()
            held[most] -= unsent
            wire.end()

    def _sweep_later(self, seconds: float = SWEEP_SECONDS) -> None:
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(seconds, self._sweep_now)

    def _sweep_now(self) -> None:
        self._sweeping = None
        more = self.sweep()
        if self._inside:
            self._sweep_later(SOON_SECONDS if more else SWEEP_SECONDS)


def door_for(settings: Settings) -> Door:
    """The door of a server with these settings, in this process."""
    proxies = settings.trusted_proxies
    return Door(most_connections(settings), settings.max_connections_per_address, proxies)


def most_connections(settings: Settings) -> int:
    """As many as wished for, if the process may have so many open files."""
    wanted = settings.max_connections or MOST
    kept = KEPT_FILES + FILES_A_WORKER * settings.bot_workers
    return max(FEWEST, min(wanted, _most_files() - kept))


def _most_files() -> int:
    if sys.platform == "win32":
        return 2 * MOST
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * MOST if soft == resource.RLIM_INFINITY else soft
