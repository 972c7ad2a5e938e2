"""Plays many games between bots and adds them up; the same figures for any number of jobs."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cactustown.bots import make_bot
from cactustown.content import CURRENT_EDITION
from cactustown.engine.chance import FastChance
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.engine.journal import Journal
from cactustown.engine.machine import Rules, legal
from cactustown.engine.state import DRAW
from cactustown.game import Game
from cactustown.lab.boxes import Box
from cactustown.lab.play import Ending, bots_at, check_played, play_game, rules_for
from cactustown.lab.play import game_seed as seed_of
from cactustown.lab.workers import spread, undisturbed
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options

SIM_ROUND_LIMIT = 60  # GOAL-10
_CHUNK = 10


@dataclass(frozen=True)
class Series:
    """A series of games with the same options and the same bots."""

    options: Options
    bots: tuple[str, ...]  # one a seat
    games: int
    seed: int = 0
    edition: str = CURRENT_EDITION
    override: dict[str, Any] = field(default_factory=dict)
    save: Path | None = None

    @property
    def box(self) -> Box:
        return Box.of(self.edition, self.override)


@dataclass
class Tally:
    """What came of a number of games."""

    games: int = 0
    finished: int = 0
    draws: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    rounds: int = 0
    decisions: int = 0
    max_options: int = 0
    problems: list[str] = field(default_factory=list)  # one for every game that broke off

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.finished += other.finished
        self.draws += other.draws
        self.rounds += other.rounds
        self.decisions += other.decisions
        self.max_options = max(self.max_options, other.max_options)
        self.problems += other.problems
        for party, wins in other.wins.items():
            self.wins[party] = self.wins.get(party, 0) + wins

    def report(self) -> dict[str, Any]:
        """The figures as `cactustown sim --json` prints them."""
        played = max(self.finished + self.draws, 1)
        return {
            "games": self.games,
            "finished": self.finished,
            "draws": self.draws,
            "errors": len(self.problems),
            "wins": self.wins,
            "mean_rounds": round(self.rounds / played, 2),
            "mean_decisions": round(self.decisions / played, 2),
            "max_options": self.max_options,
        }


def bots_for(seated: list[str], named: tuple[str, ...], names: str) -> tuple[str, ...]:
    """`greedy` for all seats, or `greedy,random`: a bot a party as the parties were named.

    Who sits where is the content's business and differs between set-ups.
    """
    parties = [*named, *(party for party in seated if party not in named)]
    given = [name.strip() for name in names.split(",")]
    if len(given) == 1:
        given *= len(parties)
    if len(given) != len(parties):
        raise BadOptions(
            f"{len(given)} bots named for {len(parties)} parties ({', '.join(parties)}): "
            "name one for all, or one a party in this order"
        )
    for name in given:
        make_bot(name, 0)
    return tuple(given[parties.index(party)] for party in seated)


def game_seed(series: Series, index: int) -> int:
    """Every game of a series has a seed of its own."""
    return seed_of(series.seed, index)


def run(
    series: Series,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    total: Tally | None = None,
) -> Tally:
    """Plays the whole series; `progress` is told how many games more are done.

    Whoever may be interrupted brings the tally, and has in it what was played till then.
    """
    if series.save is not None:
        try:
            series.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{series.save}: cannot keep journals there: {error.strerror}") from error
    total = Tally() if total is None else total
    total.wins = dict.fromkeys(parties_of(series), 0)
    chunks = [
        (series, start, min(start + _CHUNK, series.games))
        for start in range(0, series.games, _CHUNK)
    ]
    with closing(spread(play_chunk, chunks, jobs)) as parts:
        for _, part in parts:
            with undisturbed():
                total.add(part)
            if progress is not None:
                progress(part.games)
    total.problems.sort()
    return total


def parties_of(series: Series) -> list[str]:
    rules, _ = rules_for(series.options, series.edition, series.override)
    return list(rules.party_names)


def play_chunk(chunk: tuple[Series, int, int]) -> Tally:
    """Games `start` up to `stop` of a series."""
    series, start, stop = chunk
    tally = Tally()
    for index in range(start, stop):
        tally.games += 1
        try:
            if series.save is None:
                _play_fast(series, index, tally)
            else:
                _play_and_save(series, index, tally)
        except Exception:
            told = traceback.format_exc(limit=-3)
            tally.problems.append(f"game {index} (seed {game_seed(series, index)}): {told}")
    return tally


def _play_fast(series: Series, index: int, tally: Tally) -> None:
    rules, _ = rules_for(series.options, series.edition, series.override)
    seed = game_seed(series, index)
    _count(tally, rules, play_game(rules, bots_at(series.bots, seed), seed))


def _play_and_save(series: Series, index: int, tally: Tally) -> None:
    """The same game move for move, through `Game`, so that its journal can be kept."""
    rules, content = rules_for(series.options, series.edition, series.override)
    seed = game_seed(series, index)
    bots = bots_at(series.bots, seed)
    journal = Journal(VERSION, content.edition, content.override, series.options.to_json())
    game = Game(series.options, content, FastChance(seed), journal, rules)
    decisions = 0
    most = 0
    while not game.is_over:
        seat = game.seat(game.awaited[0])
        own = game.bot_view(seat)
        check_played(rules, own, seat)
        choices = legal(rules, own, seat)
        most = max(most, len(choices))
        decisions += 1
        game.play_int(seat, bots[seat].choose(rules, own, choices))
    assert series.save is not None
    game.save(series.save / f"game-{index:06d}.json")
    winner = DRAW if game.result == "draw" else game.seat(game.result or "")
    _count(tally, rules, Ending(winner, game.round, decisions, most))


def _count(tally: Tally, rules: Rules, ending: Ending) -> None:
    tally.rounds += ending.rounds
    tally.decisions += ending.decisions
    tally.max_options = max(tally.max_options, ending.max_options)
    if ending.winner == DRAW:
        tally.draws += 1
        return
    tally.finished += 1
    party = rules.party_names[ending.winner]
    tally.wins[party] = tally.wins.get(party, 0) + 1
