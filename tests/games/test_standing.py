"""Going back costs what stands, not what was taken back; and leads where it always did."""

from __future__ import annotations

import itertools
import random
from typing import Any
from unittest import mock

import pytest

from cactustown import game as games
from cactustown.engine import machine
from cactustown.engine.errors import BadFile, NothingToUndo
from cactustown.engine.journal import MOST_TAKEN_BACK, Journal, Move, loads
from cactustown.engine.standing import KEPT_EVERY, Position
from cactustown.game import Game, replay
from cactustown.rules.events import UNDONE

SETUPS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("sheriff", "outlaws"), {}),
    (("sheriff", "outlaws", "hunters", "dancer"), {"mode": "gunslinger", "tools": True}),
    (("sheriff", "outlaws", "ranger"), {"pets": True, "cactus": True}),
]


class Slow(Game):
    """Goes back as it was done first: all that was played before is played again."""

    def _position(self, position: int) -> Position:
        raise AssertionError("not asked for")

    def rewind(self, seat: int | str, moves: int) -> None:
        early = self._journal.copy()
        early.moves = early.moves[:moves]
        early.commitment = early.seed = early.digest = ""
        early.result = None
        with mock.patch.object(games, "Game", Slow):
            *_, (then, _) = replay(early, "the game so far", self.content, self.rules)
        undone = self.event_count - then.event_count
        self._state = then._state
        self._attach()
        self._log.open_at = then._log.open_at
        self._undo.clear()
        number = self.seat(seat)
        self._log.add(UNDONE, number, undone)
        self._record(number, f"rewind {moves}")


def choose(game: Game, lots: random.Random) -> tuple[str, str]:
    seat = lots.choice(game.awaited)
    return seat, lots.choice(game.choices(seat))


def wander(game: Game, twin: Game, lots: random.Random, rewinds: int) -> None:
    """Two games are led the same way: on, back by one, back to anywhere."""
    while not game.is_over and len(game.moves) < 120:
        undoable = [party for party in game.parties if game.can_undo(party)]
        if undoable and lots.random() < 0.4:
            party, move = undoable[0], "undo"
        elif rewinds and game.moves and lots.random() < 0.1:
            rewinds -= 1
            far = lots.choice([1, 3, len(game.moves)])
            party = lots.choice(game.parties)
            move = f"rewind {max(len(game.moves) - lots.randint(1, far), 0)}"
        else:
            party, move = choose(game, lots)
        game.do(party, move)
        twin.do(party, move)
        assert game.view(party) == twin.view(party)


@pytest.mark.parametrize("number", range(12))
def test_going_back_leads_where_it_always_did(number: int) -> None:
    parties, how = SETUPS[number % len(SETUPS)]
    game, twin = Game.new(parties, seed=number, **how), Slow.new(parties, seed=number, **how)
    wander(game, twin, random.Random(number), rewinds=8)
    assert game.journal() == twin.journal()
    assert game.digest() == twin.digest()
    *_, (again, _) = replay(loads(game.journal().dumps()))
    assert again.digest() == twin.digest()
    assert again._standing.after == game._standing.after
    assert again._standing.events == game._standing.events


class Count:
    """Counts the choices that are applied to states."""

    def __init__(self) -> None:
        self.choices = 0
        self._apply = machine.apply

    def apply(self, *given: Any) -> None:
        self.choices += 1
        self._apply(*given)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    counting = Count()
    monkeypatch.setattr(games, "apply", counting.apply)
    return counting


def taken_back(times: int) -> Game:
    """A game in which the last choice was taken back again and again."""
    game, lots = Game.new(SETUPS[1][0], seed=4), random.Random(4)
    while len(game.moves) < 40:
        game.play(*choose(game, lots))
    for _ in range(times):
        game.play(*choose(game, lots))
        game.rewind("sheriff", len(game.moves) - 1)
    return game


def test_the_last_of_200_costs_no_more_than_twice_the_tenth(count: Count) -> None:
    game, lots, costs = Game.new(SETUPS[1][0], seed=4), random.Random(4), []
    while len(game.moves) < 40:
        game.play(*choose(game, lots))
    for back_to in itertools.islice(itertools.cycle([34, 37, 40]), 200):
        for _ in range(4):
            game.play(*choose(game, lots))
        before = count.choices
        game.rewind("sheriff", back_to)
        costs.append(count.choices - before)
    assert 0 < max(costs) <= KEPT_EVERY
    assert max(costs[100:]) <= 2 * max(costs[:10])
    assert costs[199] <= 2 * costs[9]


def test_a_file_with_200_rewinds_plays_its_choices_about_once(count: Count) -> None:
    journal = loads(taken_back(200).journal().dumps())
    count.choices = 0
    *_, _ = replay(journal)
    choices = sum(not move.choice.startswith("rewind") for move in journal.moves)
    assert choices == 240
    assert count.choices <= choices + KEPT_EVERY


def test_going_far_to_and_fro_is_bounded(count: Count) -> None:
    game, lots = Game.new(SETUPS[1][0], seed=2), random.Random(2)
    while len(game.moves) < 100:
        game.play(*choose(game, lots))
    for times in range(50):
        before = count.choices
        game.rewind("sheriff", 31 if times % 2 else 95)
        assert count.choices - before < KEPT_EVERY


def test_what_was_put_away_goes_back_as_well(count: Count) -> None:
    game = taken_back(30)
    twin = Game.thaw(game.freeze(), game.content, game.rules)
    assert twin._standing.after == game._standing.after
    for one in (game, twin):
        one.rewind("outlaws", 38)
    assert game.digest() == twin.digest()
    before = count.choices
    for one in (game, twin):  # what was kept on the way is near
        one.rewind("outlaws", 39)
    assert count.choices - before <= 2 * KEPT_EVERY
    assert game.digest() == twin.digest()


def test_a_twin_goes_back_on_its_own() -> None:
    game = taken_back(3)
    journal, twin = game.journal(), game.clone()
    twin.rewind("sheriff", 5)
    twin.play(*choose(twin, random.Random(1)))
    assert game.journal() == journal
    game.rewind("sheriff", 5)
    twin.rewind("sheriff", 5)
    assert game.view(None) == twin.view(None)


def _nothing_but_rewinds(times: int) -> Journal:
    game = Game.new(SETUPS[0][0], seed=2)
    game.play(*choose(game, random.Random(2)))
    journal = loads(game.journal().dumps())
    journal.digest = ""
    for _ in range(times):
        journal.moves.append(Move("sheriff", f"rewind {len(journal.moves) - 1}", ()))
    return journal


def test_a_game_is_taken_back_a_thousand_times_at_most() -> None:
    journal = _nothing_but_rewinds(MOST_TAKEN_BACK)
    journal.moves[-1] = Move("sheriff", "rewind 0", ())
    *_, (game, _) = replay(journal)
    digest = game.digest()
    assert not game.can_undo("sheriff")
    with pytest.raises(NothingToUndo, match="1000 times"):
        game.rewind("sheriff", 0)
    assert game.digest() == digest
    game.play(*choose(game, random.Random(1)))
    with pytest.raises(NothingToUndo, match="1000 times"):
        game.undo()


def test_a_file_that_takes_back_more_is_refused_before_it_is_played(count: Count) -> None:
    journal = _nothing_but_rewinds(MOST_TAKEN_BACK + 1)
    count.choices = 0
    with pytest.raises(BadFile, match="takes choices back 1001 times"):
        next(replay(journal))
    assert count.choices == 0


@pytest.mark.parametrize("digits", [10, 4300, 4301, 5000])
def test_a_number_without_end_is_refused(digits: int) -> None:
    journal = _nothing_but_rewinds(0)
    journal.moves.append(Move("sheriff", "rewind " + "9" * digits, ()))
    with pytest.raises(BadFile, match="cannot go back to move 9999999999:"):
        list(replay(journal))
    journal.moves[-1] = Move("sheriff", "rewind " + "٣", ())
    with pytest.raises(BadFile):
        list(replay(journal))
