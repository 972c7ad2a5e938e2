"""A position written as in a case, to ask bots about."""

from __future__ import annotations

from cactustown.conform.parse import parse_cases
from cactustown.conform.run import Player
from cactustown.game import Game

EDITION = "e3"  # scenes name its cards and what they show


def scene(text: str) -> Game:
    """The game after the steps of a case (docs/cases.md); the last one is who is asked what."""
    head = f"edition {EDITION}\n\ncase A scene\nrules WORD-1\n"
    (case,) = parse_cases(head + text + "\n", "scene")
    player = Player(case)
    for line in player.steps:
        player.step(line)
    player.finish()
    return player.game
