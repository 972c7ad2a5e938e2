"""ALT-1: the archive picker, which gives back a token that was used."""

from __future__ import annotations

from cactustown.engine.machine import TOKENS, Ask, Rules
from cactustown.engine.state import NONE, State, added
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.gunslinger import archive, held, is_full
from cactustown.rules.ops import ASK_ARCHIVED, PASS
from cactustown.rules.tokens import CHICKEN, TOKEN_KINDS


class AskArchived(Ask):
    """Which archived token is taken; d = 1 + that kind, when one is given up for it (GUN-6).

    Whoever has room must take one (GUN-2).
    """

    def __init__(self) -> None:
        super().__init__("picker", TOKENS)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        row = seat if t.d else rules.seats + 1
        found = [1 << kind for kind in range(TOKEN_KINDS) if held(g, row, kind)]
        if not t.d and held(g, seat, CHICKEN):  # CHK-1: one a player
            found = [mask for mask in found if mask != 1 << CHICKEN]
        if not found or (rules.reading.picks_by_duty and not is_full(g, seat)):
            return found
        return [PASS, *found]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            return
        kind = choice.bit_length() - 1
        if t.d:
            archive(rules, g, seat, kind)
            _take(rules, g, seat, t.d - 1, kind)
        elif is_full(g, seat):
            g.push(ASK_ARCHIVED, seat, 0, 0, 0, kind + 1)
        else:
            _take(rules, g, seat, kind, NONE)


def _take(rules: Rules, g: State, seat: int, kind: int, archived: int) -> None:
    g.token = added(g.token, (rules.seats + 1) * TOKEN_KINDS + kind, -1)
    g.token = added(g.token, seat * TOKEN_KINDS + kind, 1)
    if g.log is not None:
        g.log.add(ev.TOKEN_PICKED, seat, kind, archived)
