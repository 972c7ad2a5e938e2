"""Section 9: the cactus, which nobody may enter or cross."""

from __future__ import annotations

from cactustown.engine.machine import SPACE, Ask, Rules
from cactustown.engine.spaces import SPACES, spaces_of
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev


class AskCactus(Ask):
    """CAC-1: who enters a cactus building must move the cactus to another empty space."""

    def __init__(self) -> None:
        super().__init__("cactus", SPACE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        standees_on = g.standees_on
        blocked = g.blocked
        if rules.no_cactus:  # ALT-6
            for space in spaces_of(g.face_up):
                if rules.no_cactus >> g.building_at[space] & 1:
                    blocked |= 1 << space
        return [s for s in range(SPACES) if not standees_on[s] and not blocked >> s & 1]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        move_cactus(g, seat, choice)


def move_cactus(g: State, seat: int, space: int) -> None:
    """Puts the cactus on a space and frees the one it stood on."""
    old = g.cactus
    if old != NONE:
        g.blocked &= ~(1 << old)
    g.cactus = space
    g.blocked |= 1 << space
    if g.log is not None:
        g.log.add(ev.CACTUS_MOVED, seat, old, space)
