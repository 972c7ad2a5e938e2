"""TOOL-4: freeing a prisoner while standing in the sheriff's office."""

from __future__ import annotations

from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.spaces import NEAR, OFFICE
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.actions import jailed, leave_jail
from cactustown.rules.base.footing import may_stand
from cactustown.rules.ops import PLACE_MASK, STANDEE_SHIFT


class AskPrisoner(Ask):
    """Who is freed, and to which neighbour of c3; placed, so nothing is turned up (WORD-7)."""

    def __init__(self) -> None:
        super().__init__("free-prisoner", MOVE, "free")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        if not g.standees_on[OFFICE] & rules.seat_standees[seat] & ~g.stunned:
            return found
        for prisoner in jailed(rules, g):
            code = (prisoner + 1) << STANDEE_SHIFT
            for space in NEAR[OFFICE]:
                if may_stand(rules, g, prisoner, space):
                    found.append(code | space)
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        prisoner, space = (choice >> STANDEE_SHIFT) - 1, choice & PLACE_MASK
        leave_jail(rules, g, prisoner, space)
        if g.log is not None:
            g.log.add(ev.RELEASED, prisoner, space)
