"""The sealed seed of a table, the nonces promised to be mixed in, and draws that were given up.

Whoever reads the database knows the seed and, once it is revealed, every nonce: so nobody may
choose a nonce after that. All promise theirs by its hash first, and reveal when the last chair is
taken. A player who does not reveal loses the chair, and everything is drawn and promised anew. So
a draw can be refused, a few times and for everybody to see, but never chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from cactustown.engine.chance import commitment
from cactustown.engine.journal import Attempt
from cactustown.server.chairs import Chair
from cactustown.server.clocks import DAY, SECOND
from cactustown.server.entries import Clock, Person

REVEAL: Final = 30 * SECOND
REVEAL_BY_DAYS: Final = DAY  # where players come by once a day
MOST_UNREVEALED: Final = 2  # by one person at one table, who then is barred
MOST_LEFT: Final = 5  # the same for standing up too late; friends who change chairs do that too
MOST_ATTEMPTS: Final = 20  # given up at one table, then it closes


class GivenUp(msgspec.Struct, frozen=True):
    """A draw that nobody played with."""

    seal: str
    seed: str
    commitments: list[str]
    failed: list[str]  # names
    by: str | None  # the player who stood up, or the host who asked one to go; None: time ran out
    at: int

    def told(self) -> Attempt:
        """As the journal has it, once the game is over."""
        return Attempt(self.seal, self.seed, tuple(self.commitments), tuple(self.failed))


class Sealing(msgspec.Struct):
    """The seed of a table now, and what came before it."""

    seed: str
    since: int  # when somebody last took a chair or promised a nonce
    attempts: list[GivenUp] = []
    unrevealed: dict[str, int] = {}  # person -> how often their nonce did not come in time
    left: dict[str, int] = {}  # person -> how often they stood up when a nonce had been revealed

    def __post_init__(self) -> None:
        bytes.fromhex(self.seed)  # a log without a seed is found out when it is read

    @property
    def seal(self) -> str:
        """What everybody is told of the seed before the game."""
        return commitment(bytes.fromhex(self.seed))

    @property
    def is_worn_out(self) -> bool:
        """Whether nothing will come of this table any more."""
        return len(self.attempts) >= MOST_ATTEMPTS

    def is_barred(self, person: str) -> bool:
        unrevealed, left = self.unrevealed.get(person, 0), self.left.get(person, 0)
        return unrevealed >= MOST_UNREVEALED or left >= MOST_LEFT

    def may_reveal(self, chairs: Sequence[Chair]) -> bool:
        """Whether nothing can be promised any more: from here on a nonce tells nobody anything."""
        return all(not chair.is_free and chair.has_said for chair in chairs)

    def missing(self, chairs: Sequence[Chair]) -> list[Chair]:
        """The chairs whose nonces are awaited now."""
        if not self.may_reveal(chairs):
            return []
        return [chair for chair in chairs if chair.commitment and not chair.nonce]

    def is_ready(self, chairs: Sequence[Chair]) -> bool:
        """Whether the game may start: no promise is open, and nobody is left out.

        Where nobody promises anything and nothing was given up, there is nothing to wait for.
        """
        if not self.attempts and not any(chair.commitment for chair in chairs):
            return True
        return self.may_reveal(chairs) and not self.missing(chairs)

    def awaited(self, chairs: Sequence[Chair]) -> set[str]:
        """The people for whose promise or nonce the start waits; nobody while a chair is free."""
        if any(chair.is_free for chair in chairs) or self.is_ready(chairs):
            return set()
        silent = [chair for chair in chairs if not chair.has_said] or self.missing(chairs)
        return {chair.person.id for chair in silent if chair.person is not None}

    def due(self, chairs: Sequence[Chair], clock: Clock) -> int | None:
        """When those who have not revealed lose their chairs."""
        if not self.missing(chairs):
            return None
        return self.since + (REVEAL_BY_DAYS if clock.kind == "days" else REVEAL)

    def give_up_unrevealed(
        self, chairs: Sequence[Chair], seed: str, failed: Sequence[str], at: int
    ) -> None:
        """These people have not revealed in time. Their chairs are freed afterwards."""
        for person in failed:
            self.unrevealed[person] = self.unrevealed.get(person, 0) + 1
        names = {c.person.id: c.person.name for c in chairs if c.person is not None}
        self._seal_anew(chairs, seed, [names[person] for person in failed], None, at)

    def give_up_left(
        self, chairs: Sequence[Chair], seed: str, by: Person, kicked: bool, at: int
    ) -> None:
        """Somebody stood up, or asked somebody to go. The chair is freed afterwards."""
        if not kicked:
            self.left[by.id] = self.left.get(by.id, 0) + 1
        self._seal_anew(chairs, seed, [], by.name, at)

    def _seal_anew(
        self, chairs: Sequence[Chair], seed: str, failed: list[str], by: str | None, at: int
    ) -> None:
        """Another seed, and all who promised something have to say again what they bring."""
        promised = [chair.commitment for chair in chairs if chair.commitment]
        self.attempts.append(GivenUp(self.seal, self.seed, promised, failed, by, at))
        self.seed = seed
        for chair in chairs:
            chair.nonce = ""
            if chair.commitment:
                chair.commitment = None
