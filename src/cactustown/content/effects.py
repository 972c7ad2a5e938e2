"""BLD-2: which chosen buildings will do nothing in a game, and what they would need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from cactustown.content.lineup import Town, town_of
from cactustown.content.schema import BuildingType, ContentFile
from cactustown.rules.catalogue import working_effects
from cactustown.rules.options import Options

GUNSLINGER: Final = "gunslinger"
SWITCHES: Final = ("cactus", "tools", "chicken", "pets")
MOST_NEEDED: Final = 2  # the mode, and a party or an option


@dataclass(frozen=True)
class Idle:
    """A group of buildings without effect in a game, and what is missing: `gunslinger` (the mode),
    an option, a party, or a mark that no building of the town shows (`cactus-mark`)."""

    kind: str
    missing: tuple[str, ...]


def idle_groups(tables: ContentFile, options: Options) -> list[Idle]:
    """The groups the players asked for that will do nothing; those of a party come anyway."""
    town = town_of(tables, options)
    found = []
    for kind in town.comes:
        if kind in options.alternative or tables.swap[kind].option:
            missing = _missing(tables, options, town, kind)
            if missing:
                found.append(Idle(kind, missing))
    return found


def _missing(tables: ContentFile, options: Options, town: Town, kind: str) -> tuple[str, ...]:
    effects = _effects(tables.building[kind])
    if effects and not effects & working_effects(options):
        return _to_work(tables, options, effects)
    mark = tables.swap[kind].needs_mark
    shown = {shown for other, _ in town.slots for shown in tables.building[other].marks}
    return (f"{mark}-mark",) if mark and mark not in shown else ()


def _effects(table: BuildingType) -> set[str]:
    return {name for name in (table.reveal, table.enter, table.duel, *table.marks) if name}


def _to_work(tables: ContentFile, options: Options, effects: set[str]) -> tuple[str, ...]:
    """The fewest things that would have to be so for one of these effects to work."""
    ways = list(_ways(tables, options))
    for number in range(1, MOST_NEEDED + 1):
        for some in combinations(ways, number):
            changed = options
            for name in some:
                changed = _with(changed, name)
            if effects & working_effects(changed):
                return some
    return ()


def _ways(tables: ContentFile, options: Options) -> Iterator[str]:
    yield from (name for name in SWITCHES if not getattr(options, name))
    if options.mode != GUNSLINGER:
        yield GUNSLINGER
    yield from (name for name in tables.party if name not in options.parties)


def _with(options: Options, name: str) -> Options:
    if name == GUNSLINGER:
        return replace(options, mode=GUNSLINGER)
    if name in SWITCHES:
        switched: dict[str, Any] = {name: True}
        return replace(options, **switched)
    return replace(options, parties=(*options.parties, name))
