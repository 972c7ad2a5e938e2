"""Where dice and draws come from.

Search and simulation use a small generator inside the state (`State.roll`). A real game is fed
from outside by one of these sources, so that no clone, view or world ever carries its seed.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from cactustown.engine.errors import ChanceError
from cactustown.engine.seeding import seed_words

DICE: Final = 0
CARDS: Final = 1
_STREAM_NAMES: Final = (b"dice", b"cards")
NOBODY: Final = -1


class Chance:
    """A source of numbers; remembers in `given` what it gave since the last `take`."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def roll(self, n: int, stream: int, who: int) -> int:
        """A number from 0 to n-1; `who` is the standee that rolls, or -1."""
        value = self.next(n, stream, who)
        self.given.append(value)
        return value

    def next(self, n: int, stream: int, who: int) -> int:
        """The source itself; subclasses say where the number comes from."""
        raise NotImplementedError

    def take(self) -> list[int]:
        """What was given since the last call."""
        given = self.given
        self.given = []
        return given


class FastChance(Chance):
    """Marsaglia's two multiply-with-carry generators: 64 bits of state, no big integers.

    The state carries the same generator in two of its fields, so that search needs no object;
    this one gives the same numbers for the same seed and remembers them, for journals.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.high, self.low = seed_words(seed)

    def next(self, n: int, stream: int, who: int) -> int:
        self.high = 36969 * (self.high & 0xFFFF) + (self.high >> 16)
        self.low = 18000 * (self.low & 0xFFFF) + (self.low >> 16)
        return scaled(self.high, self.low, n)


def scaled(high: int, low: int, n: int) -> int:
    """32 bits made of the two words, brought to 0 … n-1.

    One word after the other: a product of 32 bits and more is a long one (see `seeding`).
    """
    return ((high & 0xFFFF) * n + ((low & 0xFFFF) * n >> 16)) >> 16


class SealedChance(Chance):
    """HMAC-SHA256 in counter mode over a secret seed whose hash is published beforehand.

    Dice and decks have streams of their own; players' nonces, where there are any, are mixed
    into the key, so that not even the keeper of the seed can choose it to their liking.
    """

    def __init__(self, seed: bytes, nonces: list[str] | None = None) -> None:
        super().__init__()
        self.seed = seed
        self.nonces = list(nonces or [])
        self.key = hmac.new(seed, "\n".join(self.nonces).encode(), hashlib.sha256).digest()
        self.counter = [0, 0]

    @property
    def commitment(self) -> str:
        """The hash that is published before the first card is dealt."""
        return commitment(self.seed)

    def next(self, n: int, stream: int, who: int) -> int:
        limit = (1 << 64) - (1 << 64) % n  # beyond it the remainder would favour low numbers
        while True:
            count = self.counter[stream]
            self.counter[stream] = count + 1
            message = _STREAM_NAMES[stream] + count.to_bytes(8, "big")
            block = hmac.new(self.key, message, hashlib.sha256).digest()
            value = int.from_bytes(block[:8], "big")
            if value < limit:
                return value % n


def commitment(seed: bytes) -> str:
    """What a seed's owner publishes before the game and anybody checks after it."""
    return hashlib.sha256(seed).hexdigest()


class RecordedChance(Chance):
    """Gives again what a journal says chance gave."""

    def __init__(self) -> None:
        super().__init__()
        self.values: list[int] = []

    def load(self, values: list[int]) -> None:
        """Sets what the next command will be given."""
        self.values = list(reversed(values))

    def next(self, n: int, stream: int, who: int) -> int:
        if not self.values:
            raise ChanceError("the journal records fewer dice or draws than the game needs here")
        value = self.values.pop()
        if not 0 <= value < n:
            raise ChanceError(f"the journal records {value} where chance gives 0 to {n - 1}")
        return value


class CheckedChance(SealedChance):
    """The sealed source again, checking each value against what a journal recorded."""

    def __init__(self, seed: bytes, nonces: list[str], recorded: RecordedChance) -> None:
        super().__init__(seed, nonces)
        self.recorded: RecordedChance | None = recorded  # None: the record has been played out
        self.draws: list[tuple[int, int, int]] = []  # stream, n and value of what was checked

    def next(self, n: int, stream: int, who: int) -> int:
        value = super().next(n, stream, who)
        if self.recorded is not None:
            if self.recorded.next(n, stream, who) != value:
                raise ChanceError(
                    f"the sealed seed gives {value}, the journal records another number"
                )
            self.draws.append((stream, n, value))
        return value


class ForcedChance(Chance):
    """Dice named in advance, a queue for each standee; all else from a fixed generator."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.forced: dict[int, list[int]] = {}
        self.rest = seed & 0x7FFFFFFF

    def force(self, who: int, values: list[int]) -> None:
        """The next dice (1-6) of a standee, -1 for a die that belongs to nobody."""
        self.forced.setdefault(who, []).extend(values)

    def next(self, n: int, stream: int, who: int) -> int:
        if stream == DICE:
            queue = self.forced.get(who)
            if queue:
                return queue.pop(0) - 1
        low = self.rest & 0xFFFF  # times 0x41C64E6D, half by half: see `seeding`
        high = self.rest >> 16
        middle = (low * 0x41C6 + high * 0x4E6D) & 0x7FFF
        self.rest = (low * 0x4E6D + (middle << 16) + 12345) & 0x7FFFFFFF
        return ((self.rest >> 8) * n) >> 23

    def unused(self) -> dict[int, list[int]]:
        """Dice that were named and never rolled."""
        return {who: queue for who, queue in self.forced.items() if queue}
