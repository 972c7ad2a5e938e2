"""The bots there are, by name. Servers and commands take their levels from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from cactustown.bots.greedy import GreedyBot
from cactustown.bots.random import RandomBot
from cactustown.bots.schemer import ITERATIONS, SchemerBot
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
    "greedy": GreedyBot,
    "wily": WilyBot,
    "schemer": SchemerBot,
}


@dataclass(frozen=True)
class Level:
    """How hard a bot is to beat, for people who choose one."""

    bot: str
    sentence: str


LEVELS: dict[str, Level] = {  # from easy to hard
    "easy": Level("greedy", "Takes what looks best right now and forgets that you have plans too."),
    "normal": Level("wily", "Guesses what you have laid and plays against that."),
    "hard": Level("schemer:600", "Thinks the round through many times before it lays a card."),
    "expert": Level(
        "schemer:2000", "Thinks three times as long as hard, and hides what it is up to."
    ),
}
NAMES: tuple[str, ...] = (*LEVELS, *BOTS)  # what somebody may ask for by name


def make_bot(name: str, seed: int) -> Bot:
    """A bot or a level by name; the same seed plays the same game, unless it goes by the clock.

    `schemer:2000` thinks for 2,000 iterations, `schemer:0.5s` for half a second.
    """
    if name in LEVELS:
        name = LEVELS[name].bot
    kind, colon, budget = name.partition(":")
    if kind not in BOTS:
        raise BadOptions(f"there is no bot {kind!r}; there are: {', '.join(NAMES)}")
    if not colon:
        return BOTS[kind](seed)
    if kind != "schemer":
        raise BadOptions(f"{kind} takes no budget; only schemer does, as in schemer:2000")
    return SchemerBot(seed, *_budget(budget))


def _budget(text: str) -> tuple[int, float]:
    """Iterations, or seconds where the number ends in s."""
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            if 0 < seconds <= MOST_SECONDS:
                return ITERATIONS, seconds
        elif 0 < int(text) <= MOST_ITERATIONS:
            return int(text), 0.0
    except ValueError:
        pass
    raise BadOptions(
        f"{text!r} is no budget: a number of iterations (schemer:2000) "
        f"or of seconds (schemer:0.5s), up to {MOST_ITERATIONS} or {MOST_SECONDS}s"
    )
