"""How long a seat may think, counted from the times in the log and from nothing else."""

from __future__ import annotations

from typing import Final

import msgspec

from cactustown.server.entries import Clock

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE
RESERVE: Final = {"relaxed": (20 * MINUTE, 30 * SECOND), "fast": (5 * MINUTE, 10 * SECOND)}
KINDS: Final = ("none", "relaxed", "fast", "days")
MOST_DAYS: Final = 14
LEAST_ON_RETURN: Final = MINUTE  # left to a player when they, or the server, come back


class Clocks(msgspec.Struct):
    """The time each seat has left. Runs only for seats that a person plays."""

    clock: Clock
    at: int
    left: dict[str, int]  # milliseconds; empty where nobody is timed
    running: list[str] = []
    granted: dict[str, tuple[int, int]] = {}  # seat -> the furthest decision granted its time

    @classmethod
    def start(cls, clock: Clock, seats: list[str], at: int) -> Clocks:
        """Full clocks for these seats."""
        reserve, _ = RESERVE.get(clock.kind, (clock.days * DAY, 0))
        return cls(clock, at, dict.fromkeys(seats, reserve) if clock.kind != "none" else {})

    def run(self, at: int, awaited: list[str], turn: tuple[int, int]) -> None:
        """Time went on to `at`; now these seats are awaited, in the decision numbered `turn`.

        A decision adds to a reserve once: neither a plan unlocked and locked again nor a choice
        taken back earns anything. Days are given anew for every decision.
        """
        if not self.left:
            return
        for seat in self.running:
            self.left[seat] -= at - self.at
        self.at = at
        for seat in awaited:
            before = self.granted.get(seat)
            if before is None or turn > before or (self.clock.kind == "days" and turn != before):
                self.granted[seat] = turn
                self._grant(seat)
        self.running = [seat for seat in awaited if seat in self.left]

    def _grant(self, seat: str) -> None:
        if self.clock.kind == "days":
            self.left[seat] = self.clock.days * DAY
        else:
            self.left[seat] += RESERVE[self.clock.kind][1]

    def returned(self, seat: str) -> None:
        """The owner of a seat is back."""
        if seat in self.left:
            self.left[seat] = max(self.left[seat], LEAST_ON_RETURN)

    def resumed(self, at: int, unserved: int) -> None:
        """A server is there again after a while in which nobody could play; players who are
        awaited may need a moment to come back."""
        passed = max(0, at - self.at - unserved)
        for seat in self.running:
            self.left[seat] = max(self.left[seat] - passed, LEAST_ON_RETURN)
        self.at = at

    def due(self) -> tuple[int, str] | None:
        """When the first clock runs out, and whose."""
        if not self.running:
            return None
        seat = min(self.running, key=lambda name: self.left[name])
        return self.at + self.left[seat], seat

    def readings(self, at: int) -> dict[str, int]:
        """Milliseconds left at a moment, by seat; empty where nobody is timed."""
        gone = dict.fromkeys(self.running, at - self.at)
        return {seat: max(left - gone.get(seat, 0), 0) for seat, left in self.left.items()}
