"""TOOL-4: freeing a prisoner while standing in the sheriff's office."""

from __future__ import annotations

from typing import Final

from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import NEAR, OFFICE
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.actions import AskIcon, jailed, leave_jail, not_in_office
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.obstacles import ABSENT
from cactustown.rules.ops import ASK_PRISONER

NO_ROOM_OUTSIDE: Final = Obstacle("no_room_beside_office", "TOOL-4")
NOT_THERE: Final = Obstacle("not_in_office", "TOOL-4")
NO_PRISONER: Final = Obstacle("jail_empty", "TOOL-4")


class FreePrisonerIcon(AskIcon):
    """A prisoner is freed by whoever stands in the sheriff's office."""

    def __init__(self) -> None:
        obstacles = (NO_ROOM_OUTSIDE, NOT_THERE, *ABSENT, NO_PRISONER)
        super().__init__("free-prisoner", ASK_PRISONER, obstacles)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        prisoners = jailed(rules, g)
        if not prisoners:
            return [Reason(NO_PRISONER)]
        found = not_in_office(rules, g, seat, NOT_THERE)
        if found:
            return found
        spaces = 0
        for space in NEAR[OFFICE]:
            spaces |= 1 << space
        for prisoner in prisoners:
            for space in NEAR[OFFICE]:
                if may_stand(rules, g, prisoner, space):
                    return found
        return [Reason(NO_ROOM_OUTSIDE, sum(1 << s for s in prisoners), spaces=spaces)]


class AskPrisoner(Ask):
    """Who is freed, and to which neighbour of c3; placed, so nothing is turned up (WORD-7)."""

    def __init__(self) -> None:
        super().__init__("free-prisoner", MOVE, "free")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        if not g.standees_on[OFFICE] & rules.seat_standees[seat] & ~g.stunned:
            return found
        for prisoner in jailed(rules, g):
            for space in NEAR[OFFICE]:
                if may_stand(rules, g, prisoner, space):
                    found.append(step(prisoner, space))
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        prisoner, space = mover(choice), place_in(choice)
        leave_jail(rules, g, prisoner, space)
        if g.log is not None:
            g.log.add(ev.RELEASED, prisoner, space)
