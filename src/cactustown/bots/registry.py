"""The bots there are, by name. Servers and commands take their levels from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cactustown.bots.greedy import GreedyBot
from cactustown.bots.random import RandomBot
from cactustown.engine.errors import BadOptions
from cactustown.engine.machine import Rules
from cactustown.engine.view import View


class Bot(Protocol):
    """Chooses among the choices offered to the view's seat, knowing only that view."""

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int: ...


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(name: str, seed: int) -> Bot:
    """A bot by name; the same seed plays the same game."""
    if name not in BOTS:
        raise BadOptions(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)
