"""TOOL-1, TOOL-2: where tool cards are. Nobody sees the order of a deck, so a deck is a set."""

from __future__ import annotations

from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import CARDS_A_SEAT, card_id, numbers
from cactustown.engine.machine import BlankHook, DuelHook, Op, Outcome, Rules
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import OFFER_CARD
from cactustown.rules.tools.variables import (
    TOOL_FIELDS,
    TOOL_HAND,
    TOOL_LATE,
    TOOL_NUMBER,
    TOOL_SHOWN,
    TOOL_USED,
)


class EmptyHands(BlankHook):
    """Nobody has a tool yet; where no party has any, there is no room for them."""

    def make_room(self, rules: Rules, g: State) -> None:
        g.tools = [0] * (rules.seats * TOOL_FIELDS) if any(rules.extra_cards) else []


def in_deck(rules: Rules, g: State, seat: int) -> int:
    """The mask of a seat's tools that are neither in hand nor used."""
    base = seat * TOOL_FIELDS
    return rules.extra_cards[seat] & ~g.tools[base + TOOL_HAND] & ~g.tools[base + TOOL_USED]


def in_play(rules: Rules, g: State, seat: int) -> int:
    """The mask with the tool this seat is resolving: not yet used (TOOL-2)."""
    if g.active != seat or g.turn == NONE:
        return 0
    card = g.plan[seat * PLAN_SLOTS + rules.turn_slot[g.turn]]
    return 1 << card if card != NONE else 0


def draw_tool(rules: Rules, g: State, seat: int) -> None:
    """TOOL-1: a random tool of the deck; an empty deck is made from the used ones."""
    base = seat * TOOL_FIELDS
    deck = in_deck(rules, g, seat)
    if not deck:
        deck = g.tools[base + TOOL_USED] & ~in_play(rules, g, seat)
        if not deck:
            return
        g.tools[base + TOOL_USED] &= ~deck
        if g.log is not None:
            g.log.add(ev.TOOLS_SHUFFLED, seat, deck.bit_count())
    cards = numbers(deck)
    card = cards[g.roll(len(cards), CARDS, -1)]
    g.tools[base + TOOL_HAND] |= 1 << card
    g.tools[base + TOOL_NUMBER] += 1
    g.tools[base + TOOL_LATE] += 1
    if g.log is not None:
        ev.secretly(g.log, 1 << seat, ev.TOOL_DRAWN, seat, card_id(seat, card))


class DealTools(Op):
    """TOOL-1: everybody starts with one."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        for seat in range(rules.seats):
            if rules.planners >> seat & 1:
                draw_tool(rules, g, seat)
        ready(rules, g)


class DrawTool(Op):
    """Somebody takes a tool card (ALT-5)."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if rules.planners >> t.seat & 1:
            draw_tool(rules, g, t.seat)


class ToolForLosers(DuelHook):
    """TOOL-1: one for every player who lost the duel."""

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        if g.winner != RUNNING:
            return
        for i in range(1, rules.seats):
            seat = (outcome.winner + i) % rules.seats
            if (outcome.beaten & rules.planners) >> seat & 1:
                draw_tool(rules, g, seat)


class ToolTurnedUp(Op):
    """A tool has been turned up: everybody knows it; a = card."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        bit = 1 << (t.a & (CARDS_A_SEAT - 1))
        if rules.extra_cards[t.seat] & bit:
            g.tools[t.seat * TOOL_FIELDS + TOOL_SHOWN] |= bit

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return False


class UseTool(Op):
    """TOOL-2: a tool about to be resolved leaves the hand; a = the card turned up.

    If another card was put in its place (Mix-up) it stays in hand, known to all.
    """

    def run(self, rules: Rules, g: State, t: Task) -> None:
        bit = 1 << (t.a & (CARDS_A_SEAT - 1))
        if not rules.extra_cards[t.seat] & bit or offered_card(g) != t.a:
            return
        base = t.seat * TOOL_FIELDS
        g.tools[base + TOOL_HAND] &= ~bit
        g.tools[base + TOOL_SHOWN] &= ~bit
        g.tools[base + TOOL_USED] |= bit
        g.tools[base + TOOL_NUMBER] -= 1

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return False


def offered_card(g: State) -> int:
    """The card that is about to be offered to its owner."""
    for i in range(len(g.stack) - 1, -1, -1):
        if g.stack[i].op == OFFER_CARD:
            return g.stack[i].a
    return NONE


class ToolsReady(Op):
    """The round is over: what was drawn meanwhile can be planned now."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        ready(rules, g)


def ready(rules: Rules, g: State) -> None:
    for seat in range(rules.seats):
        g.tools[seat * TOOL_FIELDS + TOOL_LATE] = 0
