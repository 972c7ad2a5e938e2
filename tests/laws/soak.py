"""As many random games as one likes, over all set-ups, the laws checked along the way.

`python -m tests.laws.soak --games 20000 --jobs 2`, or `make soak GAMES=20000`. With `--solo` (or
`make soak SOLO=1 GAMES=3000`) only solo games, over every set of alternative buildings: none waits
for a seat that nobody plays.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from cactustown.content import load_content
from cactustown.content.lineup import choosable, replaceable, town_of
from cactustown.rules.options import MODES, PET_KINDS, PROGRAMMINGS, Options
from tests.laws.check import check_all, check_choices, check_played
from tests.laws.walk import is_legal, random_game, solo_towns

CHUNK = 100
SAMPLE = 0.01
CONTENT = load_content()
PARTIES = [party.name for party in CONTENT.for_game(Options()).parties]


def any_options(chooser: random.Random) -> Options:
    """Any legal set-up: parties, modes and extras at random."""
    while True:
        parties = tuple(chooser.sample(PARTIES, chooser.randint(2, 5)))
        solo = chooser.random() < 0.1
        options = Options(
            parties=("outlaws",) if solo else parties,
            mode=chooser.choice(MODES),
            programming=chooser.choice(PROGRAMMINGS),
            cactus=chooser.random() < 0.3,
            round_limit=60,
            solo=solo,
            pets=chooser.random() < 0.3,
            pet_kind=chooser.choice(PET_KINDS),
            chicken=chooser.random() < 0.3,
            tools=chooser.random() < 0.3,
        )
        if chooser.random() < 0.3:
            options = replace(options, abilities=options.parties)
        if chooser.random() < 0.4:
            options = with_any_groups(options, chooser)
        if is_legal(options):
            return options


def with_any_groups(options: Options, chooser: random.Random) -> Options:
    """Any groups of buildings, and types of any kind to make room for some of them."""
    groups = choosable(CONTENT.tables)
    chosen = tuple(chooser.sample(groups, chooser.randint(0, 6)))
    options = replace(options, alternative=chosen)
    leaving = len(town_of(CONTENT.tables, options).leaves)
    types = replaceable(CONTENT.tables)
    return replace(options, replace=tuple(chooser.sample(types, chooser.randint(0, leaving))))


def soak_chunk(start: int) -> Counter[str]:
    """The games from `start` on; every decision has choices, a sample keeps all laws."""
    told: Counter[str] = Counter()
    for seed in range(start, start + CHUNK):
        sampled = random.Random(-seed)
        for number, (rules, g) in enumerate(random_game(seed, any_options(sampled))):
            if sampled.random() < SAMPLE or not g.stack:
                check_all(rules, g, seed * 10_000 + number)
                told["states checked"] += 1
            elif number % 10 == 0:
                check_choices(rules, g)
            told["decisions"] += bool(g.stack)
        told["draws" if g.winner < 0 else "won"] += 1
        told["games"] += 1
    return told


def solo_chunk(start: int, games: int = CHUNK) -> Counter[str]:
    """Solo games from `start` on, town after town; nobody waits for the automa."""
    told: Counter[str] = Counter()
    towns = solo_towns()
    for seed in range(start, start + games):
        for number, (rules, g) in enumerate(random_game(seed, towns[seed % len(towns)])):
            check_played(rules, g)
            if number % 10 == 0:
                check_choices(rules, g)
            told["decisions"] += bool(g.stack)
        told["draws" if g.winner < 0 else "won"] += 1
        told["games"] += 1
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--solo", action="store_true", help="only solo games, in every town")
    wanted = parser.parse_args()
    told: Counter[str] = Counter()
    started = time.monotonic()
    starts = range(wanted.seed, wanted.seed + wanted.games, CHUNK)
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for part in pool.map(solo_chunk if wanted.solo else soak_chunk, starts):
            told += part
            spent = time.monotonic() - started
            print(f"\r{told['games']} games, {spent:.0f} s", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(", ".join(f"{number} {what}" for what, number in sorted(told.items())))


if __name__ == "__main__":
    main()
