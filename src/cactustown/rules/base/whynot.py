"""Why the icons of a card cannot be chosen, as its owner may know it (ROUND-6, ROUND-7)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.reasons import Obstacle, Reason, nearest_first
from cactustown.engine.state import NONE, State

NEEDS_PLAYERS: Final = Obstacle("needs_players", "ROUND-7", lasts=True)


def why_not(rules: Rules, g: State, seat: int, card: int) -> dict[int, list[Reason]]:
    """The icons on a card that could not be chosen now -> why, nearest to working first."""
    found: dict[int, list[Reason]] = {}
    due = NONE
    for icon in rules.card_icons[card]:
        action = rules.icons[icon]
        reasons = nearest_first(action.reasons(rules, g, seat), action.obstacles)
        if reasons:
            found[icon] = reasons
        elif due == NONE and action.is_due(rules, g, seat):
            due = icon
    for icon in rules.card_icons[card]:
        if due != NONE and icon not in found and not rules.icons[icon].is_due(rules, g, seat):
            found[icon] = [rules.icons[due].duty(rules, g, seat)]
    for icon, players in rules.card_missing[card].items():
        found[icon] = [Reason(NEEDS_PLAYERS, number=players)]
    return found


def lasts(reasons: list[Reason]) -> bool:
    """Whether nothing that can still happen in the game takes them away."""
    for reason in reasons:
        if not reason.obstacle.lasts:
            return False
    return True


def exact_slot(rules: Rules, g: State, seat: int) -> int:
    """While everybody plans: the slot of the plan whose card is turned up before anything can
    change what it can do, or NONE. Only who acts first has one."""
    if rules.turn_seat[g.first][0] != seat:
        return NONE
    for op in (*rules.begin_round, *rules.before_card):
        if rules.ops[op].may_interfere(rules, g, seat):
            return NONE
    return rules.turn_slot[0]
