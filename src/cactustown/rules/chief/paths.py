"""SPRINT and TRACK: how the Dakota get about (CHI-4, CHI-5)."""

from __future__ import annotations

from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import SOMEWHERE, Ask, Rules
from cactustown.engine.spaces import NEAR_OR_HERE, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import able_to_move, two_strides
from cactustown.rules.base.look import look_at
from cactustown.rules.base.move import AskMove, move
from cactustown.rules.ops import ASK_LOOK, PASS, SLIP

STRIDES = 2


class AskSprint(AskMove):
    """CHI-4: up to two RUNs in a row as one movement, turning up only where it ends."""

    def __init__(self) -> None:
        super().__init__("sprint", ev.BY_RUN, STRIDES)

    def ways(self, rules: Rules, g: State, t: Task) -> list[int]:
        found = super().ways(rules, g, t)
        for standee in rules.members[able_to_move(rules, g, t.a, t.b)]:
            for space in two_strides(rules, g, standee, t.b):
                if step(standee, space) not in found:
                    found.append(step(standee, space))
        found.sort()
        return found


class AskTrack(AskMove):
    """CHI-5: a SNEAK, and then a look; staying is each standee's own, because it looks too."""

    def __init__(self) -> None:
        super().__init__("track", ev.BY_SNEAK)

    def ways(self, rules: Rules, g: State, t: Task) -> list[int]:
        found = super().ways(rules, g, t)
        if found and found[0] == PASS:
            del found[0]
            for standee in rules.members[able_to_move(rules, g, t.a, SLIP)]:
                found.append(step(standee, g.standee_at[standee]))
            found.sort()
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        standee = mover(choice)
        self.push_rest(rules, g, t, seat, standee)
        g.push(ASK_LOOK, seat, standee)
        move(rules, g, seat, standee, place_in(choice), t.b, self.how)


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
