"""Names that games, journals and cases can say: one word each, and one thing a word.

Games of the first version of the rules were played without all this; theirs is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from cactustown.content.check import NAME, RESERVED, choose
from cactustown.content.problems import Problems
from cactustown.content.schema import ContentFile
from cactustown.engine.spaces import PLACE_NAMES

# Words that stand in choices, plans and cases where a standee or a party may.
WORDS: Final = (*PLACE_NAMES, *RESERVED, "reserve", "archive", "free", "none", "by", "stays")
LINEUPS: Final = ("base",)
_KINDS: Final = {  # part of a file -> what its last key names
    "setup": "a set-up",
    "building": "a building type",
    "event": "an event",
    "tool": "a tool",
}


def as_name(text: str) -> str:
    """The nearest name: `My Tool` is my-tool."""
    word = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return word if NAME.match(word) else f"x-{word}".strip("-")


class NameChecker:
    """Every name is a word and means one thing, and no table is for nothing."""

    def __init__(self, tables: ContentFile, problems: Problems) -> None:
        self.tables = tables
        self.problems = problems

    def run(self) -> None:
        for table, name, kind in self._named():
            if not NAME.match(name):
                self.problems.tell(
                    table,
                    f"{name!r} cannot be the name of {kind}: it is a word of lower-case letters, "
                    f"digits and hyphens, such as {as_name(name)}",
                )
        self._check_parties()
        self._check_buildings()
        self._check_setups()
        self._check_swaps()
        for name in self.tables.friend:
            self._known(f"friend.{name}", name, self.tables.party)
        for name in self.tables.lineup:
            self._known(f"lineup.{name}", name, LINEUPS)

    def _named(self) -> Iterator[tuple[str, str, str]]:
        """Tables that name a thing: the table, the name, and what kind of thing."""
        for part, kind in _KINDS.items():
            for key, inner in getattr(self.tables, part).items():
                if part == "tool":
                    yield from ((f"tool.{key}.{name}", name, kind) for name in inner)
                else:
                    yield f"{part}.{key}", key, kind

    def _check_parties(self) -> None:
        for name, party in self.tables.party.items():
            path = f"party.{name}"
            if name in WORDS and name not in RESERVED:
                self.problems.tell(path, f"{name!r} means something else; choose another name")
            for standee in party.standees:
                other = standee in self.tables.party and standee != name
                if standee in WORDS or other:
                    told = f"{standee!r} means {'a party' if other else 'something else'}"
                    self.problems.wrong(path, "standees", f"{told}; choose another name")

    def _check_buildings(self) -> None:
        """No two buildings share a name, for choices and target cards say no more than it."""
        first: dict[str, str] = {}
        own = self.problems.own_tables("building")
        kinds = sorted(self.tables.building, key=lambda kind: f"building.{kind}" in own)
        for kind in kinds:
            for name in self.tables.building[kind].buildings:
                if name in WORDS:
                    told = f"{name!r} means something else; choose another name"
                    self.problems.wrong(f"building.{kind}", "buildings", told)
                elif name in first:
                    told = f"{name!r} is named twice, here and in [building.{first[name]}]"
                    self.problems.wrong(f"building.{kind}", "buildings", told)
                first.setdefault(name, kind)

    def _check_setups(self) -> None:
        for name, setup in self.tables.setup.items():
            if len(set(setup.parties)) != len(setup.parties):
                self.problems.wrong(f"setup.{name}", "parties", "a party stands in it twice")

    def _check_swaps(self) -> None:
        places = self.tables.seating.order if self.tables.seating else []
        for kind, swap in self.tables.swap.items():
            if swap.party and swap.party not in places:
                told = f"there is no {swap.party!r}; {choose(swap.party, places)}"
                self.problems.wrong(f"swap.{kind}", "party", told)

    def _known(self, table: str, name: str, right: Iterable[str]) -> None:
        if name not in right:
            self.problems.tell(table, f"there is no {name!r}; {choose(name, right)}")
