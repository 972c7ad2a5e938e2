"""Random games over random set-ups, for the laws to be checked along the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from cactustown.content import CURRENT_EDITION, load_content
from cactustown.content.lineup import chosen_freely
from cactustown.engine.errors import BadOptions
from cactustown.engine.machine import Rules, apply, awaited, legal, resolve
from cactustown.engine.state import State
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import MODES, PET_KINDS, PROGRAMMINGS, Options

PARTY_SETS = (
    ("sheriff", "outlaws"),
    ("outlaws", "hunters"),
    ("outlaws", "dancer"),
    ("sheriff", "outlaws", "hunters"),
    ("sheriff", "outlaws", "dancer"),
    ("outlaws", "hunters", "dancer"),
    ("sheriff", "outlaws", "hunters", "dancer"),
)
ALTERNATIVES = (
    ("blessing", "founder", "picker", "dice"),
    ("blessing", "dice", "no-cactus"),
    ("founder", "picker"),
    ("blessing",),
)
# Buildings beyond the base set, pets and the chicken (sections 15, 17, 18).
TOWN_OPTIONS = [
    *(
        Options(
            parties,
            "gunslinger",
            PROGRAMMINGS[number % 2],
            round_limit=60,
            pets="no-cactus" not in alternative and number % 3 > 0,
            pet_kind=PET_KINDS[number % 2],
            chicken=number % 4 > 0,
            alternative=alternative,
        )
        for number, parties in enumerate(PARTY_SETS)
        for alternative in ALTERNATIVES
    ),
    *(
        Options(parties, "basic", cactus=True, round_limit=60, alternative=("no-cactus",))
        for parties in PARTY_SETS[3:]
    ),
    *(Options(parties, "basic", round_limit=60, pets=True) for parties in PARTY_SETS),
]
# Groups that nothing brings but choice, for types that do not leave by themselves (BLD-1, BLD-2).
FREE_GROUPS = (
    ("campfire", "cattle"),
    ("blessing", "campfire", "founder"),
    ("dice", "tool", "poultry", "no-cactus"),
    ("pets", "picker"),
)
GROUP_OPTIONS = [
    Options(
        parties,
        mode,
        round_limit=60,
        solo=parties == ("outlaws",),
        alternative=groups,
        replace=("well", "horse"),
    )
    for parties in (("outlaws",), ("sheriff", "outlaws"), ("outlaws", "hunters", "dancer"))
    for mode in ("basic", "gunslinger")
    for groups in FREE_GROUPS
]
CHIEF_OPTIONS = [
    Options(parties, mode, programming, round_limit=60)
    for parties in (
        ("outlaws", "dakota"),
        ("dancer", "dakota"),
        ("sheriff", "outlaws", "hunters", "dancer", "dakota"),
    )
    for mode in ("basic", "gunslinger")
    for programming in ("straight", "reverse")
]
STAMPEDE_OPTIONS = [
    Options(parties, mode, programming, round_limit=60)
    for parties in (
        ("outlaws", "cowboy"),
        ("dakota", "cowboy"),
        ("sheriff", "outlaws", "hunters", "dancer", "cowboy"),
    )
    for mode in ("basic", "gunslinger")
    for programming in ("straight", "reverse")
]
BASE_OPTIONS = [
    Options(parties, mode, programming, cactus, round_limit=60)
    for parties in PARTY_SETS
    for mode in ("basic", "gunslinger")
    for programming in ("straight", "reverse")
    for cactus in (False, True)
]
RANGER_SETS = (
    ("ranger", "outlaws"),
    ("ranger", "dancer"),
    ("ranger", "sheriff", "outlaws"),
    ("ranger", "outlaws", "hunters", "dancer"),
    ("ranger", "sheriff", "outlaws", "hunters", "dancer"),
)
RANGER_OPTIONS = [
    Options(parties, mode, programming, round_limit=60)
    for parties in RANGER_SETS
    for mode in ("basic", "gunslinger")
    for programming in ("straight", "reverse")
]
SOLO_OPTIONS = [
    Options(("outlaws",), mode, programming, cactus, round_limit=60, solo=True)
    for mode, cactus in (("basic", False), ("basic", True), ("gunslinger", True))
    for programming in ("straight", "reverse")
]

# With tools, abilities or both.
TOOL_OPTIONS = [
    Options(
        parties,
        mode,
        programming,
        round_limit=60,
        tools="tools" in extra,
        abilities=parties if "abilities" in extra else (),
    )
    for parties, mode, programming, extra in (
        (("sheriff", "outlaws"), "basic", "straight", "tools"),
        (("outlaws", "hunters", "dancer"), "gunslinger", "straight", "tools"),
        (("sheriff", "outlaws", "hunters", "dancer"), "basic", "reverse", "tools"),
        (("sheriff", "outlaws", "hunters", "dancer"), "basic", "straight", "abilities"),
        (("sheriff", "outlaws", "dancer"), "gunslinger", "reverse", "abilities"),
        (("sheriff", "outlaws", "hunters", "dancer"), "gunslinger", "straight", "tools abilities"),
        (("outlaws", "dakota"), "basic", "straight", "tools abilities"),
        (("sheriff", "outlaws", "dakota"), "gunslinger", "reverse", "tools abilities"),
    )
]
# The base game last: some tests rely on its places.
ALL_OPTIONS = [
    *TOOL_OPTIONS,
    *TOWN_OPTIONS,
    *GROUP_OPTIONS,
    *CHIEF_OPTIONS,
    *STAMPEDE_OPTIONS,
    *RANGER_OPTIONS,
    *SOLO_OPTIONS,
    *BASE_OPTIONS,
]


@lru_cache(maxsize=400)
def rules_for(options: Options, edition: str = CURRENT_EDITION) -> Rules:
    return build_rules(options, load_content(edition).for_game(options))


@cache
def solo_towns() -> list[Options]:
    """Solo with every set of alternative buildings there can be, each with a few of the extras."""
    towns: list[Options] = []
    kinds = chosen_freely(load_content().tables)
    for number in range(1 << len(kinds)):
        chosen = tuple(kind for place, kind in enumerate(kinds) if number >> place & 1)
        for mode in MODES:
            options = Options(
                parties=("outlaws",),
                mode=mode,
                programming=PROGRAMMINGS[number % 2],
                cactus="no-cactus" in chosen or number % 4 > 1,
                round_limit=60,
                solo=True,
                abilities=("outlaws",) if number % 2 else (),
                tools="tool" in chosen,
                alternative=chosen,
            )
            crowded = replace(options, pets=number % 3 > 0, chicken=mode == "gunslinger")
            legal_ones = [town for town in (crowded, options) if is_legal(town)]
            towns += legal_ones[:1]
    return towns


def is_legal(options: Options) -> bool:
    """Whether a game can have these options."""
    try:
        rules_for(options)
    except BadOptions:
        return False
    return True


def new_state(rules: Rules, seed: int) -> State:
    g = State(None)
    g.seed(seed)
    deal(rules, g)
    resolve(rules, g)
    return g


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(5) if mask >> seat & 1]


def random_choice(rules: Rules, g: State, chooser: random.Random) -> tuple[int, int]:
    """Any awaited seat, any legal choice of it."""
    seat = chooser.choice(seats_of(awaited(rules, g)))
    return seat, chooser.choice(legal(rules, g, seat))


def random_game(seed: int, options: Options | None = None) -> Iterator[tuple[Rules, State]]:
    """Every decision of a random game, the final state included."""
    chooser = random.Random(seed)
    rules = rules_for(options or chooser.choice(ALL_OPTIONS))
    g = new_state(rules, seed)
    yield rules, g
    while g.stack:
        seat, choice = random_choice(rules, g, chooser)
        apply(rules, g, seat, choice)
        yield rules, g
