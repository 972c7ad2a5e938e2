"""Which buildings come into a town and which make room, for whoever draws or chooses them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cactustown.content import Content
from cactustown.content.lineup import town_of
from cactustown.rules.options import Options


class Group(msgspec.Struct, frozen=True):
    """Buildings of a type, by name."""

    kind: str
    buildings: list[str]


class IdleGroup(msgspec.Struct, frozen=True):
    """A type that was chosen and does nothing in this game, and what it would need."""

    kind: str
    missing: Annotated[
        list[str],
        Meta(description="gunslinger (the mode), options, parties; cactus-mark: nowhere shown"),
    ]


class LineUp(msgspec.Struct, frozen=True):
    """How a town differs from the base buildings (BLD-1)."""

    comes: list[Group]
    leaves: list[Group]  # in this order they may be named as the option `replace`
    idle: list[IdleGroup]  # BLD-2


def line_up(content: Content, options: Options) -> LineUp:
    """The line-up of a game; raises `BadOptions` where there is none."""
    town = town_of(content.tables, options)
    stays = [content.tables.building[kind].buildings[number] for kind, number in town.slots]

    def named(kind: str) -> list[str]:
        return content.tables.building[kind].buildings

    return LineUp(
        comes=[Group(kind, list(named(kind))) for kind in town.comes],
        leaves=[
            Group(gone.kind, [name for name in named(gone.kind) if name not in stays])
            for gone in town.leaves
        ],
        idle=[IdleGroup(one.kind, list(one.missing)) for one in content.idle(options)],
    )
