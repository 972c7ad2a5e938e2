"""How sure a share of games is, or a difference between two: Wilson's score interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

Z95: Final = 1.959963984540054


def wilson(won: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases: 600 of 1,000 gives .569 to .630.

    Draws may count half; the interval is then a little wider than it need be.
    """
    if games <= 0:
        return 0.0, 1.0
    share = won / games
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def cautious(won: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The same with a correction for continuity: wide enough for the few games that Wilson's
    interval takes for more than they are."""
    if games <= 0:
        return 0.0, 1.0
    share = won / games
    low, high = wilson(won, games, z)
    below = z * z - 2 - 1 / games + 4 * share * (games * (1 - share) + 1)
    above = z * z + 2 - 1 / games + 4 * share * (games * (1 - share) - 1)
    spread = 2 * (games + z * z)
    if won > 0:
        corrected = (2 * won + z * z - 1 - z * sqrt(max(below, 0.0))) / spread
        low = max(0.0, min(low, corrected))
    if won < games:
        corrected = (2 * won + z * z + 1 + z * sqrt(max(above, 0.0))) / spread
        high = min(1.0, max(high, corrected))
    return low, high


def difference(won: float, games: int, other_won: float, other_games: int) -> tuple[float, float]:
    """The interval of one share less another, both of independent games (Newcombe's hybrid)."""
    low, high = cautious(won, games)
    other_low, other_high = cautious(other_won, other_games)
    share = won / games if games else 0.5
    other = other_won / other_games if other_games else 0.5
    below = sqrt((share - low) ** 2 + (other_high - other) ** 2)
    above = sqrt((high - share) ** 2 + (other - other_low) ** 2)
    return max(-1.0, share - other - below), min(1.0, share - other + above)


def is_noise(interval: tuple[float, float]) -> bool:
    """Whether there may be no difference at all: the interval holds 0."""
    low, high = interval
    return low <= 0 <= high


@dataclass
class Score:
    """Points out of games; counted in halves, so that a draw is one and nothing is rounded."""

    games: int = 0
    halves: int = 0

    def count(self, halves: int) -> None:
        """One game more: 2 for a win, 1 for a draw, 0 for a loss."""
        self.games += 1
        self.halves += halves

    def add(self, other: Score) -> None:
        self.games += other.games
        self.halves += other.halves

    @property
    def rate(self) -> float:
        return self.halves / 2 / self.games if self.games else 0.0

    @property
    def low(self) -> float:
        return wilson(self.halves / 2, self.games)[0]

    @property
    def high(self) -> float:
        return wilson(self.halves / 2, self.games)[1]

    def __str__(self) -> str:
        """`57.1 % [55.0, 59.2]`."""
        if not self.games:
            return "-"
        return f"{100 * self.rate:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"
