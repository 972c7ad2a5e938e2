"""The state of a game: its variables, and the stack of tasks. No rules here.

What the variables are is declared by the machine and by each module of the rules; their class,
`Variables`, is made from that. `State(g)` is the clone of `g`.
"""

from __future__ import annotations

from cactustown.engine.chance import Chance, scaled
from cactustown.engine.events import EventLog
from cactustown.engine.seeding import seed_words
from cactustown.engine.spaces import SPACES
from cactustown.engine.task import Task
from cactustown.engine.variables import DRAW, NONE, RUNNING
from cactustown.variables import Variables

__all__ = ["DRAW", "NONE", "RUNNING", "State", "added", "replaced"]


def replaced(row: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The row with another number at one place."""
    numbers = list(row)
    numbers[index] = value
    return tuple(numbers)


def added(row: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    """The row with so many more at one place."""
    return replaced(row, index, row[index] + number)


class State(Variables):
    """Everything that changes in a game."""

    __slots__ = ("chance", "log", "offer", "stack")

    def __init__(self, src: State | None) -> None:
        super().__init__(src)
        self.log: EventLog | None = None  # off while searching
        self.chance: Chance | None = None  # a real game's source; never copied
        if src is None:
            self.stack: list[Task] = []
            self.offer: list[int] | None = None  # memo of the legal choices; never saved
        else:
            self.stack = src.stack[:]
            self.offer = src.offer

    def push(
        self, op: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, mark: int = -1
    ) -> None:
        """Puts a task on the stack; it is resolved before everything below it."""
        self.stack.append(Task(op, seat, a, b, c, d, mark))

    def roll(self, n: int, stream: int, who: int) -> int:
        """A number from 0 to n-1 from the game's source, or from the state's own generator."""
        self.disclosed += 1
        if self.chance is not None:
            return self.chance.roll(n, stream, who)
        high = 36969 * (self.rng_high & 0xFFFF) + (self.rng_high >> 16)  # as FastChance
        low = 18000 * (self.rng_low & 0xFFFF) + (self.rng_low >> 16)
        self.rng_high = high
        self.rng_low = low
        return scaled(high, low, n)

    def seed(self, seed: int) -> None:
        """Seeds the state's own generator."""
        self.rng_high, self.rng_low = seed_words(seed)

    def relocate(self, standee: int, place: int) -> None:
        """Takes a standee from where it is to any place; no rule is asked."""
        bit = 1 << standee
        old = self.standee_at[standee]
        if old < SPACES:
            self.standees_on[old] &= ~bit
        if place < SPACES:
            self.standees_on[place] |= bit
            self.on_board |= bit
        else:
            self.on_board &= ~bit
        self.standee_at[standee] = place
