"""The order of the event deck is hidden (RAN-1)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import CARDS
from cactustown.engine.machine import Rules, Secret
from cactustown.engine.state import NONE, State
from cactustown.engine.world import shuffle
from cactustown.rules.counters import MARSHAL

MARSHAL_AMONG: Final = 3  # the last cards of the deck


class EventDeck(Secret):
    """How many events are to come is known, which they are is not."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        v.event_deck = [NONE] * len(g.event_deck)

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        """The Marshal lies among the last three; what a Stagecoach put back lies on top.

        Which events are not in the game at all is as unknown as their order.
        """
        back = w.event_pool[:]
        shuffle(w, back)
        left = rules.event_number[:]
        for event in (w.event, *w.event_discards, *w.event_pool):
            if event != NONE:
                left[event] -= 1
        left[rules.event_marshal] = 0
        unseen = [event for event, number in enumerate(left) for _ in range(number)]
        shuffle(w, unseen)
        fresh = len(w.event_deck) - w.events_back
        deck = unseen[: max(fresh - 1, 0)]
        if fresh > 0 and not w.count[MARSHAL]:
            deck.insert(w.roll(min(fresh, MARSHAL_AMONG), CARDS, -1), rules.event_marshal)
        elif fresh > 0:
            deck = unseen[:fresh]
        w.event_deck = deck + back[: w.events_back]
