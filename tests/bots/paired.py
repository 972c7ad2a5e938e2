"""Puts greedy for random in one seat of every legal set of parties, the same games twice.

    python -m tests.bots.paired --games 200 --jobs 2
    python -m tests.bots.paired --party ranger

Prints a line a pair in which greedy won fewer games, and the table that stands in docs/bots.md.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from cactustown.content import load_content
from cactustown.lab.setups import setups
from cactustown.lab.sim import SIM_ROUND_LIMIT, Series, play_chunk
from cactustown.rules.options import Options


@dataclass(frozen=True)
class Pair:
    """One seat of one set: its wins when random and when greedy plays it, the others random."""

    setup: str
    party: str
    games: int
    random: int
    greedy: int


def pairs(parties: tuple[str, ...], games: int, seed: int, only: str = "") -> list[Pair]:
    """All seats of a set (basic, straight), or only that of one party."""
    options = Options(parties=parties, round_limit=SIM_ROUND_LIMIT)
    plain = _wins(options, ("random",) * len(parties), games, seed)
    found = []
    for seat, party in enumerate(parties):
        if only and party != only:
            continue
        bots = tuple("greedy" if other == seat else "random" for other in range(len(parties)))
        better = _wins(options, bots, games, seed)
        wins = plain.get(party, 0), better.get(party, 0)
        found.append(Pair("+".join(parties), party, games, *wins))
    return found


def _wins(options: Options, bots: tuple[str, ...], games: int, seed: int) -> dict[str, int]:
    tally = play_chunk((Series(options, bots, games, seed), 0, games))
    assert not tally.problems, tally.problems[0]
    return tally.wins


def table(found: list[Pair]) -> str:
    """Wins in percent over all sets, a row a party."""
    rows = defaultdict(list)
    for pair in found:
        rows[pair.party].append(pair)
    lines = ["| party | random | greedy | games each |", "|---|---|---|---|"]
    for party, of in rows.items():
        games = sum(pair.games for pair in of)
        before = 100 * sum(pair.random for pair in of) / games
        after = 100 * sum(pair.greedy for pair in of) / games
        lines.append(f"| {party} | {before:.0f} | {after:.0f} | {games} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="greedy for random in one seat of every set")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--party", default="", help="only its seat, in the sets it plays in")
    asked = parser.parse_args()
    sets = [
        setup.parties
        for setup in setups(load_content())
        if not setup.solo and (not asked.party or asked.party in setup.parties)
    ]
    if not sets:
        parser.error(f"no set of parties has {asked.party!r}")
    found: list[Pair] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        waiting = [
            pool.submit(pairs, parties, asked.games, asked.seed, asked.party) for parties in sets
        ]
        for done in waiting:
            found += done.result()
    for pair in found:
        if pair.greedy < pair.random:
            print(f"{pair.setup}: {pair.party} {pair.random} -> {pair.greedy} of {pair.games}")
    print(f"{len(found)} pairs of {asked.games} games\n{table(found)}")


if __name__ == "__main__":
    main()
