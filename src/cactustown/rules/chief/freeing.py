"""FREE CHIEF: a target card for the chief, and his card for another (CHI-2, CHI-3)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.encodings import CARDS_A_SEAT, card_id, place_in, step
from cactustown.engine.machine import MOVE, Ask, Op, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import ASIDE, NEAR
from cactustown.engine.state import RUNNING, State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import push_effects, turn_up_building
from cactustown.rules.base.target_acts import TargetIcon
from cactustown.rules.counters import CHIEFS
from cactustown.rules.ops import ASK_CHIEF, FREE_CHIEF


def waiting(rules: Rules, g: State, seat: int) -> int:
    """The standee of this seat that still waits aside, or -1."""
    for standee in rules.members[rules.seat_standees[seat]]:
        if g.standee_at[standee] == ASIDE:
            return standee
    return -1


def room_beside(rules: Rules, g: State, chief: int, space: int) -> list[int]:
    """CHI-3: where the chief may be placed (MOV-3, MOV-9)."""
    return [near for near in NEAR[space] if may_stand(rules, g, chief, near)]


NO_ROOM_BESIDE: Final = Obstacle("no_room_beside", "CHI-3")


class FreeChiefIcon(TargetIcon):
    """CHI-3: in a target building, with room for the chief next door."""

    def __init__(self) -> None:
        super().__init__("free-chief", ev.CHIEF_FOUND, CHIEFS, "CHI-3", "chief_is_free")
        self.obstacles = (NO_ROOM_BESIDE, *self.obstacles)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        if waiting(rules, g, seat) < 0:
            return [Reason(self.done)]
        return super().reasons(rules, g, seat)

    def in_its_way(self, rules: Rules, g: State, seat: int, standee: int) -> Reason | None:
        reason = super().in_its_way(rules, g, seat, standee)
        space = g.standee_at[standee]
        if reason is None and not room_beside(rules, g, waiting(rules, g, seat), space):
            return Reason(NO_ROOM_BESIDE, 1 << standee, spaces=1 << space)
        return reason

    def candidates(self, rules: Rules, g: State, seat: int) -> int:
        chief = waiting(rules, g, seat)
        if chief < 0:
            return 0
        able = 0
        for standee in rules.members[super().candidates(rules, g, seat)]:
            if room_beside(rules, g, chief, g.standee_at[standee]):
                able |= 1 << standee
        return able

    def start(self, rules: Rules, g: State, seat: int) -> None:
        finder = self.on_target(rules, g, seat)[0]
        space = g.standee_at[finder]
        if self.show(rules, g, seat, finder):
            push_effects(rules, g, finder, space)  # ACT-2: once the chief is there
        g.push(ASK_CHIEF, seat, waiting(rules, g, seat), space)


class AskChief(Ask):
    """CHI-3: where the chief is placed; a = chief, b = the space of who freed him."""

    def __init__(self) -> None:
        super().__init__("place", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [step(t.a, space) for space in room_beside(rules, g, t.a, t.b)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        """Placed, not moved (WORD-7): no trap; ENTER only if the placing turned it up."""
        g.stack.pop()
        space = place_in(choice)
        g.relocate(t.a, space)
        if g.log is not None:
            g.log.add(ev.CHIEF_FREED, t.a, space)
        score(rules, g, CHIEFS)
        if g.winner == RUNNING and not g.face_up >> space & 1:
            turn_up_building(rules, g, t.a, space)
            push_effects(rules, g, t.a, space)


class ChiefsCard(Op):
    """CHI-3: after the round the card that freed the chief is gone and his takes its place."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        for seat in range(rules.seats):
            new = rules.waiting_cards[seat] & ~g.hand[seat]
            if not new or waiting(rules, g, seat) >= 0:
                continue
            for card in range(CARDS_A_SEAT):
                if not g.hand[seat] >> card & 1:
                    continue
                if FREE_CHIEF in rules.card_icons[card_id(seat, card)]:
                    g.hand = replaced(g.hand, seat, g.hand[seat] & ~(1 << card) | new)
                    if g.log is not None:
                        fresh = new.bit_length() - 1
                        g.log.add(ev.CARD_CHANGED, seat, card_id(seat, card), card_id(seat, fresh))
                    break
