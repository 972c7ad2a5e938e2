"""Which change of the tables does what to whom: many levers pulled at once, each half of the time.

Every lever is a change of the content. Instead of trying one after the other, all games are played
with half of the levers pulled, by a two-level design in which no lever can be mistaken for another
nor for two of them together. So every game tells something about every lever.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Any, Final

from cactustown.engine.errors import BadContent
from cactustown.engine.state import DRAW
from cactustown.lab.intervals import difference
from cactustown.lab.laboratory import Trial
from cactustown.lab.play import bots_at, game_seed, play_game
from cactustown.lab.workers import spread, undisturbed

_CHUNK: Final = 10
Raw = dict[str, Any]


def read_levers(path: Path) -> dict[str, Raw]:
    """`[lever.NAME.card.outlaws.ride]` and the like: what each lever changes."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadContent(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadContent(f"{path}: is not TOML: {error}") from error
    levers = raw.get("lever")
    if not isinstance(levers, dict) or not levers or set(raw) != {"lever"}:
        raise BadContent(f"{path}: there should be tables [lever.NAME.…] and nothing else")
    for name, lever in levers.items():
        if not isinstance(lever, dict):
            raise BadContent(f"{path}: [lever.{name}] should be a table, not {lever!r}")
    return levers


def design(levers: int) -> list[list[bool]]:
    """Runs, each with half of the levers pulled (the first with none): of resolution IV, so that
    the effect of one lever is not mixed up with that of two others together."""
    bits = 1
    while 1 << (bits - 1) < levers:
        bits += 1
    words = [word for word in range(1 << bits) if word.bit_count() % 2][:levers]
    return [[(run & word).bit_count() % 2 == 1 for word in words] for run in range(1 << bits)]


def pulled(levers: Sequence[Raw]) -> Raw:
    """All these changes together; two that change the same thing cannot be pulled together."""
    together: Raw = {}
    for lever in levers:
        _lay(together, lever, "")
    return together


def laid_over(under: Raw, over: Raw) -> Raw:
    """A content file with these changes made to it."""
    both = dict(under)
    for key, value in over.items():
        below = both.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            both[key] = laid_over(below, value)
        else:
            both[key] = value
    return both


def _lay(under: Raw, over: Raw, path: str) -> None:
    for key, value in over.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict) and isinstance(under.setdefault(key, {}), dict):
            _lay(under[key], value, here)
        elif key in under:
            raise BadContent(f"two levers change {here}: make one of them")
        else:
            under[key] = value


@dataclass
class Effects:
    """The wins of every run of a design in one set-up, and what follows from them."""

    trial: Trial
    runs: list[list[bool]]
    games: list[int] = field(default_factory=list)  # by run
    wins: list[dict[str, int]] = field(default_factory=list)  # by run

    def __post_init__(self) -> None:
        self.games = [0 for _ in self.runs]
        self.wins = [{} for _ in self.runs]

    def share(self, party: str) -> float:
        """Of all games, over all runs: what the party wins with every lever pulled half way."""
        return sum(won.get(party, 0) for won in self.wins) / max(sum(self.games), 1)

    def effect(self, lever: int, party: str) -> float:
        """By how much a party wins more with the lever pulled than without."""
        (won, games), (other, others) = self._arms(lever, party)
        return won / max(games, 1) - other / max(others, 1)

    def interval(self, lever: int, party: str) -> tuple[float, float]:
        """Between what that lies in 95 of 100 cases; as all runs are dealt the same cards, a
        little wider than it need be."""
        (won, games), (other, others) = self._arms(lever, party)
        return difference(won, games, other, others)

    @property
    def error(self) -> float:
        """The standard error of an effect, at most."""
        games = sum(self.games)
        par = 1 / len(self.trial.parties)
        return 2 * sqrt(par * (1 - par) / games) if games else 1.0

    def _arms(self, lever: int, party: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Wins and games with the lever pulled, then without."""
        with_it, without = (
            [n for n, run in enumerate(self.runs) if run[lever] == pulled]
            for pulled in (True, False)
        )
        return self._counted(with_it, party), self._counted(without, party)

    def _counted(self, runs: list[int], party: str) -> tuple[int, int]:
        return sum(self.wins[n].get(party, 0) for n in runs), sum(self.games[n] for n in runs)


def measure(
    trials: Sequence[Trial],
    levers: dict[str, Raw],
    jobs: int = 1,
    told: Callable[[int], None] | None = None,
    effects: list[Effects] | None = None,
) -> list[Effects]:
    """Plays the games of every trial, spread evenly over the runs; `told` hears how many are done.

    Whoever may be interrupted brings the list, and has in it what was played till then.
    """
    runs = design(len(levers))
    if effects is None:
        effects = []
    effects[:] = [Effects(trial, runs) for trial in trials]
    chunks: list[tuple[int, int, Trial, int, int]] = []
    for number, trial in enumerate(trials):
        a_run = -(-trial.games // len(runs))
        for at, run in enumerate(runs):
            chosen = [lever for lever, on in zip(levers.values(), run, strict=True) if on]
            changed = replace(trial, override=laid_over(trial.override, pulled(chosen)))
            changed.check()
            for start in range(0, a_run, _CHUNK):
                chunks.append((number, at, changed, start, min(start + _CHUNK, a_run)))
    chunks.sort(key=lambda chunk: chunk[3])  # stopped early, every run has been played alike
    with closing(spread(play_chunk, chunks, jobs)) as parts:
        for n, wins in parts:
            number, at, _, start, stop = chunks[n]
            with undisturbed():
                effects[number].games[at] += stop - start
                for party, won in wins.items():
                    known = effects[number].wins[at]
                    known[party] = known.get(party, 0) + won
            if told is not None:
                told(stop - start)
    return effects


def play_chunk(chunk: tuple[int, int, Trial, int, int]) -> dict[str, int]:
    """The wins of games `start` up to `stop`; every run is dealt the same cards."""
    _, _, trial, start, stop = chunk
    rules = trial.rules()
    wins: dict[str, int] = {}
    for index in range(start, stop):
        seed = game_seed(trial.seed, index)
        ending = play_game(rules, bots_at([trial.bot] * rules.seats, seed), seed)
        if ending.winner != DRAW:
            party = rules.party_names[ending.winner]
            wins[party] = wins.get(party, 0) + 1
    return wins
