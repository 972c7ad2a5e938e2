"""Every legal combination of parties, each with an id that simulations take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from cactustown.content import Content
from cactustown.engine.errors import BadOptions
from cactustown.rules.options import BOOK_SETS, Options

MOST_PLAYERS = 5


@dataclass(frozen=True)
class Setup:
    """A combination of parties that can play together."""

    name: str  # its id: the parties in seating order, joined by +
    parties: tuple[str, ...]
    players: int
    in_book: bool  # named by the printed rules (SIDE-1), or allowed by our ruling (SIDE-2)
    solo: bool = False


def setups(content: Content) -> list[Setup]:
    """The legal combinations, fewest players first, in seating order."""
    return list(_legal(content))


def _legal(content: Content) -> Iterator[Setup]:
    yield Setup("solo", ("outlaws",), 1, in_book=True, solo=True)  # SOLO-1
    names = content.in_force(Options()).seats().value
    for players in range(2, MOST_PLAYERS + 1):
        for parties in combinations(names, players):
            needed = {name for party in parties for name in content.tables.party[party].needs}
            if needed <= set(parties):  # SIDE-2
                in_book = any(set(parties) == set(book) for book in BOOK_SETS)
                yield Setup("+".join(parties), parties, players, in_book)


def find_setup(content: Content, name: str) -> Setup:
    """The combination with this id; the order of the parties does not matter."""
    known = setups(content)
    wanted = sorted(name.split("+"))
    for setup in known:
        if sorted(setup.name.split("+")) == wanted:
            return setup
    some = ", ".join(setup.name for setup in known[:3])
    raise BadOptions(f"there is no set-up {name!r}; cactustown setups lists them: {some}, …")
