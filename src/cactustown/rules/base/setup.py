"""Section 4: set-up. Deals the town, the standees and the target cards."""

from __future__ import annotations

from cactustown.engine.chance import CARDS
from cactustown.engine.events import EVERYBODY
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import ASIDE, OFFICE, SPACES
from cactustown.engine.state import NONE, State
from cactustown.rules import events as ev
from cactustown.rules.base.targets import draw_targets
from cactustown.rules.base.variables import IN_DECK, PLAN_SLOTS
from cactustown.rules.counters import COUNTERS
from cactustown.rules.ops import NEW_ROUND
from cactustown.rules.tokens import TOKEN_KINDS


def blank(rules: Rules, g: State) -> None:
    """Makes room for everything: nobody on the board, every building face down and unknown."""
    seats = rules.seats
    standees = len(rules.standee_names)
    g.standee_at = [ASIDE] * standees
    g.building_at = [NONE] * SPACES
    g.target_at = (IN_DECK,) * (SPACES - 1)
    g.targets_held = (0,) * seats
    g.barred = (0,) * seats
    g.peeked = (0,) * seats
    g.hand = tuple(rules.start_hand)
    g.moved_parties = rules.moved_at_start
    g.plan = [NONE] * (seats * PLAN_SLOTS)
    g.count = [0] * COUNTERS
    g.token = (*[0] * (TOKEN_KINDS * seats), *rules.reserve, *[0] * TOKEN_KINDS)
    g.die = [0] * standees
    g.bonus = [0] * seats
    g.pick = (NONE,) * seats
    g.seen = [0] * seats
    office = SPACES - 1  # the office is the last building of the line-up
    g.building_at[OFFICE] = office
    g.face_up = 1 << OFFICE
    for hook in rules.blanks:
        hook.make_room(rules, g)


def deal(rules: Rules, g: State) -> None:
    """SET-1 to SET-7: a new game, ready for its first round."""
    blank(rules, g)
    _lay_town(rules, g)
    for standee, place in enumerate(rules.start_at):  # SET-2
        g.relocate(standee, place)
        if place < SPACES:
            g.unmoved |= 1 << standee
            g.face_up |= 1 << place
    if g.log is not None:
        g.log.add(ev.STARTED)
        for space in range(SPACES):
            if g.face_up >> space & 1:
                g.log.add(ev.TURNED_UP, NONE, space, g.building_at[space])
    for seat in range(rules.seats):  # SET-4
        for building in draw_targets(rules, g, seat, rules.target_draws[seat]):
            if g.log is not None:
                knowing = EVERYBODY if rules.open_targets >> seat & 1 else 1 << seat
                ev.secretly(g.log, knowing, ev.DEALT, seat, 1, building)
    g.push(NEW_ROUND, NONE)
    for op in reversed(rules.set_up):
        g.push(op, NONE)


def _lay_town(rules: Rules, g: State) -> None:
    """SET-1: the 24 buildings, shuffled, on every space but c3."""
    buildings = list(range(SPACES - 1))
    for last in range(len(buildings) - 1, 0, -1):
        other = g.roll(last + 1, CARDS, -1)
        buildings[last], buildings[other] = buildings[other], buildings[last]
    for space in range(SPACES):
        if space != OFFICE:
            g.building_at[space] = buildings.pop()
