"""Section 15: which 24 buildings make up the town of a game.

Whole building types are swapped for whole types of equal size. What comes when, what it takes out
and what it cannot do without stands in the content's [swap.TYPE] tables (BLD-1, BLD-2).
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cactustown.content.schema import BuildingType, ContentFile
from cactustown.engine.errors import BadOptions
from cactustown.engine.spaces import SPACES
from cactustown.rules.options import Options

if TYPE_CHECKING:
    from cactustown.content.load import Content

Slot = tuple[str, int]  # a building: its type, and which of the type
UNNAMED_PETS: Final = ("cat", "dog", "crow", "snake")  # shown by buildings that do not say


def pet_shown(table: BuildingType, number: int) -> str:
    """PET-1: the animal a building shows; where the content is silent, by its place in the type."""
    if table.pets:
        return table.pets[number]
    return UNNAMED_PETS[number % len(UNNAMED_PETS)]


def line_up(tables: ContentFile, options: Options) -> list[Slot]:
    """BLD-1: the 24 buildings of a game with these options, or `BadOptions` with the reason."""
    lineup = tables.lineup["base"]
    town = [slot for kind in lineup.types for slot in _slots(tables, kind)]
    for kind in _wanted(tables, options):
        _check_needs(tables, options, kind)
        _swap_in(tables, town, kind)
    for kind in _wanted(tables, options):
        _check_mark(tables, town, kind)
    assert len(town) == SPACES - 1
    return town


def choosable(tables: ContentFile) -> list[str]:
    """The types that `Options.alternative` may name."""
    return [kind for kind, swap in tables.swap.items() if not swap.party and not swap.option]


def automatic_alternatives(options: Options, content: Content) -> tuple[str, ...]:
    """The first types that can be in the town with these options, up to the usual number."""
    return _pick(options, content.tables, choosable(content.tables))


def random_alternatives(options: Options, content: Content, seed: int) -> tuple[str, ...]:
    """Types drawn at random among those that can be in the town, up to the usual number."""
    kinds = choosable(content.tables)
    random.Random(seed).shuffle(kinds)
    return _pick(options, content.tables, kinds)


def _pick(options: Options, tables: ContentFile, kinds: list[str]) -> tuple[str, ...]:
    chosen: tuple[str, ...] = ()
    for kind in kinds:
        if len(chosen) < tables.lineup["base"].most_alternative:
            longer = (*chosen, kind)
            if _is_possible(tables, replace(options, alternative=longer)):
                chosen = longer
    return tuple(kind for kind in choosable(tables) if kind in chosen)


def _is_possible(tables: ContentFile, options: Options) -> bool:
    try:
        line_up(tables, options)
    except BadOptions:
        return False
    return True


def _slots(tables: ContentFile, kind: str) -> list[Slot]:
    return [(kind, number) for number in range(len(tables.building[kind].buildings))]


def _wanted(tables: ContentFile, options: Options) -> list[str]:
    """The types these options bring in, in the order of the content."""
    choices = choosable(tables)
    for kind in options.alternative:
        if kind not in choices:
            raise BadOptions(
                f"there are no alternative buildings {kind!r}; there are: {', '.join(choices)}"
            )
    if len(set(options.alternative)) != len(options.alternative):
        raise BadOptions(f"alternative buildings named twice: {', '.join(options.alternative)}")
    wanted = []
    for kind, swap in tables.swap.items():
        comes = kind in options.alternative
        comes = comes or (swap.party in options.parties and kind in tables.building)
        comes = comes or bool(swap.option and getattr(options, swap.option))
        if comes:
            wanted.append(kind)
    return wanted


def _check_needs(tables: ContentFile, options: Options, kind: str) -> None:
    """BLD-2: what would have no effect is refused."""
    swap = tables.swap[kind]
    if swap.mode and swap.mode != options.mode:
        raise BadOptions(f"{kind} buildings work in {swap.mode} mode only (BLD-2)")
    for needed in swap.needs:
        if not getattr(options, needed):
            name = needed.removeprefix("has_")
            raise BadOptions(f"{kind} buildings do nothing without the option {name} (BLD-2)")


def _check_mark(tables: ContentFile, town: list[Slot], kind: str) -> None:
    mark = tables.swap[kind].needs_mark
    if mark and not any(mark in tables.building[other].marks for other, _ in town):
        raise BadOptions(
            f"{kind} buildings do nothing here: no building of this town shows the {mark}, "
            f"so it is out of play (BLD-2)"
        )


def _swap_in(tables: ContentFile, town: list[Slot], kind: str) -> None:
    """BLD-1: takes out whole types of the same total size; one building for a type of one."""
    slots = _slots(tables, kind)
    candidates = [*tables.swap[kind].replaces, *tables.lineup["base"].removable]
    leaving: list[Slot] = []
    for other in dict.fromkeys(candidates):
        whole = _slots(tables, other)
        if not all(slot in town for slot in whole):
            continue
        if len(slots) == 1:
            whole = whole[:1]  # the only exception: its twin stays
        if len(leaving) + len(whole) <= len(slots):
            leaving += whole
    if len(leaving) != len(slots):
        raise BadOptions(
            f"no room for the {len(slots)} {kind} buildings: "
            f"too few of the types that may leave are still there (BLD-1)"
        )
    for slot in leaving:
        town.remove(slot)
    town += slots
