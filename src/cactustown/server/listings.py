"""A table as lists show it, and its game as a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cactustown.game import Game
from cactustown.server.chairs import Chair
from cactustown.server.store.base import Listing, Place
from cactustown.server.table import OPEN, OVER, Table

SEAT_FORMAT = "cactustown-seat"


def listing(table: Table) -> Listing:
    """The table's line in the lobby and in people's history."""
    opened = table.opened
    return Listing(
        table=table.name,
        state=table.state,
        public=opened.public,
        rated=opened.rated,
        host=opened.host.name,
        title=opened.title,
        options=msgspec.json.encode(opened.options),
        clock=msgspec.json.encode(opened.clock),
        places=[_place(chair, table.state == OPEN) for chair in table.chairs],
        result=table.game.result if table.game is not None else None,
        opened_at=table.opened_row.at,
        changed_at=table.shown_at,
        host_id=opened.host.id,
    )


def _place(chair: Chair, is_open: bool) -> Place:
    kept = chair.kept if is_open and chair.is_free else None
    named = chair.person or kept
    return Place(
        party=chair.party,
        person=chair.person.id if chair.person else None,
        name=named.name if named else None,
        bot=chair.bot,
        kept=kept.id if kept else None,
    )


def export(table: Table, person: str | None) -> dict[str, Any] | None:
    """The game as a file: whole when it is over, before that as this person's seats know it."""
    file = file_of(table, person)
    return None if file is None else file()


def file_of(table: Table, person: str | None) -> Callable[[], dict[str, Any]] | None:
    """The same, to be made later in any thread: the table may go on meanwhile."""
    game = table.game
    if game is None:
        return None
    players = [
        {
            "party": chair.party,
            "name": chair.person.name if chair.person else None,
            "bot": chair.bot,
        }
        for chair in table.chairs
    ]
    if table.state == OVER:  # it does not change any more
        drawn = table.opened.draw
        return lambda: {**game.journal().to_json(), "players": players, "drawn": drawn}
    seats: list[str | None] = list(table.seats_of(person)) if person else []
    about = {
        "format": SEAT_FORMAT,
        "version": 1,
        "options": table.opened.options,
        "content": {"edition": table.edition, "override": table.override},
        "commitment": table.commitment,
        "players": players,
    }
    now = game.clone()
    return lambda: {**about, "seats": [_seat(now, seat) for seat in seats or [None]]}


def _seat(game: Game, seat: str | None) -> dict[str, Any]:
    return {"seat": seat, "events": game.events_since(0, seat), "view": game.view(seat).to_json()}
