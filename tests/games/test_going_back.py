"""Going back by consent, being put away and taken out again, playing on from a finished game."""

from __future__ import annotations

import json
import random

import pytest

from cactustown.engine.errors import BadFile, BadOptions, GameOver, NothingToUndo
from cactustown.engine.journal import loads
from cactustown.game import Game, replay

PARTIES = ("sheriff", "outlaws", "hunters", "dancer")


def play(game: Game, moves: int, seed: int) -> None:
    """So many choices by lot, or until the game is over."""
    lots = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            return
        seat = game.awaited[0]
        game.play(seat, lots.choice([c for c in game.choices(seat) if c != "unlock"]))


def test_a_game_goes_back_and_its_dice_go_on() -> None:
    game = Game.new(PARTIES, mode="gunslinger", seed=7)
    play(game, 40, 1)
    before = game.view("sheriff")
    events = game.event_count
    play(game, 20, 2)
    told = game.event_count - events
    game.rewind("outlaws", 40)
    assert game.view("sheriff") == before
    last = game.events_since(0)[-1]
    assert (last["event"], last["party"], last["events"]) == ("undone", "outlaws", told)
    play(game, 30, 3)
    game.rewind("sheriff", 10)
    play(game, 10_000, 4)
    assert game.is_over
    journal = loads(game.journal().dumps())
    *_, (again, _) = replay(journal)
    assert again.digest() == game.digest()


def test_after_going_back_the_same_choice_meets_other_dice() -> None:
    met = set()
    for seed in range(12):
        game = Game.new(("sheriff", "outlaws"), seed=seed)
        while not game.is_over and (not game.moves or not game.moves[-1].chance):
            play(game, 1, seed + len(game.moves))
        if game.is_over:
            continue
        last = game.moves[-1]
        game.rewind(last.party, len(game.moves) - 1)
        game.play(last.party, last.choice)
        met.add(game.moves[-1].chance == last.chance)
    assert False in met


def test_a_game_cannot_go_where_it_never_was() -> None:
    game = Game.new(PARTIES, seed=1)
    play(game, 5, 1)
    digest = game.digest()
    for moves in (-1, 5, 6):
        with pytest.raises(NothingToUndo):
            game.rewind("sheriff", moves)
    play(game, 10_000, 1)
    with pytest.raises(NothingToUndo, match="over"):
        game.rewind("sheriff", 1)
    assert game.digest() != digest


def test_a_frozen_game_goes_on_as_if_nothing_had_been() -> None:
    game = Game.new(PARTIES, mode="gunslinger", tools=True, pets=True, seed=9, nonces=["a", "b"])
    frozen = 0
    while not game.is_over:
        play(game, 1, len(game.moves))
        if len(game.moves) % 3:
            continue
        if not game.can_freeze:
            with pytest.raises(BadFile):
                game.freeze()
            continue
        frozen += 1
        twin = Game.thaw(json.loads(json.dumps(game.freeze())), game.content, game.rules)
        if frozen % 5 == 0:
            play(twin, 10_000, 5)
            other = Game.thaw(game.freeze(), game.content, game.rules)
            play(other, 10_000, 5)
            assert twin.journal() == other.journal()
        else:
            assert twin.journal() == game.journal()
            assert twin.view("dancer") == game.view("dancer")
    assert frozen > 10


def test_playing_on_from_a_finished_game() -> None:
    game = Game.new(PARTIES, seed=3)
    play(game, 10_000, 3)
    journal = game.journal()
    early = Game.branch(journal, 12, bytes(32))
    *_, (then, _) = list(replay(journal))[: 12 + 1]
    assert [move.choice for move in early.moves] == [move.choice for move in journal.moves[:12]]
    play(early, 10_000, 8)
    again = Game.branch(journal, 12, bytes(32))
    play(again, 10_000, 8)
    assert early.digest() == again.digest()
    assert not early.can_freeze
    *_, (replayed, _) = replay(early.journal())
    assert replayed.digest() == early.digest()
    with pytest.raises(GameOver):
        Game.branch(journal, len(journal.moves), bytes(32))
    with pytest.raises(BadOptions):
        Game.branch(journal, len(journal.moves) + 1, bytes(32))
    assert then is not None
