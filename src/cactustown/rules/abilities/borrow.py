"""ABI-2: the sheriff carries his action out again with somebody else's standee."""

from __future__ import annotations

from cactustown.engine.machine import STANDEE, Ask, Rules
from cactustown.engine.spaces import NEAR_OR_HERE
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules.abilities.turn import Ability
from cactustown.rules.base.actions import AskJail
from cactustown.rules.base.duel import begin_duel
from cactustown.rules.ops import ASK_LENT_DUEL, ASK_LENT_JAIL, DUEL, JAIL


class Borrow(Ability):
    """ABI-2: an opposing upright standee, in the same building or next door, acts as if own.

    DUEL and JAIL have asks of their own; every other icon says itself what it can lend.
    """

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        if not after or g.icon == NONE:
            return False
        helpers = self.helpers(rules, g, seat)
        if g.icon == DUEL:
            return len(lent_fighters(rules, g, seat, helpers)) > 0
        if g.icon == JAIL:
            return len(jailed_by(rules, g, helpers)) > 0
        return rules.icons[g.icon].lends(rules, g, seat, helpers)

    def helpers(self, rules: Rules, g: State, seat: int) -> int:
        """Those who may be borrowed."""
        near = 0
        for space in NEAR_OR_HERE[g.standee_at[self.bearer]]:
            near |= g.standees_on[space]
        return near & ~g.stunned & ~rules.seat_standees[seat]

    def start(self, rules: Rules, g: State, seat: int) -> None:
        helpers = self.helpers(rules, g, seat)
        if g.icon == DUEL:
            g.push(ASK_LENT_DUEL, seat, helpers)
        elif g.icon == JAIL:
            g.push(ASK_LENT_JAIL, seat, helpers)
        else:
            rules.icons[g.icon].lend(rules, g, seat, helpers)


def jailed_by(rules: Rules, g: State, helpers: int) -> list[int]:
    """The stunned standees that share a building with one of these."""
    found: list[int] = []
    for standee in rules.members[g.stunned & g.on_board]:
        if g.standees_on[g.standee_at[standee]] & helpers:
            found.append(standee)
    return found


class AskLentJail(AskJail):
    """ACT-1 carried out by one of the borrowed: a = those who may."""

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return jailed_by(rules, g, t.a)


def lent_fighters(rules: Rules, g: State, seat: int, helpers: int) -> list[int]:
    """Those of them that meet an upright standee of a third party."""
    found: list[int] = []
    for helper in rules.members[helpers]:
        here = g.standees_on[g.standee_at[helper]] & ~g.stunned
        if here & ~rules.kin[helper] & ~rules.seat_standees[seat]:
            found.append(helper)
    return found


class AskLentDuel(Ask):
    """Who fights for the borrower, in whose name the duel is; a = those who may."""

    def __init__(self) -> None:
        super().__init__("lent-duel", STANDEE, "duel-with")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return lent_fighters(rules, g, seat, t.a)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        g.guest = choice
        begin_duel(rules, g, seat, g.standee_at[choice])
