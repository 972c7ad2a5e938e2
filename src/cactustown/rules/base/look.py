"""Looking at face-down buildings in secret (CHI-5, ABI-7, TOOL-4)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import SPACE, Ask, Icon, Rules
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.spaces import ALL_SPACES, spaces_of
from cactustown.engine.state import State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev


def face_down(g: State) -> int:
    """How many buildings lie face down."""
    return len(spaces_of(ALL_SPACES & ~g.face_up))


def begin_looking(g: State, op: int, seat: int, number: int) -> None:
    """Lets a seat look at so many buildings, or as many as there are."""
    looks = min(number, face_down(g))
    if looks:
        g.push(op, seat, looks)


class AskLook(Ask):
    """A building to look at; a = how many looks are left, this one included.

    Which ones a seat has seen is its secret, so the looks already spent stand in `peeked` and
    not in the task.
    """

    def __init__(self) -> None:
        super().__init__("look", SPACE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        down = ALL_SPACES & ~g.face_up
        unseen = down & ~g.peeked[seat]
        return spaces_of(unseen or down)

    def must_ask(self, rules: Rules, g: State, t: Task) -> bool:
        return face_down(g) > 1

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if t.a > 1:
            g.push(t.op, seat, t.a - 1)
        look_at(g, seat, choice)


def look_at(g: State, seat: int, space: int) -> None:
    """A seat looks at a face-down building; where and what is its secret (INFO-2)."""
    g.looked |= 1 << seat
    g.peeked = replaced(g.peeked, seat, g.peeked[seat] | 1 << space)
    g.disclosed += 1
    if g.log is not None:
        ev.secretly(g.log, 1 << seat, ev.LOOKED, seat, space, g.building_at[space])


ALL_FACE_UP: Final = Obstacle("all_face_up", "TOOL-4", lasts=True)  # WORD-4


class LookIcon(Icon):
    """TOOL-4: looks at some face-down buildings anywhere."""

    def __init__(self, name: str, op: int, number: int) -> None:
        super().__init__(name, (ALL_FACE_UP,))
        self.op = op
        self.number = number

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return face_down(g) > 0

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        return [] if face_down(g) else [Reason(ALL_FACE_UP)]

    def start(self, rules: Rules, g: State, seat: int) -> None:
        begin_looking(g, self.op, seat, self.number)
