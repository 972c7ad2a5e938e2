"""SPRINT and TRACK: how the Dakota get about (CHI-4, CHI-5)."""

from __future__ import annotations

from cactustown.engine.machine import SOMEWHERE, Ask, Rules
from cactustown.engine.spaces import NEAR, NEAR_OR_HERE, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.look import look_at
from cactustown.rules.base.move import AskMove, able_to_move, may_walk, move
from cactustown.rules.ops import (
    ALL,
    ASK_LOOK,
    PASS,
    PLACE_MASK,
    SLIP,
    STANDEE_SHIFT,
)


class AskSprint(AskMove):
    """CHI-4: up to two RUNs in a row as one movement, turning up only where it ends."""

    def __init__(self) -> None:
        super().__init__("sprint", ev.BY_RUN)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found = super().options(rules, g, t, seat)
        for standee in rules.members[able_to_move(rules, g, t.a, t.b)]:
            code = (standee + 1) << STANDEE_SHIFT
            at = g.standee_at[standee]
            for middle in NEAR[at]:
                if not self._may_stop(rules, g, standee, middle, t.b):
                    continue
                if g.standees_on[middle] & ~g.stunned & rules.deadlocked_by[standee]:
                    continue  # MOV-5: deadlock after the first RUN stops it
                for space in NEAR[middle]:
                    if code | space not in found and self._may_stop(rules, g, standee, space, t.b):
                        found.append(code | space)
        found.sort()
        return found

    def _may_stop(self, rules: Rules, g: State, standee: int, space: int, flags: int) -> bool:
        """Whether a RUN may end there (MOV-3, MOV-9)."""
        return (
            not g.standees_on[space] & rules.kin[standee]
            and not g.blocked >> space & 1
            and may_walk(rules, g, standee, space, flags)
        )


class AskTrack(AskMove):
    """CHI-5: a SNEAK, and then a look; staying is each standee's own, because it looks too."""

    def __init__(self) -> None:
        super().__init__("track", ev.BY_SNEAK)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found = super().options(rules, g, t, seat)
        if found and found[0] == PASS:
            del found[0]
            for standee in rules.members[able_to_move(rules, g, t.a, SLIP)]:
                found.append((standee + 1) << STANDEE_SHIFT | g.standee_at[standee])
            found.sort()
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        standee = (choice >> STANDEE_SHIFT) - 1
        rest = t.a & ~(1 << standee)
        if t.b & ALL and rest:
            g.push(t.op, seat, rest, t.b)
        g.push(ASK_LOOK, seat, standee)
        move(rules, g, seat, standee, choice & PLACE_MASK, t.b, self.how)


class AskLook(Ask):
    """CHI-5: a secret look at the building stood on or one next door; a = standee.

    Offered on public facts: what was looked at before is offered again.
    """

    def __init__(self) -> None:
        super().__init__("look", SOMEWHERE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        at = g.standee_at[t.a]
        found = [PASS]
        if at < SPACES:
            found += [space + 1 for space in NEAR_OR_HERE[at] if not g.face_up >> space & 1]
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice != PASS:
            look_at(g, seat, choice - 1)
