"""A table as its log tells it: who sits where, the game, what was said. No input, no output.

`apply` takes one entry after the other; the same entries give the same table, down to the byte.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from cactustown.content import CURRENT_EDITION
from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import REWIND, UNDO
from cactustown.engine.journal import from_json as journal_from_json
from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options, options_from_json
from cactustown.server.chairs import Chair
from cactustown.server.clocks import Clocks
from cactustown.server.entries import (
    Abandoned,
    AnyEntry,
    BotSat,
    Closed,
    Counted,
    HandedOver,
    Opened,
    Played,
    Rematched,
    Revealed,
    Said,
    Sat,
    Started,
    Stood,
    TookBack,
    TookOver,
    UndoAnswered,
    UndoAsked,
    decode,
)
from cactustown.server.rulesets import ruleset
from cactustown.server.sealing import Sealing
from cactustown.server.store.base import Row
from cactustown.server.upgrade import brought_forward

PLANNING: Final = ("plan", "plan")  # the question whose answers may be changed in secret
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"


class Corrupt(Exception):
    """A log tells a story that the rules do not."""


class Note(msgspec.Struct, frozen=True):
    """Something of the story that is not the game's: who sat down, what was said."""

    event: str
    at: int
    chair: int | None = None
    seat: str | None = None
    name: str | None = None
    text: str | None = None
    agreed: bool | None = None
    seal: str | None = None
    commitments: list[str] | None = None
    nonces: list[str] | None = None
    attempts: int | None = None


class Undo(msgspec.Struct):
    """A wish to take back what was shown, waiting for everybody's consent."""

    seat: str
    moves: int
    agreed: list[str]


class Table:
    """One table from being opened to the end of its game."""

    def __init__(self, name: str, opened: Opened, row: Row) -> None:
        self.name = name
        self.opened = opened
        self.opened_row = row
        self.options: Options = options_from_json(opened.options)
        self.sealing = Sealing(opened.seed, row.at)
        self.chairs = [Chair(None if opened.draw else party) for party in self.options.parties]
        self.version = 0
        self.at = row.at
        self.shown_at = row.at  # of the latest row that everybody may know of
        self.game: Game | None = None
        self.started: Started | None = None
        self.closed = False
        self.counted = False
        self.next_table: str | None = None
        self.undo: Undo | None = None
        self.clocks = Clocks.start(opened.clock, [], row.at)
        self.story: list[Note | int] = []  # an int is the number of an event of the game
        self.done: dict[str, int] = {}  # command -> how long the story was after it
        self.asked: dict[str, tuple[int, ...] | None] = {}  # seat -> the ask that waits for it
        self.asked_at: dict[str, int] = {}  # seat -> the story's length when it was last asked anew
        self.events_told = 0  # so many events of the game are in the story
        self._standing = [0]  # how many choices stood after each move; counted when needed
        self._note(Note("opened", row.at, name=opened.host.name))
        self._taken(row)

    @classmethod
    def from_rows(cls, rows: list[Row]) -> Table:
        """The table a whole log tells of."""
        opened = decode(rows[0].body)
        if not isinstance(opened, Opened):
            raise Corrupt(f"the log of {rows[0].table} does not begin with its opening")
        table = cls(rows[0].table, opened, rows[0])
        table.take(rows[1:])
        return table

    def take(self, rows: list[Row]) -> None:
        """Goes on with rows that are in the log."""
        for row in rows:
            self.take_one(row)

    def take_one(self, row: Row) -> AnyEntry:
        """Goes on with the next row of the log."""
        if row.version != self.version + 1:
            raise Corrupt(f"the log of {self.name} has no version {self.version + 1}")
        return self.apply(brought_forward(decode(row.body)), row)

    # -- looking

    @property
    def state(self) -> str:
        if self.game is None:
            return CLOSED if self.closed else OPEN
        return OVER if self.game.is_over else RUNNING

    @property
    def edition(self) -> str:
        """The edition of the content: of the game, or of the one that would begin now."""
        if self.started is not None:
            return self.started.edition
        branch = self.opened.branch
        if branch is not None:
            return journal_from_json(branch.journal, "the game to go on from").edition
        return CURRENT_EDITION

    def chair_of(self, seat: str) -> Chair:
        """The chair of a party in the game."""
        for chair in self.chairs:
            if chair.party == seat:
                return chair
        raise KeyError(seat)

    def seats_of(self, person: str) -> list[str]:
        """The parties this person plays, or would play if no bot stood in."""
        if self.game is None:
            return []
        return [c.party for c in self.chairs if c.person and c.person.id == person and c.party]

    def people(self) -> set[str]:
        return {chair.person.id for chair in self.chairs if chair.person is not None}

    def can_undo(self, seat: str) -> bool:
        """Whether this seat's last choice may be taken back without asking anybody.

        Plans are changed, not taken back: whether another one was changed must not show.
        """
        game = self.game
        if game is None or game.is_over or not game.can_undo(seat):
            return False
        return game.moves[-1].choice.partition(" ")[0] not in ("plan", "unlock")

    def bots_awaited(self) -> list[tuple[str, str]]:
        """The seats and names of the bots that owe a choice."""
        if self.state != RUNNING or self.game is None or self.undo is not None:
            return []
        chosen = ((seat, self.chair_of(seat).player) for seat in self.game.awaited)
        return [(seat, bot) for seat, bot in chosen if bot is not None]

    @property
    def is_uncounted(self) -> bool:
        """Whether the ratings do not know yet how this game ended."""
        return self.opened.rated and self.state == OVER and not self.counted

    def due(self) -> int | None:
        """When something happens here by itself: a bot's choice, a clock running out."""
        if self.is_uncounted:
            return self.at
        if self.state == OPEN:
            return self.reveal_due()
        if self.state != RUNNING:
            return None
        if self.bots_awaited():
            return self.at
        clock = self.clocks.due()
        return None if clock is None else clock[0]

    @property
    def commitment(self) -> str:
        """The seal: what everybody is told of the seed before the game."""
        return self.sealing.seal

    @property
    def is_promised(self) -> bool:
        """Whether somebody has kept a promise: from then on nobody may promise anything else."""
        return self.state == OPEN and any(chair.kept_promise for chair in self.chairs)

    def reveal_due(self) -> int | None:
        """When who has not revealed a promised nonce loses the chair."""
        if self.state != OPEN:
            return None
        return self.sealing.due(self.chairs, self.opened.clock)

    def unrevealed(self) -> list[str]:
        """The people whose promised nonces are awaited."""
        missing = [chair.person for chair in self.sealing.missing(self.chairs)]
        return sorted({person.id for person in missing if person is not None})

    # -- changing

    def apply(self, entry: AnyEntry, row: Row) -> AnyEntry:
        """Does what an entry says; gives it back with what chance gave, for the log.

        Raises `Corrupt` where the entry has already recorded another chance.
        """
        told = len(self.story)
        full = self._do(entry, row.at)
        self._follow_game()
        self._taken(row)
        if len(self.story) > told:
            self.shown_at = row.at
        self._ask_anew(entry.seat if isinstance(entry, Played) else None, len(self.story) > told)
        self._run_clocks(row.at)
        return full

    def _taken(self, row: Row) -> None:
        self.version = row.version
        self.at = row.at
        self.done[row.command] = len(self.story)

    def _do(self, entry: AnyEntry, at: int) -> AnyEntry:
        match entry:
            case Played():
                return self._played(entry, at)
            case Said():
                self._note(Note("said", at, name=entry.person.name, text=entry.text))
            case Sat():
                self._sit(entry, at)
            case Revealed():
                self.chairs[entry.chair].nonce = entry.nonce
            case BotSat():
                self.chairs[entry.chair] = Chair(self.chairs[entry.chair].party, bot=entry.bot)
                self.sealing.since = at
                self._note(Note("bot_sat", at, entry.chair, name=entry.bot))
            case Stood():
                self._stand(entry, at)
            case Abandoned():
                self._abandon(entry, at)
            case Started():
                return self._start(entry, at)
            case TookBack():
                self._running().undo(entry.seat)
                self._note(Note("took_back", at, seat=entry.seat))
            case UndoAsked():
                self._undo_asked(entry, at)
            case UndoAnswered():
                self._undo_answered(entry, at)
            case HandedOver():
                self._hand_over(entry, at)
            case TookOver():
                self.chair_of(entry.seat).stand_in = None
                self.clocks.returned(entry.seat)
                self._note(Note("took_over", at, seat=entry.seat))
            case Rematched():
                self.next_table = entry.table
                self._note(Note("rematched", at, text=entry.table))
            case Counted():
                self.counted = True
            case Closed():
                self.closed = True
                self._note(Note("closed", at))
            case Opened():
                raise Corrupt(f"table {self.name} is opened twice")
        return entry

    def _running(self) -> Game:
        if self.game is None:
            raise Corrupt(f"table {self.name}: the game has not begun")
        return self.game

    def _played(self, entry: Played, at: int) -> Played:
        game = self._running()
        question = game.question(entry.seat)
        try:
            game.play(entry.seat, entry.choice)
        except CactusTownError as error:
            raise Corrupt(f"table {self.name}: {entry.seat}, {entry.choice!r}: {error}") from error
        if game.event_count == self.events_told and question != PLANNING:
            # No event tells of it, yet the game went on: everybody must know, a plan excepted.
            self._note(Note("chose", at, seat=entry.seat))
        move = game.moves[-1]
        full = Played(entry.seat, move.choice, list(move.chance), VERSION)
        if entry.chance and entry.chance != full.chance:
            raise Corrupt(f"table {self.name}: the log records other dice for {entry.choice!r}")
        return full

    def _sit(self, entry: Sat, at: int) -> None:
        before = self.chairs[entry.chair]
        self.chairs[entry.chair] = Chair(
            before.party, entry.person, nonce=entry.nonce, commitment=entry.commitment
        )
        self.sealing.since = at
        # Another promise is nothing to tell a story of; logs of protocol 1 told it.
        own = before.person is not None and before.person.id == entry.person.id
        if not own or entry.commitment is None:
            self._note(Note("sat", at, entry.chair, name=entry.person.name))

    def _stand(self, entry: Stood, at: int) -> None:
        self._note(Note("kicked" if entry.kicked else "stood", at, entry.chair))
        if entry.seed:
            person = self.chairs[entry.chair].person
            by = self.opened.host if entry.kicked or person is None else person
            self.sealing.give_up_left(self.chairs, entry.seed, by, entry.kicked, at)
            self._tell_anew(by.name, at)
        self._free(entry.chair)

    def _abandon(self, entry: Abandoned, at: int) -> None:
        chairs = [(number, chair.person) for number, chair in enumerate(self.chairs)]
        lost = [(number, who) for number, who in chairs if who and who.id in entry.failed]
        for number, who in lost:
            self._note(Note("unrevealed", at, number, name=who.name))
        self.sealing.give_up_unrevealed(self.chairs, entry.seed, entry.failed, at)
        self._tell_anew(None, at)
        for number, _ in lost:
            self._free(number)

    def _free(self, number: int) -> None:
        self.chairs[number] = Chair(self.chairs[number].party)

    def _tell_anew(self, by: str | None, at: int) -> None:
        """There is another seal; a table that had too many closes."""
        self._note(Note("redrawn", at, name=by, text=self.commitment))
        if self.sealing.is_worn_out:
            self.closed = True
            self._note(Note("closed", at))

    def _start(self, entry: Started, at: int) -> Started:
        chosen = ruleset(self.options, entry.edition)
        for chair, party in zip(self.chairs, entry.parties, strict=True):
            chair.party = party
        seed = bytes.fromhex(self.sealing.seed)
        branch = self.opened.branch
        if branch is not None:
            journal = journal_from_json(branch.journal, "the game to go on from")
            self.game = Game.branch(journal, branch.moves, seed, entry.nonces)
        else:
            self.game = Game.of(
                self.options,
                content=chosen.content,
                rules=chosen.rules,
                seed=seed,
                nonces=entry.nonces,
                commitments=entry.commitments,
                abandoned=[attempt.told() for attempt in self.sealing.attempts],
            )
        setup = self.game.setup_chance
        if entry.setup and entry.setup != setup:
            raise Corrupt(f"table {self.name}: the log records another deal")
        self.started = msgspec.structs.replace(entry, setup=setup)
        self._note(
            Note(
                "game_started",
                at,
                seal=self.game.commitment,
                commitments=entry.commitments,
                nonces=entry.nonces,
                attempts=len(self.sealing.attempts),
            )
        )
        self.clocks = Clocks.start(self.opened.clock, self.game.players, at)
        return self.started

    def _undo_asked(self, entry: UndoAsked, at: int) -> None:
        self.undo = Undo(entry.seat, entry.moves, [])
        self._note(Note("undo_asked", at, seat=entry.seat))
        self._rewind_if_agreed()

    def _undo_answered(self, entry: UndoAnswered, at: int) -> None:
        self._note(Note("undo_answered", at, seat=entry.seat, agreed=entry.agreed))
        if not entry.agreed:
            self.undo = None
        elif self.undo is not None:
            self.undo.agreed.append(entry.seat)
            self._rewind_if_agreed()

    def to_agree(self) -> list[str]:
        """The seats whose people have not yet said whether they consent."""
        if self.undo is None:
            return []
        asking = self.chair_of(self.undo.seat).person
        return [
            chair.party
            for chair in self.chairs
            if chair.party is not None
            and chair.player is None
            and chair.person != asking
            and chair.party not in self.undo.agreed
        ]

    def _rewind_if_agreed(self) -> None:
        if self.undo is not None and not self.to_agree():
            self._running().rewind(self.undo.seat, self.undo.moves)
            self.undo = None

    def _hand_over(self, entry: HandedOver, at: int) -> None:
        self.chair_of(entry.seat).stand_in = entry.bot
        self._note(Note("handed_over", at, seat=entry.seat, name=entry.bot, text=entry.why))
        if self.undo is not None and self.undo.seat == entry.seat:
            self.undo = None
        self._rewind_if_agreed()

    # -- what follows from it

    def _note(self, note: Note) -> None:
        self.story.append(note)

    def _follow_game(self) -> None:
        """Events of the game take their place in the story."""
        if self.game is not None:
            self.story.extend(range(self.events_told, self.game.event_count))
            self.events_told = self.game.event_count

    def _ask_anew(self, actor: str | None, told: bool) -> None:
        """Remembers since when each seat is asked what it is asked now."""
        if self.game is None:
            return
        for seat in self.game.players:
            asked = self.game.asked(seat)
            if asked != self.asked.get(seat) or (seat == actor and told):
                self.asked[seat] = asked
                self.asked_at[seat] = len(self.story)

    def _run_clocks(self, at: int) -> None:
        if self.game is None or not self.clocks.left:
            return
        timed = [
            seat
            for seat in self.game.players
            if seat in self.game.awaited or seat in self.to_agree()
            if self.chair_of(seat).player is None and self.state == RUNNING
        ]
        self.clocks.run(at, timed, self._decision())

    def _decision(self) -> tuple[int, int]:
        """How far the game has come: the round, and in it the choices that stand.

        It is the same for a plan locked, unlocked and locked again, and no further for a choice
        that was taken back and made anew.
        """
        game = self._running()
        planning = game.question(game.awaited[0]) if game.awaited else None
        if planning == PLANNING:
            return game.round, 0
        for move in game.moves[len(self._standing) - 1 :]:
            word, _, number = move.choice.partition(" ")
            if word == UNDO:
                self._standing.append(self._standing[-1] - 1)
            elif word == REWIND:
                self._standing.append(self._standing[int(number)])
            else:
                self._standing.append(self._standing[-1] + 1)
        return game.round, self._standing[-1]

    def item(self, number: int, seat: str | None) -> dict[str, Any]:
        """One item of the story as a seat (None: a spectator) may know it."""
        told = self.story[number]
        if isinstance(told, int):
            assert self.game is not None
            words = self.game.event(told, seat)
            words.pop("n")
            return {"n": number, **words}
        fields = msgspec.to_builtins(told)
        return {"n": number, **{k: v for k, v in fields.items() if v is not None}}
