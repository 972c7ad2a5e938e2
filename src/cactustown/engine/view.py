"""What one seat may know of a game: built up field by field, never a copy with secrets deleted."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.variables import show

SPECTATOR: Final = -1


class View(State):
    """A state in which everything this seat may not know is masked.

    Legal choices of the seat can be listed from it; nothing can be played on it (see `world`).
    """

    def __init__(self, seat: int) -> None:
        super().__init__(None)
        self.seat = seat


def view(rules: Rules, g: State, seat: int) -> View:
    """Everything `seat` has ever learned; -1 is a spectator, who knows what everybody knows."""
    v = View(seat)
    show(g, v, seat)
    v.stack = g.stack[:]
    for secret in rules.secrets:
        secret.mask(rules, g, v, seat)
    return v
