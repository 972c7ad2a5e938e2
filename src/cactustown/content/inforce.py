"""What counts where several tables speak: the general ones, the set-ups', and a user's own.

A set-up's table counts before a general one, and of several set-ups the later. A user's own values
count before all of the edition's; among themselves they follow the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cactustown.content.schema import ContentFile, SetUp
from cactustown.reading import Reading
from cactustown.rules.options import Options

Raw = dict[str, Any]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Said(Generic[_T]):
    """A value, the table that says it, and whether it stands in the user's own file."""

    value: _T
    table: str
    own: bool


def stands_in(override: Raw, table: str, key: str) -> bool:
    """Whether a user's own file has this key in this table."""
    here: Any = override
    for part in table.split("."):
        here = here.get(part)
        if not isinstance(here, dict):
            return False
    return key in here


class InForce:
    """Seats, start spaces and cards of a game with these options."""

    def __init__(self, tables: ContentFile, override: Raw, options: Options, version: int) -> None:
        self.tables = tables
        self.override = override
        self.options = options
        self._own_counts = Reading(version).own_values_count
        self.setups = [] if options.solo else self._fitting()

    def seats(self) -> Said[list[str]]:
        """SIDE-3: all parties in their order round the table."""
        seating = self.tables.seating
        said = [self.said("seating", "order", seating.order if seating else [])]
        for table, setup in self.setups:
            if setup.order:
                said.append(self.said(table, "order", setup.order))
        found = self._counting(said)
        absent = [name for name in self.tables.party if name not in found.value]
        seats = [name for name in (*found.value, *absent) if name in self.tables.party]
        mirrored = bool(seating and seating.mirrored) or any(s.mirrored for _, s in self.setups)
        turned = mirrored and self.options.programming == "reverse" and not self.options.solo
        return replace(found, value=seats[::-1] if turned else seats)

    def start(self, party: str) -> Said[list[str]]:
        """SET-2, SOLO-1: where the standees of a party begin."""
        automa = self.tables.automa
        if self.options.solo and automa and automa.party == party:
            return self.said("automa", "start", automa.start)
        said = [self.said(f"start.{party}", "spaces", self.tables.start[party].spaces)]
        for table, setup in self.setups:
            if party in setup.start:
                said.append(self.said(table, "start", setup.start[party]))
        return self._counting(said)

    def icons(self, party: str, card: str) -> Said[list[str]]:
        """ROUND-6: what a card shows."""
        table = f"card.{party}.{card}"
        said = [self.said(table, "icons", self.tables.card[party][card].icons)]
        for table, setup in self.setups:
            if card in setup.icons.get(party, {}):
                said.append(self.said(table, "icons", setup.icons[party][card]))
        return self._counting(said)

    def second_shot(self, party: str, card: str) -> Said[int]:
        """DUEL-3: what a card adds to a roll."""
        table = f"card.{party}.{card}"
        said = [self.said(table, "second_shot", self.tables.card[party][card].second_shot)]
        for table, setup in self.setups:
            if card in setup.second_shots.get(party, {}):
                said.append(self.said(table, "second_shots", setup.second_shots[party][card]))
        return self._counting(said)

    def _fitting(self) -> list[tuple[str, SetUp]]:
        """What is different in a game with these options; the later the more it counts."""
        return [
            (f"setup.{name}", setup)
            for name, setup in self.tables.setup.items()
            if (not setup.parties or _same(setup.parties, self.options.parties))
            and setup.programming in ("", self.options.programming)
            and (self.options.even_sides or not setup.even)
        ]

    def said(self, table: str, key: str, value: _T) -> Said[_T]:
        """A value for which one table speaks."""
        return Said(value, table, stands_in(self.override, table, key))

    def _counting(self, said: list[Said[_T]]) -> Said[_T]:
        own = [one for one in said if one.own] if self._own_counts else []
        return (own or said)[-1]


def _same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether they are the same parties in any order."""
    return len(some) == len(others) and all(name in others for name in some)
