"""The hasty bot: below greedy, far above chance, and its mistakes look like those of people."""

from __future__ import annotations

from collections import Counter

from cactustown.bots import make_bot
from cactustown.bots.hasty import stays
from cactustown.bots.lookahead import value_of
from cactustown.bots.parties import judges_for
from cactustown.engine.encodings import mover, place_in
from cactustown.engine.machine import MOVE, Rules, apply, awaited, legal
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.game import Game
from cactustown.lab.sim import Series, run
from cactustown.rules import ops
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for
from tests.scene import scene

TWO = Options(("sheriff", "outlaws"), round_limit=60)
FOUR = Options(("sheriff", "outlaws", "hunters", "dancer"), round_limit=60)
FOR_A_GOAL = (ops.JAIL, ops.PLUNDER, ops.CAPTURE, ops.STEAL_HORSE, ops.PAY_DEBTS)
SEEDS = range(60)


def chosen(game: Game, party: str) -> Counter[str]:
    """What the hasty bot does there, with many seeds."""
    seat = game.seat(party)
    own = game.bot_view(seat)
    choices = legal(game.rules, own, seat)
    words = dict(zip(choices, game.choices(party), strict=True))
    return Counter(words[make_bot("hasty", n).choose(game.rules, own, choices)] for n in SEEDS)


def test_a_step_of_its_goal_strikes_its_eye() -> None:
    game = scene(
        """parties sheriff outlaws
sheriff b2 d4 e1
outlaws b2(stunned) a4 e5
plan    sheriff: arrest posse patrol
asked   sheriff: icon"""
    )
    assert chosen(game, "sheriff") == {"jail": len(SEEDS)}


def test_a_laden_outlaw_on_the_edge_goes_home() -> None:
    game = scene(
        """parties sheriff outlaws
sheriff c2 d4 e2
outlaws a3(plunder) a5 e5
first   outlaws
plan    outlaws: ride shadows gunfight
asked   outlaws: run"""
    )
    moves = chosen(game, "outlaws")
    assert moves["run outlaw-1 a3-wilderness"] > 0.9 * len(SEEDS)


def test_it_forgets_its_second_shot_now_and_then() -> None:
    game = scene(
        """parties sheriff outlaws
sheriff b2 d4 e1
outlaws b2 a4 e5
plan    sheriff: showdown posse patrol
dice    sheriff 2, outlaw-1 3
> sheriff: duel
asked   sheriff: second-shot"""
    )
    shots = chosen(game, "sheriff")
    assert shots["no second shot"] > shots["second shot"] > 5


class Conduct:
    """What somebody who looks on would shake their head at, counted over whole games."""

    def __init__(self) -> None:
        self.goals = self.goals_missed = 0
        self.asked = self.idle = 0
        self.moves = self.back = 0
        self._last: dict[int, tuple[int, int]] = {}

    def look(self, rules: Rules, g: State, seat: int, choice: int) -> None:
        choices = legal(rules, g, seat)
        op = g.stack[-1].op
        if op == ops.ASK_ICON and any(icon in FOR_A_GOAL for icon in choices):
            self.goals += 1
            self.goals_missed += choice not in FOR_A_GOAL
        if rules.ops[op].shape == MOVE and op != ops.ASK_PUSH:
            self._walk(rules, g, seat, choices, choice)

    def _walk(self, rules: Rules, g: State, seat: int, choices: list[int], choice: int) -> None:
        self.asked += 1
        if stays(g, choice):
            judges = judges_for(rules)
            values = [value_of(rules, g, seat, other, judges) for other in choices]
            self.idle += max(values) > values[choices.index(choice)] + 20
            return
        standee = mover(choice)
        way = g.standee_at[standee], place_in(choice)
        self.moves += 1
        self.back += self._last.get(standee) == way[::-1]
        self._last[standee] = way

    def moved(self, g: State) -> None:
        """Whoever was pushed about meanwhile does not run to and fro."""
        for standee, (_, there) in list(self._last.items()):
            if g.standee_at[standee] != there or there >= SPACES:
                del self._last[standee]


def conduct(options: Options, games: int) -> Conduct:
    found = Conduct()
    rules = rules_for(options)
    for number in range(games):
        g = new_state(rules, number)
        bots = [make_bot("hasty", 8 * number + seat) for seat in range(rules.seats)]
        while g.stack:
            seat = rules.next_from[0][awaited(rules, g)]
            choice = bots[seat].choose(rules, view(rules, g, seat), legal(rules, g, seat))
            found.look(rules, g, seat, choice)
            apply(rules, g, seat, choice)
            found.moved(g)
    return found


def test_it_does_nothing_that_looks_senseless() -> None:
    """Greedy misses one goal in five, stays idle once in a hundred and turns back one in seven."""
    for options in (TWO, FOUR):
        seen = conduct(options, 12)
        assert seen.goals > 25
        assert seen.goals_missed <= 0.1 * seen.goals
        assert seen.idle <= 0.04 * seen.asked
        assert seen.back <= 0.22 * seen.moves


def test_it_stands_between_random_and_greedy() -> None:
    """A slice of the ladder: so many deals, each played from both sides."""
    as_sheriff = run(Series(TWO, ("hasty", "random"), 10, 1)).wins["sheriff"]
    as_outlaws = run(Series(TWO, ("random", "hasty"), 10, 1)).wins["outlaws"]
    assert as_sheriff + as_outlaws >= 18
    as_sheriff = run(Series(TWO, ("greedy", "hasty"), 40, 1)).wins["sheriff"]
    as_outlaws = run(Series(TWO, ("hasty", "greedy"), 40, 1)).wins["outlaws"]
    assert 54 <= as_sheriff + as_outlaws <= 74
