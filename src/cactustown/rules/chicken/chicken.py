"""Section 18: the crazy chicken, which clears a building and keeps everybody out of it."""

from __future__ import annotations

from cactustown.engine.encodings import step
from cactustown.engine.machine import MOVE, SOMEWHERE, Ask, Op, Rules
from cactustown.engine.spaces import NEAR, spaces_of
from cactustown.engine.state import NONE, State, added
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.alternative.blessing import offer_blessing
from cactustown.rules.base.duel import AskPushed
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.gunslinger import AskTake, archive, held
from cactustown.rules.ops import ASK_SHOO, CHICKEN_LOOSE, PASS
from cactustown.rules.tokens import CHICKEN, TOKEN_KINDS


class AskTakeChicken(AskTake):
    """CHK-1: a chicken building offers its token to who has none; a = kind."""

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        if held(g, seat, CHICKEN):
            return []
        return super().options(rules, g, t, seat)


class AskChicken(Ask):
    """CHK-1: before or after the own card it may be let loose next to an own standee."""

    def __init__(self) -> None:
        super().__init__("chicken", SOMEWHERE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        if g.chicken != NONE or not held(g, seat, CHICKEN):
            return []
        near = 0
        own = rules.seat_standees[seat] & g.on_board
        if not rules.reading.chicken_by_stunned:
            own &= ~g.stunned
        for standee in rules.members[own]:
            for space in NEAR[g.standee_at[standee]]:
                near |= 1 << space
        near &= ~g.blocked  # CHK-2
        return [PASS, *(space + 1 for space in spaces_of(near))] if near else []

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return held(g, seat, CHICKEN) > 0

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            return
        archive(rules, g, seat, CHICKEN)
        mark = len(g.stack)
        g.push(CHICKEN_LOOSE, seat, choice - 1)
        offer_blessing(rules, g, seat, CHICKEN, mark)


class ChickenLoose(Op):
    """CHK-1: nobody may enter until the end of the round, and everybody there moves; a = space."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        in_archive = (rules.seats + 1) * TOKEN_KINDS + CHICKEN
        g.token = added(g.token, in_archive, -1)  # not archived yet: it is in town
        g.chicken = t.a
        g.blocked |= 1 << t.a
        if g.log is not None:
            g.log.block(g, ev.CHICKEN_LOOSE, t.seat, t.a)
        if g.standees_on[t.a]:
            g.push(ASK_SHOO, t.seat, g.standees_on[t.a])


class AskShoo(AskPushed):
    """CHK-1, CHK-2: each moves 1 space as the player likes; who cannot stays. a = standees left."""

    def __init__(self) -> None:
        super().__init__("shoo", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        for standee in rules.members[t.a]:
            for space in NEAR[g.standee_at[standee]]:
                if may_stand(rules, g, standee, space):
                    found.append(step(standee, space))
        return found


class ChickenGoes(Op):
    """CHK-1: at the end of the round the chicken is archived."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.chicken == NONE:
            return
        space = g.chicken
        g.token = added(g.token, (rules.seats + 1) * TOKEN_KINDS + CHICKEN, 1)
        g.blocked &= ~(1 << space)
        g.chicken = NONE
        if g.log is not None:
            g.log.add(ev.CHICKEN_GONE, space)
