"""The wily bot: greedy, but it expects the others to have plans of their own.

A choice is judged by playing the round to its end, a plan against plans that the others might
well have laid. Worlds are sampled from the view, likelier the better they explain what everybody
did (`beliefs`); in duels it goes by what is solved (`duels`).
"""

from __future__ import annotations

from typing import Final

from cactustown.bots.beliefs import likely_world
from cactustown.bots.duels import answer, luck
from cactustown.bots.evaluate import odds
from cactustown.bots.greedy import GreedyBot
from cactustown.bots.judge import Judges
from cactustown.bots.parties import judges_for
from cactustown.bots.planning import likely_plan, ranked_plans
from cactustown.bots.rollout import play_round
from cactustown.engine.machine import Rules, apply
from cactustown.engine.state import State
from cactustown.engine.view import View

TRIALS: Final = 6  # worlds in which the plans of the shortlist are played
SHORTLIST: Final = 6
WIDTH: Final = 4  # choices looked at in each decision of a playout
CARELESS: Final = 8  # points within which plans count as about as good


class WilyBot(GreedyBot):
    """Plays what does best against what the others are likely to have planned."""

    WORLDS = 4

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._lots = luck(seed)

    def _quick(self, rules: Rules, view: View, options: list[int]) -> int:
        return answer(rules, view, view.seat, options, self._lots)

    def _value(self, rules: Rules, w: State, seat: int, choice: int, judges: Judges) -> int:
        after = State(w)
        apply(rules, after, seat, choice)
        return odds(rules, play_round(rules, after, judges, WIDTH), seat, judges)

    def _world(self, rules: Rules, view: View) -> State:
        return likely_world(rules, view, judges_for(rules), self._random.getrandbits(48))

    def _plan(self, rules: Rules, view: View, options: list[int], judges: Judges) -> int:
        seat = view.seat
        options = self._random.sample(options, len(options))  # plans worth the same: by lot
        shortlist = ranked_plans(rules, self._world(rules, view), seat, options, judges)
        shortlist = shortlist[:SHORTLIST]
        values = dict.fromkeys(shortlist, 0)
        for _ in range(TRIALS):
            start = self._world(rules, view)
            for other in range(rules.seats):
                if other != seat and not start.locked >> other & 1:
                    apply(rules, start, other, likely_plan(rules, start, other, judges))
            for plan in shortlist:
                values[plan] += self._value(rules, start, seat, plan, judges)
        best = max(values.values())
        good = [plan for plan, value in values.items() if value >= best - CARELESS * TRIALS]
        return self._random.choice(good)
