"""TOOL-4: tools that move somebody. A tool is a movement action like any other (MOV-4)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import Icon, Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import NEAR, SPACES, spaces_of, within
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import (
    able_to_move,
    deadlock,
    may_walk,
    meets_companion,
    stops,
    two_strides,
    unable_to_move,
)
from cactustown.rules.base.leaving import Gait, others_leave, others_leaving
from cactustown.rules.base.move import AskMove, at_a_way_in, makes_first_movement, move
from cactustown.rules.ops import (
    ASK_RUN,
    ASK_SNEAK,
    FORCED,
    LEAVE,
    MAY_EXIT,
    PASS,
    RUNNING_FLAGS,
)

STRIDES = 2
ONE_IS_DEADLOCKED: Final = Obstacle("one_is_deadlocked", "TOOL-4")


class WalkIcon(Icon):
    """A movement of a tool: an ask with a mask and flags.

    `walkers` says for each seat who may carry it out, 0 for all of its standees.
    """

    def __init__(self, name: str, op: int, flags: int, walkers: list[int] | None = None) -> None:
        super().__init__(name, stops(flags))
        self.op = op
        self.flags = flags
        self.walkers: list[int] = walkers or []

    def mask(self, rules: Rules, g: State, seat: int) -> int:
        """Those who may be moved."""
        chosen = self.walkers[seat] if self.walkers else 0
        return chosen or rules.seat_standees[seat]

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        mask = self.mask(rules, g, seat)
        if rules.reading.herd_enters_town and at_a_way_in(rules, g, mask, self.flags):
            return True
        return able_to_move(rules, g, mask, self.flags) != 0

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        mask = self.mask(rules, g, seat)
        if rules.reading.herd_enters_town and at_a_way_in(rules, g, mask, self.flags):
            return []
        return unable_to_move(rules, g, mask, self.flags)

    def start(self, rules: Rules, g: State, seat: int) -> None:
        flags = self.flags
        if rules.reading.extra_cards_leave_start and makes_first_movement(g, seat):
            flags |= LEAVE
        g.push(self.op, seat, self.mask(rules, g, seat), flags)

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        return able_to_move(rules, g, standees, self.flags) != 0

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        g.push(self.op, seat, standees, self.flags & ~MAY_EXIT | FORCED)


class TogetherIcon(WalkIcon):
    """The same for all at once: not usable while one of them is held by deadlock (TOOL-4)."""

    def __init__(self, name: str, op: int, flags: int, walkers: list[int] | None = None) -> None:
        super().__init__(name, op, flags, walkers)
        self.obstacles = (ONE_IS_DEADLOCKED, *self.obstacles)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        mask = self.mask(rules, g, seat)
        found: list[Reason] = []
        if not rules.reading.held_runs_diagonally:
            for standee in rules.members[mask & g.on_board & ~g.stunned]:
                held = deadlock(rules, g, standee)
                if held is not None:
                    held.obstacle = ONE_IS_DEADLOCKED
                    add_reason(found, held)
        return found or unable_to_move(rules, g, mask, self.flags)

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        upright = self.mask(rules, g, seat) & g.on_board & ~g.stunned
        able = able_to_move(rules, g, upright, self.flags)
        return able != 0 and (able == upright or rules.reading.held_runs_diagonally)


class RivalWalkIcon(WalkIcon):
    """The same with somebody else's standee: no movement of the own party (MOV-4)."""

    def mask(self, rules: Rules, g: State, seat: int) -> int:
        return ((1 << len(rules.owner)) - 1) & ~rules.seat_standees[seat]

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(self.op, seat, self.mask(rules, g, seat), self.flags)


class AskWalk(AskMove):
    """Two sneaks as one movement (CHI-4, TOOL-4): a = mask, b = flags."""

    def __init__(self) -> None:
        super().__init__("walk", ev.BY_SNEAK, STRIDES)
        self.verb = "sneak"

    def ways(self, rules: Rules, g: State, t: Task) -> list[int]:
        found = [PASS]
        for standee in rules.members[able_to_move(rules, g, t.a, t.b)]:
            if rules.reading.double_sneak_stops:
                ends = two_strides(rules, g, standee, t.b)
            else:
                ends = self._ends_past_companions(rules, g, standee, t.b)
            found += [step(standee, space) for space in ends]
        return found

    def _ends_past_companions(self, rules: Rules, g: State, standee: int, flags: int) -> list[int]:
        """The first reading: only the end counts, so it passed whom it could not stop beside."""
        at = g.standee_at[standee]
        return [
            space
            for space in spaces_of(within(at, STRIDES, g.blocked))
            if space != at
            and not meets_companion(rules, g, standee, space)
            and may_walk(rules, g, standee, space, flags)
        ]

    def push_rest(self, rules: Rules, g: State, t: Task, seat: int, standee: int) -> None:
        if t.b & LEAVE:
            others_leave(rules, g, seat, standee, ASK_SNEAK)


class AskSneakFirst(AskMove):
    """A sneak, then a run of the same standee, of any if nobody sneaked: two movements.

    a = mask, b = flags of the sneak.
    """

    def __init__(self) -> None:
        super().__init__("sneak", ev.BY_SNEAK, may_wait=True)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        running = RUNNING_FLAGS if not t.b & FORCED else RUNNING_FLAGS & ~MAY_EXIT | FORCED
        running |= t.b & LEAVE
        if choice == PASS:
            self._all_may_run(rules, g, t, seat, running)
            return
        standee = mover(choice)
        if t.b & LEAVE:
            others_leave(rules, g, seat, standee, ASK_SNEAK)
        sneaked = 1 << standee
        g.push(ASK_RUN, seat, sneaked, running, 0, sneaked if t.b & LEAVE else 0)
        move(rules, g, seat, standee, place_in(choice), t.b, self.how)

    def _all_may_run(self, rules: Rules, g: State, t: Task, seat: int, running: int) -> None:
        """Nobody sneaked; by a first movement whoever does not run sneaks off afterwards."""
        if not t.b & LEAVE:
            g.push(ASK_RUN, seat, t.a, running)
        elif able_to_move(rules, g, t.a, running):
            g.push(ASK_RUN, seat, t.a, running, ASK_SNEAK)
        else:
            others_leave(rules, g, seat, NONE, ASK_SNEAK)

    def leaving_by(self, rules: Rules, g: State, t: Task, choice: int) -> int:
        at = g.standee_at[:]
        if choice == PASS:
            return self._leaving_by_run(rules, g, at, t.a, 0)
        standee = mover(choice)
        at[standee] = place_in(choice)
        left = g.unmoved >> standee & 1
        return left + self._leaving_by_run(rules, g, at, 1 << standee, 1 << standee)

    def _leaving_by_run(
        self, rules: Rules, g: State, at: list[int], runners: int, sneaked: int
    ) -> int:
        """How many leave by the run of one of these and the others' sneaks after it."""
        party = rules.kin[rules.members[runners][0]]
        gait = Gait(NEAR, 1, True)
        most = NONE
        for runner in rules.members[runners & g.on_board & ~g.stunned]:
            here = at[runner]
            if here >= SPACES:  # the sneak has led it off the board
                continue
            if g.standees_on[here] & ~g.stunned & rules.deadlocked_by[runner]:  # MOV-5
                continue
            others = party & ~(1 << runner)
            left = (g.unmoved & ~sneaked) >> runner & 1
            ends = gait.ends(rules, g, at, runner)
            for place in ends:
                if not sneaked or place != rules.start_at[runner]:
                    at[runner] = place
                    most = max(most, left + others_leaving(rules, g, at, others, ASK_SNEAK))
                    at[runner] = here
            if not left or not ends:
                most = max(most, others_leaving(rules, g, at, others, ASK_SNEAK))
        if most == NONE:
            return others_leaving(rules, g, at, party & ~sneaked, ASK_SNEAK)
        return most
