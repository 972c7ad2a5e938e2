"""A game that is over, for whoever looks back at it."""

from __future__ import annotations

from typing import NamedTuple

from cactustown.game import Game
from cactustown.server.table import OVER, Table


class Finished(NamedTuple):
    """It does not change any more, so it may be read beside the event loop."""

    game: Game
    names: list[str | None]  # of the players, in the order of the seats
    drawn: bool  # whether the parties were drawn
    parties: list[str]  # of the chairs


def finished(table: Table) -> Finished | None:
    """The game of a table; None while it must stay secret."""
    game = table.game
    if table.state != OVER or game is None:
        return None
    names = {chair.party: chair.person.name for chair in table.chairs if chair.person}
    return Finished(
        game=game,
        names=[names.get(party) for party in game.parties],
        drawn=table.opened.draw,
        parties=[chair.party or "" for chair in table.chairs],
    )
