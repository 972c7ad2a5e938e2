"""Which box games were played with: an edition, and what somebody's own content file changes.

Figures of different boxes say different things, so every report carries its box: a label to tell
two of them apart at a glance, and the values that differ from the edition's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cactustown.content.load import edition_tables
from cactustown.content.schema import TABLES

Raw = dict[str, Any]
_SILENT: Final = "provenance"  # where a number comes from is no matter of play
_MARK: Final = 8  # hex digits


@dataclass(frozen=True)
class Change:
    """A value of a content file that makes a difference, and the edition's own."""

    where: str  # table and key, with dots
    edition: Any  # None: it has none
    own: Any

    def __str__(self) -> str:
        if self.edition is None:
            return f"{self.where}: {told(self.own)} (new)"
        if self.edition == self.own:
            return f"{self.where}: {told(self.own)} (in every set-up)"
        return f"{self.where}: {told(self.edition)} → {told(self.own)}"


@dataclass(frozen=True)
class Box:
    """An edition and the changes made to it, in the order of their names."""

    edition: str
    changes: tuple[Change, ...] = ()

    @classmethod
    def of(cls, edition: str, override: Raw | None = None) -> Box:
        """The box of an edition with a content file, which was checked before, laid over it."""
        base, _ = edition_tables(edition)
        usual = dict(_values(base))
        changes = [
            Change(where, usual.get(where), own)
            for where, own in _values(override or {})
            if usual.get(where) != own or _differs_by_set_up(where)
        ]
        return cls(edition, tuple(sorted(changes, key=lambda change: change.where)))

    @property
    def own(self) -> str:
        """A mark of the changes, the same wherever they are the same; empty: there are none."""
        if not self.changes:
            return ""
        values = [[change.where, change.own] for change in self.changes]
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:_MARK]

    @property
    def label(self) -> str:
        """`e2`, or `e2+3f9a1c2b` where a content file changes something."""
        return f"{self.edition}+{self.own}" if self.changes else self.edition

    def sentence(self) -> str:
        """The same in words."""
        if not self.changes:
            return f"content edition {self.edition}"
        values = "1 value" if len(self.changes) == 1 else f"{len(self.changes)} values"
        return f"content {self.label}: edition {self.edition} with {values} of one's own"

    def to_json(self) -> Raw:
        changes = {change.where: [change.edition, change.own] for change in self.changes}
        return {"edition": self.edition, "own": self.own, "changes": changes}


def _differs_by_set_up(where: str) -> bool:
    """Whether set-ups of the edition may say something else: before them an own value counts, even
    one that stands in the edition too."""
    part, _, key = where.partition(".")
    return (
        (part == "start")
        or (part == "seating" and key == "order")
        or (part == "card" and key.endswith(".second_shot"))
    )


def _values(raw: Raw) -> Iterator[tuple[str, Any]]:
    """Every value of a content file by its table and key."""
    for part, tables in raw.items():
        yield from _below(part, tables, TABLES[part][0])


def _below(path: str, table: Raw, depth: int) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if depth:
            yield from _below(f"{path}.{key}", value, depth - 1)
        elif key != _SILENT:
            yield f"{path}.{key}", value


def told(value: Any) -> str:
    """A value as people read it: `run-all, duel`, `{jailed 2}`; a dash where there is none."""
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(map(told, value)) or "none"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} {told(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"
