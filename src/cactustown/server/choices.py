"""What a table can be made of, so that no client has to know it."""

from __future__ import annotations

import msgspec

from cactustown.bots import LEVELS
from cactustown.content import Content, load_content
from cactustown.content.lineup import choosable, replaceable
from cactustown.content.schema import ContentFile
from cactustown.lab.setups import Setup, setups
from cactustown.rules.options import EXTRAS, MODES, PET_KINDS, PROGRAMMINGS, SCREENS, Options
from cactustown.server.newtable import CLOCKS, MOST_DAYS, MOST_ROUNDS


class SetupChoice(msgspec.Struct, frozen=True):
    """Parties that can play together."""

    name: str
    parties: list[str]
    players: int
    in_book: bool
    solo: bool
    even: list[str]  # the programmings in which `even_sides` changes something


class BotChoice(msgspec.Struct, frozen=True):
    """A bot, how it plays in a sentence, and how strong it was measured to be."""

    name: str
    about: str
    rating: int  # Elo points above a bot that plays at random


class BuildingGroup(msgspec.Struct, frozen=True):
    """A type of buildings: its effect, and the party or option it comes with."""

    kind: str
    buildings: list[str]
    effect: str
    party: str
    option: str


class Choices(msgspec.Struct, frozen=True):
    """Everything a new table may name."""

    parties: list[str]
    setups: list[SetupChoice]
    modes: list[str]
    programmings: list[str]
    extras: list[str]
    pet_kinds: list[str]
    screens: list[str]
    alternative: list[BuildingGroup]  # that may come
    replace: list[BuildingGroup]  # that may make room
    abilities: list[str]
    clocks: list[str]
    most_days: int
    most_rounds: int
    bots: list[BotChoice]


def choices(content: Content | None = None) -> Choices:
    """What a new table can be made of with this content; without any, with the edition's."""
    content = content or load_content()
    tables = content.tables
    return Choices(
        parties=parties_of(tables),
        setups=[
            SetupChoice(s.name, list(s.parties), s.players, s.in_book, s.solo, _even(content, s))
            for s in setups(content)
        ],
        modes=list(MODES),
        programmings=list(PROGRAMMINGS),
        extras=list(EXTRAS),
        pet_kinds=list(PET_KINDS),
        screens=list(SCREENS),
        alternative=[_group(tables, kind) for kind in choosable(tables)],
        replace=[_group(tables, kind) for kind in replaceable(tables)],
        abilities=list(tables.ability),
        clocks=list(CLOCKS),
        most_days=MOST_DAYS,
        most_rounds=MOST_ROUNDS,
        bots=[BotChoice(name, level.sentence, level.rating) for name, level in LEVELS.items()],
    )


def parties_of(tables: ContentFile) -> list[str]:
    """All parties there are, in their order round the table."""
    if not tables.seating:
        return list(tables.party)
    return [party for party in tables.seating.order if party in tables.party]


def _even(content: Content, setup: Setup) -> list[str]:
    return [
        programming
        for programming in PROGRAMMINGS
        if content.evens(Options(setup.parties, programming=programming, solo=setup.solo))
    ]


def _group(tables: ContentFile, kind: str) -> BuildingGroup:
    table = tables.building[kind]
    effects = [name for name in (table.reveal, table.enter, table.duel, *table.marks) if name]
    swap = tables.swap.get(kind)
    return BuildingGroup(
        kind=kind,
        buildings=list(table.buildings),
        effect=effects[0] if effects else "",
        party=swap.party if swap else "",
        option=swap.option if swap else "",
    )
