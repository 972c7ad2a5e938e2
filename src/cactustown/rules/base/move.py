"""Section 6: movement. Running, sneaking, dancing; arriving, turning up, escaping."""

from __future__ import annotations

from cactustown.engine.encodings import card_number, entry, mover, place_in, step, unpack_effect
from cactustown.engine.machine import MOVE, Ask, Exit, Icon, Op, Rules
from cactustown.engine.reasons import Reason
from cactustown.engine.spaces import (
    DIAGONAL,
    DIAGONAL_OR_HERE,
    IS_EDGE,
    NEAR,
    NEAR_OR_HERE,
    SPACES,
    WILDERNESS,
)
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import (
    able_to_move,
    may_step,
    may_walk,
    stops,
    unable_to_move,
)
from cactustown.rules.base.goals import score
from cactustown.rules.base.leaving import (
    Gait,
    may_exit,
    most_leaving,
    others_leave,
    others_leaving,
    roomy,
    step_of,
)
from cactustown.rules.counters import ESCAPED
from cactustown.rules.ops import (
    ALL,
    ARRIVE,
    ASK_SNEAK,
    DIAGONALLY,
    EXACTLY,
    FORCED,
    LEAVE,
    MAY_EXIT,
    PASS,
    SLIP,
    STARTERS,
    TURN_UP,
)


def at_a_way_in(rules: Rules, g: State, standees: int, flags: int) -> bool:
    """Whether one of them stands beside the board where this movement may lead in."""
    for standee in rules.members[standees & ~g.on_board]:
        for way_in in rules.entrances:
            if way_in.space(rules, g, standee, flags) >= 0:
                return True
    return False


def by_extra_card(rules: Rules, g: State, seat: int) -> bool:
    """Whether the card this seat is carrying out is no action card (TOOL-2)."""
    return g.card >= 0 and rules.extra_cards[seat] >> card_number(g.card) & 1 != 0


def makes_first_movement(g: State, seat: int) -> bool:
    """MOV-4: whether this is the first movement action of the party; from now on it has been."""
    if g.moved_parties >> seat & 1:
        return False
    g.moved_parties |= 1 << seat
    return True


class MoveIcon(Icon):
    """RUN, SNEAK and DANCE, for one standee or all: MOV-1, MOV-2, MOV-7, MOV-8."""

    def __init__(self, name: str, op: int, flags: int) -> None:
        super().__init__(name, stops(flags))
        self.op = op
        self.flags = flags

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return able_to_move(rules, g, rules.seat_standees[seat], self.flags) != 0

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        return unable_to_move(rules, g, rules.seat_standees[seat], self.flags)

    def start(self, rules: Rules, g: State, seat: int) -> None:
        flags = self.flags
        then = 0
        if by_extra_card(rules, g, seat):
            if rules.reading.extra_cards_leave_start and makes_first_movement(g, seat):
                flags |= LEAVE
                then = step_of(self.op, flags)
        elif makes_first_movement(g, seat):  # MOV-4: it counts as an ALL
            flags |= ALL | LEAVE
        g.push(self.op, seat, rules.seat_standees[seat], flags, then)

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        return able_to_move(rules, g, standees, self.flags) != 0

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        g.push(self.op, seat, standees, self.flags & ~(MAY_EXIT | ALL) | FORCED)


class AskMove(Ask):
    """One standee of the mask moves, or with ALL each of them: a = mask, b = flags.

    By a tool's first movement (MOV-4): c = the ask by which the others leave afterwards, or 0
    where that lies on the stack already; d = those that have just left and may not come back.

    The party's facts come from the standee's owner, never from the deciding seat, so that running
    with somebody else's standee is the same op with another mask.
    """

    def __init__(self, name: str, how: int, strides: int = 1, may_wait: bool = False) -> None:
        super().__init__(name, MOVE)
        self.how = how
        self.strides = strides
        self.may_wait = may_wait  # staying does not give up the movement: another part follows

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found = self.ways(rules, g, t)
        if t.b & LEAVE and rules.reading.frees_the_boxed_in:
            return self.with_most_leaving(rules, g, t, found)
        return found

    def ways(self, rules: Rules, g: State, t: Task) -> list[int]:
        """Every choice, but for what MOV-4 asks of the companions."""
        flags = t.b
        turn_up = flags & TURN_UP
        reach = DIAGONAL_OR_HERE if flags & DIAGONALLY else NEAR_OR_HERE
        standees_on = g.standees_on
        blocked = g.blocked
        # A move that turns nothing up may be left out as a whole; otherwise staying is a choice
        # of each standee, because it turns up its building.
        found = [PASS] if not turn_up else []
        exactly = flags & EXACTLY
        must_leave = False
        movers = t.a & g.unmoved if flags & STARTERS else t.a
        for standee in rules.members[able_to_move(rules, g, movers, flags)]:
            at = g.standee_at[standee]
            kin = rules.kin[standee]
            before = len(found)
            leaves = flags & LEAVE and g.unmoved >> standee & 1
            for space in reach[at]:
                if space == at:
                    if (
                        turn_up
                        and not leaves
                        and not exactly
                        and (not rules.walk_laws or may_walk(rules, g, standee, at, flags))
                    ):
                        found.append(step(standee, at))
                elif standees_on[space] & kin or blocked >> space & 1:  # MOV-3, MOV-9
                    continue
                elif not rules.walk_laws or may_walk(rules, g, standee, space, flags):
                    found.append(step(standee, space))
            if flags & MAY_EXIT and IS_EDGE[at]:
                for way_out in rules.exits:
                    place = way_out.place(rules, g, standee, flags)
                    if place >= 0:
                        found.append(step(standee, place))
            if leaves:
                if len(found) > before:
                    must_leave = True
                elif turn_up:
                    found.append(step(standee, at))
        if not turn_up and (exactly or (must_leave and not self.may_wait)):
            del found[0]
        if rules.entrances:
            self._add_entries(rules, g, t, found)
        return found

    def _add_entries(self, rules: Rules, g: State, t: Task, found: list[int]) -> None:
        """Standees beside the board that may enter it, or wait where that is no duty."""
        is_duty = False
        for standee in rules.members[t.a & ~g.on_board]:
            for way_in in rules.entrances:
                space = way_in.space(rules, g, standee, t.b)
                if space < 0:
                    continue
                at = g.standee_at[standee]
                enters = may_step(rules, g, standee, space, t.b)
                if enters:
                    found.append(step(standee, space))
                if enters and way_in.is_duty:
                    is_duty = True
                elif t.b & TURN_UP and not t.b & EXACTLY and may_walk(rules, g, standee, at, t.b):
                    found.append(step(standee, at))
        if is_duty and found[0] == PASS:
            del found[0]
        found.sort()

    def with_most_leaving(self, rules: Rules, g: State, t: Task, found: list[int]) -> list[int]:
        """MOV-4: of these choices those after which as many as possible leave their start space."""
        if t.b & ALL and self._all_have_room(rules, g, t):
            return found
        kept: list[int] = []
        most = -2
        for choice in found:
            number = self.leaving_by(rules, g, t, choice)
            if number > most:
                most = number
                kept = []
            if number == most:
                kept.append(choice)
        return kept

    def _all_have_room(self, rules: Rules, g: State, t: Task) -> bool:
        if self.strides > 1:
            return False
        movers = able_to_move(rules, g, t.a, t.b)
        return roomy(rules, g, movers, movers & g.unmoved, self.gait(t.b))

    def gait(self, flags: int) -> Gait:
        """How its standees get along."""
        steps = DIAGONAL if flags & DIAGONALLY else NEAR
        return Gait(steps, self.strides, flags & SLIP == 0)

    def leaving_by(self, rules: Rules, g: State, t: Task, choice: int) -> int:
        """How many leave their start space by a choice and by the best that may follow it."""
        if choice == PASS:
            return 0
        standee = mover(choice)
        place = place_in(choice)
        at = g.standee_at[:]
        left = 0
        if place != at[standee] and g.unmoved >> standee & 1:
            left = 1
        elif t.d >> standee & 1 and place == rules.start_at[standee]:
            left = -1  # it would be back
        at[standee] = place
        if not t.b & ALL:
            others = rules.kin[standee] & ~(1 << standee)
            return left + others_leaving(rules, g, at, others, t.c or ASK_SNEAK)
        movers = able_to_move(rules, g, t.a & ~(1 << standee), t.b)
        starters = movers & g.unmoved
        if t.b & STARTERS:
            movers = starters
        exits = may_exit(rules, g, movers, t.b) if place < SPACES else 0
        return left + most_leaving(rules, g, at, movers, starters, exits, self.gait(t.b))

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            return
        standee = mover(choice)
        self.push_rest(rules, g, t, seat, standee)
        move(rules, g, seat, standee, place_in(choice), t.b, self.how)

    def push_rest(self, rules: Rules, g: State, t: Task, seat: int, standee: int) -> None:
        """Who moves after this one: with ALL the rest, after a tool those that must leave."""
        if t.b & ALL:
            rest = t.a & ~(1 << standee)
            if rest:
                g.push(t.op, seat, rest, t.b)
        elif t.c:
            others_leave(rules, g, seat, standee, t.c)


def move(rules: Rules, g: State, seat: int, standee: int, place: int, flags: int, how: int) -> None:
    """A standee moves, willingly or not; a movement (WORD-7) only if it goes somewhere."""
    origin = g.standee_at[standee]
    if place == origin:
        if g.log is not None:
            g.log.block(g, ev.STAYED, seat, standee, origin, how)
        arrive(rules, g, standee, origin, flags)
        return
    g.relocate(standee, place)
    if g.log is not None:
        g.log.block(g, ev.MOVED, seat, standee, origin, place, how)
    if not rules.after_move:
        arrive(rules, g, standee, origin, flags)
        return
    mark = len(g.stack)
    g.push(ARRIVE, seat, standee, origin, flags)
    for hook in rules.after_move:
        hook.fire(rules, g, seat, standee, origin, mark)


class Arrive(Op):
    """The movement stands: a = standee, b = origin, c = flags."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        arrive(rules, g, t.a, t.b, t.c)


def arrive(rules: Rules, g: State, standee: int, origin: int, flags: int) -> None:
    """Turns up the building where the movement says so, and applies its effects (GUN-3, GUN-4)."""
    place = g.standee_at[standee]
    moved = place != origin
    if moved:
        g.unmoved &= ~(1 << standee)
    if place >= SPACES:
        if not moved:
            return
        g.push(rules.arrival_op[place], rules.owner[standee], standee)
        return
    turned_up = flags & TURN_UP and not g.face_up >> place & 1
    if turned_up:
        turn_up_building(rules, g, standee, place)
    if moved or turned_up:
        push_enter(rules, g, standee, place)
    if turned_up:
        push_reveal(rules, g, standee, place)


def turn_up_building(rules: Rules, g: State, standee: int, space: int) -> None:
    """WORD-4: face up for good."""
    g.face_up |= 1 << space
    g.disclosed += 1
    if g.log is not None:
        g.log.add(ev.TURNED_UP, standee, space, g.building_at[space])


def push_enter(rules: Rules, g: State, standee: int, space: int) -> None:
    """GUN-4: the ENTER effect of a face-up building, applied by the standee's owner.

    Once a turn for the same standee and building, whether or not anything is made of it.
    """
    if g.face_up >> space & 1:
        building = g.building_at[space]
        op = rules.enter_op[building]
        if op >= 0 and enters_anew(rules, g, standee, space):
            push_effect(rules, g, op, rules.enter_arg[building], space, standee)


def enters_anew(rules: Rules, g: State, standee: int, space: int) -> bool:
    """GUN-4: whether this standee enters there for the first time this turn; now it has."""
    if rules.reading.enters_once_a_turn:
        code = entry(standee, space)
        if code in g.entered:
            return False
        g.entered = (*g.entered, code)
    return True


def push_reveal(rules: Rules, g: State, standee: int, space: int) -> None:
    """GUN-3: the REVEAL effect, applied once, by the owner of who turned the building up."""
    building = g.building_at[space]
    op = rules.reveal_op[building]
    if op >= 0:
        push_effect(rules, g, op, rules.reveal_arg[building], space, standee)


def push_effects(rules: Rules, g: State, standee: int, space: int) -> None:
    """What a building does for a standee that stands there and has turned it up: REVEAL first."""
    push_enter(rules, g, standee, space)
    push_reveal(rules, g, standee, space)


def push_effect(rules: Rules, g: State, op: int, arg: int, space: int, standee: int) -> None:
    """What a building does for a standee's owner; a seat nobody plays is not asked (SOLO-10)."""
    seat = rules.owner[standee]
    if not rules.planners >> seat & 1:
        op = rules.unplayed_op[op]
    if op >= 0:
        g.push(op, seat, arg, space, standee)


class EscapeToWilderness(Exit):
    """MOV-6: from an edge space, with a plunder token, alone, one outlaw a card."""

    def place(self, rules: Rules, g: State, standee: int, flags: int) -> int:
        if (
            flags & TURN_UP  # MOV-7: not by sneaking
            and g.laden >> standee & 1
            and not g.escaped_now
            and g.standees_on[g.standee_at[standee]] == 1 << standee
        ):
            return WILDERNESS
        return -1


def left_board(rules: Rules, g: State, standee: int) -> None:
    """Tells the modules that a standee is off the board for good or for a while."""
    for hook in rules.after_leaving:
        hook.fire(rules, g, standee)


class Escape(Op):
    """MOV-6: the outlaw is out of town for good; a = standee."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        g.escaped_now += 1
        if g.log is not None:
            g.log.add(ev.ESCAPED, t.a)
        left_board(rules, g, t.a)
        score(rules, g, ESCAPED)


class EffectMove(Op):
    """GUN-12 to GUN-14: a building lets somebody move; a = whom and how, b = its space."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        own, flags, op = unpack_effect(t.a)
        if g.log is not None:
            g.log.add(ev.BUILDING_EFFECT, t.seat, g.building_at[t.b], t.b)
        mask = rules.seat_standees[t.seat]
        if not own:
            mask = ~mask & ((1 << len(rules.owner)) - 1)
        g.push(op, t.seat, mask, flags)
