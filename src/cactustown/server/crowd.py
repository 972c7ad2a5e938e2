"""Who is connected now: how many sockets a person and an address have, and what waits for them.

What a client does not read has to wait somewhere. It is counted in bytes, for one socket, for all
of a person and for everybody, so that no number of people who do not read fills the memory.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

from cactustown.server.endpoints import Refused
from cactustown.server.settings import Settings

MOST_FOR_ONE: Final = 1024 * 1024  # bytes waiting for a socket: a hello of six seats fits twice
MOST_FOR_PERSON: Final = 4 * 1024 * 1024
MOST_FOR_ALL: Final = 64 * 1024 * 1024
MUCH: Final = 64 * 1024  # waiting for one socket: from then on its person's others count too


class Reader(Protocol):
    """One socket of somebody."""

    @property
    def who(self) -> str:
        """The person's id."""

    @property
    def address(self) -> str:
        """From where, as limits count it."""

    @property
    def held(self) -> int:
        """The bytes that wait for it."""

    def drop(self) -> None:
        """Sends nothing more and closes, for reading too slowly."""


class Crowd:
    """Everybody connected to this process."""

    def __init__(self, settings: Settings) -> None:
        self._most_sockets = settings.max_sockets_per_person
        self._most_here = settings.max_connections_per_address
        self._people: dict[str, dict[Reader, None]] = {}
        self._addresses: Counter[str] = Counter()
        self.waiting = 0  # bytes on all queues

    def __len__(self) -> int:
        return sum(map(len, self._people.values()))

    def check(self, who: str, address: str) -> None:
        """Raises a refusal where one more socket would be too many."""
        if len(self._people.get(who, ())) >= self._most_sockets:
            raise Refused(
                429,
                "too_many_sockets",
                f"you have {self._most_sockets} tables open; close one first",
            )
        if self._addresses[address] >= self._most_here:
            raise Refused(429, "too_many_sockets", "too many people come from your address")

    def come(self, reader: Reader) -> None:
        self._people.setdefault(reader.who, {})[reader] = None
        self._addresses[reader.address] += 1

    def go(self, reader: Reader) -> None:
        own = self._people[reader.who]
        del own[reader]
        if not own:
            del self._people[reader.who]
        self._addresses[reader.address] -= 1
        if not self._addresses[reader.address]:
            del self._addresses[reader.address]

    def weigh(self, reader: Reader) -> None:
        """More waits for a socket: the one that holds too much has to go."""
        held = reader.held
        if held > MOST_FOR_ONE:
            reader.drop()
        elif held > MUCH:
            own = self._people.get(reader.who, {reader: None})
            if sum(other.held for other in own) > MOST_FOR_PERSON:
                max(own, key=lambda other: other.held).drop()
        if self.waiting > MOST_FOR_ALL:
            everybody = (other for own in self._people.values() for other in own)
            max(everybody, key=lambda other: other.held, default=reader).drop()
