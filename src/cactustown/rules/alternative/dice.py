"""ALT-4: the dice building, where whoever begins a duel may roll again; an automa never does."""

from __future__ import annotations

from cactustown.engine.machine import Op, Rules
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.duel import fighters
from cactustown.rules.ops import ASK_REROLL


class DiceBuilding(Op):
    """A step of every duel, before reloads are asked."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        space = g.duel_space
        if (
            g.face_up >> space & 1
            and rules.dice_buildings >> g.building_at[space] & 1
            and fighters(rules, g, g.duel_by)
            and rules.planners >> g.duel_by & 1  # SOLO-10
        ):
            g.push(ASK_REROLL, g.duel_by, 0, 0, 0, 0, t.mark)
