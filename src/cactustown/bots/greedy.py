"""The greedy bot: looks one step ahead in a few sampled worlds and takes what looks best.

It knows its view and nothing else: what is hidden it draws at random (`world`), with dice of its
own. A plan is judged card by card as if nobody else moved; among plans that look about as good
it chooses at random, so that it cannot be read like a book.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cactustown.bots.evaluate import evaluate
from cactustown.bots.judge import Judges
from cactustown.bots.lookahead import play_card, reflex, value_of
from cactustown.bots.parties import judges_for
from cactustown.engine.encodings import UNPLAYED, card_id, numbers, plan_code, shot_in
from cactustown.engine.machine import Rules
from cactustown.engine.state import RUNNING, State
from cactustown.engine.view import View
from cactustown.engine.world import world
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_PLAN
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND

PLAN_WORLDS: Final = 2
CARELESS: Final = 25  # points within which plans count as about as good
SHOT_WORTH: Final = 4  # for each point of the second shot kept


class GreedyBot:
    """A sensible one-ply player of every party."""

    WORLDS = 3

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int:
        options = list(choices)
        if len(options) == 1:
            return options[0]
        seat = view.seat
        judges = judges_for(rules)
        if view.stack[-1].op == ASK_PLAN:
            return self._plan(rules, view, options, judges)
        quick = self._quick(rules, view, options)
        if quick >= 0:
            return quick
        worlds = [self._world(rules, view) for _ in range(self.WORLDS)]
        values = [
            sum(self._value(rules, w, seat, choice, judges) for w in worlds) for choice in options
        ]
        best = max(values)
        return self._random.choice([c for c, v in zip(options, values, strict=True) if v == best])

    def _quick(self, rules: Rules, view: View, options: list[int]) -> int:
        """An answer that needs no looking ahead, or -1."""
        return reflex(rules, view, view.seat, options)

    def _value(self, rules: Rules, w: State, seat: int, choice: int, judges: Judges) -> int:
        """What a choice leads to in one of the worlds."""
        return value_of(rules, w, seat, choice, judges)

    def _world(self, rules: Rules, view: View) -> State:
        return world(rules, view, self._random.getrandbits(48))

    def _plan(self, rules: Rules, view: View, options: list[int], judges: Judges) -> int:
        """Tries every order of three cards, sharing what begins alike."""
        seat = view.seat
        hand = view.hand[seat]
        if view.tools:
            hand |= view.tools[seat * TOOL_FIELDS + TOOL_HAND]
        cards = numbers(hand)
        values: dict[int, int] = {}
        for _ in range(PLAN_WORLDS):
            now = self._world(rules, view)
            self._try_cards(rules, now, seat, cards, [], judges, values)
        offered = [choice for choice in options if choice in values]
        best = max(values[choice] for choice in offered)
        good = [c for c in offered if values[c] >= best - CARELESS * PLAN_WORLDS]
        return self._random.choice(good)

    def _try_cards(
        self,
        rules: Rules,
        now: State,
        seat: int,
        left: list[int],
        done: list[int],
        judges: Judges,
        values: dict[int, int],
    ) -> None:
        for card in left:
            rest = [other for other in left if other != card]
            state = State(now)
            state.plan[seat * PLAN_SLOTS + UNPLAYED] = self._shots(rules, seat, rest)[-1]
            after = play_card(rules, state, seat, card, judges)
            order = [*done, card]
            if len(order) < 3 and after.winner == RUNNING:
                self._try_cards(rules, after, seat, rest, order, judges, values)
                continue
            for code in self._endings(rules, seat, order, rest):
                shot = rules.card_value[card_id(seat, shot_in(code))]
                value = evaluate(rules, after, seat, judges) + SHOT_WORTH * shot
                values[code] = values.get(code, 0) + value

    def _endings(self, rules: Rules, seat: int, order: list[int], rest: list[int]) -> list[int]:
        """The plans that begin with these cards."""
        codes: list[int] = []
        if len(order) == 3:
            slots = list(dict.fromkeys(rules.turn_slot))  # in the order they are turned up
            laid = [order[slots.index(slot)] for slot in range(3)]
            for shot in self._shots(rules, seat, rest):
                codes.append(plan_code(laid[0], laid[1], laid[2], shot))
            return codes
        for card in rest:
            others = [other for other in rest if other != card]
            codes += self._endings(rules, seat, [*order, card], others)
        return codes

    def _shots(self, rules: Rules, seat: int, rest: list[int]) -> list[int]:
        """The cards among these that can be the second shot: tools cannot (TOOL-3)."""
        return [card for card in rest if not rules.extra_cards[seat] >> card & 1]
