"""TOOL-4: pulling a standee from farther away than UP-CLOSE does; the rest is as ACT-8."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.spaces import DIAGONAL, SIDE, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.actions import pull
from cactustown.rules.ops import PLACE_MASK, STANDEE_SHIFT


def _two_away(space: int) -> list[int]:
    column, row = space % SIDE, space // SIDE
    steps = [(0, -2), (-2, 0), (2, 0), (0, 2)]
    return [
        (column + dx) + SIDE * (row + dy)
        for dx, dy in steps
        if 0 <= column + dx < SIDE and 0 <= row + dy < SIDE
    ]


TWO_AWAY: Final = [_two_away(space) for space in range(SPACES)]


class AskPull(Ask):
    """Whom to pull, upright or stunned, into the own building."""

    def __init__(self, name: str, far: bool) -> None:
        super().__init__(name, MOVE, "up-close")
        self.far = far

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        own = rules.seat_standees[seat]
        reach = TWO_AWAY if self.far else DIAGONAL
        for puller in rules.members[own & g.on_board & ~g.stunned]:
            here = g.standee_at[puller]
            for space in reach[here]:
                if self.far and g.blocked >> (here + space) // 2 & 1:  # the space between
                    continue
                for standee in rules.members[g.standees_on[space] & ~own]:
                    if not g.standees_on[here] & rules.kin[standee]:  # MOV-3
                        found.append((standee + 1) << STANDEE_SHIFT | here)
        found.sort()
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pull(rules, g, seat, (choice >> STANDEE_SHIFT) - 1, choice & PLACE_MASK)
