"""Who can move, and where somebody may come to stand: MOV-3, MOV-5, MOV-9, each in one place."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import NEAR, spaces_of
from cactustown.engine.state import State
from cactustown.rules.base.obstacles import ABSENT, BLOCKED_THERE, COMPANION_THERE, absence
from cactustown.rules.ops import SLIP

DEADLOCKED: Final = Obstacle("deadlocked", "MOV-5")
HELD: Final = (DEADLOCKED, *ABSENT)


def able_to_move(rules: Rules, g: State, standees: int, flags: int) -> int:
    """Those that could carry out this movement: upright, on the board, not held by deadlock."""
    upright = standees & g.on_board & ~g.stunned
    if flags & SLIP:
        return upright
    able = 0
    standing = ~g.stunned
    for standee in rules.members[upright]:
        here = g.standees_on[g.standee_at[standee]] & standing
        if not here & rules.deadlocked_by[standee]:  # MOV-5
            able |= 1 << standee
    return able


def unable_to_move(rules: Rules, g: State, standees: int, flags: int) -> list[Reason]:
    """Why none of these can carry out this movement; nothing if one can (`able_to_move`)."""
    found: list[Reason] = []
    for standee in rules.members[standees]:
        reason = absence(rules, g, standee)
        if reason is None and not flags & SLIP:
            reason = deadlock(rules, g, standee)
        if reason is None:
            return []
        add_reason(found, reason)
    return found


def deadlock(rules: Rules, g: State, standee: int) -> Reason | None:
    """MOV-5: who keeps a standee on the board from running."""
    space = g.standee_at[standee]
    holders = g.standees_on[space] & ~g.stunned & rules.deadlocked_by[standee]
    if not holders:
        return None
    return Reason(DEADLOCKED, 1 << standee, others=holders, spaces=1 << space)


def stops(flags: int) -> tuple[Obstacle, ...]:
    """What may keep everybody from this movement."""
    return ABSENT if flags & SLIP else HELD


def may_walk(rules: Rules, g: State, standee: int, place: int, flags: int) -> bool:
    """Whether no module's law of walking forbids this standee to go there."""
    for law in rules.walk_laws:
        if law.forbids(rules, g, standee, place, flags):
            return False
    return True


def meets_companion(rules: Rules, g: State, standee: int, space: int) -> bool:
    """MOV-3: whether another of its party stands there, upright or not."""
    return g.standees_on[space] & rules.kin[standee] & ~(1 << standee) != 0


def may_stand(rules: Rules, g: State, standee: int, space: int) -> bool:
    """Whether a standee may come to stand on a space, however it gets there.

    No companion stands there (MOV-3), neither cactus nor chicken is there (MOV-9, CHK-1).
    """
    return not meets_companion(rules, g, standee, space) and not g.blocked >> space & 1


def no_standing(rules: Rules, g: State, standee: int, space: int) -> Reason | None:
    """Why a standee may not come to where somebody is (`may_stand`); no cactus can be there."""
    bit = 1 << standee
    companions = g.standees_on[space] & rules.kin[standee] & ~bit
    if companions:
        return Reason(COMPANION_THERE, bit, others=companions, spaces=1 << space)
    return Reason(BLOCKED_THERE, bit, spaces=1 << space) if g.blocked >> space & 1 else None


def may_step(rules: Rules, g: State, standee: int, space: int, flags: int) -> bool:
    """Whether a step of this movement may end there."""
    return may_stand(rules, g, standee, space) and may_walk(rules, g, standee, space, flags)


def two_strides(rules: Rules, g: State, standee: int, flags: int) -> list[int]:
    """Where one or two steps in a row may end, elsewhere; each step by its own rules (CHI-4)."""
    at = g.standee_at[standee]
    ends = 0
    for middle in NEAR[at]:
        if not may_step(rules, g, standee, middle, flags):
            continue
        ends |= 1 << middle
        if not flags & SLIP and g.standees_on[middle] & ~g.stunned & rules.deadlocked_by[standee]:
            continue  # MOV-5: deadlock after the first RUN stops it
        for space in NEAR[middle]:
            if may_step(rules, g, standee, space, flags):
                ends |= 1 << space
    return spaces_of(ends & ~(1 << at))
