"""TOOL-4: tools that move somebody. None of them fulfils or triggers MOV-4."""

from __future__ import annotations

from cactustown.engine.machine import MOVE, Ask, Icon, Rules
from cactustown.engine.spaces import spaces_of, within
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.move import AskMove, able_to_move, may_walk, move
from cactustown.rules.ops import (
    ASK_RUN,
    FORCED,
    MAY_EXIT,
    PASS,
    PLACE_MASK,
    RUNNING_FLAGS,
    STANDEE_SHIFT,
)


class WalkIcon(Icon):
    """A movement of a tool: an ask with a mask, flags and, where it matters, a number of steps.

    `walkers` says for each seat who may carry it out, 0 for all of its standees.
    """

    def __init__(
        self, name: str, op: int, flags: int, steps: int = 1, walkers: list[int] | None = None
    ) -> None:
        super().__init__(name)
        self.op = op
        self.flags = flags
        self.steps = steps
        self.walkers: list[int] = walkers or []

    def mask(self, rules: Rules, g: State, seat: int) -> int:
        """Those who may be moved."""
        chosen = self.walkers[seat] if self.walkers else 0
        return chosen or rules.seat_standees[seat]

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return able_to_move(rules, g, self.mask(rules, g, seat), self.flags) != 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(self.op, seat, self.mask(rules, g, seat), self.flags, self.steps)

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        return able_to_move(rules, g, standees, self.flags) != 0

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        g.push(self.op, seat, standees, self.flags & ~MAY_EXIT | FORCED, self.steps)


class RivalWalkIcon(WalkIcon):
    """The same with somebody else's standee."""

    def mask(self, rules: Rules, g: State, seat: int) -> int:
        return ((1 << len(rules.owner)) - 1) & ~rules.seat_standees[seat]


class AskWalk(Ask):
    """CHI-4: several sneak steps in one movement; a = mask, b = flags, c = steps.

    Only its end counts: it may pass whom it may not stop beside (MOV-3).
    """

    def __init__(self) -> None:
        super().__init__("walk", MOVE, "sneak")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found = [PASS]
        for standee in rules.members[able_to_move(rules, g, t.a, t.b)]:
            at = g.standee_at[standee]
            kin = rules.kin[standee]
            code = (standee + 1) << STANDEE_SHIFT
            for space in spaces_of(within(at, t.c, g.blocked)):
                if space == at or g.standees_on[space] & kin:
                    continue
                if not rules.walk_laws or may_walk(rules, g, standee, space, t.b):
                    found.append(code | space)
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice != PASS:
            standee = (choice >> STANDEE_SHIFT) - 1
            move(rules, g, seat, standee, choice & PLACE_MASK, t.b, ev.BY_SNEAK)


class AskSneakFirst(AskMove):
    """A sneak, then a run of the same standee, of any if nobody sneaked: two movements.

    a = mask, b = flags of the sneak.
    """

    def __init__(self) -> None:
        super().__init__("sneak", ev.BY_SNEAK)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        runner = t.a if choice == PASS else 1 << ((choice >> STANDEE_SHIFT) - 1)
        running = RUNNING_FLAGS if not t.b & FORCED else RUNNING_FLAGS & ~MAY_EXIT | FORCED
        g.push(ASK_RUN, seat, runner, running)
        if choice != PASS:
            standee = (choice >> STANDEE_SHIFT) - 1
            move(rules, g, seat, standee, choice & PLACE_MASK, t.b, self.how)
