"""ALT-4: the dice building, where whoever begins a duel may roll again."""

from __future__ import annotations

from cactustown.engine.machine import SOMEBODY, Ask, Op, Rules
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import fighters, roll_again
from cactustown.rules.ops import ASK_REROLL, PASS


class DiceBuilding(Op):
    """A step of every duel, before reloads are asked."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        space = g.duel_space
        if (
            g.face_up >> space & 1
            and rules.dice_buildings >> g.building_at[space] & 1
            and fighters(rules, g, g.duel_by)
        ):
            g.push(ASK_REROLL, g.duel_by, 0, 0, 0, 0, t.mark)


class AskReroll(Ask):
    """Which die, or none; the new roll stands."""

    def __init__(self) -> None:
        super().__init__("reroll", SOMEBODY)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        own = rules.members[fighters(rules, g, seat)]
        return [PASS, *(standee + 1 for standee in own)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_REROLL, seat)
            return
        standee = choice - 1
        roll_again(rules, g, standee)
        if g.log is not None:
            g.log.add(ev.REROLLED, standee, g.die[standee])
