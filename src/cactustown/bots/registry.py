"""The bots there are, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final, Protocol

from cactustown.bots.greedy import GreedyBot
from cactustown.bots.hasty import HastyBot
from cactustown.bots.levels import LEVELS, bot_behind
from cactustown.bots.random import RandomBot
from cactustown.bots.schemer import ITERATIONS, NO_END, SchemerBot
from cactustown.bots.wily import WilyBot
from cactustown.engine.errors import BadOptions
from cactustown.engine.machine import Rules
from cactustown.engine.view import View


class Bot(Protocol):
    """Chooses among the choices offered to the view's seat, knowing only that view."""

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int: ...


MOST_ITERATIONS: Final = 1_000_000
MOST_SECONDS: Final = 60.0

BOTS: dict[str, Callable[[int], Bot]] = {  # from weak to strong
    "random": RandomBot,
    "hasty": HastyBot,
    "greedy": GreedyBot,
    "wily": WilyBot,
    "schemer": SchemerBot,
}


NAMES: tuple[str, ...] = (*LEVELS, *BOTS)  # what somebody may ask for by name


def make_bot(name: str, seed: int, within: float = inf) -> Bot:
    """A bot or a level by name; the same seed plays the same game, unless the clock stops it.

    `schemer:2000` thinks for 2,000 iterations, `schemer:0.5s` for half a second, both no longer
    than `within` seconds. The others answer at once.
    """
    kind, colon, budget = bot_behind(name).partition(":")
    if kind not in BOTS:
        raise BadOptions(f"there is no bot {kind!r}; there are: {', '.join(NAMES)}")
    if kind == "schemer":
        iterations, seconds = _budget(budget) if colon else (ITERATIONS, inf)
        return SchemerBot(seed, iterations, min(seconds, within))
    if colon:
        raise BadOptions(f"{kind} takes no budget; only schemer does, as in schemer:2000")
    return BOTS[kind](seed)


def _budget(text: str) -> tuple[int, float]:
    """Iterations, or seconds where the number ends in s."""
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            if 0 < seconds <= MOST_SECONDS:
                return NO_END, seconds
        elif 0 < int(text) <= MOST_ITERATIONS:
            return int(text), inf
    except ValueError:
        pass
    raise BadOptions(
        f"{text!r} is no budget: a number of iterations (schemer:2000) "
        f"or of seconds (schemer:0.5s), up to {MOST_ITERATIONS} or {MOST_SECONDS}s"
    )
