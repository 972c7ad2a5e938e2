"""How a rated game ended for its players, and whether there was enough of it to count."""

from __future__ import annotations

from typing import Final, NamedTuple

from cactustown.server.notes import GameStarted
from cactustown.server.table import Table

LEAST_ROUNDS: Final = 3  # even bots that know nothing of plans need three
LEAST_SECONDS: Final = 60  # people take longer for three rounds, programs do not
WON: Final = 1
LOST: Final = 2
LEFT: Final = 3  # behind all that stayed


class Finish(NamedTuple):
    """How a seat ended: rank 1 won; equal ranks are a tie."""

    person: str | None  # None: a bot
    party: str
    rank: int


def finishes(table: Table) -> list[Finish]:
    """Each chair's place; a player for whom a bot chose is last, whoever won with that seat."""
    assert table.game is not None
    winner = table.game.result
    found = []
    for chair in table.chairs:
        rank = WON if winner in (chair.party, "draw") else LOST
        person = chair.person.id if chair.person else None
        found.append(Finish(person, chair.party or "", LEFT if chair.bot_chose else rank))
    return found


def is_long_enough(table: Table) -> bool:
    """Whether it was long enough for a game between people."""
    assert table.game is not None
    began = next(note.at for note in table.story if isinstance(note, GameStarted))
    return table.game.round >= LEAST_ROUNDS and table.at - began >= LEAST_SECONDS * 1000
