"""TOOL-4: shots at somebody next door. A shot is no duel; it only has a loser."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.machine import STANDEE, Ask, Icon, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import DIAGONAL, NEAR
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import push_losses
from cactustown.rules.base.obstacles import ABSENT, nobody_up, spaces_under
from cactustown.rules.ops import ASK_SHOOT

HITS_FROM = 3
TARGET_LIES: Final = Obstacle("target_lies", "TOOL-4")
NOBODY_NEXT_DOOR: Final = Obstacle("nobody_next_door", "TOOL-4")
NOBODY_AROUND: Final = Obstacle("nobody_around", "TOOL-4")


def targets_of(rules: Rules, g: State, seat: int, shooters: int, around: bool) -> list[int]:
    """The upright opponents in reach of one of these standees, ascending.

    A borrowed shooter does not shoot itself, but may shoot its own party (ABI-2).
    """
    found = in_reach(rules, g, shooters, around)
    return rules.members[found & ~g.stunned & ~rules.seat_standees[seat]]


def in_reach(rules: Rules, g: State, shooters: int, around: bool) -> int:
    """Everybody next door to an upright one of these standees, as a mask."""
    found = 0
    for shooter in rules.members[shooters & g.on_board & ~g.stunned]:
        at = g.standee_at[shooter]
        spaces = 0
        for space in NEAR[at]:
            spaces |= g.standees_on[space]
        if around:
            for space in DIAGONAL[at]:
                spaces |= g.standees_on[space]
        found |= spaces
    return found


class ShootIcon(Icon):
    """SHOOT and SHOOT AROUND: orthogonally next door, or diagonally as well."""

    def __init__(self, name: str, around: bool) -> None:
        self.nobody = NOBODY_AROUND if around else NOBODY_NEXT_DOOR
        super().__init__(name, (TARGET_LIES, self.nobody, *ABSENT))
        self.around = around

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        own = rules.seat_standees[seat]
        found = nobody_up(rules, g, own)
        if found:
            return found
        others = in_reach(rules, g, own, self.around) & ~own
        if others & ~g.stunned:
            return []
        if others:
            return [Reason(TARGET_LIES, others=others, spaces=spaces_under(g, others))]
        upright = own & g.on_board & ~g.stunned
        return [Reason(self.nobody, upright, spaces=spaces_under(g, upright))]

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return self.lends(rules, g, seat, rules.seat_standees[seat])

    def start(self, rules: Rules, g: State, seat: int) -> None:
        self.lend(rules, g, seat, rules.seat_standees[seat])

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        return len(targets_of(rules, g, seat, standees, self.around)) > 0

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        g.push(ASK_SHOOT, seat, standees, int(self.around))


class AskShoot(Ask):
    """At whom; a = who may shoot, b = whether also diagonally."""

    def __init__(self) -> None:
        super().__init__("shoot", STANDEE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return targets_of(rules, g, seat, t.a, t.b != 0)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        die = g.roll(6, DICE, -1) + 1
        if g.log is not None:
            g.log.block(g, ev.SHOT, seat, choice, die)
        if die >= HITS_FROM:
            push_losses(rules, g, seat, 1 << choice, g.standee_at[choice])
