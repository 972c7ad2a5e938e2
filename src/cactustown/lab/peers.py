"""Other engines, measured the same way in the same run where they are installed (extra `bench`)."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

Play = Callable[[random.Random], int]


def peers(runs: int) -> dict[str, dict[str, Any]]:
    """The figures of every peer that can be imported."""
    found: dict[str, dict[str, Any]] = {}
    for name, prepare in (
        ("catanatron", _catanatron),
        ("dark_chess", lambda: _open_spiel("dark_chess")),
        ("backgammon", lambda: _open_spiel("backgammon")),
    ):
        try:
            play, clone, games = prepare()
        except ImportError:
            continue
        found[name] = _measure(play, clone, games, runs)
    return found


def _measure(play: Play, clone: Callable[[], object], games: int, runs: int) -> dict[str, Any]:
    number = random.Random(1)
    play(number)
    decision_rates, game_rates, clones = [], [], []
    for _ in range(runs):
        start = time.process_time()
        decisions = sum(play(number) for _ in range(games))
        spent = time.process_time() - start
        decision_rates.append(decisions / spent)
        game_rates.append(games / spent)
        start = time.process_time()
        for _ in range(2000):
            clone()
        clones.append((time.process_time() - start) / 2000 * 1e6)
    return {
        "decisions_per_s": round(statistics.median(decision_rates)),
        "games_per_s": round(statistics.median(game_rates), 1),
        "clone_us": round(statistics.median(clones), 3),
    }


def _catanatron() -> tuple[Play, Callable[[], object], int]:
    from catanatron import Color, Game, RandomPlayer

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play(number: random.Random) -> int:
        game = Game([RandomPlayer(colour) for colour in colours], seed=number.getrandbits(32))
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.execute(number.choice(game.state.playable_actions), False)
            decisions += 1
        return decisions

    sample = Game([RandomPlayer(colour) for colour in colours])
    return play, sample.copy, 5


def _open_spiel(name: str) -> tuple[Play, Callable[[], object], int]:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(number: random.Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(number.random() * len(outcomes))][0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(number.random() * len(actions))])
            decisions += 1
        return decisions

    return play, game.new_initial_state().clone, 50
