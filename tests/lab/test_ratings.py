"""Ratings against answers that are known."""

from __future__ import annotations

from itertools import combinations
from math import log10

import pytest

from cactustown.lab.arena import Deal, Match, Result
from cactustown.lab.ratings import Encounter, bradley_terry, encounter, openskill, rated
from cactustown.rules.options import Options

TWO = Options(("sheriff", "outlaws"))
FOUR = Options(("sheriff", "outlaws", "hunters", "dancer"))
TRIPLE = 400 * log10(3)


def result(a: str, b: str, *deals: tuple[int, ...]) -> Result:
    match = Match(a, b, TWO if len(deals[0]) == 2 else FOUR, sum(map(len, deals)))
    found = Result(match)
    for number, halves in enumerate(deals):
        found.add(Deal(number, halves))
    return found


def test_three_to_one_is_191_points() -> None:
    elo = bradley_terry([Encounter("b", "a", 2, 75, 100)], "a", prior=0)
    assert elo == {"a": 0.0, "b": pytest.approx(TRIPLE)}


def test_half_against_three_is_as_strong_as_three_together() -> None:
    elo = bradley_terry([Encounter("b", "a", 4, 50, 100)], "a", prior=0)
    assert elo["b"] == pytest.approx(TRIPLE)


def test_strengths_that_made_the_results_are_found_again() -> None:
    strength = {"a": 1.0, "b": 2.0, "c": 5.0, "d": 9.0}
    met = []
    for players in (2, 3, 4):
        for low, high in combinations(strength, 2):
            share = strength[high] / (strength[high] + (players - 1) * strength[low])
            met.append(Encounter(high, low, players, 600 * share, 600))
    elo = bradley_terry(met, "a", prior=0)
    assert elo == {bot: pytest.approx(400 * log10(s), abs=1e-3) for bot, s in strength.items()}


def test_a_clean_sweep_is_not_infinite() -> None:
    elo = bradley_terry([Encounter("b", "a", 2, 100, 100)], "a")
    assert 400 * log10(100) < elo["b"] < 400 * log10(1000)


def test_a_draw_is_shared_by_all_at_the_table() -> None:
    assert encounter(result("b", "a", (2, 1), (0, 1))) == Encounter("b", "a", 2, 2.0, 4)
    assert encounter(result("b", "a", (1, 1, 1, 1))) == Encounter("b", "a", 4, 1.0, 4)


def test_the_bootstrap_resamples_whole_deals() -> None:
    """Deals that all come out one for one leave no doubt, though single games would."""
    sure = rated([result("b", "a", *[(2, 0)] * 20)], "a")
    assert tuple(sure["b"]) == pytest.approx((0, 0, 0), abs=1e-6)
    doubt = rated([result("b", "a", *[(2, 2), (2, 0), (0, 0), (2, 2)] * 10)], "a")
    assert doubt["b"].low < doubt["b"].elo < doubt["b"].high
    assert doubt["a"] == (0.0, 0.0, 0.0)
    assert doubt == rated([result("b", "a", *[(2, 2), (2, 0), (0, 0), (2, 2)] * 10)], "a")


def test_openskill_ranks_who_wins_higher() -> None:
    results = [
        result("b", "a", *[(2, 2), (2, 0), (2, 2)] * 10),
        result("c", "b", *[(2, 2, 2, 0)] * 10),
    ]
    skill = openskill(results)
    assert skill["a"][0] < skill["b"][0] < skill["c"][0]
    assert all(sigma < 25 / 3 for _, sigma in skill.values())
    assert skill == openskill(results)


def test_openskill_of_draws_is_even() -> None:
    skill = openskill([result("b", "a", *[(1, 1)] * 5)])
    assert skill["a"][0] == pytest.approx(skill["b"][0])
