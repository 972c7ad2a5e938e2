"""Which tools the others hold is hidden, how many is not; used ones lie open (TOOL-2)."""

from __future__ import annotations

from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Rules, Secret
from cactustown.engine.state import NONE, State
from cactustown.engine.world import shuffle
from cactustown.rules.base.secrets import Plans, lay, unplanned
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.tools.variables import (
    TOOL_FIELDS,
    TOOL_HAND,
    TOOL_LATE,
    TOOL_NUMBER,
    TOOL_SHOWN,
    TOOL_USED,
)


class PlansWithTools(Plans):
    """Tools are planned like action cards, if they were drawn in time (TOOL-2)."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        super().mask(rules, g, v, seat)
        tools = g.tools[:]
        for base in range(0, len(tools), TOOL_FIELDS):
            if base != seat * TOOL_FIELDS:
                tools[base + TOOL_HAND] = 0
        v.tools = tools

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        if not w.tools:
            super().imagine(rules, v, w, seat)
            return
        late = _deal_tools(rules, v, w, seat)
        for other in range(rules.seats):
            if not w.locked >> other & 1:
                continue
            hidden = unplanned(w, other, w.hand[other])
            shuffle(w, hidden)
            unplayed = (other + 1) * PLAN_SLOTS - 1
            # TOOL-3: an action card is left over; who is not asked lays all there is (SOLO-3)
            if rules.planners >> other & 1 and w.plan[unplayed] == NONE:
                w.plan[unplayed] = hidden.pop()
            tools = w.tools[other * TOOL_FIELDS + TOOL_HAND] & ~late[other]
            hidden += unplanned(w, other, tools)
            shuffle(w, hidden)
            lay(w, other, hidden)


def _deal_tools(rules: Rules, v: State, w: State, own: int) -> list[int]:
    """Deals the unseen tools to the other hands; gives each seat's tools that came too late to
    be planned."""
    late = [0] * rules.seats
    for seat in range(rules.seats):
        if seat == own:
            continue
        base = seat * TOOL_FIELDS
        sure = v.tools[base + TOOL_SHOWN]
        unsure = _numbers(rules.extra_cards[seat] & ~v.tools[base + TOOL_USED] & ~sure)
        shuffle(w, unsure)
        w.tools[base + TOOL_HAND] = sure
        for i in range(v.tools[base + TOOL_NUMBER] - len(_numbers(sure))):
            w.tools[base + TOOL_HAND] |= 1 << unsure[i]
            if i < v.tools[base + TOOL_LATE]:
                late[seat] |= 1 << unsure[i]
    return late


def _numbers(mask: int) -> list[int]:
    return [number for number in range(CARDS_A_SEAT) if mask >> number & 1]


class Drawn(Secret):
    """TOOL-4: who draws three targets sees them before keeping one; the ask imagines them."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        v.drawn = g.drawn if g.stack and g.stack[-1].seat == seat else 0
