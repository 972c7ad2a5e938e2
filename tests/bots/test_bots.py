"""Bots: legal, reproducible, and the greedy one better than chance at every party."""

from __future__ import annotations

import random

import pytest

from cactustown import BadOptions
from cactustown.bots import BOTS, make_bot
from cactustown.engine.machine import awaited, legal
from cactustown.engine.view import view
from cactustown.lab.sim import Series, bots_for, run
from cactustown.rules.options import Options
from tests.laws.walk import random_game, seats_of

FOUR = ("sheriff", "outlaws", "hunters", "dancer")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_what_is_offered_and_the_same_again(name: str) -> None:
    for number in range(6):
        sampled = random.Random(number)
        for rules, g in random_game(number + 40):
            if not g.stack or sampled.random() > 0.05:
                continue
            seat = sampled.choice(seats_of(awaited(rules, g)))
            choices = legal(rules, g, seat)
            moves = [
                make_bot(name, 5).choose(rules, view(rules, g, seat), choices) for _ in range(2)
            ]
            assert moves[0] == moves[1]
            assert moves[0] in choices


@pytest.mark.parametrize("seat", range(4))
def test_greedy_beats_random_at_every_party(seat: int) -> None:
    """The same 20 games with a random and with a greedy player in one seat."""
    party = FOUR[seat]
    options = Options(FOUR, round_limit=60)
    bots = ["random"] * 4
    before = run(Series(options, tuple(bots), 20, 3)).wins[party]
    bots[seat] = "greedy"
    after = run(Series(options, tuple(bots), 20, 3)).wins[party]
    assert after >= before + 6


def test_the_bots_of_a_series() -> None:
    assert bots_for(list(FOUR), "greedy") == ("greedy",) * 4
    assert bots_for(["sheriff", "outlaws"], "greedy, random") == ("greedy", "random")
    with pytest.raises(BadOptions, match="3 bots named for 4 parties"):
        bots_for(list(FOUR), "greedy,random,random")
    with pytest.raises(BadOptions, match="there is no bot 'genius'"):
        make_bot("genius", 1)
