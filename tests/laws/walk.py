"""Random games over random set-ups, for the laws to be checked along the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from cactustown.content import load_content
from cactustown.engine.machine import Rules, apply, awaited, legal, resolve
from cactustown.engine.state import State
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options

PARTY_SETS = (
    ("sheriff", "outlaws"),
    ("outlaws", "hunters"),
    ("outlaws", "dancer"),
    ("sheriff", "outlaws", "hunters"),
    ("sheriff", "outlaws", "dancer"),
    ("outlaws", "hunters", "dancer"),
    ("sheriff", "outlaws", "hunters", "dancer"),
)
ALL_OPTIONS = [
    Options(parties, mode, programming, cactus, round_limit=60)
    for parties in PARTY_SETS
    for mode in ("basic", "gunslinger")
    for programming in ("straight", "reverse")
    for cactus in (False, True)
]
# With tools, abilities or both; before the others, whose places at the end some tests rely on.
ALL_OPTIONS[:0] = [
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
    )
]


@cache
def rules_for(options: Options) -> Rules:
    return build_rules(options, load_content().for_game(options))


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
