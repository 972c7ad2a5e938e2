"""What events let players do out of turn: Shoot-out and Mix-up (RAN-5 to RAN-7)."""

from __future__ import annotations

from cactustown.engine.encodings import UNPLAYED, card_id
from cactustown.engine.machine import SOMEWHERE, YES_NO, Ask, Op, Rules
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import begin_duel, duel_spaces
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_MIX_UP, ASK_SHOOT_OUT, DUEL, NEXT_TURN, PASS, SHOOT_OUT, YES
from cactustown.rules.ranger.effects import EventEffects


class ShootOut(Op):
    """RAN-6: asks in turn order everybody with an upright opponent at hand; a = how many were."""

    def __init__(self, name: str, effects: EventEffects) -> None:
        super().__init__(name)
        self.effects = effects

    def run(self, rules: Rules, g: State, t: Task) -> None:
        g.active = NONE
        g.entered = ()  # GUN-4: each of these duels is a turn
        if g.event == NONE or not self.effects.shoot_out[g.event] or t.a == rules.seats:
            return
        g.push(SHOOT_OUT, NONE, t.a + 1)
        seat = rules.turn_seat[g.first][t.a]
        if duel_spaces(rules, g, seat):
            g.active = seat  # WORD-8
            g.escaped_now = 0
            g.push(ASK_SHOOT_OUT, seat)

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        for other in range(rules.seats):
            if duel_spaces(rules, g, other):
                return True
        return False


class AskShootOut(Ask):
    """RAN-6: where to duel at once, or not; without a DUEL icon one can only decline."""

    def __init__(self) -> None:
        super().__init__("shoot-out", SOMEWHERE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        card = card_id(seat, g.plan[seat * PLAN_SLOTS + UNPLAYED])
        if DUEL not in rules.card_icons[card]:
            return [PASS]
        return [PASS, *(space + 1 for space in duel_spaces(rules, g, seat))]

    def must_ask(self, rules: Rules, g: State, t: Task) -> bool:
        return True

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_SHOOT_OUT, seat)
            return
        g.shown |= 1 << seat
        g.disclosed += 1
        if g.log is not None:
            card = card_id(seat, g.plan[seat * PLAN_SLOTS + UNPLAYED])
            g.log.add(ev.UNPLAYED_SHOWN, seat, card)
        begin_duel(rules, g, seat, choice - 1)


class MixUp(Op):
    """RAN-5, RAN-7: asks whoever has neither fired nor mixed up this round; a = card."""

    def __init__(self, name: str, effects: EventEffects) -> None:
        super().__init__(name)
        self.effects = effects

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.event == NONE or not self.effects.mix_up[g.event] or g.shot_used >> t.seat & 1:
            return
        g.push(ASK_MIX_UP, t.seat, t.a)

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return False  # it puts another card in the place of this one


class AskMixUp(Ask):
    """RAN-5: play the unplayed card instead of the one turned up; a = that one."""

    def __init__(self) -> None:
        super().__init__("mix-up", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, YES]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_MIX_UP, seat)
            return
        swap_cards(rules, g, seat)


def swap_cards(rules: Rules, g: State, seat: int) -> None:
    """The unplayed card takes the place of the one turned up; both lie open, none is fired."""
    base = seat * PLAN_SLOTS
    slot = base + rules.turn_slot[g.turn]
    card = g.plan[base + UNPLAYED]
    g.plan[base + UNPLAYED] = g.plan[slot]
    g.plan[slot] = card
    g.shot_used |= 1 << seat
    g.disclosed += 1
    if g.log is not None:
        g.log.add(ev.MIXED_UP, seat, card_id(seat, card))
    for i in range(len(g.stack) - 1, -1, -1):
        t = g.stack[i]
        if t.op == NEXT_TURN:
            break
        g.stack[i] = Task(t.op, t.seat, card_id(seat, card), t.b, t.c, t.d, t.mark)
