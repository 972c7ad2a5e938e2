"""Bot against bot, fairly: the same deals and dice for both, every party played by both.

A **deal** is one seed. It is played once for every party: A takes that party and B all others,
so that of two players each plays each side once. Bots' own luck goes with the seat: a bot
against itself scores its equal share exactly. In a solo set-up a deal is played twice, by A and
by B; who does better than the other wins the deal, and the same result is half a point each.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from cactustown.bots import make_bot
from cactustown.content import CURRENT_EDITION
from cactustown.engine.machine import Rules
from cactustown.engine.state import DRAW
from cactustown.lab.boxes import Box
from cactustown.lab.intervals import Score
from cactustown.lab.play import bots_at, game_seed, play_game, rules_for
from cactustown.lab.workers import spread, undisturbed
from cactustown.rules.options import Options

WON: Final = 2  # a game counts in halves
DRAWN: Final = 1
LOST: Final = 0


@dataclass(frozen=True)
class Match:
    """A against B over so many games of one set-up."""

    a: str
    b: str
    options: Options
    games: int
    seed: int = 0
    edition: str = CURRENT_EDITION
    override: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        """Raises for bots, options or content that there are not."""
        make_bot(self.a, 0)
        make_bot(self.b, 0)
        self.rules()

    def rules(self) -> Rules:
        return rules_for(self.options, self.edition, self.override)[0]

    @property
    def box(self) -> Box:
        return Box.of(self.edition, self.override)

    @property
    def parties(self) -> list[str]:
        """Those that somebody plays, in the order of their seats."""
        rules = self.rules()
        names = enumerate(rules.party_names)
        return [name for seat, name in names if rules.planners >> seat & 1]

    @property
    def games_a_deal(self) -> int:
        return 2 if self.options.solo else len(self.parties)

    @property
    def deals(self) -> int:
        """So many that every party is played as often: never fewer games than asked for."""
        return -(-self.games // self.games_a_deal)

    @property
    def par(self) -> float:
        """What A scores if it is as strong as B."""
        return 0.5 if self.options.solo else 1 / len(self.parties)


class Deal(NamedTuple):
    """What came of one deal: A's halves in every game of it, party by party.

    Solo: the halves of A's game and of B's.
    """

    number: int
    halves: tuple[int, ...]
    problem: str = ""  # why it broke off; then it counts for nothing


@dataclass
class Result:
    """What A scored up to now."""

    match: Match
    deals: dict[int, Deal] = field(default_factory=dict)

    def add(self, deal: Deal) -> None:
        self.deals[deal.number] = deal

    @property
    def played(self) -> list[Deal]:
        return [self.deals[n] for n in sorted(self.deals) if not self.deals[n].problem]

    @property
    def problems(self) -> list[str]:
        return [self.deals[n].problem for n in sorted(self.deals) if self.deals[n].problem]

    @property
    def games(self) -> int:
        return len(self.played) * self.match.games_a_deal

    @property
    def by_party(self) -> dict[str, Score]:
        """A's score as each party; solo, as the outlaws, deals being what is counted."""
        scores = {party: Score() for party in self.match.parties}
        for deal in self.played:
            if self.match.options.solo:
                mine, theirs = deal.halves
                scores[self.match.parties[0]].count(1 + (mine > theirs) - (mine < theirs))
                continue
            for party, halves in zip(scores, deal.halves, strict=True):
                scores[party].count(halves)
        return scores

    @property
    def total(self) -> Score:
        total = Score()
        for score in self.by_party.values():
            total.add(score)
        return total

    @property
    def alone(self) -> tuple[Score, Score]:
        """Solo: how A and how B did against the automa."""
        scores = Score(), Score()
        for deal in self.played:
            for score, halves in zip(scores, deal.halves, strict=True):
                score.count(halves)
        return scores

    def report(self) -> dict[str, Any]:
        """The figures as `cactustown arena --json` prints them."""
        by_party = {}
        for party, score in self.by_party.items():
            games = self.games if self.match.options.solo else score.games
            by_party[party] = {"games": games, **_figures(score)}
        return {"games": self.games, **_figures(self.total), "by_party": by_party}


def _figures(score: Score) -> dict[str, float]:
    rates = {"a_win_rate": score.rate, "low": score.low, "high": score.high}
    return {name: round(rate, 4) for name, rate in rates.items()}


Told = Callable[[Result, Deal], None]


def play(
    results: Sequence[Result], jobs: int = 1, cluster: str = "", told: Told | None = None
) -> None:
    """Plays the deals that the results do not have yet and adds them as they come."""
    missing = [
        (result, number)
        for result in results
        for number in range(result.match.deals)
        if number not in result.deals
    ]
    tasks = [(result.match, number) for result, number in missing]
    with closing(spread(play_deal, tasks, jobs, cluster)) as parts:
        for at, deal in parts:
            result, _ = missing[at]
            with undisturbed():
                result.add(deal)
                if told is not None:
                    told(result, deal)


def play_deal(task: tuple[Match, int]) -> Deal:
    """One deal with all its games: a worker does no more at a time, so a stop loses little."""
    match, number = task
    seed = game_seed(match.seed, number)
    try:
        return Deal(number, tuple(_solo(match, seed) if match.options.solo else _all(match, seed)))
    except Exception:
        told = traceback.format_exc(limit=-3)
        return Deal(number, (), f"{match.a} against {match.b}, deal {number} (seed {seed}): {told}")


def _all(match: Match, seed: int) -> list[int]:
    rules = match.rules()
    return [
        _halves(
            rules, [match.a if at == seat else match.b for at in range(rules.seats)], seat, seed
        )
        for seat in range(rules.seats)
    ]


def _solo(match: Match, seed: int) -> list[int]:
    rules = match.rules()
    seat = rules.party_names.index(match.parties[0])
    return [_halves(rules, [bot] * rules.seats, seat, seed) for bot in (match.a, match.b)]


def _halves(rules: Rules, names: Sequence[str], seat: int, seed: int) -> int:
    """What the seat gets out of a game."""
    winner = play_game(rules, bots_at(names, seed), seed).winner
    if winner == DRAW:
        return DRAWN
    return WON if winner == seat else LOST
