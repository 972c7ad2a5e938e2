"""SOLO-3, SOLO-4: the automa's cards, its deck of each round, and how they are laid."""

from __future__ import annotations

from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import CARDS_A_SEAT, UNPLAYED, card_id
from cactustown.engine.machine import Op, Rules
from cactustown.engine.state import State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import fighters
from cactustown.rules.base.goals import score
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.counters import MARSHAL


class AutomaCards:
    """What stands on the automa's cards, by their number; sets of cards are masks."""

    def __init__(self) -> None:
        self.start = 0
        self.advanced = 0
        self.marshal = 0
        self.target: list[list[list[int]]] = []  # card -> entries -> alternative icons
        self.otherwise: list[list[list[int]]] = []


class AutomaDeck(Op):
    """SOLO-3, SOLO-4: before everybody plans, the deck is changed, shuffled and laid unseen."""

    def __init__(self, name: str, cards: AutomaCards) -> None:
        super().__init__(name)
        self.cards = cards

    def run(self, rules: Rules, g: State, t: Task) -> None:
        seat = rules.automa
        g.hand = replaced(g.hand, seat, self.next_deck(g, g.hand[seat]))
        deck = [card for card in range(CARDS_A_SEAT) if g.hand[seat] >> card & 1]
        if g.log is not None:
            g.log.add(ev.AUTOMA_DECK, seat, len(deck))
        for slot in range(min(PLAN_SLOTS, len(deck))):
            g.plan[seat * PLAN_SLOTS + slot] = deck.pop(g.roll(len(deck), CARDS, -1))
        g.locked |= 1 << seat

    def next_deck(self, g: State, deck: int) -> int:
        """The cards of this round, made of those of the last one."""
        cards = self.cards
        number = cards.advanced.bit_count()
        if g.round == 1:
            g.cards_seen = cards.start
            return cards.start
        if g.round <= number + 1:
            left = [c for c in range(CARDS_A_SEAT) if cards.advanced & ~deck & (1 << c)]
            deck |= 1 << left[g.roll(len(left), CARDS, -1)]
            if cards.advanced & ~deck == 0:
                g.cards_seen |= cards.advanced
            return deck
        if g.round == number + 2:
            g.cards_seen |= cards.marshal
            return deck | cards.marshal
        return deck & (deck - 1)  # without the lowest number


class AutomaShows(Op):
    """SOLO-9: a card of the automa is turned up; the Marshal's wins; a = card."""

    def __init__(self, name: str, cards: AutomaCards) -> None:
        super().__init__(name)
        self.cards = cards

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if t.seat == rules.automa:
            card = 1 << (t.a & CARDS_A_SEAT - 1)
            g.cards_seen |= card
            if card & self.cards.marshal:
                score(rules, g, MARSHAL)

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return False


class AutomaShot(Op):
    """SOLO-5: its second shot counts in every duel of the round; without a card it has none."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        seat = rules.automa
        card = g.plan[seat * PLAN_SLOTS + UNPLAYED]
        if card < 0 or not fighters(rules, g, seat):
            return
        value = rules.card_value[card_id(seat, card)]
        g.bonus[seat] += value
        g.shown |= 1 << seat
        g.cards_seen |= 1 << card
        g.disclosed += 1
        if g.log is not None:
            g.log.add(ev.SECOND_SHOT, seat, card_id(seat, card), value)
