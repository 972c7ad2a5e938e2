"""What keeps a standee from doing anything, or from coming to stand somewhere: for all icons."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import CAPTIVE, CORRALS, JAIL, SPACES, WAGONS, WILDERNESS
from cactustown.engine.state import State

LIES: Final = Obstacle("lies", "ROUND-8")
ON_CORRAL: Final = Obstacle("on_corral", "COW-1")
IS_CAPTIVE: Final = Obstacle("is_captive", "ACT-4")
IN_JAIL: Final = Obstacle("in_jail", "ACT-1")
WAITS_ASIDE: Final = Obstacle("waits_aside", "CHI-1")
HAS_ESCAPED: Final = Obstacle("has_escaped", "MOV-6", lasts=True)
IS_ABOARD: Final = Obstacle("is_aboard", "COW-8", lasts=True)
AWAY: Final = (IS_CAPTIVE, IN_JAIL, WAITS_ASIDE, HAS_ESCAPED, IS_ABOARD)
ABSENT: Final = (LIES, ON_CORRAL, *AWAY)

COMPANION_THERE: Final = Obstacle("companion_there", "MOV-3")
BLOCKED_THERE: Final = Obstacle("chicken_there", "CHK-1")


def absence(rules: Rules, g: State, standee: int) -> Reason | None:
    """Why a standee cannot act at all: it lies, or is not in town."""
    place = g.standee_at[standee]
    bit = 1 << standee
    if place < SPACES:
        return Reason(LIES, bit, spaces=1 << place) if g.stunned & bit else None
    if place == JAIL:
        return Reason(IN_JAIL, bit)
    if place == CAPTIVE:
        return Reason(IS_CAPTIVE, bit, others=1 << g.captor)
    if place == WILDERNESS:
        return Reason(HAS_ESCAPED, bit)
    if place >= WAGONS:
        return Reason(IS_ABOARD, bit)
    return Reason(ON_CORRAL if place >= CORRALS else WAITS_ASIDE, bit)


def nobody_up(rules: Rules, g: State, standees: int) -> list[Reason]:
    """Why none of these can act at all; nothing if one of them stands upright in town."""
    found: list[Reason] = []
    for standee in rules.members[standees]:
        reason = absence(rules, g, standee)
        if reason is None:
            return []
        add_reason(found, reason)
    return found


def spaces_under(g: State, standees: int) -> int:
    """The spaces on which these stand or lie, as a mask."""
    spaces = 0
    for standee, at in enumerate(g.standee_at):
        if standees >> standee & 1 and at < SPACES:
            spaces |= 1 << at
    return spaces
