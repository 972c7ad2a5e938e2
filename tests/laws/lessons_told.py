"""The lessons as a browser is told them, for the page's coach to be held to account.

`python -m tests.laws.lessons_told` plays each of them twice: by somebody who wants its aim and
goes on until it came about, and by somebody contrary who does anything for two rounds. It prints a
line of JSON for each, as `tests.laws.told` does.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count

import msgspec

from cactustown.engine import journal as journals
from cactustown.game import Game
from cactustown.server.box import box
from cactustown.server.fairness import SEED_BYTES
from cactustown.server.lessons import LESSONS, lesson
from cactustown.server.lessons.aims import AIMS, is_reached
from cactustown.server.lessons.scenes import Scene, Table
from cactustown.server.rulesets import Ruleset
from tests.laws.told import Lane

CONTRARY_ROUNDS = 2


def begun(name: str, number: int) -> tuple[Game, Scene]:
    chosen = lesson(name)
    journal = journals.from_json(chosen.game)
    game = Game.branch(journal, len(journal.moves), number.to_bytes(SEED_BYTES, "big"))
    return game, Scene(chosen.me, {}, game.round, bot=chosen.bot)


def eager(name: str) -> Lane:
    """With the first dice that bring it about."""
    for number in count():
        game, scene = begun(name, number)
        lane, before = _heard(game, scene), game.event_count
        table = Table.of(game, scene, number)
        while not game.is_over and not is_reached(AIMS[name], game, before):
            table.play(game.awaited[0])
            lane.hear()
        if is_reached(AIMS[name], game, before):
            return lane
    raise AssertionError


def contrary(name: str) -> Lane:
    game, scene = begun(name, 1)
    lane, last = _heard(game, scene), game.round + CONTRARY_ROUNDS
    table = Table.of(game, replace(scene, bot="random"), 1, "random")
    while not game.is_over and game.round < last:
        table.play(game.awaited[0])
        lane.hear()
    return lane


def _heard(game: Game, scene: Scene) -> Lane:
    """With all that the learner has been told when the lesson begins."""
    lane = Lane(game, scene.me)
    lane.updates.append((game.events_since(0, scene.me), {}))
    return lane


def main() -> None:
    for name in LESSONS:
        for player, lane in (("eager", eager(name)), ("contrary", contrary(name))):
            rules = Ruleset(lane.game.options, lane.game.content, lane.game.rules)
            told = {"first": lane.first, "updates": lane.updates}
            line = {"name": name, "player": player, "box": box(rules), "lanes": [told]}
            sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")


if __name__ == "__main__":
    main()
