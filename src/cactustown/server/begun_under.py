"""A game goes on under the version of the rules it was begun under; its log says which.

The catalogue builds the rules of every version that this program knows, so an old log is played as
it stands and never rewritten. Content needs nothing of the kind: a game names its edition, and
editions are kept for ever.
"""

from __future__ import annotations

from cactustown.game import wrong_version
from cactustown.rules.catalogue import PLAYABLE
from cactustown.server.entries import AnyEntry, Played, Started


class TooOld(Exception):
    """A game was begun under rules that this program no longer knows."""


class TooNew(Exception):
    """A game was begun with a newer program."""


def check_version(entry: AnyEntry) -> None:
    """Raises `TooOld` or `TooNew` for what was done under rules this program does not have."""
    if not isinstance(entry, Played | Started) or entry.rules in PLAYABLE:
        return
    kind = TooNew if entry.rules > max(PLAYABLE) else TooOld
    raise kind(wrong_version(entry.rules))
