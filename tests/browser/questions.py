"""Positions in which a seat is asked something: one for every question the game has, the most
crowded that turned up in seeded games of random choices over all modules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from cactustown import Game

ROUNDS = 14
GAMES_EACH = 12
TABLES: tuple[dict[str, Any], ...] = (
    {
        "parties": ["sheriff", "outlaws", "hunters", "dancer"],
        "mode": "gunslinger",
        "tools": True,
        "pets": True,
        "abilities": ["sheriff", "outlaws", "hunters", "dancer"],
    },
    {
        "parties": ["sheriff", "outlaws", "hunters", "dancer", "dakota"],
        "mode": "gunslinger",
        "chicken": True,
        "alternative": ["blessing", "founder", "picker", "dice"],
        "abilities": ["dancer", "dakota"],
    },
    {
        "parties": ["outlaws", "hunters", "dancer", "cowboy"],
        "mode": "gunslinger",
        "tools": True,
        "programming": "reverse",
    },
    {"parties": ["ranger", "sheriff", "outlaws", "hunters", "cowboy"], "tools": True},
    {"parties": ["ranger", "outlaws", "dakota"], "mode": "gunslinger", "abilities": ["ranger"]},
    {"parties": ["outlaws"], "solo": True, "mode": "gunslinger", "tools": True},
)


@dataclass(frozen=True)
class Asked:
    """A game in which a seat is asked something."""

    question: str
    shape: str
    seat: str
    journal: dict[str, Any]
    moves: int
    crowd: int  # how much there is to choose from, and how many stand together


@cache
def questions() -> dict[str, Asked]:
    """By the name of the question; those of several shapes as `question-shape`."""
    found: dict[str, Asked] = {}
    for number, options in enumerate(TABLES):
        for again in range(GAMES_EACH):
            for asked in _walk(options, number * GAMES_EACH + again, found):
                found[asked.question] = asked
    return found


def _walk(options: dict[str, Any], seed: int, known: dict[str, Asked]) -> Iterator[Asked]:
    """Positions of one game that are more crowded than those known."""
    game, lots = Game.new(seed=seed, round_limit=ROUNDS, **options), Random(seed)
    while not game.is_over:
        seat = lots.choice(game.awaited)
        choices = game.choices(seat)
        crowd = len(choices)
        view = game.view(seat)
        before = known.get(view.question or "")
        if view.question and view.shape and (before is None or crowd > before.crowd):
            journal = game.journal().to_json()
            yield Asked(view.question, view.shape, seat, journal, len(game.moves), crowd)
        game.play(seat, lots.choice(choices))
