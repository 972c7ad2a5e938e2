"""Writes finished games with their proofs, for the tests of the page's own reckoning:

    CACTUSTOWN_PLAIN=1 .venv/bin/python web/tests/fair/make.py

The dice and draws are those of the engine's sealed source, written down as they were given.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from cactustown.content import load_content
from cactustown.engine.chance import SealedChance, commitment
from cactustown.engine.journal import Journal
from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options
from cactustown.server.fairness import drawn

HERE = Path(__file__).parent
FOUR = ("sheriff", "outlaws", "hunters", "dancer")
# Each with the number of a game in which rare dice fall: a prisoner breaks free, a cat, a tomahawk.
TABLES = {
    "base": (Options(FOUR, cactus=True), 64),
    "extras": (
        Options(
            ("ranger", "sheriff", "outlaws", "dancer", "cowboy"),
            mode="gunslinger",
            pets=True,
            tools=True,
            alternative=("dice", "founder"),
        ),
        8,
    ),
    "chief": (
        Options(("outlaws", "dakota", "cowboy"), mode="gunslinger"),
        46,
    ),
}
NONCES = ["agave 7 ärger", "wüste-2", "k3"]
DICE = (
    *("rolled", "reloaded", "rerolled", "rolled_off"),
    *("broke_free", "tomahawk", "shot", "pet_used"),
)
MOST_ROUNDS = 40
GOES_BACK = 0.01


class Told(SealedChance):
    """The sealed source, writing down what it gives."""

    def __init__(self, seed: bytes, nonces: list[str]) -> None:
        super().__init__(seed, nonces)
        self.draws: list[list[int]] = []

    def next(self, n: int, stream: int, who: int) -> int:
        value = super().next(n, stream, who)
        self.draws.append([stream, n, value])
        return value


def play(options: Options, chance: Told, luck: random.Random) -> Game:
    """A game of random players, who now and then go back to an earlier move."""
    content = load_content()
    journal = Journal(VERSION, content.edition, content.override, options.to_json())
    game = Game(options, content, chance, journal)
    while not game.is_over and game.round <= MOST_ROUNDS:
        party = game.awaited[0]
        if game.moves and luck.random() < GOES_BACK:
            game.rewind(party, luck.randrange(max(0, len(game.moves) - 9), len(game.moves)))
        else:
            game.play(party, luck.choice(game.choices(party)))
    return game


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def proven(options: Options, number: int) -> dict[str, Any]:
    """The proof of a game, and the dice of its story."""
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    chance = Told(seed, NONCES)
    game = play(options, chance, random.Random(number))
    told = [{"pet": None, **one} for one in game.all_events() if one["event"] in DICE]
    early = hashlib.sha256(b"before").digest()
    parties = list(options.parties)
    return {
        "told": {"parties": parties},
        "proof": {
            "seal": commitment(seed),
            "seed": seed.hex(),
            "nonces": NONCES,
            "commitments": [hashed(nonce) for nonce in NONCES],
            "abandoned": [
                {
                    "seal": commitment(early),
                    "seed": early.hex(),
                    "commitments": [hashed("late")],
                    "failed": ["Bert"],
                }
            ],
            "drawn": True,
            "parties": drawn(seed.hex(), NONCES, parties),
            "draws": chance.draws,
        },
        "story": [
            {"n": 0, "event": "opened"},
            *(
                {"n": n, "event": one["event"], "pet": one["pet"], "die": one["die"]}
                for n, one in enumerate(told, 1)
            ),
        ],
    }


def main() -> None:
    for name, (options, number) in TABLES.items():
        text = json.dumps(proven(options, number), separators=(",", ":"), ensure_ascii=False)
        (HERE / f"{name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
