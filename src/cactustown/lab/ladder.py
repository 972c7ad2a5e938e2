"""The ladder: which bots meet where, how often, and what each rung must show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from cactustown.bots import BOTS, bot_behind, make_bot
from cactustown.content import CURRENT_EDITION
from cactustown.engine.errors import BadOptions
from cactustown.lab.arena import Match, Result
from cactustown.lab.boxes import Box
from cactustown.lab.intervals import Score
from cactustown.lab.sim import SIM_ROUND_LIMIT
from cactustown.rules.options import BOOK_SETS, Options

TWO: Final = ("sheriff", "outlaws")
FOUR: Final = ("sheriff", "outlaws", "hunters", "dancer")
STANDARD: Final = BOOK_SETS  # the base set-ups that the printed rules name
BUDGETS: Final = (250, 1000, 4000)  # iterations a decision
QUICK_GAMES: Final = 60
SEARCH: Final = "schemer"  # the bot whose strength grows with its budget
SEARCH_RUNG: Final = f"{SEARCH}:1000"

MET: Final = "met"
OPEN: Final = "open"  # the interval holds it: too few games to say
MISSED: Final = "missed"


@dataclass(frozen=True)
class Bound:
    """What the lower end of the 95 % interval must reach, and in how many games."""

    a: str
    b: str
    parties: tuple[str, ...]
    games: int
    at_least: float

    def speaks_of(self, a: str, b: str, parties: Sequence[str]) -> bool:
        """Whether it is about these bots and these parties, in whatever order they sit."""
        return (self.a, self.b, set(self.parties)) == (a, b, set(parties))

    def verdict(self, score: Score) -> str:
        if score.low >= self.at_least:
            return MET
        return OPEN if score.high >= self.at_least else MISSED


BOUNDS: Final = (
    Bound("hasty", "random", TWO, 1000, 0.85),
    Bound("greedy", "hasty", TWO, 1000, 0.75),
    Bound("wily", "greedy", TWO, 2000, 0.55),
    Bound(SEARCH_RUNG, "wily", TWO, 600, 0.58),
    Bound("hasty", "random", FOUR, 600, 0.60),
    Bound("greedy", "hasty", FOUR, 600, 0.31),
    Bound("wily", "greedy", FOUR, 600, 0.31),
    Bound(SEARCH_RUNG, "wily", FOUR, 600, 0.34),
)


@dataclass(frozen=True)
class Plan:
    """Everything a ladder is made of; `games` for every pair of rungs in every set-up."""

    rungs: tuple[str, ...]
    games: int = 200
    setups: tuple[tuple[str, ...], ...] = STANDARD
    mode: str = "basic"
    programming: str = "straight"
    seed: int = 0
    edition: str = CURRENT_EDITION
    override: dict[str, Any] = field(default_factory=dict)
    quick: bool = False  # neighbours only, in two set-ups, and no more games than asked for
    budgets: tuple[int, ...] = BUDGETS
    curve_games: int = 200

    @property
    def box(self) -> Box:
        return Box.of(self.edition, self.override)

    def check(self) -> None:
        """Raises for what cannot be a ladder."""
        if len(self.rungs) < 2:
            raise BadOptions("a ladder needs two bots or more, the weakest first")
        if len(set(self.rungs)) != len(self.rungs):
            raise BadOptions(f"a bot is named twice: {', '.join(self.rungs)}")
        for match in self.matches:
            match.check()

    @property
    def pairs(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Every rung over the one below in every set-up; over the next but one, which only
        ties the ratings together, with two players."""
        met = [
            (upper, lower, parties)
            for lower, upper in pairwise(self.rungs)
            for parties in ((TWO, FOUR) if self.quick else self.setups)
        ]
        if self.quick:
            return met
        further = zip(self.rungs, self.rungs[2:], strict=False) if TWO in self.setups else ()
        return met + [(upper, lower, TWO) for lower, upper in further]

    @property
    def matches(self) -> list[Match]:
        """All of it, each match once: the pairs, then what the curve and its steps need more."""
        found = {}
        for a, b, parties in self.pairs:
            games = self.games if self.quick else max(self.games, _asked(a, b, parties))
            found[a, b, parties] = self._match(a, b, parties, games)
        for budget in self.curve_budgets:
            key = f"{SEARCH}:{budget}", self.yardstick, TWO
            match = found.get(key) or self._match(*key, self.curve_games)
            found[key] = replace(match, games=max(match.games, self.curve_games))
        for a, b in self.steps:
            found.setdefault((a, b, TWO), self._match(a, b, TWO, self.step_games))
        return list(found.values())

    @property
    def curve_budgets(self) -> tuple[int, ...]:
        """The points of the curve: none where nobody searches, or in a quick ladder."""
        searches = any(_searches(rung) for rung in self.rungs)
        return self.budgets if searches and self.yardstick and not self.quick else ()

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Every budget over the one before: what they win from a weaker bot does not tell."""
        points = [f"{SEARCH}:{budget}" for budget in self.curve_budgets]
        return [(more, less) for less, more in pairwise(points)]

    @property
    def step_games(self) -> int:
        """Both search, so a game takes much longer than one of the curve's."""
        return (self.curve_games + 3) // 4

    @property
    def yardstick(self) -> str:
        """Whom the curve is measured against: the highest rung that does not search."""
        others = [rung for rung in self.rungs if not _searches(rung)]
        return others[-1] if others else ""

    def _match(self, a: str, b: str, parties: tuple[str, ...], games: int) -> Match:
        options = Options(
            parties=parties,
            mode=self.mode,
            programming=self.programming,
            round_limit=SIM_ROUND_LIMIT,
        )
        return Match(a, b, options, games, self.seed, self.edition, self.override)


def _searches(rung: str) -> bool:
    """Whether a bot, or the bot of a level, is the one that searches."""
    return bot_behind(rung).partition(":")[0] == SEARCH


def _asked(a: str, b: str, parties: tuple[str, ...]) -> int:
    """The games that a bound speaks of."""
    return max((bound.games for bound in BOUNDS if bound.speaks_of(a, b, parties)), default=0)


def default_rungs(quick: bool = False) -> tuple[str, ...]:
    """All bots there are, from the weakest; one that searches with the budget of its bound.

    A quick ladder leaves it out: its games take seconds each.
    """
    return tuple(
        SEARCH_RUNG if name == SEARCH else name for name in BOTS if name != SEARCH or not quick
    )


def rungs_of(names: str) -> tuple[str, ...]:
    """Bots by commas, the weakest first."""
    rungs = tuple(name.strip() for name in names.split(",") if name.strip())
    for name in rungs:
        make_bot(name, 0)
    return rungs


def find(results: Sequence[Result], a: str, b: str, parties: tuple[str, ...]) -> Result | None:
    """The result of a match, if something of it was played."""
    for result in results:
        match = result.match
        same = set(match.options.parties) == set(parties)
        if (match.a, match.b) == (a, b) and same and result.played:
            return result
    return None


def anchor(plan: Plan, results: Sequence[Result]) -> str:
    """Whose rating is 0: the lowest rung that has played."""
    met = [bot for result in results if result.played for bot in (result.match.b, result.match.a)]
    return next((rung for rung in plan.rungs if rung in met), met[0])


def verdicts(results: Sequence[Result]) -> list[tuple[Bound, Score, str]]:
    """The bounds that something was played for, and whether they hold."""
    found = []
    for bound in BOUNDS:
        result = find(results, bound.a, bound.b, bound.parties)
        if result is not None:
            found.append((bound, result.total, bound.verdict(result.total)))
    return found
