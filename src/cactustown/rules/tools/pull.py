"""TOOL-4: pulling a standee from farther away than UP-CLOSE does; the rest is as ACT-8."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.spaces import DIAGONAL, NEAR, SIDE, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.actions import pull
from cactustown.rules.base.footing import may_stand, meets_companion
from cactustown.rules.ops import PLACE_MASK, STANDEE_SHIFT


def _straight_two_away(space: int) -> list[int]:
    column, row = space % SIDE, space // SIDE
    steps = [(0, -2), (-2, 0), (2, 0), (0, 2)]
    return [
        (column + dx) + SIDE * (row + dy)
        for dx, dy in steps
        if 0 <= column + dx < SIDE and 0 <= row + dy < SIDE
    ]


STRAIGHT_TWO_AWAY: Final = [_straight_two_away(space) for space in range(SPACES)]


class AskPull(Ask):
    """Whom to pull, upright or stunned, into the own building."""

    def __init__(self, name: str, far: bool) -> None:
        super().__init__(name, MOVE, "up-close")
        self.far = far

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        own = rules.seat_standees[seat]
        for puller in rules.members[own & g.on_board & ~g.stunned]:
            here = g.standee_at[puller]
            for space in self._reach(rules, g, here):
                for standee in rules.members[g.standees_on[space] & ~own]:
                    if self._may_come(rules, g, standee, here):
                        found.append((standee + 1) << STANDEE_SHIFT | here)
        found.sort()
        return found

    def _reach(self, rules: Rules, g: State, here: int) -> list[int]:
        """From where somebody can be pulled here."""
        if not self.far:
            return DIAGONAL[here]
        if rules.reading.pulls_round_corners:
            return two_open_steps(g, here)
        return [
            space
            for space in STRAIGHT_TWO_AWAY[here]
            if not g.blocked >> (here + space) // 2 & 1  # the space between
        ]

    def _may_come(self, rules: Rules, g: State, standee: int, here: int) -> bool:
        if rules.reading.pulls_onto_animals:
            return not meets_companion(rules, g, standee, here)
        return may_stand(rules, g, standee, here)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pull(rules, g, seat, (choice >> STANDEE_SHIFT) - 1, choice & PLACE_MASK)


def two_open_steps(g: State, here: int) -> list[int]:
    """The spaces two orthogonal steps away, round corners too, by a way that is not blocked."""
    found: list[int] = []
    for middle in NEAR[here]:
        if not g.blocked >> middle & 1:
            found += [space for space in NEAR[middle] if space != here and space not in found]
    return found
