"""What a duel brings the Dakota, won or lost (CHI-7, COW-9)."""

from __future__ import annotations

from cactustown.engine.machine import DuelHook, Rules
from cactustown.engine.state import RUNNING, State
from cactustown.rules import events as ev
from cactustown.rules.ops import DRAW_TARGET


class Exploring(DuelHook):
    """CHI-7: a target card for a duel won, and for every second one lost."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def fire(self, rules: Rules, g: State, winner: int, losers: int) -> None:
        own = rules.seat_standees[self.seat]
        if g.winner != RUNNING or not g.duel_in & own:
            return
        if not g.duel_in & ~own & ~rules.cattle:
            return  # COW-9: cows alone are no opponents
        if winner == self.seat:
            g.push(DRAW_TARGET, self.seat, 1)
            return
        g.exploring = 1 - g.exploring
        if g.log is not None:
            g.log.add(ev.EXPLORED, self.seat, g.exploring)
        if not g.exploring:
            g.push(DRAW_TARGET, self.seat, 1)
