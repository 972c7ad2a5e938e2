"""What the benchmark measures of this engine; run as a module it prints the figures as JSON."""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from typing import Any

from cactustown._plain import is_compiled
from cactustown.bots import make_bot
from cactustown.bots.schemer import SchemerBot
from cactustown.content import load_content
from cactustown.engine.machine import Rules, apply, awaited, legal, resolve
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options

POSITIONS = 5  # a run in which the search is measured: they differ far more than the runs do
PARTIES = ("sheriff", "outlaws", "hunters", "dancer")


def random_games(rules: Rules, games: int, seed: int) -> int:
    """Plays random games, choices listed and applied from Python; gives the decisions made."""
    number = random.Random(seed).random
    first_of = rules.next_from[0]
    decisions = 0
    for index in range(games):
        g = State(None)
        g.seed(seed * 1_000_003 + index)
        deal(rules, g)
        resolve(rules, g)
        while g.stack:
            seat = first_of[awaited(rules, g)]
            choices = legal(rules, g, seat)
            apply(rules, g, seat, choices[int(number() * len(choices))])
            decisions += 1
    return decisions


def measure(games: int, runs: int) -> dict[str, Any]:
    """Decisions and games per CPU second, and microseconds a clone: the median of several runs."""
    options = Options(PARTIES, round_limit=60)
    rules = build_rules(options, load_content().for_game(options))
    random_games(rules, max(games // 10, 1), 0)
    decision_rates, game_rates, clones = [], [], []
    for run in range(runs):
        start = time.process_time()
        decisions = random_games(rules, games, run + 1)
        spent = time.process_time() - start
        decision_rates.append(decisions / spent)
        game_rates.append(games / spent)
        clones.append(_clone_time(rules))
    return {
        "compiled": is_compiled(),
        "decisions_per_s": round(statistics.median(decision_rates)),
        "games_per_s": round(statistics.median(game_rates), 1),
        "clone_us": round(statistics.median(clones), 3),
        "iterations_per_s": round(
            statistics.median(_search_rate(n) for n in range(POSITIONS * runs))
        ),
    }


def _clone_time(rules: Rules, clones: int = 50_000) -> float:
    """Microseconds to clone a state in the middle of a round."""
    g = State(None)
    g.seed(1)
    deal(rules, g)
    resolve(rules, g)
    for _ in range(30):
        seat = rules.next_from[0][awaited(rules, g)]
        apply(rules, g, seat, legal(rules, g, seat)[-1])
    start = time.process_time()
    for _ in range(clones):
        State(g)
    return (time.process_time() - start) / clones * 1e6


def _search_rate(run: int, iterations: int = 1000) -> float:
    """Iterations of the schemer per CPU second: planning round 3 of a game of two."""
    options = Options(("sheriff", "outlaws"), round_limit=60)
    rules = build_rules(options, load_content().for_game(options))
    bots = [make_bot("greedy", seat) for seat in range(rules.seats)]
    g = State(None)
    g.seed(run)
    deal(rules, g)
    resolve(rules, g)
    while g.round < 3:
        seat = rules.next_from[0][awaited(rules, g)]
        choices = legal(rules, g, seat)
        apply(rules, g, seat, bots[seat].choose(rules, view(rules, g, seat), choices))
    own = view(rules, g, 0)
    start = time.process_time()
    SchemerBot(run, iterations).choose(rules, own, legal(rules, own, 0))
    return iterations / (time.process_time() - start)


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]))))
