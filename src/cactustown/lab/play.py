"""One game between bots, as fast as it goes: what simulations, arena and laboratory share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cactustown.bots import Bot, make_bot
from cactustown.content import Content, load_content
from cactustown.engine.errors import NobodyPlays
from cactustown.engine.events import EventLog
from cactustown.engine.machine import Rules, apply, awaited, legal, pending, resolve
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options


class Ending(NamedTuple):
    """How a game ended."""

    winner: int  # a seat, or DRAW
    rounds: int
    decisions: int
    max_options: int


class Watcher(Protocol):
    """Somebody who sees the whole game and takes no part in it."""

    log: EventLog

    def look(self, g: State) -> None:
        """Called before every decision."""


_CACHE: dict[str, tuple[Rules, Content]] = {}


def rules_for(
    options: Options, edition: str, override: dict[str, Any] | None = None
) -> tuple[Rules, Content]:
    """The rules and content of a game, built once a process."""
    override = override or {}
    key = repr((options, edition, override))
    if key not in _CACHE:
        content = load_content(edition, override)
        _CACHE[key] = build_rules(options, content.for_game(options)), content
    return _CACHE[key]


def game_seed(seed: int, index: int) -> int:
    """Every game of a series has a seed of its own, the same whoever plays."""
    return seed * 1_000_003 + index


def bots_at(names: Sequence[str], seed: int) -> list[Bot]:
    """The bots of a game; each has luck of its own that goes with the seat, not with the name."""
    return [make_bot(name, seed * 8 + seat) for seat, name in enumerate(names)]


def check_played(rules: Rules, g: State, seat: int) -> None:
    """Refuses to answer for a seat that nobody plays: at a table the game would hang there."""
    if not rules.planners >> seat & 1:
        op = pending(rules, g)
        question = op.name if op else ""
        raise NobodyPlays(
            f"the game waits for {rules.party_names[seat]}, whom nobody plays, "
            f"to answer {question!r} in round {g.round}"
        )


def play_game(
    rules: Rules, bots: Sequence[Bot], seed: int, watcher: Watcher | None = None
) -> Ending:
    """Plays a game to its end: the same seed deals the same cards and rolls the same dice."""
    g = State(None)
    if watcher is not None:
        g.log = watcher.log
    g.seed(seed)
    deal(rules, g)
    resolve(rules, g)
    decisions = 0
    most = 0
    next_seat = rules.next_from[0]
    while g.stack:
        if watcher is not None:
            watcher.look(g)
        seat = next_seat[awaited(rules, g)]
        check_played(rules, g, seat)
        choices = legal(rules, g, seat)
        most = max(most, len(choices))
        decisions += 1
        apply(rules, g, seat, bots[seat].choose(rules, view(rules, g, seat), choices))
    if watcher is not None:
        watcher.look(g)
    return Ending(g.winner, g.round, decisions, most)
