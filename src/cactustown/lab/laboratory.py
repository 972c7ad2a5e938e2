"""The laboratory: many watched games of many set-ups, on one machine or several."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from cactustown.bots import make_bot
from cactustown.content import CURRENT_EDITION, Content
from cactustown.engine.machine import Rules
from cactustown.lab.boxes import Box
from cactustown.lab.play import bots_at, game_seed, play_game, rules_for
from cactustown.lab.setups import Setup, find_setup, setups
from cactustown.lab.story import Witness, count_game
from cactustown.lab.tally import Tally
from cactustown.lab.workers import spread, undisturbed
from cactustown.rules.options import Options

_CHUNK: Final = 10  # games; few enough for a bar and slow bots, many enough for a cluster
BASE: Final = "base"
ALL: Final = "all"


@dataclass(frozen=True)
class Trial:
    """Games of one set-up in which one bot plays every party."""

    setup: str
    options: Options
    bot: str
    games: int
    seed: int = 0
    edition: str = CURRENT_EDITION
    override: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """Raises for a bot, options or content that there are not."""
        make_bot(self.bot, 0)
        self.rules()

    def rules(self) -> Rules:
        return rules_for(self.options, self.edition, self.override)[0]

    @property
    def box(self) -> Box:
        return Box.of(self.edition, self.override)

    @property
    def parties(self) -> list[str]:
        """In the order of their seats, an automa included."""
        return list(self.rules().party_names)

    @property
    def par(self) -> float | None:
        """The equal share; there is none against an automa."""
        return None if self.options.solo else 1 / len(self.parties)


def setups_named(content: Content, names: str) -> list[Setup]:
    """Set-ups by commas; `base` are those of the base game, `all` every legal one."""
    found: dict[str, Setup] = {}
    for name in (part.strip() for part in names.split(",")):
        if name == BASE:
            chosen = [s for s in setups(content) if s.in_book and not s.solo]
        elif name == ALL:
            chosen = setups(content)
        elif name:
            chosen = [find_setup(content, name)]
        else:
            chosen = []
        found.update((setup.name, setup) for setup in chosen)
    return list(found.values())


def run(
    trials: Sequence[Trial],
    jobs: int = 1,
    cluster: str = "",
    told: Callable[[int], None] | None = None,
    tallies: list[Tally] | None = None,
) -> list[Tally]:
    """Plays all trials; `told` hears how many games more are done.

    Whoever may be interrupted brings the list of tallies, and has in it what was played till then.
    """
    if tallies is None:
        tallies = []
    tallies[:] = [Tally() for _ in trials]
    chunks = [
        (number, trial, start, min(start + _CHUNK, trial.games))
        for number, trial in enumerate(trials)
        for start in range(0, trial.games, _CHUNK)
    ]
    with closing(spread(play_chunk, chunks, jobs, cluster)) as parts:
        for at, part in parts:
            with undisturbed():
                tallies[chunks[at][0]].add(part)
            if told is not None:
                told(part.games)
    for tally in tallies:
        tally.problems.sort()
    return tallies


def play_chunk(chunk: tuple[int, Trial, int, int]) -> Tally:
    """Games `start` up to `stop` of a trial: the same as `cactustown sim` plays."""
    _, trial, start, stop = chunk
    tally = Tally()
    rules = trial.rules()
    for index in range(start, stop):
        tally.games += 1
        seed = game_seed(trial.seed, index)
        try:
            witness = Witness(rules)
            ending = play_game(rules, bots_at([trial.bot] * rules.seats, seed), seed, witness)
            count_game(tally, rules, witness, ending)
        except Exception:
            told = traceback.format_exc(limit=-3)
            tally.problems.append(f"{trial.setup}, game {index} (seed {seed}): {told}")
    return tally
