"""ALT-3: the founder, who stands by whoever has it and goes over to the weakest."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.machine import YES_NO, Ask, BonusHook, DuelHook, Outcome, Rules
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import best_die, fighters, total
from cactustown.rules.ops import PASS, YES

FOUNDER_BONUS: Final = 2


class AskFounder(Ask):
    """May be taken from the reserve only."""

    def __init__(self) -> None:
        super().__init__("founder", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, YES] if g.founder == NONE else []

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == YES:
            g.founder = seat
        if g.log is not None:
            g.log.add(ev.FOUNDER_TAKEN if choice == YES else ev.FOUNDER_LEFT, seat)


class FounderBonus(BonusHook):
    """+2 in every duel of its holder."""

    def bonus(self, rules: Rules, g: State, seat: int) -> int:
        return FOUNDER_BONUS * g.dice if g.founder == seat else 0  # both dice in a Fast draw


class FounderPasses(DuelHook):
    """After a duel of its holder it passes to the losing party with the lowest die.

    It takes no part in the attack with a tomahawk, where nobody has a die in the duel.
    """

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        if g.founder == NONE or g.winner != RUNNING:
            return
        if not fighters(rules, g, g.founder):
            return
        before = g.founder
        g.founder = weakest(rules, g, outcome)
        if g.log is not None and g.founder != before:
            g.log.add(ev.FOUNDER_PASSED, before, g.founder)


def weakest(rules: Rules, g: State, outcome: Outcome) -> int:
    """The losing seat with the lowest die; the tied roll off, the lowest counts.

    The first reading took modifiers into account, and a borrowed loser for its owner's.
    """
    by_die = rules.reading.founder_by_die
    lowest = 100
    tied = 0
    for seat in range(rules.seats):
        lost = outcome.beaten >> seat & 1
        if not by_die:
            lost = rules.seat_standees[seat] & outcome.losers
        if lost:
            roll = best_die(rules, g, seat) if by_die else total(rules, g, seat)
            if roll < lowest:
                lowest = roll
                tied = 0
            if roll == lowest:
                tied |= 1 << seat
    while tied & (tied - 1):
        tied = _roll_low(rules, g, tied)
    return rules.next_from[0][tied]


def _roll_low(rules: Rules, g: State, tied: int) -> int:
    """One roll-off, clockwise from the initiator; a party's best die counts, as in DUEL-1."""
    lowest = 100
    behind = 0
    for i in range(rules.seats):
        seat = (g.duel_by + i) % rules.seats
        if not tied >> seat & 1:
            continue
        best = 0
        for standee in rules.members[fighters(rules, g, seat)]:
            die = g.roll(6, DICE, standee) + 1
            best = max(best, die)
            if g.log is not None:
                g.log.add(ev.ROLLED_OFF, seat, standee, die)
        if best < lowest:
            lowest = best
            behind = 0
        if best == lowest:
            behind |= 1 << seat
    return behind
