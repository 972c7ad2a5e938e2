"""TOOL-2, TOOL-3: planning with tools, and naming the second shot card."""

from __future__ import annotations

from cactustown.engine.encodings import CARDS_A_SEAT, plan_code
from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.rounds import AskPlan
from cactustown.rules.ops import PASS
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND


def plans_with(hand: int, tools: int) -> list[int]:
    """Three action cards or tools in order, and one of the unplayed action cards, ascending."""
    cards = [card for card in range(CARDS_A_SEAT) if (hand | tools) >> card & 1]
    shots = [card for card in cards if hand >> card & 1]
    plans: list[int] = []
    for first in cards:
        for second in cards:
            if second == first:
                continue
            for third in cards:
                if third in (first, second):
                    continue
                for shot in shots:
                    if shot != first and shot != second and shot != third:
                        plans.append(plan_code(first, second, third, shot))
    return plans


class AskPlanWithTools(AskPlan):
    """The plan of the base game, with the tools in hand among the cards."""

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        hand = g.hand[seat]
        tools = g.tools[seat * TOOL_FIELDS + TOOL_HAND]
        key = tools << CARDS_A_SEAT | hand
        plans = rules.plans.get(key)
        if plans is None:
            plans = plans_with(hand, tools)
            rules.plans[key] = plans
        return [PASS, *plans] if g.locked >> seat & 1 else plans
