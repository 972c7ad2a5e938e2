"""Section 2: what no case can show."""

from __future__ import annotations

import pytest

from cactustown.rules.base.goals import first_in_turn_order, goals_reached, score
from cactustown.rules.counters import CAPTIVES, DUELS, ESCAPED, HORSES, JAILED
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

FOUR = ("sheriff", "outlaws", "hunters", "dancer")
FIRST, SECOND, _, LAST = range(4)  # seats, clockwise


@pytest.mark.parametrize(
    ("programming", "turn", "tied", "winner"),
    [
        ("straight", 1, {FIRST, SECOND}, SECOND),  # whose card is being resolved
        ("straight", 1, {FIRST, LAST}, LAST),  # else the next in this round's order
        ("straight", 2, {FIRST, SECOND}, FIRST),
        ("straight", 6, {FIRST, SECOND}, FIRST),
        ("reverse", 0, {FIRST, SECOND}, SECOND),  # the last seat first, counter-clockwise
        ("reverse", 0, {FIRST, LAST}, LAST),
        ("reverse", 2, {LAST, FIRST}, FIRST),
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
    assert rules.party_names[:2] == ["sheriff", "outlaws"]
    for turn, winner in ((0, FIRST), (1, SECOND), (2, FIRST)):
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
    for party, counters in (
        ("sheriff", {JAILED: 2}),
        ("outlaws", {ESCAPED: 2}),
        ("hunters", {CAPTIVES: 1, HORSES: 2}),
    ):
        g.count = [0] * len(g.count)
        for counter, number in counters.items():
            assert goals_reached(rules, g) == 0
            g.count[counter] = number
        assert goals_reached(rules, g) == 1 << rules.party_names.index(party)


def test_tokens_run_out() -> None:
    """DUEL-9: the dancer has three duel tokens; a fourth duel won turns none."""
    rules = rules_for(Options(FOUR))
    g = new_state(rules, 1)
    for _ in range(5):
        score(rules, g, DUELS)
    assert g.count[DUELS] == 3
