"""A table as its log tells it: who sits where, the game, what was said. No input, no output.

`apply` takes one entry after the other; the same entries give the same table, down to the byte.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cactustown.content import CURRENT_EDITION
from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import Journal
from cactustown.engine.journal import from_json as journal_from_json
from cactustown.game import Game
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options, options_from_json
from cactustown.server import notes
from cactustown.server.begun_under import check_version
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
    Person,
    Played,
    Rematched,
    Resumed,
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
from cactustown.server.items import StoryItem
from cactustown.server.lookalikes import alike
from cactustown.server.notes import AnyNote
from cactustown.server.rulesets import Ruleset, ruleset
from cactustown.server.sealing import Sealing
from cactustown.server.store.base import Row
from cactustown.server.unreadable import Corrupt, reading

PLANNING: Final = ("plan", "plan")  # the question whose answers may be changed in secret
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"
RATED_STAND_IN: Final = "greedy"


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
        kept = opened.kept or [None] * len(self.options.parties)
        self.chairs = [
            Chair(None if opened.draw else party, kept=player)
            for party, player in zip(self.options.parties, kept, strict=True)
        ]
        self.version = 0
        self.at = row.at
        self.shown_at = row.at  # of the latest row that everybody may know of
        self.game: Game | None = None
        self.started: Started | None = None
        self.known: list[str] = []  # everybody who opened, sat or spoke here: the first is 0
        self.kicked: set[str] = set()  # people the host asked to go
        self.closed = False
        self.counted = False
        self.next_table: str | None = None
        self.undo: Undo | None = None
        self.clocks = Clocks.start(opened.clock, [], row.at)
        self.story: list[AnyNote | int] = []  # an int is the number of an event of the game
        self.done: dict[str, int] = {}  # command -> how long the story was after it
        self.asked: dict[str, tuple[int, ...] | None] = {}  # seat -> the ask that waits for it
        self.asked_at: dict[str, int] = {}  # seat -> the story's length when it was last asked anew
        self.events_told = 0  # so many events of the game are in the story
        self._note(notes.Opened(row.at, self._meet(opened.host), opened.host.name))
        self._taken(row)

    @classmethod
    def from_rows(cls, rows: list[Row], pause: Callable[[], None] | None = None) -> Table:
        """The table a whole log tells of; raises `Unreadable` where it tells of none."""
        with reading(rows[0].table, 1):
            if rows[0].version != 1:
                raise Corrupt("the row is missing")
            opened = decode(rows[0].body)
            if not isinstance(opened, Opened):
                raise Corrupt("the log does not begin with the opening of a table")
            table = cls(rows[0].table, opened, rows[0])
            table.options.check()
        table.take(rows[1:], pause)
        return table

    def take(self, rows: list[Row], pause: Callable[[], None] | None = None) -> None:
        """Goes on with rows that are in the log; `pause` may end it between two by raising."""
        for row in rows:
            if pause is not None:
                pause()
            self.take_one(row)

    def take_one(self, row: Row) -> AnyEntry:
        """Goes on with the next row of the log; a table for which that fails is done with."""
        with reading(self.name, self.version + 1):
            return self.apply(self.next_entry(row), row)

    def next_entry(self, row: Row) -> AnyEntry:
        """What the next row of the log says."""
        if row.version != self.version + 1:
            raise Corrupt("the row is missing")
        entry = decode(row.body)
        check_version(entry)
        return entry

    # -- looking

    @property
    def state(self) -> str:
        if self.closed:
            return CLOSED
        if self.game is None:
            return OPEN
        return OVER if self.game.is_over else RUNNING

    @property
    def edition(self) -> str:
        """The edition of the content: of the game, or of the one that would begin now."""
        return self._begun_under[0] if self.started is None else self.started.edition

    @property
    def rules_version(self) -> int:
        """The version of the rules: of the game, or of the one that would begin now."""
        return self._begun_under[1] if self.started is None else self.started.rules

    @cached_property
    def _begun_under(self) -> tuple[str, int]:
        """Edition and rules of the game to come: today's, or those of the game to go on from. A box
        of the host's own was made for one edition, and stays with it."""
        if self._branched_from is not None:
            return self._branched_from.edition, self._branched_from.rules
        box = self.opened.box
        return CURRENT_EDITION if box is None else box.edition, VERSION

    @property
    def override(self) -> dict[str, Any]:
        """What is different from the edition in the box of this table; mostly nothing."""
        if self._branched_from is not None:
            return self._branched_from.override
        return {} if self.opened.box is None else self.opened.box.override

    @cached_property
    def _branched_from(self) -> Journal | None:
        branch = self.opened.branch
        if branch is None:
            return None
        return journal_from_json(branch.journal, "the game to go on from")

    @property
    def ruleset(self) -> Ruleset:
        """What the game is played by, or the one that would begin now."""
        return ruleset(self.options, self.edition, self.rules_version, self.override)

    @property
    def stand_in(self) -> str:
        """The bot that plays on for players who leave; in rated games it is always the same."""
        return RATED_STAND_IN if self.opened.rated else self.opened.stand_in

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

    def as_known(self, person: Person) -> Person:
        """A person by the name they came to this table with; a new one does not reach it."""
        here = (self.opened.host, *(chair.person or chair.kept for chair in self.chairs))
        return next((known for known in here if known and known.id == person.id), person)

    def namesake(self, person: Person) -> str | None:
        """The name of the host or a player for whom others could take this person."""
        here = (self.opened.host, *(chair.person or chair.kept for chair in self.chairs))
        others = (other.name for other in here if other and other.id != person.id)
        return next((name for name in others if alike(name, person.name)), None)

    def number_of(self, person: Person | None) -> int | None:
        """A person's number among those of this table, for all who may not know the id."""
        return self.known.index(person.id) if person and person.id in self.known else None

    def can_undo(self, seat: str) -> bool:
        """Whether this seat's last choice may be taken back without asking anybody.

        Plans are changed, not taken back: whether another one was changed must not show.
        """
        game = self.game
        if game is None or game.is_over or not game.can_undo(seat):
            return False
        return game.moves[-1].choice.partition(" ")[0] not in ("plan", "unlock")

    def can_ask_undo(self, seat: str) -> bool:
        """Whether the others could be asked to take this seat's last choice back."""
        game = self.game
        if game is None or game.is_over or self.opened.rated or not game.may_go_back:
            return False
        question = game.question(seat)
        planning = question is not None and question[0] == "plan"
        return not planning and self.before_last_choice(seat) is not None

    def before_last_choice(self, seat: str) -> int | None:
        """How many moves there were before this seat's last choice of the round that all may know
        of; None: there is none."""
        moves = self.game.moves if self.game is not None else []
        for number in range(len(moves) - 1, -1, -1):
            word = moves[number].choice.partition(" ")[0]
            if word == "rewind":
                return None
            if moves[number].party == seat and word not in ("plan", "unlock", "undo"):
                return number
            if word in ("plan", "unlock"):
                return None
        return None

    def bots_awaited(self) -> list[tuple[str, str]]:
        """The seats and names of the bots that owe a choice."""
        if self.state != RUNNING or self.game is None or self.undo is not None:
            return []
        chosen = ((seat, self.chair_of(seat).player) for seat in self.game.awaited)
        return [(seat, bot) for seat, bot in chosen if bot is not None]

    @property
    def is_among_bots(self) -> bool:
        """Whether nobody sits here or ever will: the game is there only to be looked at."""
        return self.state == RUNNING and not self.people()

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
        if self.state != RUNNING or self.is_among_bots:
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
        """When players who have not revealed a promised nonce lose their chairs."""
        if self.state != OPEN:
            return None
        return self.sealing.due(self.chairs, self.opened.clock)

    def unrevealed(self) -> list[str]:
        """The people whose promised nonces are awaited."""
        missing = [chair.person for chair in self.sealing.missing(self.chairs)]
        return sorted({person.id for person in missing if person is not None})

    def takes_long(self, entry: AnyEntry) -> bool:
        """Whether many choices may have to be played again to do what an entry says."""
        match entry:
            case Started():
                return self.opened.branch is not None
            case UndoAsked() | UndoAnswered() | HandedOver():
                return isinstance(entry, UndoAsked) or self.undo is not None
            case _:
                return False

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
                self._note(notes.Said(at, self._meet(entry.person), entry.person.name, entry.text))
            case Sat():
                self._sit(entry, at)
            case Revealed():
                self.chairs[entry.chair].nonce = entry.nonce
            case BotSat():
                self.chairs[entry.chair] = Chair(self.chairs[entry.chair].party, bot=entry.bot)
                self.sealing.since = at
                self._note(notes.BotSat(at, entry.chair, entry.bot))
            case Stood():
                self._stand(entry, at)
            case Abandoned():
                self._abandon(entry, at)
            case Started():
                return self._start(entry, at)
            case TookBack():
                self._go_back(lambda game: game.undo(entry.seat))
                self._note(notes.TookBack(at, entry.seat))
            case UndoAsked():
                self._undo_asked(entry, at)
            case UndoAnswered():
                self._undo_answered(entry, at)
            case HandedOver():
                self._hand_over(entry, at)
            case TookOver():
                self.chair_of(entry.seat).stand_in = None
                self.clocks.returned(entry.seat)
                self._note(notes.TookOver(at, entry.seat))
            case Resumed():
                self.clocks.resumed(at, entry.unserved)
            case Rematched():
                self.next_table = entry.table
                self._note(notes.Rematched(at, entry.table))
            case Counted():
                self.counted = True
            case Closed():
                self.closed = True
                self._note(notes.Closed(at))
            case Opened():
                raise Corrupt("the table is opened a second time")
        return entry

    def _running(self) -> Game:
        if self.game is None:
            raise Corrupt("the game has not begun there")
        return self.game

    def _played(self, entry: Played, at: int) -> Played:
        game = self._running()
        question = game.question(entry.seat)
        try:
            game.play(entry.seat, entry.choice)
        except CactusTownError as error:
            kind = type(error).__name__  # its text would quote the choice
            raise Corrupt(f"the choice cannot be made there ({kind})") from error
        if game.event_count == self.events_told and question != PLANNING:
            # No event tells of it, yet the game went on: everybody must know, a plan excepted.
            self._note(notes.Chose(at, entry.seat))
        chair = self.chair_of(entry.seat)
        chair.bot_chose = chair.bot_chose or chair.stand_in is not None
        move = game.moves[-1]
        full = Played(entry.seat, move.choice, list(move.chance), self.rules_version)
        if entry.chance and entry.chance != full.chance:
            raise Corrupt("it records other dice than the seed gives")
        return full

    def _sit(self, entry: Sat, at: int) -> None:
        before = self.chairs[entry.chair]
        self.chairs[entry.chair] = Chair(
            before.party, entry.person, nonce=entry.nonce, commitment=entry.commitment
        )
        self.sealing.since = at
        # Another promise is no news for the story; logs of protocol 1 told it.
        own = before.person is not None and before.person.id == entry.person.id
        if not own or entry.commitment is None:
            self._note(notes.Sat(at, entry.chair, self._meet(entry.person), entry.person.name))

    def _stand(self, entry: Stood, at: int) -> None:
        chair = self.chairs[entry.chair]
        who = self.number_of(chair.person)
        if entry.kicked and chair.person is not None:
            self.kicked.add(chair.person.id)
        kind = notes.Kicked if entry.kicked else notes.Stood
        self._note(kind(at, entry.chair, UNSET if who is None else who))
        if entry.seed:
            person = chair.person
            by = self.opened.host if entry.kicked or person is None else person
            self.sealing.give_up_left(self.chairs, entry.seed, by, entry.kicked, at)
            self._tell_anew(by.name, at)
        self._free(entry.chair)

    def _abandon(self, entry: Abandoned, at: int) -> None:
        chairs = [(number, chair.person) for number, chair in enumerate(self.chairs)]
        lost = [(number, who) for number, who in chairs if who and who.id in entry.failed]
        for number, person in lost:
            self._note(notes.Unrevealed(at, number, self._meet(person), person.name))
        self.sealing.give_up_unrevealed(self.chairs, entry.seed, entry.failed, at)
        self._tell_anew(None, at)
        for number, _ in lost:
            self._free(number)

    def _free(self, number: int) -> None:
        self.chairs[number] = Chair(self.chairs[number].party)

    def _tell_anew(self, by: str | None, at: int) -> None:
        """Tells of another seal; a table that had too many is closed."""
        self._note(notes.Redrawn(at, self.commitment, UNSET if by is None else by))
        if self.sealing.is_worn_out:
            self.closed = True
            self._note(notes.Closed(at))

    def _start(self, entry: Started, at: int) -> Started:
        chosen = ruleset(self.options, entry.edition, entry.rules, self.override)
        for chair, party in zip(self.chairs, entry.parties, strict=True):
            chair.party = party
        seed = bytes.fromhex(self.sealing.seed)
        branch = self.opened.branch
        if branch is not None and self._branched_from is not None:
            self.game = Game.branch(self._branched_from, branch.moves, seed, entry.nonces)
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
            raise Corrupt("it records another deal than the seed gives")
        self.started = msgspec.structs.replace(entry, setup=setup)
        self._note(
            notes.GameStarted(
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
        self._note(notes.UndoAsked(at, entry.seat))
        self._rewind_if_agreed()

    def _undo_answered(self, entry: UndoAnswered, at: int) -> None:
        self._note(notes.UndoAnswered(at, entry.seat, entry.agreed))
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
            wish = self.undo
            self._go_back(lambda game: game.rewind(wish.seat, wish.moves))
            self.undo = None

    def _go_back(self, how: Callable[[Game], None]) -> None:
        try:
            how(self._running())
        except CactusTownError as error:
            raise Corrupt(f"table {self.name}: {error}") from error

    def _hand_over(self, entry: HandedOver, at: int) -> None:
        self.chair_of(entry.seat).stand_in = entry.bot
        self._note(notes.HandedOver(at, entry.seat, entry.bot, entry.why))
        if self.undo is not None and self.undo.seat == entry.seat:
            self.undo = None
        self._rewind_if_agreed()

    # -- what follows from it

    def _note(self, note: AnyNote) -> None:
        self.story.append(note)

    def _meet(self, person: Person) -> int:
        """The person's number at this table; a new one gets the next."""
        if person.id not in self.known:
            self.known.append(person.id)
        return self.known.index(person.id)

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
        return game.round, game.choices_that_stand

    def item(self, number: int, seat: str | None) -> StoryItem:
        """One item of the story as a seat (None: a spectator) may know it."""
        told = self.story[number]
        if isinstance(told, int):
            assert self.game is not None
            words = self.game.event(told, seat)
            words.pop("n")
            return {"n": number, **words}
        return {"n": number, **msgspec.to_builtins(told)}
