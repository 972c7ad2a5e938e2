"""ABI-5: the dancer's dynamite, laid in one round and blown up in a later one."""

from __future__ import annotations

from cactustown.engine.encodings import step
from cactustown.engine.machine import MOVE, YES_NO, Ask, Icon, Rules
from cactustown.engine.spaces import NEAR
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.abilities.turn import Ability
from cactustown.rules.base.duel import AskPushed
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.move import MoveIcon
from cactustown.rules.ops import ASK_BLAST, ASK_BLOWN, DANCE, PASS


class LayDynamite(Ability):
    """Lays it in the bearer's building; there is only one."""

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        return g.dynamite == NONE

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.dynamite = g.standee_at[self.bearer]
        g.dynamite_round = g.round
        if g.log is not None:
            g.log.add(ev.DYNAMITE, seat, g.dynamite)


class DanceOrBlast(MoveIcon):
    """DANCE of the dynamite's owner: first whether to blow it up instead of moving."""

    def __init__(self, name: str, op: int, flags: int, owner: int) -> None:
        super().__init__(name, op, flags)
        self.owner = owner  # a seat

    def start(self, rules: Rules, g: State, seat: int) -> None:
        if seat == self.owner and g.dynamite != NONE and g.dynamite_round < g.round:
            g.push(ASK_BLAST, seat)
        else:
            super().start(rules, g, seat)

    def dance(self, rules: Rules, g: State, seat: int) -> None:
        """The plain icon."""
        super().start(rules, g, seat)


class AskBlast(Ask):
    """ABI-5: blow it up, or dance."""

    def __init__(self) -> None:
        super().__init__("blast", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [0, 1]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            icon: Icon = rules.icons[DANCE]
            assert isinstance(icon, DanceOrBlast)
            icon.dance(rules, g, seat)
            return
        space = g.dynamite
        g.dynamite = NONE
        if g.log is not None:
            g.log.block(g, ev.BLAST, seat, space)
        if g.standees_on[space]:
            g.push(ASK_BLOWN, seat, g.standees_on[space])


class AskBlown(AskPushed):
    """ABI-5: everybody there moves exactly two steps and ends elsewhere; a = those left.

    Turned up and entered like a push; who has no legal end stays.
    """

    def __init__(self) -> None:
        super().__init__("blow", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        for standee in rules.members[t.a & g.on_board]:
            at = g.standee_at[standee]
            for space in range(len(g.standees_on)):
                if space != at and may_stand(rules, g, standee, space) and two_steps(g, at, space):
                    found.append(step(standee, space))
        return found


def two_steps(g: State, at: int, space: int) -> bool:
    """Whether exactly two steps lead there, past nothing that blocks."""
    for between in NEAR[at]:
        if space in NEAR[between] and not g.blocked >> between & 1:
            return True
    return False
