"""A table as lists show it; a damaged line is shown as such and spoils no list."""

from __future__ import annotations

import msgspec

from cactustown.engine.errors import BadOptions
from cactustown.rules.options import options_from_json
from cactustown.server.entries import Clock
from cactustown.server.newtable import GameOptions
from cactustown.server.store.base import Listing, Place
from cactustown.server.unreadable import UNREADABLE


class TableCard(msgspec.Struct, frozen=True):
    """A table as lists show it: open, running, over, closed or unreadable."""

    table: str
    state: str
    public: bool
    rated: bool
    host: str
    title: str
    options: GameOptions
    clock: Clock
    places: list[Place]
    result: str | None
    opened_at: int
    changed_at: int


class _Parties(msgspec.Struct):
    parties: list[str]


def card(listing: Listing, is_unreadable: bool = False) -> TableCard:
    """What lists tell of a table."""
    try:
        options, clock = _options(listing.options), msgspec.json.decode(listing.clock, type=Clock)
    except (msgspec.MsgspecError, BadOptions, ValueError, TypeError, RecursionError):
        options = {"parties": [place.party for place in listing.places if place.party]}
        clock, is_unreadable = Clock(), True
    return TableCard(
        table=listing.table,
        state=UNREADABLE if is_unreadable else listing.state,
        public=listing.public,
        rated=listing.rated,
        host=listing.host,
        title=listing.title,
        options=options,
        clock=clock,
        places=listing.places,
        result=listing.result,
        opened_at=listing.opened_at,
        changed_at=listing.changed_at,
    )


def _options(saved: bytes) -> GameOptions:
    msgspec.json.decode(saved, type=_Parties)
    options: GameOptions = msgspec.json.decode(saved)
    options_from_json(options)
    return options
