"""A task: one step of the game still to be resolved."""

from __future__ import annotations


class Task:
    """One entry of the stack. Never mutated, so clones share it; public ints only.

    `a`-`d` are the operation's own; `mark` is the stack height where the movement or duel it
    belongs to began, so that cancelling is `del stack[mark:]`.
    """

    __slots__ = ("a", "b", "c", "d", "mark", "op", "seat")

    def __init__(
        self, op: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, mark: int = -1
    ) -> None:
        self.op = op
        self.seat = seat
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.mark = mark

    def row(self) -> list[int]:
        """The task as a row of ints, for saving."""
        return [self.op, self.seat, self.a, self.b, self.c, self.d, self.mark]
