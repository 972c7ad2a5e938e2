"""The laws over random sets of modules: hypothesis chooses parties, modes and extras."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cactustown.content import load_content
from cactustown.engine.errors import BadOptions
from cactustown.engine.state import DRAW
from cactustown.rules.options import PET_KINDS, Options
from tests.laws.check import check_all, check_choices, check_pieces
from tests.laws.soak import with_any_groups
from tests.laws.walk import random_game, rules_for

CONTENT = load_content()
PARTIES = [party.name for party in CONTENT.for_game(Options()).parties]


@st.composite
def legal_options(draw: st.DrawFn) -> Options:
    """Any options that make a legal game."""
    chosen = draw(st.sets(st.sampled_from(PARTIES), min_size=2, max_size=5))
    parties = tuple(party for party in PARTIES if party in chosen)
    solo = draw(st.integers(0, 9)) == 0
    if solo:
        parties = ("outlaws",)
    options = Options(
        parties=parties,
        mode=draw(st.sampled_from(["basic", "gunslinger"])),
        programming=draw(st.sampled_from(["straight", "reverse"])),
        cactus=draw(st.booleans()),
        round_limit=draw(st.integers(1, 12)),
        solo=solo,
        abilities=parties if draw(st.booleans()) else (),
        pets=draw(st.booleans()),
        pet_kind=draw(st.sampled_from(PET_KINDS)),
        chicken=draw(st.booleans()),
        tools=draw(st.booleans()),
    )
    if draw(st.booleans()):
        options = with_any_groups(options, random.Random(draw(st.integers(0, 999))))
    try:
        rules_for(options)
    except BadOptions:
        assume(False)
    return options


@settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(options=legal_options(), seed=st.integers(0, 2**32))
def test_a_game_of_any_set_up_keeps_the_laws(options: Options, seed: int) -> None:
    sampled = random.Random(seed)
    for number, (rules, g) in enumerate(random_game(seed, options)):
        if sampled.random() < 0.05 or not g.stack:
            check_all(rules, g, seed + number)
        else:
            check_pieces(rules, g)
            check_choices(rules, g)
        if not g.stack:
            assert g.winner == DRAW or 0 <= g.winner < rules.seats
