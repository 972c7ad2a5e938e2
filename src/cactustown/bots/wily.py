"""The wily bot: greedy, but it expects the others to have plans of their own.

A card is judged once it has been carried out, and a plan by playing the round in turn order
against plans the others might well have laid in worlds sampled from the view.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cactustown.bots.evaluate import Judge, evaluate, judge_for
from cactustown.bots.lookahead import reflex, value_of
from cactustown.bots.planning import likely_plan, ranked_plans
from cactustown.bots.rollout import card_value, play_round
from cactustown.engine.machine import Rules, apply
from cactustown.engine.state import State
from cactustown.engine.view import View
from cactustown.engine.world import world
from cactustown.rules.ops import ASK_ICON, ASK_PLAN

WORLDS: Final = 4
TRIALS: Final = 6  # worlds in which the plans of the shortlist are played
SHORTLIST: Final = 6
CARELESS: Final = 8  # points within which plans count as about as good


class WilyBot:
    """Plays what does best against what the others are likely to have planned."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int:
        options = list(choices)
        if len(options) == 1:
            return options[0]
        seat = view.seat
        op = view.stack[-1].op
        if op == ASK_PLAN:
            return self._plan(rules, view, options)
        quick = reflex(rules, view, seat, options)
        if quick >= 0:
            return quick
        judge = judge_for(rules, seat)
        look = card_value if op == ASK_ICON else value_of
        worlds = [self._world(rules, view) for _ in range(WORLDS)]
        values = [sum(look(rules, w, seat, choice, judge) for w in worlds) for choice in options]
        best = max(values)
        return self._random.choice([c for c, v in zip(options, values, strict=True) if v == best])

    def _world(self, rules: Rules, view: View) -> State:
        return world(rules, view, self._random.getrandbits(48))

    def _plan(self, rules: Rules, view: View, options: list[int]) -> int:
        seat = view.seat
        judges: list[Judge] = [judge_for(rules, other) for other in range(rules.seats)]
        shortlist = ranked_plans(rules, self._world(rules, view), seat, options, judges[seat])
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
                play_round(rules, after, judges, 4)
                values[plan] += evaluate(rules, after, seat, judges[seat])
        best = max(values.values())
        good = [plan for plan, value in values.items() if value >= best - CARELESS * TRIALS]
        return self._random.choice(good)
