"""Wilson's interval against values from the literature, and scores."""

from __future__ import annotations

import pytest

from cactustown.lab.intervals import Score, cautious, difference, is_noise, wilson


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


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (81, 263, 0.2535, 0.3682),  # Newcombe 1998, method 4
        (15, 148, 0.0598, 0.1644),
        (0, 20, 0.0, 0.2005),
        (29, 29, 0.8544, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_cautious_interval_gives_the_known_values(
    won: float, games: int, low: float, high: float
) -> None:
    assert cautious(won, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("games", [1, 2, 3, 10, 400])
@pytest.mark.parametrize("tenths", range(11))
def test_the_cautious_interval_holds_wilsons(games: int, tenths: int) -> None:
    won = games * tenths / 10
    low, high = cautious(won, games)
    inner = wilson(won, games)
    assert 0 <= low <= inner[0] + 1e-12
    assert inner[1] - 1e-12 <= high <= 1


@pytest.mark.parametrize(
    ("won", "games", "other_won", "other_games", "low", "high"),
    [
        (56, 70, 48, 80, 0.0428, 0.3422),  # Newcombe 1998, method 11
        (9, 10, 3, 10, 0.1013, 0.8387),
        (10, 10, 0, 20, 0.6014, 1.0),
    ],
)
def test_the_interval_of_a_difference_gives_the_known_values(
    won: float, games: int, other_won: float, other_games: int, low: float, high: float
) -> None:
    found = difference(won, games, other_won, other_games)
    assert found == pytest.approx((low, high), abs=2e-3)


def test_few_games_make_no_difference() -> None:
    for won, games, other in [(1, 1, 0), (2, 2, 0), (3, 10, 0)]:
        low, high = difference(won, games, other, games)
        assert low < 0 < high, (won, games)
    assert is_noise(difference(0, 0, 3, 4))
    assert is_noise((-0.1, 0.2))
    assert is_noise((0.0, 0.2))
    assert not is_noise((0.01, 0.2))
    assert not is_noise((-0.2, -0.01))
