"""Section 2: what no case can show."""

from __future__ import annotations

import pytest

from cactustown.engine.state import CAPTIVES, DUELS, ESCAPED, HORSES, JAILED
from cactustown.rules.base.goals import first_in_turn_order, goals_reached, score
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

FOUR = ("sheriff", "outlaws", "hunters", "dancer")
SHERIFF, OUTLAWS, HUNTERS, DANCER = range(4)


@pytest.mark.parametrize(
    ("programming", "turn", "tied", "winner"),
    [
        ("straight", 1, {SHERIFF, OUTLAWS}, OUTLAWS),  # whose card is being resolved
        ("straight", 1, {SHERIFF, DANCER}, DANCER),  # else the next in this round's order
        ("straight", 2, {SHERIFF, OUTLAWS}, SHERIFF),
        ("straight", 6, {SHERIFF, OUTLAWS}, SHERIFF),
        ("reverse", 0, {SHERIFF, OUTLAWS}, OUTLAWS),  # dancer first, counter-clockwise
        ("reverse", 0, {SHERIFF, DANCER}, DANCER),
        ("reverse", 2, {DANCER, SHERIFF}, SHERIFF),
    ],
)
def test_two_goals_at_the_same_moment(
    programming: str, turn: int, tied: set[int], winner: int
) -> None:
    """GOAL-9."""
    rules = rules_for(Options(FOUR, programming=programming))
    g = new_state(rules, 1)
    g.turn = turn
    assert first_in_turn_order(rules, g, sum(1 << seat for seat in tied)) == winner


def test_one_event_that_fulfils_two_goals_goes_to_the_active_player() -> None:
    """GOAL-9: the tie-break is what decides the game."""
    rules = rules_for(Options(FOUR))
    for turn, winner in ((0, SHERIFF), (1, OUTLAWS), (2, SHERIFF)):
        g = new_state(rules, 1)
        g.turn = turn
        g.count[JAILED] = 2
        g.count[ESCAPED] = 1
        score(rules, g, ESCAPED)
        assert g.winner == winner
        assert not g.stack


def test_goals_are_so_many_of_each() -> None:
    """GOAL-1 to GOAL-4."""
    rules = rules_for(Options(FOUR))
    g = new_state(rules, 1)
    for counters, seat in (
        ({JAILED: 2}, SHERIFF),
        ({ESCAPED: 2}, OUTLAWS),
        ({CAPTIVES: 1, HORSES: 2}, HUNTERS),
    ):
        g.count = [0] * len(g.count)
        for counter, number in counters.items():
            assert goals_reached(rules, g) == 0
            g.count[counter] = number
        assert goals_reached(rules, g) == 1 << seat


def test_tokens_run_out() -> None:
    """DUEL-9: the dancer has three duel tokens; a fourth duel won turns none."""
    rules = rules_for(Options(FOUR))
    g = new_state(rules, 1)
    for _ in range(5):
        score(rules, g, DUELS)
    assert g.count[DUELS] == 3
