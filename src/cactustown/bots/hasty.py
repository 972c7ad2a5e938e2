"""The hasty bot: somebody new to the game, who takes the first idea and overlooks things.

Its mistakes are those of people: it plans every card for the board as it is now, not as the card
before will leave it; has one of its figures on its mind and hardly looks at the others; does not
notice every choice, nor everybody who may thwart it; forgets its second shot; and would rather
open a building than think. A step of its own goal always strikes its eye.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cactustown.bots.evaluate import evaluate
from cactustown.bots.greedy import GreedyBot
from cactustown.bots.judge import Judges, progress
from cactustown.bots.lookahead import carried_out, play_card
from cactustown.bots.planning import slots_in_turn
from cactustown.engine.encodings import UNPLAYED, card_in, mover, place_in, shot_in
from cactustown.engine.machine import MOVE, Rules
from cactustown.engine.spaces import number_of
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.view import View
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_SHOT, PASS, YES

# How often, of a hundred:
OVERLOOKS: Final = 50  # each figure of the others, for the length of a thought
HAS_A_FAVOURITE: Final = 50  # one of its figures is on its mind
MISSES: Final = 35  # a movement it might make is not noticed
FORGETS_TO_SHOOT: Final = 60
# In points:
UNNOTICED: Final = 40  # so much better a choice must be to strike the eye all the same
CURIOUS: Final = 10  # for every building that is turned up
RESTLESS: Final = 4  # staying is dull
HUNCH: Final = 100  # points that a card may seem better than it is


class HastyBot(GreedyBot):
    """Plays what comes to mind first."""

    WORLDS = 1

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._overlooked = 0  # standees
        self._favourite = NONE

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int:
        own = rules.seat_standees[view.seat]
        self._overlooked = 0
        for standee in rules.members[view.on_board & ~own]:
            if self._happens(OVERLOOKS):
                self._overlooked |= 1 << standee
        self._favourite = NONE
        if rules.ops[view.stack[-1].op].shape == MOVE and self._happens(HAS_A_FAVOURITE):
            self._favourite = self._random.choice(sorted({mover(c) for c in choices if c != PASS}))
        return super().choose(rules, view, choices)

    def _happens(self, percent: int) -> bool:
        return self._random.randrange(100) < percent

    def _quick(self, rules: Rules, view: View, options: list[int]) -> int:
        quick = super()._quick(rules, view, options)
        forgets = view.stack[-1].op == ASK_SHOT and quick == YES and self._happens(FORGETS_TO_SHOOT)
        return PASS if forgets else quick

    def _value(self, rules: Rules, w: State, seat: int, choice: int, judges: Judges) -> int:
        after = carried_out(rules, w, seat, choice, judges)
        points = CURIOUS * number_of(after.face_up & ~w.face_up)
        if rules.ops[w.stack[-1].op].shape == MOVE:
            if stays(w, choice):
                points -= RESTLESS
            elif self._misses(choice) and progress(rules, after, seat) <= progress(rules, w, seat):
                points -= UNNOTICED
        return points + self._sees(rules, after, seat, judges)

    def _misses(self, choice: int) -> bool:
        return self._happens(MISSES) or self._favourite not in (NONE, mover(choice))

    def _sees(self, rules: Rules, after: State, seat: int, judges: Judges) -> int:
        """What a position looks like to who does not see everybody; it is used up."""
        if after.winner == RUNNING:
            after.on_board &= ~self._overlooked
        return evaluate(rules, after, seat, judges)

    def _plan(self, rules: Rules, view: View, options: list[int], judges: Judges) -> int:
        """The card that looks best now goes first, then the next best, as if nothing moved."""
        now = self._world(rules, view)
        ideas: dict[int, int] = {}  # card -> how good it looks
        plans = [plan for plan in options if plan != PASS]
        now.plan[view.seat * PLAN_SLOTS + UNPLAYED] = shot_in(plans[0])
        for slot in slots_in_turn(rules):
            cards = list(dict.fromkeys(card_in(plan, slot) for plan in plans))
            for card in cards:
                if card not in ideas:
                    ideas[card] = self._idea(rules, now, view.seat, card, judges)
            best = max(cards, key=lambda card: ideas[card])
            plans = [plan for plan in plans if card_in(plan, slot) == best]
        return self._random.choice(plans)

    def _idea(self, rules: Rules, now: State, seat: int, card: int, judges: Judges) -> int:
        after = play_card(rules, now, seat, card, judges)
        return self._sees(rules, after, seat, judges) + self._random.randrange(HUNCH + 1)


def stays(g: State, choice: int) -> bool:
    """Whether a choice of a movement leaves everybody where they are."""
    return choice == PASS or place_in(choice) == g.standee_at[mover(choice)]
