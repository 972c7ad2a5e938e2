"""TOOL-4: pulling a standee from farther away than UP-CLOSE does; the rest is as ACT-8."""

from __future__ import annotations

from typing import Final

from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import DIAGONAL, NEAR, SIDE, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.actions import PullIcon, pull
from cactustown.rules.base.footing import may_stand, meets_companion
from cactustown.rules.base.obstacles import BLOCKED_THERE, spaces_under
from cactustown.rules.ops import ASK_PULL_DIAGONAL, ASK_PULL_FAR

WAY_BLOCKED: Final = Obstacle("way_blocked", "MOV-9")
NOBODY_TWO_AWAY: Final = Obstacle("nobody_two_spaces_away", "TOOL-4")
NOBODY_DIAGONAL: Final = Obstacle("nobody_diagonal", "TOOL-4")


def _straight_two_away(space: int) -> list[int]:
    column, row = space % SIDE, space // SIDE
    steps = [(0, -2), (-2, 0), (2, 0), (0, 2)]
    return [
        (column + dx) + SIDE * (row + dy)
        for dx, dy in steps
        if 0 <= column + dx < SIDE and 0 <= row + dy < SIDE
    ]


STRAIGHT_TWO_AWAY: Final = [_straight_two_away(space) for space in range(SPACES)]


class PullFromAfarIcon(PullIcon):
    """A pull from two spaces away, or from a diagonal neighbour."""

    def __init__(self, far: bool) -> None:
        if far:
            super().__init__("pull-far", ASK_PULL_FAR, NOBODY_TWO_AWAY, WAY_BLOCKED)
        else:
            super().__init__("pull-diagonal", ASK_PULL_DIAGONAL, NOBODY_DIAGONAL)
        self.far = far

    def within_reach(self, rules: Rules, g: State, here: int) -> list[int]:
        return reach(rules, here, self.far, g.blocked)

    def no_coming(self, rules: Rules, g: State, standee: int, here: int) -> Reason | None:
        reason = super().no_coming(rules, g, standee, here)
        onto_animals = rules.reading.pulls_onto_animals
        if reason is not None and reason.obstacle is BLOCKED_THERE and onto_animals:
            return None
        return reason

    def out_of_reach(self, rules: Rules, g: State, seat: int, pullers: int) -> Reason:
        """Somebody may be two spaces away, with the cactus or the chicken between."""
        away = 0
        for puller in rules.members[pullers]:
            for space in reach(rules, g.standee_at[puller], self.far, 0):
                away |= g.standees_on[space]
        away &= ~rules.seat_standees[seat]
        if not away:
            return super().out_of_reach(rules, g, seat, pullers)
        return Reason(WAY_BLOCKED, pullers, others=away, spaces=spaces_under(g, away))


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
            for space in reach(rules, here, self.far, g.blocked):
                for standee in rules.members[g.standees_on[space] & ~own]:
                    if self._may_come(rules, g, standee, here):
                        found.append(step(standee, here))
        found.sort()
        return found

    def _may_come(self, rules: Rules, g: State, standee: int, here: int) -> bool:
        if rules.reading.pulls_onto_animals:
            return not meets_companion(rules, g, standee, here)
        return may_stand(rules, g, standee, here)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pull(rules, g, seat, mover(choice), place_in(choice))


def reach(rules: Rules, here: int, far: bool, blocked: int) -> list[int]:
    """From where somebody can be pulled here, with these spaces blocked."""
    if not far:
        return DIAGONAL[here]
    if rules.reading.pulls_round_corners:
        return two_open_steps(here, blocked)
    return [
        space
        for space in STRAIGHT_TWO_AWAY[here]
        if not blocked >> (here + space) // 2 & 1  # the space between
    ]


def two_open_steps(here: int, blocked: int) -> list[int]:
    """The spaces two orthogonal steps away, round corners too, by a way that is not blocked."""
    found: list[int] = []
    for middle in NEAR[here]:
        if not blocked >> middle & 1:
            found += [space for space in NEAR[middle] if space != here and space not in found]
    return found
