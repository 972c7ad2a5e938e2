"""ABI-3, ABI-4, ABI-6, ABI-7: the abilities that are a few lines each."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import ICON, STANDEE, Ask, Rules
from cactustown.engine.spaces import NEAR, OFFICE, WAGONS
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.abilities.turn import Ability
from cactustown.rules.base.actions import jailed, leave_jail
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.look import begin_looking, face_down
from cactustown.rules.ops import (
    ASK_JAILBREAK,
    ASK_LOOK_ANYWHERE,
    ASK_RUN,
    ASK_SNEAK,
    ASK_STEP,
    EXACTLY,
    RUN,
    RUN_BULL_RIDER,
    RUNNING_FLAGS,
    SNEAK,
    SNEAK_BULL_RIDER,
    SNEAK_HERD,
    SNEAK_THEN_RUN,
    SNEAKING_FLAGS,
)
from cactustown.rules.stampede.herd import in_range

LOOKS = 2
BULL_RIDERS_TOOLS: Final = (SNEAK_HERD, SNEAK_THEN_RUN)
BULL_RIDERS_ACTIONS: Final = (RUN_BULL_RIDER, SNEAK_BULL_RIDER, *BULL_RIDERS_TOOLS)


def freeable(rules: Rules, g: State) -> list[int]:
    """ABI-3: the prisoners that may be placed on c3."""
    return [prisoner for prisoner in jailed(rules, g) if may_stand(rules, g, prisoner, OFFICE)]


class Jailbreak(Ability):
    """ABI-3: standing orthogonally next to c3, free a jailed outlaw."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        return g.standee_at[self.bearer] in NEAR[OFFICE] and len(freeable(rules, g)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(ASK_JAILBREAK, seat)


class AskJailbreak(Ask):
    """ABI-3: who is freed onto c3."""

    def __init__(self) -> None:
        super().__init__("jailbreak", STANDEE, "release")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return freeable(rules, g)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        leave_jail(rules, g, choice, OFFICE)
        if g.log is not None:
            g.log.add(ev.RELEASED, choice, OFFICE)


def steps(rules: Rules, g: State, seat: int, standee: int) -> list[int]:
    """ABI-4: whether this standee can RUN or SNEAK exactly one space, as icons, ascending."""
    found: list[int] = []
    run = Task(ASK_RUN, seat, 1 << standee, RUNNING_FLAGS | EXACTLY)
    if rules.ops[ASK_RUN].options(rules, g, run, seat):
        found.append(RUN)
    sneak = Task(ASK_SNEAK, seat, 1 << standee, SNEAKING_FLAGS | EXACTLY)
    if rules.ops[ASK_SNEAK].options(rules, g, sneak, seat):
        found.append(SNEAK)
    return found


class Step(Ability):
    """ABI-4: one extra RUN or SNEAK of exactly one space, outside MOV-4."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        return len(steps(rules, g, seat, self.bearer)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(ASK_STEP, seat, self.bearer)


class AskStep(Ask):
    """ABI-4: to run or to sneak; a = standee."""

    def __init__(self) -> None:
        super().__init__("step", ICON)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return steps(rules, g, seat, t.a)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == RUN:
            g.push(ASK_RUN, seat, 1 << t.a, RUNNING_FLAGS | EXACTLY)
        else:
            g.push(ASK_SNEAK, seat, 1 << t.a, SNEAKING_FLAGS | EXACTLY)


class Twice(Ability):
    """ABI-6: the chosen action once more, with new choices."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        return after and g.icon != NONE and rules.icons[g.icon].possible(rules, g, seat)

    def start(self, rules: Rules, g: State, seat: int) -> None:
        rules.icons[g.icon].start(rules, g, seat)


class Look(Ability):
    """ABI-7: look at two face-down buildings."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        return face_down(g) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        begin_looking(g, ASK_LOOK_ANYWHERE, seat, LOOKS)


class Protect(Ability):
    """ABI-8: with an action of the bull rider, the animals in range stay together for a while."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        if g.icon in BULL_RIDERS_TOOLS and not rules.reading.tools_protect:
            return False
        return after and g.icon in BULL_RIDERS_ACTIONS

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.kept = 1 << self.bearer
        for cow in rules.members[rules.kin[self.bearer] & rules.harmless]:
            if g.standee_at[cow] < WAGONS and in_range(rules, g, cow):
                g.kept |= 1 << cow
