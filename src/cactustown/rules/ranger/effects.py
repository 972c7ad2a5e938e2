"""RAN-5: what the kinds of events do, in lists by kind; filled from the content."""

from __future__ import annotations

from cactustown.engine.machine import BonusHook, Rules
from cactustown.engine.state import NONE, State
from cactustown.rules.base.move import MoveIcon, by_extra_card
from cactustown.rules.ops import ALL


class EventEffects:
    """A list for each thing an event can do, one entry a kind of event."""

    def __init__(self) -> None:
        self.second_shots: list[bool] = []  # may be fired
        self.mix_up: list[bool] = []
        self.initiator: list[int] = []  # added for whoever begins a duel
        self.discard: list[int] = []  # so many of the next events
        self.put_back: list[int] = []  # so many discarded events
        self.shoot_out: list[int] = []  # added in a duel before the first card; 0: none
        self.dice: list[int] = []  # each rolls in a duel
        self.alone: list[int] = []  # mask of icons that only one standee carries out


class EventBonus(BonusHook):
    """Distraction: for whoever begins a duel; Shoot-out: for whoever begins it there."""

    def __init__(self, effects: EventEffects) -> None:
        self.effects = effects

    def bonus(self, rules: Rules, g: State, seat: int) -> int:
        if g.event == NONE or seat != g.duel_by:
            return 0
        if g.turn == NONE:
            return self.effects.initiator[g.event] + self.effects.shoot_out[g.event]
        return self.effects.initiator[g.event]


class AllIcon(MoveIcon):
    """RUN ALL and SNEAK ALL, which Dry well and Snake in the boot leave to one standee.

    The first movement of a party (MOV-4) is an ALL all the same (RAN-6).
    """

    def __init__(self, name: str, op: int, flags: int, number: int, effects: EventEffects) -> None:
        super().__init__(name, op, flags)
        self.number = number
        self.effects = effects

    def start(self, rules: Rules, g: State, seat: int) -> None:
        alone = g.event != NONE and self.effects.alone[g.event] >> self.number & 1
        if rules.reading.tools_defy_events and by_extra_card(rules, g, seat):
            alone = False
        if alone and g.moved_parties >> seat & 1:
            g.push(self.op, seat, rules.seat_standees[seat], self.flags & ~ALL)
        else:
            super().start(rules, g, seat)
