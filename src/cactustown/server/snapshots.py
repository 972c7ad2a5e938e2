"""A table put away whole, so that a long log need not be played again from its first row."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.server.chairs import Chair
from cactustown.server.clocks import Clocks
from cactustown.server.entries import Opened, Started
from cactustown.server.notes import AnyNote
from cactustown.server.sealing import Sealing
from cactustown.server.store.base import Row, Snapshot
from cactustown.server.table import Table, Undo

EVERY: Final = 64  # rows between two snapshots


class _Frozen(msgspec.Struct):
    """Everything a table is made of; only this program version and its rules read it."""

    program: int
    rules: int  # the newest version the program knew
    opened: Opened
    opened_row: Row
    version: int
    at: int
    shown_at: int
    chairs: list[Chair]
    sealing: Sealing
    known: list[str]
    kicked: set[str]
    started: Started | None
    closed: bool
    counted: bool
    next_table: str | None
    undo: Undo | None
    clocks: Clocks
    story: list[AnyNote | int]
    done: dict[str, int]
    asked: dict[str, tuple[int, ...] | None]
    asked_at: dict[str, int]
    events_told: int
    game: dict[str, Any] | None


LAYOUT: Final = 6  # of _Frozen, and of a state in it: a snapshot of another layout is passed over
_FIELDS: Final = (
    *(
        "version",
        "at",
        "shown_at",
        "chairs",
        "sealing",
        "known",
        "kicked",
        "started",
        "closed",
        "counted",
        "next_table",
    ),
    *("undo", "clocks", "story", "done", "asked", "asked_at", "events_told"),
)
_DECODER = msgspec.json.Decoder(_Frozen)


def is_time(table: Table, kept: int) -> bool:
    """Whether a table has grown enough since its last snapshot, and can be put away now."""
    game = table.game
    return table.version - kept >= EVERY and (game is None or game.can_freeze)


def freeze(table: Table) -> Snapshot:
    """The table as it stands."""
    parts: dict[str, Any] = {name: getattr(table, name) for name in _FIELDS}
    frozen = _Frozen(
        program=LAYOUT,
        rules=VERSION,
        opened=table.opened,
        opened_row=table.opened_row,
        game=None if table.game is None else table.game.freeze(),
        **parts,
    )
    return Snapshot(table.name, table.version, msgspec.json.encode(frozen))


def thaw(snapshot: Snapshot) -> Table | None:
    """The table that was put away; None where that cannot be told: then the log is played."""
    try:
        return _thawed(snapshot)
    except (OSError, MemoryError):
        raise
    except Exception:  # of another program, or damaged: whatever is wrong, the log is the truth
        return None


def _thawed(snapshot: Snapshot) -> Table | None:
    frozen = _DECODER.decode(snapshot.body)
    if frozen.program != LAYOUT or frozen.rules != VERSION or frozen.version != snapshot.version:
        return None
    table = Table(snapshot.table, frozen.opened, frozen.opened_row)
    for name in _FIELDS:
        setattr(table, name, getattr(frozen, name))
    if frozen.game is not None and frozen.started is not None:
        chosen = table.ruleset
        table.game = Game.thaw(frozen.game, chosen.content, chosen.rules)
    return table
