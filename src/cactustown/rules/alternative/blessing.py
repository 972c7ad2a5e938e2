"""ALT-2: blessings. A blessing cancels one token at the moment an opponent uses it.

Outside duels it is a window above the use it answers (`offer_blessing`). In a duel it is one of
the tokens chosen in secret; right after the showing it may cancel one of those, or else, as long
as the duel is open, a pet (`answer_pet`).
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import PARTY, TOKENS, YES_NO, Ask, DuelEnd, Op, Rules
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.gunslinger import (
    AskTrap,
    archive,
    held,
    push_trap,
    show_tokens,
    spring_trap,
    use_tokens,
)
from cactustown.rules.ops import (
    ASK_BLESS_PARTY,
    ASK_BLESS_TOKEN,
    ASK_BLESSING,
    BLESS_TOKENS,
    CANCEL_USE,
    PASS,
    SPRING_TRAP,
    YES,
)
from cactustown.rules.tokens import ABILITY_TOKEN, BLESSING, PET_TOKEN, TOKEN_KINDS, TRAP

IN_HAND: Final = 0  # which blessings may answer: any that somebody holds
SHOWN: Final = 1  # only those shown in this duel


class BlessingsLapse(DuelEnd):
    """What was shown in a duel and not used is gone with it."""

    def clear(self, rules: Rules, g: State) -> None:
        g.blessings = 0


def offer_blessing(rules: Rules, g: State, user: int, kind: int, mark: int) -> None:
    """Opens the window in which opponents of `user` may cancel the token it has just used.

    Call it last, when the token has been archived and the tasks that carry out its use lie on the
    stack from height `mark` on: a blessing takes them off (`del stack[mark:]`), and what lies below
    goes on. Where nobody has a blessing nothing is asked, so any module may call it.
    """
    _open_window(rules, g, user, kind, mark, IN_HAND)


def answer_pet(rules: Rules, g: State, user: int, pet: int, standee: int, mark: int) -> None:
    """The same where `user` sends a pet, at a standee or nobody: in a duel only a blessing shown
    there and not yet used can answer."""
    if _blessers(rules, g, user, SHOWN):
        if g.log is not None:
            g.log.add(ev.PET_SENT, user, pet, standee)
        _open_window(rules, g, user, PET_TOKEN, mark, SHOWN)


def _blessers(rules: Rules, g: State, user: int, which: int) -> int:
    """The other seats that have such a blessing, as a mask."""
    if which == SHOWN:
        return g.blessings & ~(1 << user)
    holders = 0
    for seat in range(rules.seats):
        if seat != user and held(g, seat, BLESSING):
            holders |= 1 << seat
    return holders


def _open_window(rules: Rules, g: State, user: int, kind: int, mark: int, which: int) -> None:
    """Asks those that may cancel this use; that of an ability or a pet has been told already."""
    seats = _blessers(rules, g, user, which)
    if seats:
        if g.log is not None and kind < ABILITY_TOKEN:
            g.log.add(ev.TOKEN_USED, user, kind)
        _ask_next(rules, g, user, kind, seats, mark, which)


def _ask_next(
    rules: Rules, g: State, user: int, kind: int, seats: int, mark: int, which: int
) -> None:
    """Asks the first of these seats, clockwise from the active player (in a duel who began it)."""
    seat = rules.next_from[max(g.active, 0)][seats]
    g.push(ASK_BLESSING, seat, user, kind, seats & ~(1 << seat), which, mark)


class AskBlessing(Ask):
    """a = who used a token, b = its kind, c = seats to be asked after this one, d = whether a
    blessing in hand answers or one shown in the duel."""

    def __init__(self) -> None:
        super().__init__("blessing", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        # It may have gone on another blessing since the window opened.
        return [PASS, YES] if self._has(rules, g, t, seat) else [PASS]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS and g.log is not None and self._has(rules, g, t, seat):
            g.log.add(ev.NOT_BLESSED, seat)
        if t.c:
            _ask_next(rules, g, t.a, t.b, t.c, t.mark, t.d)
        if choice == YES:
            if t.d == SHOWN:
                g.blessings &= ~(1 << seat)
            else:
                archive(rules, g, seat, BLESSING)
            mark = len(g.stack)
            g.push(CANCEL_USE, seat, t.a, t.b, 0, 0, t.mark)
            _open_window(rules, g, seat, BLESSING, mark, t.d)

    def _has(self, rules: Rules, g: State, t: Task, seat: int) -> bool:
        return _blessers(rules, g, t.a, t.d) >> seat & 1 != 0


class CancelUse(Op):
    """The blessing stands: nothing comes of the token; a = whose, b = its kind."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if g.log is not None:
            g.log.add(ev.BLESSED, t.seat, t.a, t.b)
        del g.stack[t.mark :]


# -- against traps


class AskBlessableTrap(AskTrap):
    """GUN-11 where blessings are in play; after a blessed trap others may still trap."""

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        if choice == PASS:
            super().answer(rules, g, t, seat, choice)
            return
        g.stack.pop()
        archive(rules, g, seat, TRAP)
        if t.c:
            push_trap(rules, g, t.a, t.b, t.c, t.mark)
        mark = len(g.stack)
        g.push(SPRING_TRAP, seat, t.a, t.b, 0, 0, t.mark)
        offer_blessing(rules, g, seat, TRAP, mark)


class SpringTrap(Op):
    """No blessing came: a = standee, b = where its movement began."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        spring_trap(g, t.seat, t.a, t.b, t.mark)


# -- in duels


class ShowTokensAndBless(Op):
    """GUN-8, then the blessings; the tokens are used when those are done."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        shown = show_tokens(rules, g)
        g.push(BLESS_TOKENS, t.seat, _packed(shown), 0, 0, 0, t.mark)


def _packed(shown: list[int]) -> int:
    """The shown tokens of all seats in one number, open to everybody."""
    packed = 0
    for seat, tokens in enumerate(shown):
        packed |= tokens << seat * TOKEN_KINDS
    return packed


def _tokens_of(packed: int, seat: int) -> int:
    return packed >> seat * TOKEN_KINDS & (1 << TOKEN_KINDS) - 1


def _without(packed: int, seat: int, kind: int) -> int:
    return packed & ~(1 << seat * TOKEN_KINDS + kind)


def _rivals(rules: Rules, packed: int, seat: int) -> list[int]:
    """The other seats with a shown token that can still be cancelled, ascending."""
    return [s for s in range(rules.seats) if s != seat and _tokens_of(packed, s)]


class BlessTokens(Op):
    """Clockwise from the initiator each blessing may cancel one.

    a = tokens shown and in force, c = seats whose blessing has had its say.
    """

    def run(self, rules: Rules, g: State, t: Task) -> None:
        blessers = 0
        for seat in range(rules.seats):
            if _tokens_of(t.a, seat) >> BLESSING & 1:
                blessers |= 1 << seat
        if not blessers & ~t.c:
            if rules.reading.blessings_by_choice:
                g.blessings = blessers
            shown = [_tokens_of(t.a, seat) for seat in range(rules.seats)]
            use_tokens(rules, g, shown, t.mark)
            return
        seat = rules.next_from[g.duel_by][blessers & ~t.c]
        if _rivals(rules, t.a, seat):
            g.push(ASK_BLESS_PARTY, seat, t.a, 0, t.c, 0, t.mark)
            return
        if g.log is not None:
            g.log.add(ev.BLESSING_WASTED, seat)
        g.push(BLESS_TOKENS, t.seat, t.a, 0, t.c | 1 << seat, 0, t.mark)


class AskBlessParty(Ask):
    """Whose token is cancelled, if any; a, c = as in `BlessTokens`."""

    def __init__(self) -> None:
        super().__init__("bless-party", PARTY, "bless")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        rivals = _rivals(rules, t.a, seat)
        return [*rivals, rules.seats] if rules.reading.blessings_by_choice else rivals

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        if choice < rules.seats:
            g.stack[-1] = Task(ASK_BLESS_TOKEN, seat, t.a, choice, t.c, 0, t.mark)
            return
        g.stack[-1] = Task(BLESS_TOKENS, seat, t.a, 0, t.c | 1 << seat, 0, t.mark)
        if g.log is not None:
            g.log.add(ev.NOT_BLESSED, seat)


class AskBlessToken(Ask):
    """Which of its tokens, a blessing not yet used included; a, c = as there, b = whose."""

    def __init__(self) -> None:
        super().__init__("bless-token", TOKENS)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        tokens = _tokens_of(t.a, t.b)
        return [1 << kind for kind in range(TOKEN_KINDS) if tokens >> kind & 1]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        kind = choice.bit_length() - 1
        if g.log is not None:
            g.log.add(ev.BLESSED, seat, t.b, kind)
        left = _without(_without(t.a, t.b, kind), seat, BLESSING)
        g.stack[-1] = Task(BLESS_TOKENS, seat, left, 0, t.c, 0, t.mark)
