"""The laws on random games over random set-ups: everywhere in some, here and there in many."""

from __future__ import annotations

import random

import pytest

from cactustown.engine.state import DRAW, RUNNING
from tests.laws.check import check_all, check_choices, check_pieces
from tests.laws.soak import solo_chunk
from tests.laws.walk import ALL_OPTIONS, random_game


@pytest.mark.parametrize("batch", range(10))
def test_every_decision_of_100_games(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        for number, (rules, g) in enumerate(random_game(seed)):
            check_all(rules, g, seed * 10_000 + number)


@pytest.mark.parametrize("batch", range(10))
def test_some_decisions_of_2000_games(batch: int) -> None:
    for seed in range(1000 + batch * 200, 1000 + batch * 200 + 200):
        sampled = random.Random(-seed)
        for number, (rules, g) in enumerate(random_game(seed)):
            if sampled.random() < 0.01 or g.winner != RUNNING:
                check_all(rules, g, seed * 10_000 + number)


def test_no_solo_game_waits_for_a_seat_nobody_plays() -> None:
    """ALT-4, SOLO-10: a slice of `make soak SOLO=1`, which plays every town."""
    for start in range(0, 200, 7):
        assert solo_chunk(start, 2)["games"] == 2


def test_every_set_up_ends() -> None:
    """GOAL-10: every game is won or reaches the round limit; no dead end on the way."""
    endings = set()
    for seed, options in enumerate(ALL_OPTIONS * 3):
        for rules, g in random_game(seed, options):
            if not g.stack:
                assert g.winner == DRAW or 0 <= g.winner < rules.seats
                assert g.round <= 60
                endings.add(g.winner)
            else:
                check_pieces(rules, g)
                check_choices(rules, g)
    assert len(endings) > 3
