"""The tomahawk: an attack on somebody next door instead of a duel (CHI-8)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.machine import SOMEBODY, Ask, Op, Outcome, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import NEAR
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.alternative.blessing import offer_blessing
from cactustown.rules.base.duel import DuelIcon, carry_out, duel_spaces, push_losses
from cactustown.rules.base.gunslinger import archive, held
from cactustown.rules.base.obstacles import spaces_under
from cactustown.rules.ops import ASK_DUEL, ASK_TOMAHAWK, PASS, TOMAHAWK_FLIES
from cactustown.rules.tokens import TOMAHAWK

HITS_FROM: Final = 3
NO_TOMAHAWK_TARGET: Final = Obstacle("no_tomahawk_target", "CHI-8")


def tomahawk_targets(rules: Rules, g: State, seat: int) -> list[int]:
    """CHI-8: upright opponents next door to an upright standee of a seat that holds a tomahawk."""
    if not held(g, seat, TOMAHAWK):
        return []
    own = rules.seat_standees[seat]
    upright = g.on_board & ~g.stunned
    near = 0
    for standee in rules.members[own & upright]:
        for space in NEAR[g.standee_at[standee]]:
            near |= g.standees_on[space]
    return rules.members[near & upright & ~own]


class DuelOrTomahawk(DuelIcon):
    """CHI-8: a tomahawk makes DUEL playable also where no opponent shares a building."""

    def __init__(self) -> None:
        super().__init__("duel", NO_TOMAHAWK_TARGET)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        found = super().reasons(rules, g, seat)
        upright = rules.seat_standees[seat] & g.on_board & ~g.stunned
        if not found or not upright or not held(g, seat, TOMAHAWK):
            return found
        if tomahawk_targets(rules, g, seat):
            return []
        where = spaces_under(g, upright)
        return [*found, Reason(NO_TOMAHAWK_TARGET, upright, spaces=where, token=TOMAHAWK)]

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return super().possible(rules, g, seat) or len(tomahawk_targets(rules, g, seat)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(ASK_TOMAHAWK if tomahawk_targets(rules, g, seat) else ASK_DUEL, seat)


class AskTomahawk(Ask):
    """CHI-8: at whom to throw it, or, where a duel is possible, at nobody."""

    def __init__(self) -> None:
        super().__init__("tomahawk", SOMEBODY)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found = [standee + 1 for standee in tomahawk_targets(rules, g, seat)]
        return [PASS, *found] if duel_spaces(rules, g, seat) else found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            g.push(ASK_DUEL, seat)
            return
        archive(rules, g, seat, TOMAHAWK)
        mark = len(g.stack)
        g.push(TOMAHAWK_FLIES, seat, choice - 1)
        offer_blessing(rules, g, seat, TOMAHAWK, mark)


class TomahawkFlies(Op):
    """CHI-8: 3 or more is a duel won and lost, as far as the result goes; a = whom."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        die = g.roll(6, DICE, -1) + 1
        if g.log is not None:
            g.log.block(g, ev.TOMAHAWK, t.seat, t.a, die)
        if die < HITS_FROM:
            return
        target = 1 << t.a
        if rules.reading.tomahawk_wins_duels:
            thrower = rules.seat_standees[t.seat]
            hit = Outcome(t.seat, t.seat, thrower, 1 << rules.owner[t.a], target)
            carry_out(rules, g, hit, g.standee_at[t.a])
        else:
            push_losses(rules, g, t.seat, target, g.standee_at[t.a])
