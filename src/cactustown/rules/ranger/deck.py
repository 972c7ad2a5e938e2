"""RAN-1, RAN-2, RAN-3: the event deck, the Ranger's clock.

Nobody knows its order. A Stagecoach puts some of the discarded events back on top; which ones is
hidden too, so from then on those shuffled are a *pool* that everybody knows, with `events_back` of
it on the deck and the rest face down among the discards.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import CARDS
from cactustown.engine.machine import DuelHook, Op, Outcome, Rules
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.goals import score
from cactustown.rules.counters import MARSHAL
from cactustown.rules.ranger.effects import EventEffects

EVENTS_FOR_TWO: Final = 8
EVENTS_FOR_MORE: Final = 10
BELOW_MARSHAL: Final = 2  # the Marshal is shuffled into so many


class DealEvents(Op):
    """RAN-1: eight or ten events at random, the Marshal among the last three."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        cards = [
            event
            for event, number in enumerate(rules.event_number)
            for _ in range(number)
            if event != rules.event_marshal
        ]
        _shuffle(g, cards)
        size = EVENTS_FOR_TWO if rules.seats == 2 else EVENTS_FOR_MORE
        deck = cards[:size]
        deck.insert(g.roll(BELOW_MARSHAL + 1, CARDS, -1), rules.event_marshal)
        g.event_deck = deck


def _shuffle(g: State, cards: list[int]) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = g.roll(last + 1, CARDS, -1)
        cards[last], cards[other] = cards[other], cards[last]


class TurnEvent(Op):
    """RAN-2: the event of this round."""

    def __init__(self, name: str, effects: EventEffects) -> None:
        super().__init__(name)
        self.effects = effects

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if not g.event_deck:
            return
        event = take_next(rules, g)
        g.event = event
        if g.log is not None:
            g.log.add(ev.EVENT, event)
        if event == rules.event_marshal:
            score(rules, g, MARSHAL)  # GOAL-6
            return
        self.begin(rules, g)
        effects = self.effects
        for _ in range(effects.discard[event]):
            discard_next(rules, g)
        if effects.put_back[event] and g.winner == RUNNING:
            put_back(g, effects.put_back[event])

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return False

    def begin(self, rules: Rules, g: State) -> None:
        """What lasts for the round and stands in the state."""
        g.dice = self.effects.dice[g.event]
        g.silenced = 0 if self.effects.second_shots[g.event] else rules.all_seats


def take_next(rules: Rules, g: State) -> int:
    """The next event is turned up."""
    event = g.event_deck[-1]
    g.event_deck = g.event_deck[:-1]
    g.disclosed += 1
    if g.events_back:
        g.events_back -= 1
        pool = g.event_pool[:]
        pool.remove(event)
        g.event_pool = pool
    return event


def discard_next(rules: Rules, g: State) -> None:
    """RAN-3, RAN-7: the next event is discarded, face up; only the Marshal still does something."""
    if not g.event_deck or g.winner != RUNNING:
        return
    event = take_next(rules, g)
    g.event_discards = [*g.event_discards, event]
    if g.log is not None:
        g.log.add(ev.EVENT_DISCARDED, event)
    if event == rules.event_marshal:
        score(rules, g, MARSHAL)


def put_back(g: State, number: int) -> None:
    """Stagecoach: of the discarded events, shuffled, some go on top, and nobody sees which."""
    cards = sorted([*g.event_discards, *g.event_pool])
    g.event_pool = cards
    g.event_discards = []
    left = cards[:]
    g.events_back = min(number, len(left))
    for _ in range(g.events_back):
        event = left.pop(g.roll(len(left), CARDS, -1))
        g.event_deck = [*g.event_deck, event]
    if g.log is not None:
        g.log.add(ev.EVENTS_PUT_BACK, g.events_back)


class EventOver(Op):
    """RAN-2: after its round an event is discarded."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.event != NONE:
            g.event_discards = [*g.event_discards, g.event]
        g.event = NONE
        g.dice = 1
        g.silenced = 0


class DiscardForDuel(DuelHook):
    """RAN-3, COW-9: the Ranger wins a duel that he began, not over cattle alone."""

    def __init__(self, ranger: int) -> None:
        self.ranger = ranger

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        his = outcome.winner == self.ranger and outcome.by == self.ranger
        if his and outcome.losers & ~rules.harmless:
            discard_next(rules, g)
