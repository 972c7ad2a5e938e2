"""TOOL-4: shots at somebody next door. A shot is no duel; it only has a loser."""

from __future__ import annotations

from cactustown.engine.chance import DICE
from cactustown.engine.machine import STANDEE, Ask, Icon, Rules
from cactustown.engine.spaces import DIAGONAL, NEAR
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import push_losses
from cactustown.rules.ops import ASK_SHOOT

HITS_FROM = 3


def targets_of(rules: Rules, g: State, seat: int, shooters: int, around: bool) -> list[int]:
    """The upright opponents in reach of one of these standees, ascending.

    A borrowed shooter does not shoot itself, but may shoot its own party (ABI-2).
    """
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
    return rules.members[found & ~g.stunned & ~rules.seat_standees[seat]]


class ShootIcon(Icon):
    """SHOOT and SHOOT AROUND: orthogonally next door, or diagonally as well."""

    def __init__(self, name: str, around: bool) -> None:
        super().__init__(name)
        self.around = around

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
