"""Section 5: the round. Planning in secret, then one card after the other."""

from __future__ import annotations

from cactustown.engine.encodings import UNPLAYED, card_id, card_in, numbers, plan_code
from cactustown.engine.machine import ICON, PLAN, Ask, Op, Rules
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.goals import draw
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import (
    ASK_ICON,
    ASK_PLAN,
    END_ROUND,
    NEW_ROUND,
    NEXT_TURN,
    OFFER_CARD,
    PASS,
)


def plans_of(hand: int) -> list[int]:
    """ROUND-2: every way to lay 3 of the cards in hand in order, with the one left over."""
    cards = numbers(hand)
    return [
        plan_code(first, second, third, unplayed)
        for first in cards
        for second in cards
        for third in cards
        for unplayed in cards
        if len({first, second, third, unplayed}) == 4
    ]


class NewRound(Op):
    """ROUND-1: the planning phase begins."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        g.round += 1
        g.turn = NONE
        g.active = NONE
        g.card = NONE
        g.locked = 0
        g.shot_used = 0
        g.shown = 0
        g.plan = [NONE] * (rules.seats * PLAN_SLOTS)
        g.push(END_ROUND, NONE)
        if g.log is not None:
            g.log.block(g, ev.ROUND, g.round, g.first)
        g.push(ASK_PLAN, NONE)
        for op in reversed(rules.new_round):
            g.push(op, NONE)


class AskPlan(Ask):
    """ROUND-2 to ROUND-5: everybody plans at once; a plan may be changed until the last is in."""

    def __init__(self) -> None:
        super().__init__("plan", PLAN)
        self.together = True

    def awaited(self, rules: Rules, g: State, t: Task) -> int:
        return rules.planners & ~g.locked

    def may_act(self, rules: Rules, g: State, t: Task) -> int:
        return rules.planners

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        hand = g.hand[seat]
        plans = rules.plans.get(hand)
        if plans is None:
            plans = plans_of(hand)
            rules.plans[hand] = plans
        return [PASS, *plans] if g.locked >> seat & 1 else plans

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        base = seat * PLAN_SLOTS
        plan = g.plan
        if choice == PASS:
            plan[base] = plan[base + 1] = plan[base + 2] = plan[base + UNPLAYED] = NONE
            g.locked &= ~(1 << seat)
            if g.log is not None:
                g.log.add(ev.UNLOCKED, seat)
            return
        for slot in range(PLAN_SLOTS):
            plan[base + slot] = card_in(choice, slot)
        if g.log is not None and not g.locked >> seat & 1:
            g.log.add(ev.LOCKED, seat)
        g.locked |= 1 << seat
        if g.locked & rules.planners == rules.planners:
            self.close(rules, g)

    def close(self, rules: Rules, g: State) -> None:
        """Everybody has planned: the action phase begins."""
        g.stack.pop()
        g.disclosed += 1
        if g.log is not None:
            for seat in range(rules.seats):
                if not rules.planners >> seat & 1:
                    continue
                cards = [card_id(seat, g.plan[seat * PLAN_SLOTS + slot]) for slot in range(4)]
                ev.secretly(g.log, 1 << seat, ev.PLANNED, seat, *cards)
        g.push(NEXT_TURN, NONE, 0)
        for op in reversed(rules.begin_round):
            g.push(op, NONE)


class NextTurn(Op):
    """ROUND-3, ROUND-4, ROUND-6: turns up the next card; its owner resolves it."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        turn = t.a
        slots = rules.turn_slot
        g.entered = ()
        if turn == len(slots):
            for op in reversed(rules.end_round):
                g.push(op, NONE)
            return
        g.push(NEXT_TURN, NONE, turn + 1)
        seat = rules.turn_seat[g.first][turn]
        slot = slots[turn]
        card = card_id(seat, g.plan[seat * PLAN_SLOTS + slot])
        g.turn = turn
        g.active = seat
        g.escaped_now = 0
        g.icon = NONE
        g.disclosed += 1
        if g.log is not None:
            g.log.block(g, ev.CARD, seat, card, slot + 1)
        if rules.before_card or rules.after_card:
            for op in reversed(rules.after_card):
                g.push(op, seat, card)
            g.push(OFFER_CARD, seat, card)
            for op in reversed(rules.before_card):
                g.push(op, seat, card)
        else:
            offer_card(rules, g, seat, card)


class OfferCard(Op):
    """The card turned up is offered to its owner; a = card."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        offer_card(rules, g, t.seat, t.a)


def offer_card(rules: Rules, g: State, seat: int, card: int) -> None:
    """ROUND-6: the owner chooses one of the icons that can be played, if there is any.

    Where one of them is due, it is one of those.
    """
    g.card = card
    possible = 0
    due = 0
    playable = False
    bit = 1
    for icon in rules.card_icons[card]:
        action = rules.icons[icon]
        if action.possible(rules, g, seat):
            possible |= bit
            if action.is_due(rules, g, seat):
                due |= bit
            playable = playable or not action.secret or action.playable(rules, g, seat)
        bit <<= 1
    possible = due or possible
    if not playable:
        if g.log is not None:
            g.log.add(ev.NOTHING, seat, card)
    elif possible & (possible - 1):
        g.push(ASK_ICON, seat, card, possible)
    else:
        for icon in rules.card_icons[card]:
            if possible & 1:
                start_icon(rules, g, seat, icon)
                return
            possible >>= 1


def start_icon(rules: Rules, g: State, seat: int, icon: int) -> None:
    """Carries out one icon of the card."""
    g.icon = icon
    if g.log is not None:
        g.log.add(ev.ACTION, seat, icon)
    rules.icons[icon].start(rules, g, seat)


class AskIcon(Ask):
    """ROUND-6: a = card, b = its icons that everybody can see to be possible.

    Asked whenever two icons are possible to the public eye, even if the owner's secret target
    cards leave only one: not asking would tell.
    """

    def __init__(self) -> None:
        super().__init__("icon", ICON)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        playable: list[int] = []
        possible = t.b
        for icon in rules.card_icons[t.a]:
            if possible & 1:
                action = rules.icons[icon]
                if not action.secret or action.playable(rules, g, seat):
                    playable.append(icon)
            possible >>= 1
        return playable

    def must_ask(self, rules: Rules, g: State, t: Task) -> bool:
        return True

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        start_icon(rules, g, seat, choice)


class EndRound(Op):
    """ROUND-1, ROUND-9, GOAL-10: the first-player token passes on, or the limit is reached."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.round == rules.round_limit:
            draw(rules, g)
            return
        g.first = (g.first + 1) % rules.seats
        g.push(NEW_ROUND, NONE)
