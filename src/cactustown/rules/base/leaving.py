"""MOV-4: how many can leave their start spaces, if everybody moves in the best order.

Only where standees are counts here: traps, and what buildings will do, nobody can reckon with.
"""

from __future__ import annotations

from cactustown.engine.machine import Rules
from cactustown.engine.spaces import DIAGONAL, IS_EDGE, NEAR, SPACES, WILDERNESS
from cactustown.engine.state import NONE, State
from cactustown.rules.base.footing import able_to_move
from cactustown.rules.ops import (
    ALL,
    ASK_DANCE,
    ASK_RUN,
    ASK_SNEAK,
    DANCING_FLAGS,
    DIAGONALLY,
    LEAVE,
    MAY_EXIT,
    RUNNING_FLAGS,
    SNEAKING_FLAGS,
    STARTERS,
    TURN_UP,
)


class Gait:
    """How a movement goes: the steps from each space, how many, and whether deadlock stops it."""

    def __init__(self, steps: list[list[int]], strides: int, held: bool) -> None:
        self.steps = steps
        self.strides = strides
        self.held = held

    def ends(self, rules: Rules, g: State, at: list[int], standee: int) -> list[int]:
        """Where it may end elsewhere, with everybody at these places (MOV-3, MOV-5, MOV-9)."""
        here = at[standee]
        closed = g.blocked
        for companion in rules.members[rules.kin[standee] & ~(1 << standee)]:
            if at[companion] < SPACES:
                closed |= 1 << at[companion]
        found = [space for space in self.steps[here] if not closed >> space & 1]
        if self.strides == 1:
            return found
        for middle in found[:]:
            if self.held and g.standees_on[middle] & ~g.stunned & rules.deadlocked_by[standee]:
                continue
            for space in self.steps[middle]:
                if space != here and not closed >> space & 1 and space not in found:
                    found.append(space)
        return found


def most_leaving(
    rules: Rules, g: State, at: list[int], movers: int, starters: int, exits: int, gait: Gait
) -> int:
    """How many of the starters can leave, if the movers move one by one as suits them best.

    `at` says where everybody is, and is left as it was; `exits` may leave the board.
    """
    hope = (movers & starters).bit_count()
    most = 0
    if not hope:
        return most
    for standee in rules.members[movers]:
        here = at[standee]
        left = starters >> standee & 1
        rest = movers & ~(1 << standee)
        ends = gait.ends(rules, g, at, standee)
        if exits >> standee & 1:
            ends.append(WILDERNESS)
        for place in ends:
            at[standee] = place
            most = max(most, left + most_leaving(rules, g, at, rest, starters, exits, gait))
            at[standee] = here
            if most == hope:
                return most
    return most


def roomy(rules: Rules, g: State, movers: int, starters: int, gait: Gait) -> bool:
    """Whether every starter has more ways open than others could close: then all will leave."""
    for standee in rules.members[starters]:
        ways = gait.ends(rules, g, g.standee_at, standee)
        rivals = 0
        for other in rules.members[movers & ~(1 << standee)]:
            for space in gait.steps[g.standee_at[other]]:
                if space in ways:
                    rivals += 1
                    break
        if len(ways) <= rivals:
            return False
    return True


def may_exit(rules: Rules, g: State, standees: int, flags: int) -> int:
    """Those of them that may leave the board by this movement (MOV-6)."""
    able = 0
    if flags & MAY_EXIT:
        for standee in rules.members[standees]:
            if IS_EDGE[g.standee_at[standee]]:
                for way_out in rules.exits:
                    if way_out.place(rules, g, standee, flags) >= 0:
                        able |= 1 << standee
    return able


# -- a tool moves one standee, then the others leave


def step_of(op: int, flags: int) -> int:
    """The ask for one step of the kind of a movement: a RUN of a SPRINT, a SNEAK of a TRACK."""
    if flags & DIAGONALLY:
        return op
    return ASK_RUN if flags & TURN_UP else ASK_SNEAK


def flags_of_step(op: int) -> int:
    if op == ASK_DANCE:
        return DANCING_FLAGS
    return RUNNING_FLAGS if op == ASK_RUN else SNEAKING_FLAGS


def others_leave(rules: Rules, g: State, seat: int, mover: int, op: int) -> None:
    """MOV-4: after a tool for one, the others on their start space take one step of its kind."""
    others = rules.seat_standees[seat]
    if mover != NONE:
        others &= ~(1 << mover)
    if others & g.unmoved:
        g.push(op, seat, others, flags_of_step(op) | ALL | LEAVE | STARTERS)


def others_leaving(rules: Rules, g: State, at: list[int], others: int, op: int) -> int:
    """How many of them can take the step of `others_leave`, with everybody at these places."""
    flags = flags_of_step(op)
    able = able_to_move(rules, g, others & g.unmoved, flags)
    gait = Gait(DIAGONAL if flags & DIAGONALLY else NEAR, 1, False)
    return most_leaving(rules, g, at, able, able, 0, gait)
