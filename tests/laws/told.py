"""Games as two browsers are told them, for the page to be held to account.

`python -m tests.laws.told --games 200` plays random games, one of each set-up and more, and after
them the rule cases of the modules, where much happens that is rare by chance. It prints a line of
JSON with the names of all events, then one for each game: for a seat and for a spectator the view
at its beginning, and for every update the items of the story and what is changed in the view.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain
from typing import Any

import msgspec

from cactustown.conform.run import Player
from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.rules.events import SCHEMA
from cactustown.rules.options import Options
from cactustown.seatview import SeatView
from cactustown.server.box import Box, box
from cactustown.server.rulesets import Ruleset, ruleset
from tests.laws.walk import ALL_OPTIONS
from tests.rules.test_cases import CASES

LONG = 10  # every so many games one goes on to its end
ROUNDS = 8  # the others are a draw then
UNDONE = 0.02
EAGER = 0.8
IDLE = ("no ", "stay", "leave ", "unlock")
RARE = ("jail", "capture", "plunder", "break-free", "release", "duel", "ability", "borrow")
RARELY_SEEN = tuple(
    f"cases/{folder}/"
    for folder in ("abilities", "alternative", "chief", "pets", "ranger", "stampede")
)
Changes = dict[str, Any]
Update = tuple[list[dict[str, object]], Changes]

_FIELDS = [field.name for field in fields(SeatView)]
_BY_NAME = ("parties", "buildings")


def changes(before: SeatView, after: SeatView) -> Changes:
    """What is different in the later view, of parties and buildings one by one."""
    found: Changes = {}
    for name in _FIELDS:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            found[name] = now
            if name in _BY_NAME:
                found[name] = {key: value for key, value in now.items() if value != was[key]}
    return found


class Lane:
    """What one pair of eyes was told; None is a spectator."""

    def __init__(self, game: Game, seat: str | None) -> None:
        self.game = game
        self.seat = seat
        self.first = self.view = game.view(seat)
        self.told = game.event_count
        self.updates: list[Update] = []

    def hear(self) -> None:
        now = self.game.view(self.seat)
        items = self.game.events_since(self.told, self.seat)
        self.updates.append((items, changes(self.view, now)))
        self.view, self.told = now, self.game.event_count


def chosen(chooser: random.Random, choices: list[str]) -> str:
    """Any choice, but rather one that does something: so that more comes about in a game."""
    doing = [choice for choice in choices if not choice.startswith(IDLE)]
    rare = [choice for choice in doing if choice.startswith(RARE)]
    return chooser.choice(rare or doing if doing and chooser.random() < EAGER else choices)


def recorded(number: int, options: Options) -> dict[str, object]:
    """A random game, seen by one of its seats and by a spectator."""
    chooser = random.Random(number)
    game = Game.of(options, seed=number)
    lanes = [Lane(game, game.players[number % len(game.players)]), Lane(game, None)]
    while not game.is_over:
        seat = chooser.choice(game.may_act)
        game.play(seat, chosen(chooser, game.choices(seat)))
        for lane in lanes:
            lane.hear()
        if chooser.random() < UNDONE and game.can_undo(seat):
            game.undo(seat)
            for lane in lanes:
                lane.hear()
    return told(f"{number}: {options.to_json()}", box(ruleset(options)), lanes)


def told(name: str, box: Box, lanes: list[Lane]) -> dict[str, object]:
    found = [{"first": lane.first, "updates": lane.updates} for lane in lanes]
    return {"name": name, "box": box, "lanes": found}


def games(number: int) -> Iterator[dict[str, object]]:
    for n in range(number):
        options = ALL_OPTIONS[n * 7 % len(ALL_OPTIONS)]
        yield recorded(n, options if n % LONG == 0 else replace(options, round_limit=ROUNDS))


def cases() -> Iterator[dict[str, object]]:
    for case in CASES:
        if case.file.startswith(RARELY_SEEN):
            player = Player(case)
            game = player.game
            if game.rules.reading.version != VERSION:  # what was told less of
                continue
            lanes = [Lane(game, game.players[case.line % len(game.players)]), Lane(game, None)]
            for line in player.steps:
                player.step(line)
                for lane in lanes:
                    if lane.told < game.event_count:
                        lane.hear()
            played_with = box(Ruleset(game.options, game.content, game.rules))
            yield told(case.name, played_with, lanes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    print(json.dumps([kind.name for kind in SCHEMA.values()]), flush=True)
    for game in chain(games(parser.parse_args().games), cases()):
        sys.stdout.buffer.write(msgspec.json.encode(game) + b"\n")


if __name__ == "__main__":
    main()
