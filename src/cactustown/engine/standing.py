"""What stands of a game in which choices are taken back: its positions, and how to reach them.

A position is named by the move that led to it; 0 is the deal. A choice leads to a new position,
going back to an older one, from which the next choice may lead elsewhere. So the positions are a
tree, and each is reached by the choices on its own line, whatever else was tried and taken back.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.state import State

KEPT_EVERY: Final = 32  # choices: a state is 1.5 to 2 kB, to play a choice takes some 50 µs
DEAL: Final = 0


class Position:
    """A state that is kept to go back to; whoever plays on from it takes a copy."""

    def __init__(self, state: State, open_at: list[int]) -> None:
        self.state = state
        self.open_at = open_at  # the blocks of events that were open then


class Standing:
    """Which choices stand after each move of a game."""

    def __init__(self, events: int) -> None:
        self.after = [DEAL]  # so many moves -> the position the game was in then
        self.events = [events]  # so many moves -> how many events had happened
        self.taken_back = 0  # how often the game went back
        self._before = [DEAL]  # position -> the one its choice was made in
        self._choices = [0]  # position -> how many choices stand in it
        self._kept: dict[int, Position] = {}
        self._landing = DEAL  # where the game went back to last

    def copy(self) -> Standing:
        """One that can grow on its own; what is kept never changes, so it is shared."""
        twin = Standing(self.events[0])
        twin.after = self.after[:]
        twin.events = self.events[:]
        twin.taken_back = self.taken_back
        twin._before = self._before[:]
        twin._choices = self._choices[:]
        twin._kept = dict(self._kept)
        twin._landing = self._landing
        return twin

    @property
    def position(self) -> int:
        """Where the game is now."""
        return self.after[-1]

    @property
    def choices(self) -> int:
        """How many choices stand now."""
        return self._choices[self.position]

    @property
    def last(self) -> int:
        """The position before the latest choice that stands."""
        return self._before[self.position]

    def chose(self, events: int) -> None:
        """A choice was made; now there are so many events."""
        position = len(self.after)
        self._before.append(self.position)
        self._choices.append(self.choices + 1)
        self.after.append(position)
        self.events.append(events)

    def went_back(self, position: int, events: int) -> None:
        """The game was taken back to a position; now there are so many events."""
        self.taken_back += 1
        self._before.append(position)
        self._choices.append(self._choices[position])
        self.after.append(position)
        self.events.append(events)

    # -- states to begin from

    def is_worth_keeping(self, position: int) -> bool:
        """Whether the state of this position shortens the way to many others."""
        return self._is_milestone(position) and position not in self._kept

    def _is_milestone(self, position: int) -> bool:
        return self._choices[position] % KEPT_EVERY == 0

    def keep(self, position: int, state: State, open_at: list[int]) -> None:
        """Keeps a copy of a state to begin from."""
        self._kept[position] = Position(State(state), open_at[:])

    def land(self, position: int, state: State, open_at: list[int]) -> None:
        """The same for where the game went back to; the next time it is likely to be near."""
        if not self._is_milestone(self._landing):
            self._kept.pop(self._landing, None)
        self._landing = position
        self.keep(position, state, open_at)

    def forget(self) -> None:
        """Nobody will go back any more."""
        self._kept.clear()

    def way(self, position: int) -> tuple[Position | None, list[int]]:
        """The nearest state kept (None: the game must be dealt anew), and the moves from there."""
        moves: list[int] = []
        while position not in self._kept and position != DEAL:
            moves.append(position)
            position = self._before[position]
        moves.reverse()
        return self._kept.get(position), moves
