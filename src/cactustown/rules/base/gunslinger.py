"""Section 10: gunslinger mode. Tokens, traps, and what they do to duels."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import (
    TAKE,
    TOKENS,
    YES_NO,
    Ask,
    MoveHook,
    Op,
    Rules,
)
from cactustown.engine.state import NONE, State, added, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import close_duel, duel_seats, fighters
from cactustown.rules.ops import (
    ASK_RELOAD,
    ASK_TOKENS,
    ASK_TRAP,
    DUEL_RELOADS,
    PASS,
    SHOW_TOKENS,
    YES,
)
from cactustown.rules.tokens import BULLET, PIPE, RELOAD, TOKEN_KINDS, TRAP

MOST_TOKENS: Final = 6  # GUN-6
ARCHIVE_FIRST: Final = 2  # choices of a TAKE: 0 none, 1 take, 2 + kind: take for that one


def held(g: State, seat: int, kind: int) -> int:
    """How many tokens of a kind a seat has (known to all, GUN-7)."""
    return g.token[seat * TOKEN_KINDS + kind]


def is_full(g: State, seat: int) -> bool:
    """GUN-6: whether one of the tokens must be given up for a further one."""
    number = 0
    for kind in range(TOKEN_KINDS):
        number += held(g, seat, kind)
    return number >= MOST_TOKENS


def archive(rules: Rules, g: State, seat: int, kind: int) -> None:
    """GUN-5: a used token never returns to the reserve."""
    g.token = added(g.token, seat * TOKEN_KINDS + kind, -1)
    g.token = added(g.token, (rules.seats + 1) * TOKEN_KINDS + kind, 1)


# -- taking tokens


class AskTake(Ask):
    """GUN-5, GUN-6: a token building offers its token; a = kind."""

    def __init__(self) -> None:
        super().__init__("take", TAKE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        if held(g, rules.seats, t.a) == 0:
            return []
        if not is_full(g, seat):
            return [PASS, YES]
        return [PASS, *(ARCHIVE_FIRST + k for k in range(TOKEN_KINDS) if held(g, seat, k))]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.TOKEN_LEFT, seat, t.a)
            return
        archived = NONE
        if choice >= ARCHIVE_FIRST:
            archived = choice - ARCHIVE_FIRST
            archive(rules, g, seat, archived)
        g.token = added(g.token, rules.seats * TOKEN_KINDS + t.a, -1)
        g.token = added(g.token, seat * TOKEN_KINDS + t.a, 1)
        if g.log is not None:
            g.log.add(ev.TOKEN_TAKEN, seat, t.a, archived)


# -- traps


class TrapWindow(MoveHook):
    """GUN-11: after any movement, before anything comes of it, opponents may spring a trap."""

    def fire(self, rules: Rules, g: State, by: int, standee: int, origin: int, mark: int) -> None:
        owner = rules.owner[standee]
        holders = 0
        for seat in range(rules.seats):
            if seat != owner and g.token[seat * TOKEN_KINDS + TRAP]:
                holders |= 1 << seat
        if holders:
            push_trap(rules, g, standee, origin, holders, mark)


def push_trap(rules: Rules, g: State, standee: int, origin: int, seats: int, mark: int) -> None:
    """Asks the first of these seats, clockwise from the active player."""
    seat = rules.next_from[max(g.active, 0)][seats]
    g.push(ASK_TRAP, seat, standee, origin, seats & ~(1 << seat), 0, mark)


class AskTrap(Ask):
    """GUN-11: a = standee, b = where its movement began, c = seats to be asked after this one."""

    def __init__(self) -> None:
        super().__init__("trap", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, YES]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_TRAP, seat)
            if t.c:
                push_trap(rules, g, t.a, t.b, t.c, t.mark)
            return
        archive(rules, g, seat, TRAP)
        spring_trap(g, seat, t.a, t.b, t.mark)


def spring_trap(g: State, seat: int, standee: int, origin: int, mark: int) -> None:
    """GUN-11: the standee goes back, and nothing comes of its movement."""
    reached = g.standee_at[standee]
    g.relocate(standee, origin)
    if g.log is not None:
        g.log.add(ev.TRAPPED, seat, standee, reached, origin)
    del g.stack[mark:]


# -- tokens in duels


class DuelTokens(Op):
    """GUN-8: every participant that holds duel tokens chooses in secret."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        choosing = 0
        seats = duel_seats(rules, g)
        for seat in range(rules.seats):
            g.pick = replaced(g.pick, seat, NONE)
            if seats >> seat & 1 and any(held(g, seat, kind) for kind in rules.duel_kinds):
                choosing |= 1 << seat
        if choosing:
            g.push(ASK_TOKENS, t.seat, 0, 0, choosing, 0, t.mark)


class AskTokens(Ask):
    """GUN-8: at most one each of the kinds for duels; c = seats still choosing."""

    def __init__(self) -> None:
        super().__init__("tokens", TOKENS)
        self.together = True

    def awaited(self, rules: Rules, g: State, t: Task) -> int:
        return t.c

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        available = 0
        for kind in rules.duel_kinds:
            if held(g, seat, kind):
                available |= 1 << kind
        return [chosen for chosen in range(available + 1) if chosen & ~available == 0]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.pick = replaced(g.pick, seat, choice)
        left = t.c & ~(1 << seat)
        if g.log is not None:
            ev.secretly(g.log, 1 << seat, ev.TOKENS_CHOSEN, seat, choice)
        op = ASK_TOKENS if left else SHOW_TOKENS
        g.stack[-1] = Task(op, t.seat, 0, 0, left, 0, t.mark)


class ShowTokens(Op):
    """GUN-8: all shown at once and archived, then used."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        use_tokens(rules, g, show_tokens(rules, g), t.mark)


def show_tokens(rules: Rules, g: State) -> list[int]:
    """GUN-8: shows and archives what was chosen; gives the tokens of each seat."""
    g.disclosed += 1
    shown = [0] * rules.seats
    for seat in range(rules.seats):
        chosen = g.pick[seat]
        g.pick = replaced(g.pick, seat, NONE)
        if chosen == NONE:
            continue
        if g.log is not None:
            g.log.add(ev.TOKENS_SHOWN, seat, chosen)
        for kind in rules.duel_kinds:
            if chosen >> kind & 1:
                archive(rules, g, seat, kind)
        shown[seat] = chosen
    return shown


def use_tokens(rules: Rules, g: State, shown: list[int], mark: int) -> None:
    """GUN-9, GUN-10: what the shown tokens of each seat do, pipes first of all."""
    for seat in range(rules.seats):
        if shown[seat] >> PIPE & 1:
            g.duel_in &= ~fighters(rules, g, seat)
        else:
            g.bonus[seat] += (shown[seat] >> BULLET & 1) * g.dice
            g.reloads |= (shown[seat] >> RELOAD & 1) << seat
    seats = duel_seats(rules, g)
    if seats & (seats - 1) == 0:
        if g.log is not None:
            g.log.add(ev.DUEL_OFF, g.duel_space)
        del g.stack[mark:]
        close_duel(rules, g)


class DuelReloads(Op):
    """GUN-10: clockwise from the initiator, each that showed a reload may roll a die again."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.reloads:
            seat = rules.next_from[g.duel_by][g.reloads]
            g.reloads &= ~(1 << seat)
            g.push(DUEL_RELOADS, t.seat, 0, 0, 0, 0, t.mark)
            g.push(ASK_RELOAD, seat, 0, 0, 0, 0, t.mark)
