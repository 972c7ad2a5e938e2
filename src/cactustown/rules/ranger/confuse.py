"""RAN-4: CONFUSE, the Ranger's look into another's target cards."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import BUILDING, PARTY, Ask, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.actions import AskIcon
from cactustown.rules.base.obstacles import ABSENT, nobody_up, spaces_under
from cactustown.rules.base.targets import set_aside
from cactustown.rules.ops import ASK_CONFUSE, ASK_SET_ASIDE, DRAW_TARGET

HOLDS_NO_TARGETS: Final = Obstacle("holds_no_targets", "RAN-7")
NOBODY_TO_CONFUSE: Final = Obstacle("meets_nobody", "RAN-4")


class ConfuseIcon(AskIcon):
    """RAN-4."""

    def __init__(self) -> None:
        obstacles = (HOLDS_NO_TARGETS, NOBODY_TO_CONFUSE, *ABSENT)
        super().__init__("confuse", ASK_CONFUSE, obstacles)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        own = rules.seat_standees[seat]
        found = nobody_up(rules, g, own)
        if found:
            return found
        upright = own & g.on_board & ~g.stunned
        together = standing_with(rules, g, upright) & ~own
        if not together:
            return [Reason(NOBODY_TO_CONFUSE, upright, spaces=spaces_under(g, upright))]
        for other in range(rules.seats):
            met = together & rules.seat_standees[other]
            if met:
                if g.targets_held[other]:
                    return []
                where = spaces_under(g, met)
                found.append(Reason(HOLDS_NO_TARGETS, others=met, spaces=where, party=other))
        return found


def standing_with(rules: Rules, g: State, standees: int) -> int:
    """Everybody in the buildings of these, themselves included."""
    together = 0
    for standee in rules.members[standees]:
        together |= g.standees_on[g.standee_at[standee]]
    return together


class AskConfuse(Ask):
    """RAN-4, RAN-7: whose cards; somebody with target cards, upright or not, in the building."""

    def __init__(self) -> None:
        super().__init__("confuse", PARTY)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        upright = rules.seat_standees[seat] & g.on_board & ~g.stunned
        together = standing_with(rules, g, upright)
        return [
            other
            for other in range(rules.seats)
            if other != seat and g.targets_held[other] and together & rules.seat_standees[other]
        ]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        seen = g.seen[:]
        for building, at in enumerate(g.target_at):
            if at == choice:
                seen[seat] |= 1 << building
                if g.log is not None:
                    ev.secretly(g.log, 1 << seat, ev.LOOKED_AT, seat, choice, building)
        g.seen = seen
        g.disclosed += 1
        g.push(DRAW_TARGET, choice, 1)
        g.push(ASK_SET_ASIDE, seat, choice)


class AskSetAside(Ask):
    """RAN-4: which of the cards looked at leaves the game; a = whose.

    Only these two know which it was: it was never used, so it is not shown (SET-6).
    """

    def __init__(self) -> None:
        super().__init__("set-aside", BUILDING)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [building for building, at in enumerate(g.target_at) if at == t.a]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        knowing = 1 << seat | 1 << t.a
        set_aside(g, choice, t.a, knowing)
        if g.log is not None:
            ev.secretly(g.log, knowing, ev.CONFUSED, seat, t.a, choice)
