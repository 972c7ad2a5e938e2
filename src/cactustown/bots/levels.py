"""The levels people are offered: which bot each is, how strong, and how it plays.

How bots play does not hang on this file, so results that were kept hold when a rating changes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How hard a bot is to beat, for people who choose one."""

    bot: str
    rating: int  # Elo points above a bot that plays at random, as docs/ladder.md has them
    sentence: str


LEVELS: dict[str, Level] = {  # from easy to hard
    "greenhorn": Level("hasty", 568, "Plays what comes to mind first and overlooks things."),
    "easy": Level(
        "greedy", 772, "Takes what looks best right now and forgets that you have plans too."
    ),
    "normal": Level("wily", 974, "Guesses what you have laid and plays against that."),
    "hard": Level(
        "schemer:1000", 1100, "Thinks the round through many times before it lays a card."
    ),
    "expert": Level(
        "schemer:4000", 1112, "Thinks four times as long as hard, and hides what it is up to."
    ),
}


def bot_behind(name: str) -> str:
    """The bot of a level; whatever is no level is a bot itself."""
    return LEVELS[name].bot if name in LEVELS else name
