"""How long a seat may think, counted from the times in the log and from nothing else."""

from __future__ import annotations

from typing import Final

from cactustown.server.entries import Clock

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE
RESERVE: Final = {"relaxed": (20 * MINUTE, 30 * SECOND), "fast": (5 * MINUTE, 10 * SECOND)}
KINDS: Final = ("none", "relaxed", "fast", "days")
MOST_DAYS: Final = 14
LEAST_ON_RETURN: Final = MINUTE  # who takes a seat back gets at least so much


class Clocks:
    """The time each seat has left. Runs only for seats that a person plays."""

    def __init__(self, clock: Clock, seats: list[str], at: int) -> None:
        self.clock = clock
        self.at = at
        self.running: list[str] = []
        reserve, _ = RESERVE.get(clock.kind, (clock.days * DAY, 0))
        self.left = dict.fromkeys(seats, reserve) if clock.kind != "none" else {}
        self._granted: dict[str, int] = {}

    def run(self, at: int, awaited: list[str], turn: int) -> None:
        """Time went on to `at`; now these seats are awaited, in the decision numbered `turn`.

        A decision grants its time once: a plan unlocked and locked again earns nothing.
        """
        if not self.left:
            return
        for seat in self.running:
            self.left[seat] -= at - self.at
        self.at = at
        for seat in awaited:
            if self._granted.get(seat) != turn:
                self._granted[seat] = turn
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

    def due(self) -> tuple[int, str] | None:
        """When the first clock runs out, and whose."""
        if not self.running:
            return None
        seat = min(self.running, key=lambda name: self.left[name])
        return self.at + self.left[seat], seat

    def readings(self, at: int) -> dict[str, int]:
        """Milliseconds left at a moment, by seat; empty where nobody is timed."""
        gone = {seat: at - self.at for seat in self.running}
        return {seat: max(left - gone.get(seat, 0), 0) for seat, left in self.left.items()}

    def frozen(self) -> dict[str, object]:
        return {"at": self.at, "running": self.running, "left": self.left, "granted": self._granted}

    def thaw(self, frozen: dict[str, object]) -> None:
        at, running = frozen["at"], frozen["running"]
        left, granted = frozen["left"], frozen["granted"]
        assert isinstance(at, int) and isinstance(running, list)
        assert isinstance(left, dict) and isinstance(granted, dict)
        self.at, self.running, self.left, self._granted = at, running, left, granted
