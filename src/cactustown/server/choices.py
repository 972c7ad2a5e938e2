"""What a table can be made of, so that no client has to know it."""

from __future__ import annotations

from functools import cache

import msgspec

from cactustown.bots import LEVELS
from cactustown.content import load_content
from cactustown.content.lineup import choosable
from cactustown.content.schema import ContentFile
from cactustown.lab.setups import setups
from cactustown.rules.options import EXTRAS, MODES, PET_KINDS, PROGRAMMINGS
from cactustown.server.newtable import CLOCKS, MOST_DAYS, MOST_ROUNDS


class SetupChoice(msgspec.Struct, frozen=True):
    """Parties that can play together."""

    name: str
    parties: list[str]
    players: int
    in_book: bool
    solo: bool


class BotChoice(msgspec.Struct, frozen=True):
    """A bot, how it plays in a sentence, and how strong it was measured to be."""

    name: str
    about: str
    rating: int  # Elo points above a bot that plays at random


class Need(msgspec.Struct, frozen=True):
    """What an extra or a type of alternative buildings cannot do without, or cannot bear."""

    name: str
    mode: str | None  # the only mode it works in
    options: list[str]  # that must be on
    without: list[str]  # that must be off


class Choices(msgspec.Struct, frozen=True):
    """Everything a new table may name."""

    parties: list[str]
    setups: list[SetupChoice]
    modes: list[str]
    programmings: list[str]
    extras: list[str]
    pet_kinds: list[str]
    alternative: list[str]
    most_alternative: int
    needs: list[Need]
    abilities: list[str]
    clocks: list[str]
    most_days: int
    most_rounds: int
    bots: list[BotChoice]


@cache
def choices() -> Choices:
    content = load_content()
    tables = content.tables
    return Choices(
        parties=[party for party in tables.seating.order if party in tables.party]
        if tables.seating
        else list(tables.party),
        setups=[
            SetupChoice(s.name, list(s.parties), s.players, s.in_book, s.solo)
            for s in setups(content)
        ],
        modes=list(MODES),
        programmings=list(PROGRAMMINGS),
        extras=list(EXTRAS),
        pet_kinds=list(PET_KINDS),
        alternative=choosable(tables),
        most_alternative=tables.lineup["base"].most_alternative,
        needs=_needs(tables),
        abilities=list(tables.ability),
        clocks=list(CLOCKS),
        most_days=MOST_DAYS,
        most_rounds=MOST_ROUNDS,
        bots=[BotChoice(name, level.sentence, level.rating) for name, level in LEVELS.items()],
    )


def _needs(tables: ContentFile) -> list[Need]:
    """The needs of everything that changes the town, as the content states them."""
    return [
        Need(
            name=swap.option or kind,
            mode=swap.mode or None,
            options=[option.removeprefix("has_") for option in swap.needs],
            without=_without(tables, swap.needs_mark) if swap.needs_mark else [],
        )
        for kind, swap in tables.swap.items()
        if not swap.party
    ]


def _without(tables: ContentFile, mark: str) -> list[str]:
    """The options whose buildings take the place of all that show this mark."""
    marked = {kind for kind in tables.lineup["base"].types if mark in tables.building[kind].marks}
    return [
        swap.option for swap in tables.swap.values() if swap.option and marked <= set(swap.replaces)
    ]
