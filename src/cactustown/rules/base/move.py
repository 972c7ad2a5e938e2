"""Section 6: movement. Running, sneaking, dancing; arriving, turning up, escaping."""

from __future__ import annotations

from cactustown.engine.machine import MOVE, Ask, Exit, Icon, Op, Rules
from cactustown.engine.spaces import DIAGONAL_OR_HERE, IS_EDGE, NEAR_OR_HERE, SPACES, WILDERNESS
from cactustown.engine.state import ESCAPED, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.goals import score
from cactustown.rules.ops import (
    ALL,
    ARRIVE,
    DIAGONALLY,
    EXACTLY,
    FORCED,
    LEAVE,
    MAY_EXIT,
    PASS,
    PLACE_MASK,
    SLIP,
    STANDEE_SHIFT,
    TURN_UP,
)


def able_to_move(rules: Rules, g: State, standees: int, flags: int) -> int:
    """Those that could carry out this movement: upright, on the board, not held by deadlock."""
    upright = standees & g.on_board & ~g.stunned
    if flags & SLIP:
        return upright
    able = 0
    standing = ~g.stunned
    for standee in rules.members[upright]:
        here = g.standees_on[g.standee_at[standee]] & standing
        if not here & rules.deadlocked_by[standee]:  # MOV-5
            able |= 1 << standee
    return able


def may_walk(rules: Rules, g: State, standee: int, place: int, flags: int) -> bool:
    """Whether no module's law of walking forbids this standee to go there."""
    for law in rules.walk_laws:
        if law.forbids(rules, g, standee, place, flags):
            return False
    return True


class MoveIcon(Icon):
    """RUN, SNEAK and DANCE, for one standee or all: MOV-1, MOV-2, MOV-7, MOV-8."""

    def __init__(self, name: str, op: int, flags: int) -> None:
        super().__init__(name)
        self.op = op
        self.flags = flags

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return able_to_move(rules, g, rules.seat_standees[seat], self.flags) != 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        flags = self.flags
        is_tool = g.card >= 0 and rules.tool_cards[seat] >> (g.card & 15) & 1  # TOOL-4
        if not g.moved_parties >> seat & 1 and not is_tool:  # MOV-4: the first movement is an ALL
            g.moved_parties |= 1 << seat
            flags |= ALL | LEAVE
        g.push(self.op, seat, rules.seat_standees[seat], flags)

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        return able_to_move(rules, g, standees, self.flags) != 0

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        g.push(self.op, seat, standees, self.flags & ~(MAY_EXIT | ALL) | FORCED)


class AskMove(Ask):
    """One standee of the mask moves, or with ALL each of them: a = mask, b = flags.

    The party's facts come from the standee's owner, never from the deciding seat, so that running
    with somebody else's standee is the same op with another mask.
    """

    def __init__(self, name: str, how: int) -> None:
        super().__init__(name, MOVE)
        self.how = how

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
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
        for standee in rules.members[able_to_move(rules, g, t.a, flags)]:
            at = g.standee_at[standee]
            kin = rules.kin[standee]
            code = (standee + 1) << STANDEE_SHIFT
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
                        found.append(code | at)
                elif standees_on[space] & kin or blocked >> space & 1:  # MOV-3, MOV-9
                    continue
                elif not rules.walk_laws or may_walk(rules, g, standee, space, flags):
                    found.append(code | space)
            if flags & MAY_EXIT and IS_EDGE[at]:
                for way_out in rules.exits:
                    place = way_out.place(rules, g, standee, flags)
                    if place >= 0:
                        found.append(code | place)
            if leaves:
                if len(found) > before:
                    must_leave = True
                elif turn_up:
                    found.append(code | at)
        if not turn_up and (must_leave or exactly):
            del found[0]
        if rules.entrances:
            self._add_entries(rules, g, t, found)
        return found

    def _add_entries(self, rules: Rules, g: State, t: Task, found: list[int]) -> None:
        """Standees beside the board that may enter it, or wait."""
        for standee in rules.members[t.a & ~g.on_board]:
            for way_in in rules.entrances:
                space = way_in.space(rules, g, standee, t.b)
                if space < 0:
                    continue
                code = (standee + 1) << STANDEE_SHIFT
                at = g.standee_at[standee]
                if t.b & TURN_UP and not t.b & EXACTLY and may_walk(rules, g, standee, at, t.b):
                    found.append(code | at)
                if (
                    not g.standees_on[space] & rules.kin[standee]
                    and not g.blocked >> space & 1
                    and may_walk(rules, g, standee, space, t.b)
                ):
                    found.append(code | space)
        found.sort()

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            return
        standee = (choice >> STANDEE_SHIFT) - 1
        if t.b & ALL:
            rest = t.a & ~(1 << standee)
            if rest:
                g.push(t.op, seat, rest, t.b)
        move(rules, g, seat, standee, choice & PLACE_MASK, t.b, self.how)


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
    """GUN-4: the ENTER effect of a face-up building, applied by the standee's owner."""
    if g.face_up >> space & 1:
        building = g.building_at[space]
        op = rules.enter_op[building]
        if op >= 0:
            push_effect(rules, g, op, rules.enter_arg[building], space, standee)


def push_reveal(rules: Rules, g: State, standee: int, space: int) -> None:
    """GUN-3: the REVEAL effect, applied once, by the owner of who turned the building up."""
    building = g.building_at[space]
    op = rules.reveal_op[building]
    if op >= 0:
        push_effect(rules, g, op, rules.reveal_arg[building], space, standee)


def push_effect(rules: Rules, g: State, op: int, arg: int, space: int, standee: int) -> None:
    """What a building does for a standee's owner; an automa is never asked (SOLO-10)."""
    seat = rules.owner[standee]
    if seat == rules.automa:
        op = rules.automa_op[op]
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


def pack_effect(own: bool, flags: int, op: int) -> int:
    """The argument of `EffectMove`."""
    return op << 16 | flags << 1 | int(own)


def unpack_effect(arg: int) -> tuple[bool, int, int]:
    return bool(arg & 1), arg >> 1 & 0x7FFF, arg >> 16
