"""What a duel brings the Dakota, won or lost (CHI-7, COW-9)."""

from __future__ import annotations

from cactustown.engine.machine import DuelHook, Outcome, Rules
from cactustown.engine.state import RUNNING, State
from cactustown.rules import events as ev
from cactustown.rules.ops import DRAW_TARGET


class Exploring(DuelHook):
    """CHI-7: a target card for a duel won, and for every second one lost."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        own = rules.seat_standees[self.seat]
        everybody = outcome.winners | outcome.losers
        took_part = everybody & own != 0
        if rules.reading.lent_gain_nothing:  # ABI-2: Dakota, borrowed, fights for somebody else
            took_part = (1 << outcome.winner | outcome.beaten) >> self.seat & 1 != 0
        if g.winner != RUNNING or not took_part:
            return
        if not everybody & ~own & ~rules.harmless:
            return  # COW-9: cows alone are no opponents
        if outcome.winner == self.seat:
            g.push(DRAW_TARGET, self.seat, 1)
            return
        g.exploring = 1 - g.exploring
        if g.log is not None:
            g.log.add(ev.EXPLORED, self.seat, g.exploring)
        if not g.exploring:
            g.push(DRAW_TARGET, self.seat, 1)
