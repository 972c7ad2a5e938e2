"""How much of anything one address or person may do in a while.

A bucket that holds so many goes and fills again evenly: a burst is fine, a flood is not. Buckets
that are full again are forgotten, so memory is bounded by how many came lately. (The memory storage
of the `limits` library keeps every key it ever saw, and sweeps them all in a thread on every hit.)
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable

from starlette.types import Scope

from cactustown.server.endpoints import Refused
from cactustown.server.settings import Settings

Seconds = Callable[[], float]
BURST_SECONDS = 2  # a person may send so many seconds' worth of messages at once
LOOK_COST = 10  # messages that a look back counts for: a log is played again
LOOK_BURST_SECONDS = 5
STORY_COST = 10  # messages that a hello or an older part of a story counts for
STORY_BURST_SECONDS = 10
CHAT_COST = 20  # messages that a line of chat counts for
CHAT_BURST_SECONDS = 10
TRY_COST = 10  # messages that cards tried on the board count for
TRY_BURST_SECONDS = 5
HINT_COST = 40  # messages that a hint counts for: a process thinks about it
HINT_BURST_SECONDS = 10
FEWEST_TO_SWEEP = 1024


class Pace:
    """A bucket: `rate` a second, `burst` at once."""

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Seconds = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self) -> bool:
        """Takes one go, if there is one left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def turn(self) -> float:
        """Takes a go in any case; gives the seconds until it comes, at most those of a burst."""
        self._fill()
        self._left = max(self._left - 1, -self._burst)
        return max(0.0, -self._left / self._rate)

    def wait(self) -> float:
        """Seconds until there is a go again."""
        self._fill()
        return max(0.0, (1 - self._left) / self._rate)

    @property
    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Limit:
    """So many goes in so many seconds for everybody who is counted apart."""

    def __init__(self, most: float, seconds: float, clock: Seconds = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._paces: dict[str, Pace] = {}
        self._sweep_at = FEWEST_TO_SWEEP

    def take(self, who: str) -> float:
        """Takes one go; gives 0, or the seconds to wait where there is none left."""
        pace = self._pace(who)
        return 0.0 if pace.take() else pace.wait()

    def turn(self, who: str) -> float:
        """Takes a go in any case; gives the seconds until it comes, for those who have to wait."""
        return self._pace(who).turn()

    def _pace(self, who: str) -> Pace:
        pace = self._paces.get(who)
        if pace is None:
            self._sweep()
            pace = Pace(self._most / self._seconds, self._most, self._clock)
            self._paces[who] = pace
        return pace

    def __len__(self) -> int:
        return len(self._paces)

    def _sweep(self) -> None:
        if len(self._paces) >= self._sweep_at:
            self._paces = {who: pace for who, pace in self._paces.items() if not pace.is_full}
            self._sweep_at = max(FEWEST_TO_SWEEP, 2 * len(self._paces))


class Limits:
    """The limits of a server; each `check` lets pass or raises a refusal that says when."""

    def __init__(self, settings: Settings, clock: Seconds = time.monotonic) -> None:
        self._limits = {
            "requests": Limit(settings.requests_per_minute, 60, clock),
            "passwords": Limit(settings.logins_per_minute, 60, clock),
            "guests": Limit(settings.guests_per_hour, 3600, clock),
            "tables": Limit(settings.tables_per_hour, 3600, clock),
            "tables from this address": Limit(settings.tables_per_hour_per_address, 3600, clock),
            # Apart from the rest, or somebody who asks too much makes a watched server look dead.
            "probes": Limit(settings.requests_per_minute, 60, clock),
        }

    def check_table(self, person: str, scope: Scope) -> None:
        """A table more, for a person and for the address they come from."""
        self.check("tables", person)
        self.check("tables from this address", address_of(scope))

    def check(self, what: str, who: str) -> None:
        wait = self._limits[what].take(who)
        if wait:
            seconds = math.ceil(wait)
            raise Refused(
                429,
                "too_many",
                f"too many {what} in a short time; try again in {seconds} s",
                {"Retry-After": str(seconds)},
            )


class Manner:
    """How fast one person may talk, through however many sockets: more of them give no more."""

    def __init__(self, settings: Settings, clock: Seconds = time.monotonic) -> None:
        rate = settings.frames_per_second

        def limit(cost: int, burst_seconds: int) -> Limit:
            return Limit(max(1.0, rate * burst_seconds / cost), burst_seconds, clock)

        self.frames = limit(1, BURST_SECONDS)
        self.looks = limit(LOOK_COST, LOOK_BURST_SECONDS)
        self.stories = limit(STORY_COST, STORY_BURST_SECONDS)
        self.chat = limit(CHAT_COST, CHAT_BURST_SECONDS)
        self.tries = limit(TRY_COST, TRY_BURST_SECONDS)
        self.hints = limit(HINT_COST, HINT_BURST_SECONDS)


def address_of(scope: Scope) -> str:
    """Whom to count a request for: its address, of IPv6 the network a household gets."""
    client = scope.get("client")
    if not client:
        return "local"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)
