"""Which advanced cards came into the automa's deck is hidden until they are seen (SOLO-3)."""

from __future__ import annotations

from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Rules, Secret
from cactustown.engine.state import State, replaced
from cactustown.engine.world import shuffle


class AutomaHand(Secret):
    """Only the cards that were seen once are known to be in its deck."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        v.hand = replaced(v.hand, rules.automa, v.hand[rules.automa] & g.cards_seen)

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        hand = w.hand[rules.automa]
        size = rules.automa_deck[min(w.round, len(rules.automa_deck) - 1)]
        possible = rules.automa_random & ~w.cards_seen & ~hand
        unseen = [c for c in range(CARDS_A_SEAT) if possible >> c & 1]
        shuffle(w, unseen)
        missing = size - hand.bit_count()
        for card in unseen[:missing]:
            hand |= 1 << card
        w.hand = replaced(w.hand, rules.automa, hand)
