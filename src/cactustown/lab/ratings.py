"""Ratings of bots from what they scored: Bradley-Terry with a bootstrap, and openskill.

Bradley-Terry gives every bot a strength s; of one A among n-1 B, A wins with the probability
s(A) / (s(A) + (n-1) s(B)). The strengths that make the results likeliest are found by Hunter's
minorisation (2004) and told in Elo points, 400 for a factor of ten.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log10
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from cactustown.lab.arena import DRAWN, WON, Result

PRIOR: Final = 1.0  # games at par added to every encounter, so that 100 % is not infinite
_STEPS: Final = 10_000
_STILL: Final = 1e-9


class Encounter(NamedTuple):
    """One A against so many B, over a number of games; draws are shared among all at the table."""

    a: str
    b: str
    players: int
    won: float
    games: float


class Rating(NamedTuple):
    """Elo points above the lowest rung, and between what they lie in 95 of 100 resamples."""

    elo: float
    low: float
    high: float


def bradley_terry(
    encounters: Sequence[Encounter], anchor: str, prior: float = PRIOR
) -> dict[str, float]:
    """The Elo points of every bot, the anchor's being 0."""
    met = [e._replace(won=e.won + prior / e.players, games=e.games + prior) for e in encounters]
    wins: dict[str, float] = {}
    for e in met:
        wins[e.a] = wins.get(e.a, 0.0) + e.won
        wins[e.b] = wins.get(e.b, 0.0) + e.games - e.won
    strength = dict.fromkeys(wins, 1.0)
    for _ in range(_STEPS):
        load = dict.fromkeys(wins, 0.0)
        for e in met:
            others = e.players - 1
            share = e.games / (strength[e.a] + others * strength[e.b])
            load[e.a] += share
            load[e.b] += others * share
        after = {bot: wins[bot] / load[bot] for bot in wins}
        scale = after[anchor]
        after = {bot: value / scale for bot, value in after.items()}
        moved = max(abs(after[bot] - strength[bot]) / after[bot] for bot in wins)
        strength = after
        if moved < _STILL:
            break
    return {bot: 400 * log10(value) for bot, value in strength.items()}


def encounter(result: Result, deals: Iterable[tuple[int, ...]] | None = None) -> Encounter:
    """A match as an encounter; `deals` are the halves to count instead of its own."""
    players = result.match.games_a_deal
    games = 0
    won = 0.0
    for halves in (deal.halves for deal in result.played) if deals is None else deals:
        games += len(halves)
        won += sum(1.0 if h == WON else 1 / players if h == DRAWN else 0.0 for h in halves)
    return Encounter(result.match.a, result.match.b, players, won, games)


def rated(
    results: Sequence[Result], anchor: str, resamples: int = 300, seed: int = 0
) -> dict[str, Rating]:
    """Bradley-Terry with intervals; whole deals are resampled, their games belong together."""
    results = [result for result in results if result.played]
    best = bradley_terry([encounter(result) for result in results], anchor)
    luck = random.Random(seed)
    patterns = [Counter(deal.halves for deal in result.played) for result in results]
    samples: dict[str, list[float]] = {bot: [] for bot in best}
    for _ in range(resamples):
        drawn = []
        for result, pattern in zip(results, patterns, strict=True):
            kinds, weights = list(pattern), list(pattern.values())
            drawn.append(encounter(result, luck.choices(kinds, weights, k=len(result.played))))
        for bot, elo in bradley_terry(drawn, anchor).items():
            samples[bot].append(elo)
    return {bot: Rating(elo, *_middle(samples[bot] or [elo])) for bot, elo in best.items()}


def _middle(values: list[float]) -> tuple[float, float]:
    """Where the middle 95 % lie."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]


def openskill(results: Sequence[Result], seed: int = 0) -> dict[str, tuple[float, float]]:
    """The mean and deviation of each bot after all games, counted in an order drawn by lot.

    Several B at a table are rated each, and B goes on with their mean.
    """
    model = PlackettLuce()
    games = [
        (result.match.a, result.match.b, len(deal.halves), halves)
        for result in results
        for deal in result.played
        for halves in deal.halves
    ]
    random.Random(seed).shuffle(games)
    known: dict[str, tuple[float, float]] = {}
    fresh = model.rating()
    for a, b, players, halves in games:
        names = [a] + [b] * (players - 1)
        teams = []
        for name in names:
            mu, sigma = known.get(name, (fresh.mu, fresh.sigma))
            teams.append([model.rating(mu=mu, sigma=sigma)])
        ranks = [1.0] * players  # a draw
        if halves == WON:
            ranks = [1.0] + [2.0] * (players - 1)
        elif halves != DRAWN:
            ranks = [2.0, 1.0] + [2.0] * (players - 2)
        after = model.rate(teams, ranks=ranks)
        known[a] = after[0][0].mu, after[0][0].sigma
        rest = [team[0] for team in after[1:]]
        known[b] = (
            sum(rating.mu for rating in rest) / len(rest),
            sum(rating.sigma for rating in rest) / len(rest),
        )
    return known
