"""What everybody at a table is sent: made from what each may know, once for all who know alike."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Final

import msgspec

from cactustown.rules.options import options_from_json
from cactustown.server.box import Box, box
from cactustown.server.items import StoryItem
from cactustown.server.protocol import (
    AttemptInfo,
    BoxInfo,
    ChairInfo,
    Moment,
    Part,
    TableInfo,
    UndoInfo,
    Update,
    encode,
)
from cactustown.server.rulesets import ruleset
from cactustown.server.table import Table

NEWEST: Final = 200  # items for a client that comes to a table; the rest on demand
FURTHEST: Final = 1000  # items that a client may be behind and still be told all of them
PART: Final = 500  # items of the story in answer to one question
MOST_BYTES: Final = 64 * 1024  # of items in one frame; one item is always told
_sized = msgspec.json.Encoder()


def update(table: Table, seat: str | None, since: int | None, at: int) -> str:
    """The story from `since` on and the view of a seat; None is a spectator.

    If more is asked for than fits into a frame, it begins later. Without `since`: the newest part.
    """
    seq = len(table.story)
    game = table.game
    first = max(0, seq - NEWEST) if since is None else max(since, seq - FURTHEST)
    story = _items(table, seat, first, seq)
    return encode(
        Update(
            table=table.name,
            seat=seat,
            since=seq - len(story),
            seq=seq,
            story=story,
            view=None if game is None else game.view(seat),
            can_undo=seat is not None and table.can_undo(seat),
            can_ask_undo=seat is not None and table.can_ask_undo(seat),
            clocks=table.clocks.readings(at),
        )
    )


def part(table: Table, seat: str | None, before: int) -> str:
    """The story before an item, as much of it as fits into a frame."""
    before = min(before, len(table.story))
    story = _items(table, seat, max(0, before - PART), before)
    return encode(Part(table.name, seat, before - len(story), before, story))


def _items(table: Table, seat: str | None, first: int, end: int) -> list[StoryItem]:
    """The items from `first` to before `end`; if these are too many, the latest of them."""
    found: deque[StoryItem] = deque()
    size = 0
    for number in range(end - 1, first - 1, -1):
        item = table.item(number, seat)
        size += len(_sized.encode(item))
        if size > MOST_BYTES and found:
            break
        found.appendleft(item)
    return list(found)


@lru_cache(maxsize=64)
def _box(options: bytes, edition: str, version: int, override: bytes) -> Box:
    chosen = options_from_json(msgspec.json.decode(options))
    return box(ruleset(chosen, edition, version, msgspec.json.decode(override)))


@lru_cache(maxsize=64)
def _box_info(table: str, options: bytes, edition: str, version: int, override: bytes) -> str:
    return encode(BoxInfo(table, _box(options, edition, version, override)))


def box_info(table: Table) -> str:
    """What the table plays with: made once, however many ask for it."""
    options = msgspec.json.encode(table.opened.options)
    override = msgspec.json.encode(table.override)
    return _box_info(table.name, options, table.edition, table.rules_version, override)


def moment(table: Table, seat: str | None) -> str:
    """How the board looks to a seat; of a table rebuilt up to some moment."""
    view = None if table.game is None else table.game.view(seat)
    return encode(Moment(table.name, seat, len(table.story), view))


def table_info(
    table: Table,
    person: str,
    present: set[str],
    watching: int,
    away: frozenset[str],
    at: int,
) -> str:
    """The table as one person sees it."""
    opened = table.opened
    waits = table.to_agree()
    reveal_due = table.reveal_due()
    return encode(
        TableInfo(
            table=table.name,
            seq=len(table.story),
            state=table.state,
            title=opened.title,
            host=opened.host.name,
            you_host=opened.host.id == person,
            public=opened.public,
            rated=opened.rated,
            draw=opened.draw,
            options=opened.options,
            clock=opened.clock,
            chairs=[
                ChairInfo(
                    party=chair.party,
                    who=table.number_of(chair.person),
                    name=chair.person.name if chair.person else None,
                    bot=chair.bot,
                    stand_in=chair.stand_in,
                    present=chair.person is not None and chair.person.id in present,
                    yours=chair.person is not None and chair.person.id == person,
                    commitment=chair.commitment or "",
                    revealed=chair.nonce != "",
                    kept=chair.kept.name if chair.is_free and chair.kept else None,
                    kept_for_you=chair.is_kept_for(person),
                )
                for chair in table.chairs
            ],
            watching=watching,
            commitment=table.commitment,
            reveal_ms=None if reveal_due is None else max(reveal_due - at, 0),
            attempts=[
                AttemptInfo(a.seal, a.commitments, a.failed, a.by, a.at)
                for a in table.sealing.attempts
            ],
            barred=table.sealing.is_barred(person),
            undo=None if table.undo is None else UndoInfo(table.undo.seat, waits),
            next_table=table.next_table,
            previous=opened.previous,
            replaceable=replaceable(table, away),
        )
    )


def replaceable(table: Table, away: frozenset[str]) -> list[str]:
    """The seats whose people have been away long enough for a bot to be called."""
    if table.game is None or table.game.is_over:
        return []
    return [
        chair.party
        for chair in table.chairs
        if chair.party and chair.person and chair.person.id in away and chair.stand_in is None
    ]
