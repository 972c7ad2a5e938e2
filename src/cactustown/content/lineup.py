"""Section 15: which 24 buildings make up the town of a game.

Whole groups of buildings are swapped for whole types of equal size (BLD-1). What comes with a party
or an option, and what makes room for it first, stands in the content's [swap.TYPE] tables; what
comes besides, and what makes room before that, the players choose.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from cactustown.content.check import choose
from cactustown.content.schema import BuildingType, ContentFile
from cactustown.engine.errors import BadOptions
from cactustown.engine.spaces import SPACES
from cactustown.rules.options import Options

if TYPE_CHECKING:
    from cactustown.content.content import Content

Slot = tuple[str, int]  # a building: its type, and which of the type
LONGEST: Final = 40  # of a name that is quoted
UNNAMED_PETS: Final = ("cat", "dog", "crow", "snake")  # shown by buildings that do not say


@dataclass(frozen=True)
class Leaving:
    """A type that makes room: all of it, or one building whose twin stays."""

    kind: str
    whole: bool


@dataclass(frozen=True)
class Town:
    """The 24 buildings of a game, what came into them and what made room."""

    slots: tuple[Slot, ...]
    comes: tuple[str, ...]
    leaves: tuple[Leaving, ...]  # in this order; `Options.replace` with these makes the same town


def pet_shown(table: BuildingType, number: int) -> str:
    """PET-1: the animal a building shows; where the content is silent, by its place in the type."""
    if table.pets:
        return table.pets[number]
    return UNNAMED_PETS[number % len(UNNAMED_PETS)]


def line_up(tables: ContentFile, options: Options) -> list[Slot]:
    """BLD-1: the 24 buildings of a game with these options, or `BadOptions` with the reason."""
    return list(town_of(tables, options).slots)


def town_of(tables: ContentFile, options: Options) -> Town:
    """BLD-1: the same, and how it came about."""
    _check_named("alternative", options.alternative, choosable(tables))
    _check_named("replace", options.replace, replaceable(tables))
    town = [slot for kind in replaceable(tables) for slot in _slots(tables, kind)]
    comes = _coming(tables, options)
    leaves: list[Leaving] = []
    for kind in comes:
        leaves += _swap_in(tables, town, kind, options.replace)
    idle = [kind for kind in options.replace if kind not in [gone.kind for gone in leaves]]
    if idle:
        raise BadOptions(f"nothing comes that could take the place of: {', '.join(idle)} (BLD-1)")
    assert len(town) == SPACES - 1
    return Town(tuple(town), tuple(comes), tuple(leaves))


def choosable(tables: ContentFile) -> list[str]:
    """The groups that `Options.alternative` may name: whatever is not in the town by itself."""
    return [kind for kind in tables.swap if kind in tables.building]


def replaceable(tables: ContentFile) -> list[str]:
    """The types that `Options.replace` may name."""
    return tables.lineup["base"].types


def chosen_freely(tables: ContentFile) -> list[str]:
    """The groups that come with no party and no option."""
    return [k for k in choosable(tables) if not (tables.swap[k].party or tables.swap[k].option)]


def automatic_alternatives(options: Options, content: Content) -> tuple[str, ...]:
    """The first groups that do something in a game with these options, up to the usual number."""
    return _pick(options, content, chosen_freely(content.tables))


def random_alternatives(options: Options, content: Content, seed: int) -> tuple[str, ...]:
    """Groups drawn at random among those that do something, up to the usual number."""
    kinds = choosable(content.tables)
    random.Random(seed).shuffle(kinds)
    return _pick(options, content, kinds)


def _pick(options: Options, content: Content, kinds: list[str]) -> tuple[str, ...]:
    chosen: tuple[str, ...] = ()
    for kind in kinds:
        if len(chosen) < content.tables.lineup["base"].most_alternative:
            longer = (*chosen, kind)
            if _does_something(replace(options, alternative=longer), content):
                chosen = longer
    return tuple(kind for kind in choosable(content.tables) if kind in chosen)


def _does_something(options: Options, content: Content) -> bool:
    """Whether there is room for all chosen groups, and each of them has an effect.

    While few are chosen, the last of the types that are to make room may still stay.
    """
    for leaving in range(len(options.replace), -1, -1):
        try:
            return not content.idle(replace(options, replace=options.replace[:leaving]))
        except BadOptions:
            continue
    return False


def _check_named(option: str, names: tuple[str, ...], right: list[str]) -> None:
    for name in names:
        if name not in right:
            raise BadOptions(
                f"{option}: no buildings {name[:LONGEST]!r} to choose; "
                f"{choose(name[:LONGEST], right)}"
            )
    if len(set(names)) != len(names):
        raise BadOptions(f"{option}: buildings are named twice: {', '.join(names)}")


def _slots(tables: ContentFile, kind: str) -> list[Slot]:
    return [(kind, number) for number in range(len(tables.building[kind].buildings))]


def _coming(tables: ContentFile, options: Options) -> list[str]:
    """The groups these options bring in, in the order of the content."""
    coming = []
    for kind in choosable(tables):
        swap = tables.swap[kind]
        comes = kind in options.alternative
        comes = comes or swap.party in options.parties
        comes = comes or bool(swap.option and getattr(options, swap.option))
        if comes:
            coming.append(kind)
    return coming


def _swap_in(
    tables: ContentFile, town: list[Slot], kind: str, first: tuple[str, ...]
) -> list[Leaving]:
    """BLD-1: takes out whole types of the same total size; one building for a type of one."""
    slots = _slots(tables, kind)
    leaving: list[Leaving] = []
    gone: list[Slot] = []
    for other in dict.fromkeys(
        [*first, *tables.swap[kind].replaces, *tables.lineup["base"].removable]
    ):
        whole = _slots(tables, other)
        if not all(slot in town for slot in whole):
            continue
        # the only exception to whole types: a type of one takes one building, whose twin stays
        leave = whole[: len(slots)] if len(slots) == 1 else whole
        if len(gone) + len(leave) <= len(slots):
            gone += leave
            leaving.append(Leaving(other, whole=leave == whole))
    if len(gone) != len(slots):
        raise BadOptions(
            f"no room for the {len(slots)} {kind} buildings: "
            f"too few of the types that may leave are still there (BLD-1)",
            about=(f"swap.{kind}", "replaces"),
        )
    for slot in gone:
        town.remove(slot)
    town += slots
    return leaving
