"""Feeds bots pairs of true states that their seat cannot tell apart: they must move alike.

    python -m tests.bots.fair --pairs 10000 --jobs 2

`make fair` does that; a slice of it runs in the tests. The games go over all set-ups and modules.
"""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice

from cactustown.bots import make_bot
from cactustown.engine.machine import Rules, awaited, legal
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.engine.world import world
from tests.laws.walk import random_game, seats_of

QUICK = ("random", "hasty", "greedy", "wily", "schemer:20")  # every bot, with little time to think
THOROUGH = ("random", "hasty", "greedy", "wily", "schemer:50")
_SHARE = 0.1  # of the positions of a game
_CHUNK = 100


def twins(rules: Rules, g: State, seat: int, seed: int) -> tuple[State, State]:
    """Two different true states that this seat cannot tell apart."""
    own = view(rules, g, seat)
    return world(rules, own, 2 * seed), world(rules, own, 2 * seed + 1)


def moves_in_twins(bot: str, rules: Rules, g: State, seat: int, seed: int) -> set[int]:
    """What the bot does in either; one move only, if it is fair."""
    return {
        make_bot(bot, seed).choose(rules, view(rules, twin, seat), legal(rules, twin, seat))
        for twin in twins(rules, g, seat, seed)
    }


def unfair(bot: str, first: int, pairs: int) -> list[str]:
    """The pairs, of so many from this game on, in which the bot moved differently."""
    found: list[str] = []
    left = pairs
    for number in count(first):
        chooser = random.Random(number)
        for rules, g in random_game(number):
            if not g.stack or chooser.random() > _SHARE:
                continue
            seat = chooser.choice(seats_of(awaited(rules, g)))
            if len(moves_in_twins(bot, rules, g, seat, number)) > 1:
                found.append(f"{bot}: game {number}, round {g.round}, turn {g.turn}, seat {seat}")
            left -= 1
            if not left:
                return found
    raise AssertionError("games never end")


def main() -> None:
    parser = argparse.ArgumentParser(description="bots must move alike in states that look alike")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    found: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for bot in THOROUGH:
            starts = islice(count(0, 1000), -(-asked.pairs // _CHUNK))
            works = [pool.submit(unfair, bot, start, _CHUNK) for start in starts]
            unlike = [line for work in works for line in work.result()]
            print(
                f"{bot}: {len(works) * _CHUNK} pairs, {len(unlike)} moved differently", flush=True
            )
            found += unlike
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
