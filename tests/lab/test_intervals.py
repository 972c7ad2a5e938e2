"""Wilson's interval against values from the literature, and scores."""

from __future__ import annotations

import pytest

from cactustown.lab.intervals import Score, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (600, 1000, 0.5693, 0.6299),
        (1100, 2000, 0.5281, 0.5717),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
    ],
)
def test_wilson_gives_the_known_values(won: float, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert str(Score()) == "-"


def test_a_draw_is_half_a_point() -> None:
    score = Score()
    for halves in (2, 1, 0, 1):
        score.count(halves)
    assert (score.games, score.rate) == (4, 0.5)
    assert score.low < 0.5 < score.high
    assert str(score) == "50.0 % [15.0, 85.0]"
