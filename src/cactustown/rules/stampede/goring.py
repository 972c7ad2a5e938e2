"""STAMPEDE: the animals seek opponents and gore them, one after the other (COW-7, COW-10)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import MOVE, STANDEE, Ask, Icon, Op, Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import NEAR, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import may_stand, no_standing
from cactustown.rules.base.move import move
from cactustown.rules.base.obstacles import (
    AWAY,
    BLOCKED_THERE,
    COMPANION_THERE,
    ON_CORRAL,
    absence,
)
from cactustown.rules.ops import (
    ARRIVE,
    ASK_CHARGE,
    ASK_DODGED,
    ASK_GORE,
    ASK_GORED,
    GORE,
)
from cactustown.rules.stampede.herd import FIRST_GATE, GATES, parts_herd

_WIDTH: Final = 16  # bits a party's animal takes in State.gored
_MASK: Final = (1 << _WIDTH) - 1
_TURNS: Final = 64
NORTHWARD: Final = [[n for n in NEAR[s] if n >= s - 1] for s in range(SPACES)]
SOUTHWARD: Final = [[n for n in NEAR[s] if n <= s + 1] for s in range(SPACES)]


def at_the_corrals(space: int) -> bool:
    """b1, c1 and d1, where nobody is gored."""
    return FIRST_GATE <= space < FIRST_GATE + GATES


def upright_foes(rules: Rules, g: State, animal: int, space: int) -> int:
    """The upright opponents of an animal on a space."""
    return g.standees_on[space] & ~g.stunned & ~rules.kin[animal]


# -- whom an animal has gored this turn


def _turn(g: State) -> int:
    return g.round * _TURNS + g.turn


def _shift(rules: Rules, animal: int) -> int:
    return _WIDTH * (animal - rules.members[rules.kin[animal]][0])


def gored_by(rules: Rules, g: State, animal: int) -> int:
    """Those it has gored this turn; none of them is gored by it again."""
    if g.gored_turn != _turn(g):
        return 0
    return g.gored >> _shift(rules, animal) & _MASK


def note_gored(rules: Rules, g: State, animal: int, standees: int) -> None:
    if g.gored_turn != _turn(g):
        g.gored = 0
        g.gored_turn = _turn(g)
    g.gored |= standees << _shift(rules, animal)


def targets_at(rules: Rules, g: State, animal: int, space: int) -> int:
    """The opponents an animal may still gore there."""
    return upright_foes(rules, g, animal, space) & ~gored_by(rules, g, animal)


# -- the steps


NO_GORING_HERE: Final = Obstacle("no_goring_at_the_gates", "COW-7")
GORED_ALREADY: Final = Obstacle("gored_already", "COW-7")
NOBODY_TO_GORE: Final = Obstacle("nobody_to_gore", "COW-7")


class StampedeIcon(Icon):
    """COW-7: playable when an animal has somebody to charge or to gore (ACT-11)."""

    def __init__(self) -> None:
        held = (BLOCKED_THERE, COMPANION_THERE, NO_GORING_HERE, GORED_ALREADY)
        super().__init__("stampede", (*held, NOBODY_TO_GORE, ON_CORRAL, *AWAY))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        found: list[Reason] = []
        if self.possible(rules, g, seat):
            return found
        for animal in rules.members[rules.seat_standees[seat]]:
            away = absence(rules, g, animal) if not g.on_board >> animal & 1 else None
            add_reason(found, away or nobody_in_its_way(rules, g, animal))
        return found

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        """Animals kept together (ABI-8) are so until the cowboy's next turn: not by then."""
        herd = rules.seat_standees[seat]
        return len(charges(rules, g, herd, False)) > 0 or len(gorers(rules, g, herd)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        start_stampede(rules, g, seat)


def start_stampede(rules: Rules, g: State, seat: int) -> None:
    """Step 1 for all, then step 2."""
    herd = rules.seat_standees[seat]
    g.push(ASK_GORE, seat, herd)
    g.push(ASK_CHARGE, seat, herd)


class StampedeEffect(Op):
    """COW-10: whoever turned the building up, the cowboy's owner moves the herd; b = space."""

    def __init__(self, name: str, seat: int) -> None:
        super().__init__(name)
        self.seat = seat

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.log is not None:
            g.log.add(ev.BUILDING_EFFECT, self.seat, g.building_at[t.b], t.b)
        start_stampede(rules, g, self.seat)


def charges(rules: Rules, g: State, animals: int, kept: bool) -> list[int]:
    """COW-7 step 1: which of these must go where; `kept`: ABI-8 holds some of them back."""
    found: list[int] = []
    for animal in rules.members[animals & g.on_board]:
        at = g.standee_at[animal]
        if upright_foes(rules, g, animal, at):
            continue
        for space in NEAR[at]:
            if (
                upright_foes(rules, g, animal, space)
                and may_stand(rules, g, animal, space)
                and not (kept and parts_herd(rules, g, animal, space))
            ):
                found.append(step(animal, space))
    return found


class AskCharge(Ask):
    """COW-7 step 1: who has nobody upright here but next door must go there; a = animals left."""

    def __init__(self) -> None:
        super().__init__("charge", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return charges(rules, g, t.a, True)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        animal = mover(choice)
        g.push(ASK_CHARGE, seat, t.a & ~(1 << animal))
        move(rules, g, seat, animal, place_in(choice), 0, ev.BY_RUN)


def nobody_in_its_way(rules: Rules, g: State, animal: int) -> Reason:
    """Why an animal in town neither gores nor charges anybody (COW-7)."""
    at = g.standee_at[animal]
    bit = 1 << animal
    foes = upright_foes(rules, g, animal, at)
    if foes:
        why = NO_GORING_HERE if at_the_corrals(at) else GORED_ALREADY
        return Reason(why, bit, others=foes, spaces=1 << at)
    for space in NEAR[at]:
        if upright_foes(rules, g, animal, space):
            reason = no_standing(rules, g, animal, space)
            if reason is not None:
                return reason
    return Reason(NOBODY_TO_GORE, bit, spaces=1 << at)


def gorers(rules: Rules, g: State, animals: int) -> list[int]:
    """COW-7 step 2: those of these with somebody here to gore."""
    found: list[int] = []
    for animal in rules.members[animals & g.on_board]:
        at = g.standee_at[animal]
        if not at_the_corrals(at) and targets_at(rules, g, animal, at):
            found.append(animal)
    return found


class AskGore(Ask):
    """COW-7 step 2: which animal gores next; a = animals that have not yet."""

    def __init__(self) -> None:
        super().__init__("gore", STANDEE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return gorers(rules, g, t.a)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        g.push(ASK_GORE, seat, t.a & ~(1 << choice))
        g.push(GORE, seat, choice)


class Gore(Op):
    """COW-7 (i) to (iv): dice, the gored are tossed, then a dodged animal runs on; a = animal."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        animal = t.a
        at = g.standee_at[animal]
        if at >= SPACES or at_the_corrals(at):
            return
        foes = targets_at(rules, g, animal, at)
        if not foes:
            return
        if g.log is not None:
            g.log.block(g, ev.GORING, animal, at)
        horns = self._roll(g, animal)
        gored = 0
        for i in range(rules.seats):
            seat = (t.seat + i) % rules.seats
            for foe in rules.members[foes & rules.seat_standees[seat]]:
                if self._roll(g, foe) <= horns:
                    gored |= 1 << foe
        note_gored(rules, g, animal, gored)
        if g.log is not None:
            for foe in rules.members[foes]:
                g.log.add(ev.GORED if gored >> foe & 1 else ev.DODGED, foe, animal)
        if foes & ~gored:
            g.push(ASK_DODGED, t.seat, animal)
        if gored:
            g.push(ASK_GORED, t.seat, gored)

    def _roll(self, g: State, standee: int) -> int:
        die = g.roll(6, DICE, standee) + 1
        if g.log is not None:
            g.log.add(ev.ROLLED, standee, die)
        return die


class AskGored(Ask):
    """COW-7 (ii): a space north or sideways for each of the gored; a = those left."""

    def __init__(self) -> None:
        super().__init__("gored", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        for standee in rules.members[t.a & g.on_board]:
            for space in NORTHWARD[g.standee_at[standee]]:
                if may_stand(rules, g, standee, space):
                    found.append(step(standee, space))
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        standee = mover(choice)
        g.push(ASK_GORED, seat, t.a & ~(1 << standee))
        move(rules, g, seat, standee, place_in(choice), 0, ev.BY_PUSH)


class AskDodged(Ask):
    """COW-7 (iii): south or sideways, to a new target if it can; a = animal."""

    def __init__(self) -> None:
        super().__init__("dodged", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        free: list[int] = []
        targets: list[int] = []
        for space in SOUTHWARD[g.standee_at[t.a]]:
            if may_stand(rules, g, t.a, space) and not parts_herd(rules, g, t.a, space):
                free.append(step(t.a, space))
                if targets_at(rules, g, t.a, space):
                    targets.append(step(t.a, space))
        return targets or free

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        run_on(rules, g, seat, t.a, place_in(choice), ev.BY_RUN)


def run_on(rules: Rules, g: State, seat: int, animal: int, place: int, how: int) -> None:
    """An animal moves and gores where it arrives, unless a trap ends its run."""
    origin = g.standee_at[animal]
    g.relocate(animal, place)
    if g.log is not None:
        g.log.block(g, ev.MOVED, seat, animal, origin, place, how)
    mark = len(g.stack)
    g.push(GORE, seat, animal)
    g.push(ARRIVE, seat, animal, origin)
    for hook in rules.after_move:
        hook.fire(rules, g, seat, animal, origin, mark)
