"""The wily bot: greedy, but it expects the others to have plans of their own.

A card is judged once it has been carried out, and a plan by playing the round in turn order
against plans the others might well have laid. Worlds are sampled from the view, likelier the
better they explain what everybody did (`beliefs`); in duels it goes by what is solved (`duels`).
"""

from __future__ import annotations

from typing import Final

from cactustown.bots.beliefs import likely_world
from cactustown.bots.duels import answer, luck
from cactustown.bots.evaluate import Judge, evaluate, judge_for
from cactustown.bots.greedy import GreedyBot
from cactustown.bots.lookahead import value_of
from cactustown.bots.planning import likely_plan, ranked_plans
from cactustown.bots.rollout import card_value, play_round
from cactustown.engine.machine import Rules, apply
from cactustown.engine.state import State
from cactustown.engine.view import View
from cactustown.rules.ops import ASK_ICON

TRIALS: Final = 6  # worlds in which the plans of the shortlist are played
SHORTLIST: Final = 6
CARELESS: Final = 8  # points within which plans count as about as good


def _judges(rules: Rules) -> list[Judge]:
    return [judge_for(rules, seat) for seat in range(rules.seats)]


class WilyBot(GreedyBot):
    """Plays what does best against what the others are likely to have planned."""

    WORLDS = 4

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._lots = luck(seed)

    def _quick(self, rules: Rules, view: View, options: list[int]) -> int:
        return answer(rules, view, view.seat, options, self._lots)

    def _value(self, rules: Rules, w: State, seat: int, choice: int, judge: Judge) -> int:
        look = card_value if w.stack[-1].op == ASK_ICON else value_of
        return look(rules, w, seat, choice, judge)

    def _world(self, rules: Rules, view: View) -> State:
        return likely_world(rules, view, _judges(rules), self._random.getrandbits(48))

    def _plan(self, rules: Rules, view: View, options: list[int], judge: Judge) -> int:
        seat = view.seat
        judges = _judges(rules)
        shortlist = ranked_plans(rules, self._world(rules, view), seat, options, judge)
        shortlist = shortlist[:SHORTLIST]
        values = dict.fromkeys(shortlist, 0)
        for _ in range(TRIALS):
            start = self._world(rules, view)
            for other in range(rules.seats):
                if other != seat and not start.locked >> other & 1:
                    apply(rules, start, other, likely_plan(rules, start, other, judges[other]))
            for plan in shortlist:
                after = State(start)
                apply(rules, after, seat, plan)
                after = play_round(rules, after, judges, 4)
                values[plan] += evaluate(rules, after, seat, judge)
        best = max(values.values())
        good = [plan for plan, value in values.items() if value >= best - CARELESS * TRIALS]
        return self._random.choice(good)
