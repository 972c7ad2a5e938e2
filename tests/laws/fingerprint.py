"""What is played, as one number a player: an engine that is rebuilt must play the same games.

`python -m tests.laws.fingerprint` prints a line for random players and one for each bot, over all
set-ups. Two engines that print the same lines were asked the same questions, offered the same
choices and saw the same dice. Compare with another commit by running it in a worktree of it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from hashlib import sha256

from cactustown.bots import make_bot
from cactustown.content import CURRENT_EDITION
from cactustown.engine.machine import apply, awaited, legal, resolve
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.lab.play import rules_for
from cactustown.rules.base.setup import deal
from tests.laws.soak import any_options

CHUNK = 20
SETUPS = 300  # that are played, again and again
BOTS = ("hasty", "greedy", "wily", "schemer:15")
ANYBODY = "random"


def game(player: str, seed: int) -> bytes:
    """Everything that was asked, offered and chosen in one game, and who won it."""
    chooser = random.Random(seed)
    rules, _ = rules_for(any_options(random.Random(seed % SETUPS)), CURRENT_EDITION)
    bots = [] if player == ANYBODY else [make_bot(player, seed * 8 + s) for s in range(rules.seats)]
    played = sha256()
    g = State(None)
    g.seed(seed)
    deal(rules, g)
    resolve(rules, g)
    while g.stack:
        seat = rules.next_from[0][awaited(rules, g)]
        choices = legal(rules, g, seat)
        choice = (
            bots[seat].choose(rules, view(rules, g, seat), choices)
            if bots
            else choices[int(chooser.random() * len(choices))]
        )
        played.update(f"{g.stack[-1].op} {seat} {list(choices)} {choice};".encode())
        apply(rules, g, seat, choice)
    played.update(f"{g.winner} {g.round} {list(g.standee_at)}".encode())
    return played.digest()


def chunk(of: tuple[str, int]) -> bytes:
    """The games from a seed on."""
    player, start = of
    return b"".join(game(player, seed) for seed in range(start, start + CHUNK))


def fingerprint(pool: Executor, player: str, games: int, seed: int) -> str:
    """One number for so many games of a player against its like."""
    whole = sha256()
    starts = [(player, start) for start in range(seed, seed + games, CHUNK)]
    for part in pool.map(chunk, starts):
        whole.update(part)
    return whole.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=10_000, help="games of random players")
    parser.add_argument("--games", type=int, default=200, help="games of each bot")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7_000_000)
    wanted = parser.parse_args()
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for player in (ANYBODY, *BOTS):
            games = wanted.random if player == ANYBODY else wanted.games
            begun = time.monotonic()
            told = fingerprint(pool, player, games, wanted.seed)
            print(f"{player:12} {games:6} games  {told}", flush=True)
            print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
