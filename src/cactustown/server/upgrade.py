"""Games begun under older rules, brought forward entry by entry when their log is read.

The log itself is never rewritten. A change of the rules that would tell an old log another story
comes with a step here, from the version before it, and with a test that a live game crosses it.
Content needs none: a game names its edition, and editions are kept for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cactustown.rules import catalogue
from cactustown.server.entries import AnyEntry, Played, Started

RuledEntry = Played | Started
Step = Callable[[RuledEntry], RuledEntry]
STEPS: Final[dict[int, Step]] = {}  # rules version -> an entry of it as the next version has it


class TooOld(Exception):
    """A game was begun under rules that this program no longer knows how to bring forward."""


class TooNew(Exception):
    """A game was begun with a newer program."""


def brought_forward(
    entry: AnyEntry, steps: Mapping[int, Step] = STEPS, newest: int | None = None
) -> AnyEntry:
    """The entry as the present rules have it."""
    if not isinstance(entry, Played | Started):
        return entry
    version = catalogue.VERSION if newest is None else newest
    if entry.rules > version:
        raise TooNew(f"rules version {entry.rules}; this program has {version}")
    while entry.rules < version:
        before = entry.rules
        if before not in steps:
            raise TooOld(f"rules version {before}; this program has {version}")
        entry = steps[before](entry)
        assert entry.rules == before + 1, "a step leads to the next version"
    return entry
