"""Situations for lessons, found in games of bots: a round from which the aim is near.

Games are dealt one after the other until one of them comes to a round in which a plain player
reaches the aim soon, whatever the dice and the others do. Its seed is written down below;
`python -m cactustown.server.lessons.scenes dancer` looks for it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from cactustown.bots import Bot, make_bot
from cactustown.content import Content, load_content
from cactustown.engine.journal import Journal
from cactustown.engine.machine import legal
from cactustown.game import Game
from cactustown.server.fairness import SEED_BYTES
from cactustown.server.lessons.aims import AIMS, Aim, is_reached

EDITION = "e3"  # of every lesson
PLAYER = "greedy"  # who plays the learner's seat in the search, and up to the lesson
TRIALS = 12  # each with dice and others of its own
ENOUGH = 10  # of them reach the aim
SOON = 1  # in the lesson's first round, or so many later
ROUNDS = 4  # for the learner, then the lesson ends


@dataclass(frozen=True)
class Scene:
    """What a situation is looked for."""

    me: str
    options: dict[str, Any]
    round: int  # in which the lesson begins
    seed: int = 0  # of the game that leads there, as the search found it
    token: str = ""  # that the learner holds
    bot: str = "greenhorn"  # the others


@dataclass
class Table:
    """A game and the bots at it, the learner's seat included."""

    game: Game
    bots: dict[str, Bot] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, scene: Scene, seed: int, me: str = PLAYER) -> Table:
        names = {party: me if party == scene.me else scene.bot for party in game.players}
        bots = {
            party: make_bot(name, seed * 8 + n) for n, (party, name) in enumerate(names.items())
        }
        return cls(game, bots)

    def play(self, party: str) -> None:
        """One choice of this party's."""
        game, seat = self.game, self.game.seat(party)
        view = game.bot_view(seat)
        choice = self.bots[party].choose(game.rules, view, legal(game.rules, view, seat))
        game.play_int(seat, choice)


def situation(scene: Scene, content: Content) -> Journal | None:
    """The game of the scene's seed up to the lesson; None: it does not lead there."""
    limit = scene.round + ROUNDS - 1
    game = Game.new(content=content, seed=scene.seed, round_limit=limit, **scene.options)
    if not _led_to(Table.of(game, scene, scene.seed), scene) or not _holds(game, scene):
        return None
    journal = game.journal()
    journal.commitment = journal.seed = ""  # everybody may read them here
    return journal


def is_near(scene: Scene, aim: Aim, journal: Journal) -> bool:
    """Whether nobody has reached the aim yet, and a plain player soon does."""
    begun = Game.branch(journal, len(journal.moves), bytes(SEED_BYTES))
    if is_reached(aim, begun, 0):
        return False
    missed = 0
    for number in range(TRIALS):
        missed += not reaches(scene, aim, journal, number)
        if missed > TRIALS - ENOUGH:
            return False
    return True


def reaches(scene: Scene, aim: Aim, journal: Journal, number: int, me: str = PLAYER) -> bool:
    """Whether a player reaches the aim soon, with these dice and these others."""
    game = Game.branch(journal, len(journal.moves), number.to_bytes(SEED_BYTES, "big"))
    before, last = game.event_count, game.round + SOON
    table = Table.of(game, scene, number, me)
    while not game.is_over and game.round <= last:
        table.play(game.awaited[0])
        if is_reached(aim, game, before):
            return True
    return False


def _led_to(table: Table, scene: Scene) -> bool:
    """Plays until the learner alone has to plan; false: the game was over first."""
    game = table.game
    while not game.is_over:
        if game.round == scene.round and game.awaited == [scene.me]:
            return True
        others = [party for party in game.awaited if party != scene.me]
        table.play(others[0] if others else scene.me)
    return False


def _holds(game: Game, scene: Scene) -> bool:
    tokens = game.view(scene.me).parties[scene.me].tokens
    return not scene.token or tokens.get(scene.token, 0) > 0


SCENES: dict[str, Scene] = {
    "escape": Scene("outlaws", {"parties": ["sheriff", "outlaws"]}, 2, 33),
    "hunters": Scene("hunters", {"parties": ["sheriff", "outlaws", "hunters"]}, 2, 48),
    "dancer": Scene("dancer", {"parties": ["sheriff", "outlaws", "dancer"]}, 2, 2),
    "gunslinger": Scene(
        "sheriff",
        {"parties": ["sheriff", "outlaws"], "mode": "gunslinger"},
        *(2, 5),
        token="bullet",
    ),
    "ranger": Scene("ranger", {"parties": ["ranger", "outlaws"]}, 2, 1),
    "dakota": Scene("dakota", {"parties": ["outlaws", "dakota"]}, 3, 59),
    "cowboy": Scene("cowboy", {"parties": ["outlaws", "cowboy"]}, 3, 86),
    "solo": Scene("outlaws", {"parties": ["outlaws"], "solo": True}, 3, 3),
}


def main() -> None:
    """Looks for seeds of the scenes named."""
    content = load_content(EDITION)
    for name in sys.argv[1:]:
        for seed in count(1):
            scene = replace(SCENES[name], seed=seed)
            journal = situation(scene, content)
            if journal is not None and is_near(scene, AIMS[name], journal):
                print(name, seed)
                break


if __name__ == "__main__":
    main()
