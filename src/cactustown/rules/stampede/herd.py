"""The herd: corrals, train, and how far a cow may stray (COW-1 to COW-5, COW-8)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Entrance, Exit, Op, Rules, WalkLaw
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import CORRALS, NEAR, PLACES, SIDE, SPACES, WAGONS
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.reading import Reading
from cactustown.rules import events as ev
from cactustown.rules.base.footing import (
    DEADLOCKED,
    able_to_move,
    may_stand,
    unable_to_move,
)
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import MoveIcon, left_board
from cactustown.rules.base.obstacles import AWAY, LIES, spaces_under
from cactustown.rules.counters import WAGONS_FULL
from cactustown.rules.ops import FORCED, PUSHED, SLIP, TURN_UP

RANGE: Final = 2
FIRST_GATE: Final = 1  # b1, north of the first corral
LAST_GATE: Final = SPACES - SIDE + 1  # b5, south of the first wagon
GATES: Final = 3
_FAR: Final = 99


def _apart(a: int, b: int) -> int:
    """COW-3: steps between two places; a corral counts as a space of row 0."""
    if CORRALS <= a < WAGONS:
        a += FIRST_GATE - CORRALS - SIDE
    if CORRALS <= b < WAGONS:
        b += FIRST_GATE - CORRALS - SIDE
    if a >= SPACES or b >= SPACES:
        return _FAR
    return abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE)


APART: Final = [[_apart(a, b) for b in range(PLACES)] for a in range(PLACES)]


def ways_from(place: int) -> list[int]:
    """Where one step leads: from a corral straight north (COW-1)."""
    if place < SPACES:
        return NEAR[place]
    if CORRALS <= place < WAGONS:
        return [place - CORRALS + FIRST_GATE]
    return []


def rider_of(rules: Rules, animal: int) -> int:
    """The bull rider of this animal's herd."""
    return rules.members[rules.kin[animal] & ~rules.harmless][0]


def in_range(rules: Rules, g: State, cow: int) -> bool:
    """COW-3: within two steps of the bull rider, or aboard."""
    at = g.standee_at[cow]
    return at >= WAGONS or APART[at][g.standee_at[rider_of(rules, cow)]] <= RANGE


class Herding(WalkLaw):
    """COW-3, COW-4: what binds the cowboy's own will, and nobody else's."""

    def forbids(self, rules: Rules, g: State, standee: int, place: int, flags: int) -> bool:
        if flags & FORCED or not rules.kin[standee] & rules.harmless:
            return False
        if rules.harmless >> standee & 1:
            if not in_range(rules, g, standee):
                return not flags & TURN_UP  # it cannot SNEAK
            return APART[place][g.standee_at[rider_of(rules, standee)]] > RANGE
        if loses_a_cow(rules, g, standee, place):
            return True
        if not strays(rules, g, standee):
            return False
        if not flags & TURN_UP:
            near = rules.reading.strays_stay_near
            return near and leaves_a_stray(rules, g, standee, place)
        if place != g.standee_at[standee]:
            return not nears_a_stray(rules, g, standee, place)
        return can_near_a_stray(rules, g, standee)  # a RUN must bring him nearer, if it can


class KeptTogether(WalkLaw):
    """ABI-8: no push parts a kept animal from its bull rider beyond range, nor him from it."""

    def forbids(self, rules: Rules, g: State, standee: int, place: int, flags: int) -> bool:
        return flags & PUSHED != 0 and parts_herd(rules, g, standee, place)


def parts_herd(rules: Rules, g: State, animal: int, place: int) -> bool:
    """ABI-8: whether a kept animal there would be out of range of those kept with it."""
    if not g.kept >> animal & 1:
        return False
    rider = rider_of(rules, animal)
    if animal != rider:
        return APART[place][g.standee_at[rider]] > RANGE
    for cow in rules.members[g.kept & rules.harmless]:
        at = g.standee_at[cow]
        if at < WAGONS and APART[at][place] > RANGE:
            return True
    return False


def strays(rules: Rules, g: State, rider: int) -> list[int]:
    """The cows out of range."""
    return [
        cow
        for cow in rules.members[rules.kin[rider] & rules.harmless]
        if not in_range(rules, g, cow)
    ]


def loses_a_cow(rules: Rules, g: State, rider: int, place: int) -> bool:
    """Whether a cow now in range would be out of it with the bull rider there."""
    for cow in rules.members[rules.kin[rider] & rules.harmless]:
        at = g.standee_at[cow]
        if at < WAGONS and in_range(rules, g, cow) and APART[at][place] > RANGE:
            return True
    return False


def nears_a_stray(rules: Rules, g: State, rider: int, place: int) -> bool:
    """Whether that place is nearer to one of the cows out of range."""
    here = g.standee_at[rider]
    for cow in strays(rules, g, rider):
        at = g.standee_at[cow]
        if APART[at][place] < APART[at][here]:
            return True
    return False


def leaves_a_stray(rules: Rules, g: State, rider: int, place: int) -> bool:
    """Whether that place is farther from one of the cows out of range."""
    here = g.standee_at[rider]
    for cow in strays(rules, g, rider):
        at = g.standee_at[cow]
        if APART[at][place] > APART[at][here]:
            return True
    return False


def can_near_a_stray(rules: Rules, g: State, rider: int) -> bool:
    """COW-4: whether a step brings him nearer to a cow out of range and loses no other."""
    for space in ways_from(g.standee_at[rider]):
        if (
            may_stand(rules, g, rider, space)
            and not loses_a_cow(rules, g, rider, space)
            and nears_a_stray(rules, g, rider, space)
        ):
            return True
    return False


class CorralGate(Entrance):
    """COW-1: from a corral straight north, by the cowboy's own will only; who can, does."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.is_duty = reading.herd_enters_town

    def space(self, rules: Rules, g: State, standee: int, flags: int) -> int:
        at = g.standee_at[standee]
        if flags & FORCED or not CORRALS <= at < WAGONS:
            return -1
        return at - CORRALS + FIRST_GATE


class Wagon(Exit):
    """COW-8: one animal a wagon, the bull rider last; cows only by sneaking."""

    def __init__(self, number: int) -> None:
        self.number = number

    def place(self, rules: Rules, g: State, standee: int, flags: int) -> int:
        if g.standee_at[standee] != LAST_GATE + self.number:
            return -1
        cows = rules.kin[standee] & rules.harmless
        wagon = WAGONS + self.number
        if not cows or wagon in g.standee_at:
            return -1
        if cows >> standee & 1:
            return -1 if flags & TURN_UP or not in_range(rules, g, standee) else wagon
        for cow in rules.members[cows]:
            if g.standee_at[cow] < WAGONS:
                return -1
        return wagon


class BoardTrain(Op):
    """COW-8: aboard for good; a = standee."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.log is not None:
            g.log.add(ev.BOARDED, t.a, g.standee_at[t.a])
        left_board(rules, g, t.a)
        score(rules, g, WAGONS_FULL)


OUT_OF_RANGE: Final = Obstacle("out_of_range", "COW-4")
HAS_TO_RUN: Final = Obstacle("bull_rider_has_to_run", "COW-4")


class HerdIcon(MoveIcon):
    """COW-5: RUN or SNEAK of the bull rider, SNEAK of one cow or both. MOV-4 is not for him."""

    def __init__(self, name: str, op: int, flags: int, cows: bool) -> None:
        super().__init__(name, op, flags)
        self.cows = cows
        in_town = OUT_OF_RANGE if cows else DEADLOCKED
        self.obstacles = (LIES, *AWAY) if flags & SLIP and not cows else (in_town, LIES, *AWAY)

    def _mask(self, rules: Rules, seat: int) -> int:
        own = rules.seat_standees[seat]
        return own & rules.harmless if self.cows else own & ~rules.harmless

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        for animal in rules.members[self._mask(rules, seat)]:
            at = g.standee_at[animal]
            if at >= WAGONS or (self.cows and self.flags & SLIP and not in_range(rules, g, animal)):
                continue
            if at >= CORRALS or able_to_move(rules, g, 1 << animal, self.flags):
                return True
        return False

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        found: list[Reason] = []
        for animal in rules.members[self._mask(rules, seat)]:
            at = g.standee_at[animal]
            on_corral = CORRALS <= at < WAGONS
            here = on_corral or at < SPACES
            if here and self.cows and self.flags & SLIP and not in_range(rules, g, animal):
                add_reason(found, strayed(rules, g, animal))
                continue
            without = [] if on_corral else unable_to_move(rules, g, 1 << animal, self.flags)
            if not without:
                return []
            add_reason(found, without[0])
        return found

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(self.op, seat, self._mask(rules, seat), self.flags)


def strayed(rules: Rules, g: State, cow: int) -> Reason:
    """COW-3: how far a cow is from its bull rider."""
    rider = rider_of(rules, cow)
    apart = APART[g.standee_at[cow]][g.standee_at[rider]]
    where = spaces_under(g, 1 << cow)
    return Reason(OUT_OF_RANGE, 1 << cow, others=1 << rider, spaces=where, number=apart)


class RunOfBullRider(HerdIcon):
    """COW-4: he has to RUN, if his card allows and it brings him nearer to a cow out of range."""

    def __init__(self, op: int, flags: int) -> None:
        super().__init__("run-bull-rider", op, flags, cows=False)
        self.demands = HAS_TO_RUN

    def duty(self, rules: Rules, g: State, seat: int) -> Reason:
        rider = rules.members[self._mask(rules, seat)][0]
        cows = sum(1 << cow for cow in strays(rules, g, rider))
        return Reason(HAS_TO_RUN, 1 << rider, others=cows, spaces=spaces_under(g, cows))

    def is_due(self, rules: Rules, g: State, seat: int) -> bool:
        rider = rules.members[self._mask(rules, seat)][0]
        return rules.reading.must_run_to_strays and can_near_a_stray(rules, g, rider)
