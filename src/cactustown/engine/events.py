"""The log: what happened, as nested typed blocks of ids and numbers, never sentences.

Every event is known to everybody to have happened; what only some may know about it stands in
`args`, and everybody else is shown its `twin`, the same event with the secret numbers hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cactustown.engine.state import State

EVERYBODY: Final = 0xFFFF
HIDDEN: Final = -1


class Field:
    """One number of an event: what it is called and what kind of thing it numbers.

    `absent`: sometimes there is no such thing; `secret`: not everybody may know it. Either is told
    as null.
    """

    __slots__ = ("absent", "kind", "name", "secret")

    def __init__(self, name: str, kind: str, absent: bool = False, secret: bool = False) -> None:
        self.name = name
        self.kind = kind
        self.absent = absent
        self.secret = secret


class EventKind:
    """A kind of events: what it is called, and a field for each of its numbers."""

    __slots__ = ("fields", "name", "shown")

    def __init__(self, name: str, *fields: Field) -> None:
        self.name = name
        self.fields = fields
        self.shown = sum(not field.secret for field in fields)  # the secret ones stand last


class Event:
    """One thing that happened, `depth` blocks deep."""

    __slots__ = ("args", "depth", "kind", "seats", "twin")

    def __init__(
        self, kind: int, depth: int, args: tuple[int, ...], seats: int, twin: tuple[int, ...]
    ) -> None:
        self.kind = kind
        self.depth = depth
        self.args = args
        self.seats = seats
        self.twin = twin

    def seen_by(self, seat: int) -> tuple[int, ...]:
        """The numbers as this seat may know them; seat -1 is a spectator."""
        if self.seats == EVERYBODY or (seat >= 0 and self.seats >> seat & 1):
            return self.args
        return self.twin


class EventLog:
    """The events of one game, and which blocks are open."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.open_at: list[int] = []  # the stack heights at which the open blocks began

    def close_above(self, height: int) -> None:
        """The stack falls to this height: blocks that began above it are complete."""
        while self.open_at and self.open_at[-1] > height:
            self.open_at.pop()

    def add(self, kind: int, *args: int) -> None:
        """Something everybody sees."""
        self.events.append(Event(kind, len(self.open_at), args, EVERYBODY, args))

    def block(self, g: State, kind: int, *args: int) -> None:
        """The same, and what follows belongs to it until the stack falls below this height."""
        self.add(kind, *args)
        self.open_at.append(len(g.stack))

    def secret(self, seats: int, shown: int, kind: int, *args: int) -> None:
        """Something of which only `seats` know more than the first `shown` numbers."""
        twin = args[:shown] + (HIDDEN,) * (len(args) - shown)
        self.events.append(Event(kind, len(self.open_at), args, seats, twin))
