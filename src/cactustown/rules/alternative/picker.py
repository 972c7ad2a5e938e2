"""ALT-1: the archive picker, which gives back a token that was used."""

from __future__ import annotations

from cactustown.engine.machine import TOKENS, Ask, Rules
from cactustown.engine.state import CHICKEN, NONE, TOKEN_KINDS, State, added
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.gunslinger import MOST_TOKENS, archive, held
from cactustown.rules.ops import ASK_ARCHIVED, PASS


class AskArchived(Ask):
    """Which archived token is taken, or none; d = 1 + that kind, when one is given up for it."""

    def __init__(self) -> None:
        super().__init__("picker", TOKENS)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        row = seat if t.d else rules.seats + 1
        found = [1 << kind for kind in range(TOKEN_KINDS) if held(g, row, kind)]
        if not t.d and held(g, seat, CHICKEN):  # CHK-1: one a player
            found = [mask for mask in found if mask != 1 << CHICKEN]
        return [PASS, *found] if found else []

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            return
        kind = choice.bit_length() - 1
        if t.d:
            archive(rules, g, seat, kind)
            _take(rules, g, seat, t.d - 1, kind)
        elif sum(held(g, seat, k) for k in range(TOKEN_KINDS)) < MOST_TOKENS:
            _take(rules, g, seat, kind, NONE)
        else:  # GUN-6
            g.push(ASK_ARCHIVED, seat, 0, 0, 0, kind + 1)


def _take(rules: Rules, g: State, seat: int, kind: int, archived: int) -> None:
    g.token = added(g.token, (rules.seats + 1) * TOKEN_KINDS + kind, -1)
    g.token = added(g.token, seat * TOKEN_KINDS + kind, 1)
    if g.log is not None:
        g.log.add(ev.TOKEN_PICKED, seat, kind, archived)
