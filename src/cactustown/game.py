"""The game as people use it: words in, words out, every wrong use explained and without effect."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cactustown.content import Content, load_content
from cactustown.engine import journal as journals
from cactustown.engine.chance import Chance, CheckedChance, RecordedChance, SealedChance, commitment
from cactustown.engine.errors import (
    BadFile,
    BadOptions,
    CactusTownError,
    ChanceError,
    GameOver,
    IllegalChoice,
    NoSuchEvent,
    NoSuchSeat,
    NothingToUndo,
    NotYourTurn,
    WrongVersion,
)
from cactustown.engine.events import Event, EventLog
from cactustown.engine.journal import (
    MOST_TAKEN_BACK,
    REWIND,
    UNDO,
    Attempt,
    Journal,
    Move,
    is_taken_back,
    rewound_to,
)
from cactustown.engine.machine import (
    SHAPES,
    Rules,
    apply,
    awaited,
    legal,
    may_act,
    pending,
    resolve,
)
from cactustown.engine.notation import choice_words, event_words, offered, parse_choice
from cactustown.engine.saving import from_json as state_from_json
from cactustown.engine.saving import to_json as state_to_json
from cactustown.engine.standing import DEAL, Position, Standing
from cactustown.engine.state import DRAW, RUNNING, State
from cactustown.engine.view import SPECTATOR, View, view
from cactustown.openview import open_view
from cactustown.rules import events as ev
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import PLAYABLE, VERSION, build_rules
from cactustown.rules.options import Options, options_from_json
from cactustown.seatview import SeatView
from cactustown.seatwords import seat_view

Seat = int | str
SEED_BYTES = 16


@dataclass
class _UndoPoint:
    """The game before a choice that may still be taken back."""

    state: State
    seat: int
    events: int
    open_at: list[int]


class Game:
    """One game from set-up to its end.

    Seats are named by party (`"sheriff"`) or number. Choices are words, as `choices` lists them.
    """

    def __init__(
        self,
        options: Options,
        content: Content,
        chance: Chance,
        journal: Journal,
        rules: Rules | None = None,
        position: State | None = None,
    ) -> None:
        """Deals a game or takes up a position; use `new`, `load` or `at` instead."""
        self.options = options
        self.content = content
        version = journal.rules
        self.rules: Rules = rules or build_rules(
            options, content.for_game(options, version), version
        )
        self._chance = chance
        self._journal = journal
        self._undo: list[_UndoPoint] = []
        self._log = EventLog()
        self._composed = position is not None
        self._state = position or State(None)
        self._attach()
        if position is None:
            deal(self.rules, self._state)
        resolve(self.rules, self._state)
        journal.setup = chance.take()
        self._standing = Standing(len(self._log.events))

    @classmethod
    def new(
        cls,
        parties: Sequence[str] = ("sheriff", "outlaws"),
        *,
        mode: str = "basic",
        programming: str = "straight",
        cactus: bool = False,
        round_limit: int = 0,
        solo: bool = False,
        abilities: Sequence[str] = (),
        pets: bool = False,
        pet_kind: str = "any",
        chicken: bool = False,
        tools: bool = False,
        alternative: Sequence[str] = (),
        replace: Sequence[str] = (),
        screens: str = "open",
        even_sides: bool = False,
        content: Content | None = None,
        seed: int | bytes | None = None,
        nonces: Sequence[str] = (),
    ) -> Game:
        """A new game; the same seed gives the same shuffles and dice, no seed unguessable ones.

        A number as a seed is for repeating games: who knows its commitment can guess it.
        """
        if isinstance(parties, str) or not isinstance(parties, Sequence):
            raise BadOptions(f"parties are a list such as ['sheriff', 'outlaws'], not {parties!r}")
        options = Options(
            parties=tuple(parties),
            mode=mode,
            programming=programming,
            cactus=cactus,
            round_limit=round_limit,
            solo=solo,
            abilities=tuple(abilities),
            pets=pets,
            pet_kind=pet_kind,
            chicken=chicken,
            tools=tools,
            alternative=tuple(alternative),
            replace=tuple(replace),
            screens=screens,
            even_sides=even_sides,
        )
        return cls.of(options, content=content, seed=seed, nonces=nonces)

    @classmethod
    def of(
        cls,
        options: Options,
        *,
        content: Content | None = None,
        rules: Rules | None = None,
        seed: int | bytes | None = None,
        nonces: Sequence[str] = (),
        commitments: Sequence[str] = (),
        abandoned: Sequence[Attempt] = (),
    ) -> Game:
        """The same with the options as one object; rules already built save building them.

        By what the nonces were promised, and which draws were given up, only the journal tells.
        """
        options.check()
        content = content or load_content()
        if isinstance(nonces, str) or not all(_is_word(nonce) for nonce in nonces):
            raise BadOptions(f"nonces are a list of words, not {nonces!r:.60}")
        sealed = SealedChance(_seed_bytes(seed), list(nonces))
        journal = Journal(
            rules=rules.reading.version if rules else VERSION,
            edition=content.edition,
            override=content.override,
            options=options.to_json(),
            commitment=sealed.commitment,
            seed=sealed.seed.hex(),
            nonces=list(nonces),
            commitments=list(commitments),
            abandoned=list(abandoned),
        )
        return cls(options, content, sealed, journal, rules)

    @classmethod
    def at(
        cls, options: Options, content: Content, rules: Rules, position: State, chance: Chance
    ) -> Game:
        """A game from a composed position, for rule cases and puzzles; it cannot be saved."""
        version = rules.reading.version
        journal = Journal(version, content.edition, content.override, options.to_json())
        return cls(options, content, chance, journal, rules, position)

    def _attach(self) -> None:
        self._state.log = self._log
        self._state.chance = self._chance

    # -- looking

    @property
    def parties(self) -> list[str]:
        """The parties in the order of their seats."""
        return list(self.rules.party_names)

    @property
    def players(self) -> list[str]:
        """The parties that somebody plays; an automa is none of them."""
        planners = self.rules.planners
        return [name for seat, name in enumerate(self.parties) if planners >> seat & 1]

    @property
    def draws(self) -> list[tuple[int, int, int]]:
        """Stream, size and value of all that the seal gave in a replay, undone or not, in order."""
        return self._chance.draws if isinstance(self._chance, CheckedChance) else []

    @property
    def commitment(self) -> str:
        """The hash of the sealed seed, fit to be published before the first choice."""
        return self._journal.commitment

    @property
    def is_over(self) -> bool:
        return self._state.winner != RUNNING

    @property
    def result(self) -> str | None:
        """The winning party, `"draw"`, or None while the game goes on."""
        winner = self._state.winner
        if winner == RUNNING:
            return None
        return "draw" if winner == DRAW else self.rules.party_names[winner]

    @property
    def round(self) -> int:
        return self._state.round

    @property
    def awaited(self) -> list[str]:
        """The parties that owe a choice now; several while everybody plans."""
        mask = awaited(self.rules, self._state)
        return [name for seat, name in enumerate(self.rules.party_names) if mask >> seat & 1]

    @property
    def may_act(self) -> list[str]:
        """Those, and the parties that may still change their plan."""
        mask = may_act(self.rules, self._state)
        return [name for seat, name in enumerate(self.rules.party_names) if mask >> seat & 1]

    def seat(self, seat: Seat) -> int:
        """The number of a seat named by party or number."""
        if isinstance(seat, str) and seat in self.rules.party_names:
            return self.rules.party_names.index(seat)
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.rules.seats:
            return seat
        raise NoSuchSeat(f"there is no seat {seat!r}; there are: {', '.join(self.parties)}")

    def choices(self, seat: Seat) -> list[str]:
        """What this seat may choose now, in words; nothing if it is not awaited."""
        return offered(self.rules, self._state, self.seat(seat))

    def question(self, seat: Seat) -> tuple[str, str] | None:
        """What this seat is asked: the ask's name and the shape of its choices."""
        number = self.seat(seat)
        op = pending(self.rules, self._state)
        if op is None or not may_act(self.rules, self._state) >> number & 1:
            return None
        return op.name, SHAPES[op.shape]

    def asked(self, seat: Seat) -> tuple[int, ...] | None:
        """The ask that waits for this seat, as numbers to compare; None if it may not act.

        Where several seats answer, it stays the same when another has answered.
        """
        if not may_act(self.rules, self._state) >> self.seat(seat) & 1:
            return None
        task = self._state.stack[-1]
        if self.rules.ops[task.op].together:
            return task.op, len(self._state.stack), self._state.round
        return tuple(task.row())

    def view(self, seat: Seat | None) -> SeatView:
        """What this seat may know, in words; None is a spectator."""
        number = SPECTATOR if seat is None else self.seat(seat)
        return seat_view(self.rules, view(self.rules, self._state, number))

    def open_view(self) -> SeatView:
        """The table with every secret on it: for looking back at a game that is over."""
        return open_view(self.rules, self._state)

    def bot_view(self, seat: Seat) -> View:
        """The same as ints, for bots; a copy that shares nothing with the game."""
        return view(self.rules, self._state, self.seat(seat))

    def events_since(self, number: int = 0, seat: Seat | None = None) -> list[dict[str, object]]:
        """The events from this number on, as a seat (None: a spectator) may see them."""
        who = SPECTATOR if seat is None else self.seat(seat)
        if not isinstance(number, int) or number < 0:
            raise NoSuchEvent(f"events are numbered from 0, not {number!r}")
        return [self._event(n, who) for n in range(number, len(self._log.events))]

    def _event(self, number: int, seat: int | None) -> dict[str, object]:
        return {"n": number, **event_words(self.rules, self._log.events[number], seat)}

    def event(self, number: int, seat: Seat | None = None) -> dict[str, object]:
        """One event as a seat (None: a spectator) may see it."""
        return self._event(number, SPECTATOR if seat is None else self.seat(seat))

    @property
    def event_count(self) -> int:
        """How many events there are; everybody may know, for all events have a public side."""
        return len(self._log.events)

    @property
    def moves(self) -> list[Move]:
        """Every choice up to now with what chance gave, for the game's keeper."""
        return self._journal.moves

    @property
    def choices_that_stand(self) -> int:
        """How many choices led to where the game is; those taken back are none of them."""
        return self._standing.choices

    @property
    def setup_chance(self) -> list[int]:
        """What chance gave while dealing, for the game's keeper."""
        return self._journal.setup

    def all_events(self, number: int = 0) -> list[dict[str, object]]:
        """Every event from this number on with all its secrets: for finished games."""
        return [self._event(n, None) for n in range(number, len(self._log.events))]

    # -- playing

    def play(self, seat: Seat, choice: str) -> None:
        """Makes a choice for a seat; refused choices raise and change nothing."""
        number = self.seat(seat)
        if not isinstance(choice, str):
            raise IllegalChoice(f"a choice is words such as 'stay', not {choice!r}")
        self._check_turn(number)
        self._apply(number, parse_choice(self.rules, self._state, number, choice))

    def check(self, seat: Seat, choice: str) -> None:
        """Raises what `play` would raise, and changes nothing."""
        number = self.seat(seat)
        self._check_turn(number)
        parse_choice(self.rules, self._state, number, choice)

    def _check_turn(self, seat: int) -> None:
        if self.is_over:
            ending = "a draw" if self.result == "draw" else f"{self.result} won"
            raise GameOver(f"the game is over: {ending}; nothing more can be played")
        if not may_act(self.rules, self._state) >> seat & 1:
            raise NotYourTurn(
                f"{self.rules.party_names[seat]} is not asked anything now; "
                f"awaited: {', '.join(self.awaited)}"
            )

    def play_int(self, seat: int, choice: int) -> None:
        """The same with a choice as an int, as bots give it."""
        seat = self.seat(seat)
        self._check_turn(seat)
        if choice not in legal(self.rules, self._state, seat):
            raise IllegalChoice(f"{self.rules.party_names[seat]} cannot choose {choice} now")
        self._apply(seat, choice)

    def _apply(self, seat: int, choice: int) -> None:
        words = choice_words(self.rules, self._state, seat, choice)
        before = _UndoPoint(
            State(self._state), seat, len(self._log.events), list(self._log.open_at)
        )
        if self._undo and self._undo[-1].seat != seat:
            self._undo.clear()
        apply(self.rules, self._state, seat, choice)
        if self._state.disclosed == before.state.disclosed and not self.is_over:
            self._undo.append(before)
        else:
            self._undo.clear()
        self._record(seat, words)
        self._standing.chose(len(self._log.events))
        if self.is_over:
            self._standing.forget()
        elif self._standing.is_worth_keeping(self._standing.position):
            self._standing.keep(self._standing.position, self._state, self._log.open_at)

    def _record(self, seat: int, words: str) -> None:
        chance = tuple(self._chance.take())
        self._journal.moves.append(Move(self.rules.party_names[seat], words, chance))

    def do(self, seat: Seat, move: str) -> None:
        """Does what a journal's move says: a choice, `undo`, or `rewind 12`."""
        moves = rewound_to(move)
        if move == UNDO:
            self.undo(seat)
        elif moves is not None:
            self.rewind(seat, moves)
        else:
            self.play(seat, move)

    @property
    def may_go_back(self) -> bool:
        """Whether choices may still be taken back: in one game not without end."""
        return self._standing.taken_back < MOST_TAKEN_BACK

    def can_undo(self, seat: Seat) -> bool:
        """Whether this seat may take back its last choice."""
        number = self.seat(seat)
        return self.may_go_back and bool(self._undo) and self._undo[-1].seat == number

    def undo(self, seat: Seat | None = None) -> None:
        """Takes back the last choice, unless something was shown or another seat acted since."""
        number = self._undo[-1].seat if seat is None and self._undo else -1
        if seat is not None:
            number = self.seat(seat)
        if not self._undo or self._undo[-1].seat != number:
            raise NothingToUndo(
                "there is nothing to take back: something hidden or random was shown, "
                "or another seat acted, since the last choice"
            )
        self._check_may_go_back()
        point = self._undo.pop()
        undone = len(self._log.events) - point.events
        self._state = point.state
        self._attach()
        self._log.open_at = point.open_at
        if undone:  # a plan changed and changed back was told to nobody
            self._log.add(ev.UNDONE, number, undone)
        self._record(number, UNDO)
        self._standing.went_back(self._standing.last, len(self._log.events))

    def rewind(self, seat: Seat, moves: int) -> None:
        """Takes the game back to where it stood after so many moves, whatever was shown since.

        For tables where everybody consents. The dice go on, they do not come again.
        """
        number = self.seat(seat)
        if self._composed or self.is_over or not 0 <= moves < len(self._journal.moves):
            raise NothingToUndo(
                f"the game cannot go back to move {moves}: it is at move {len(self._journal.moves)}"
                + (" and over" if self.is_over else "")
            )
        self._check_may_go_back()
        position = self._standing.after[moves]
        then = self._position(position)
        undone = len(self._log.events) - self._standing.events[moves]
        self._state = then.state
        self._attach()
        self._log.open_at = then.open_at
        self._undo.clear()
        self._log.add(ev.UNDONE, number, undone)
        self._record(number, f"{REWIND} {moves}")
        self._standing.went_back(position, len(self._log.events))

    def _check_may_go_back(self) -> None:
        if not self.may_go_back:
            raise NothingToUndo(
                f"in one game choices can be taken back {MOST_TAKEN_BACK} times, "
                "and in this one they have been"
            )

    def _position(self, position: int) -> Position:
        """A position the game was in, to play on from.

        From the nearest state that was kept only the choices on the way are played, with the dice
        they met: what was taken back, and the going back itself, is no part of it.
        """
        nearest, way = self._standing.way(position)
        recorded = RecordedChance()
        if nearest is None:
            nearest = self._dealt_again(recorded)
            self._standing.keep(DEAL, nearest.state, nearest.open_at)
        state = State(nearest.state)
        log = EventLog()  # what happens is known already
        log.open_at = list(nearest.open_at)
        state.log, state.chance = log, recorded
        for number in way:
            move = self._journal.moves[number - 1]
            recorded.load(list(move.chance))
            seat = self.rules.party_names.index(move.party)
            apply(self.rules, state, seat, parse_choice(self.rules, state, seat, move.choice))
            if self._standing.is_worth_keeping(number):
                self._standing.keep(number, state, log.open_at)
        self._standing.land(position, state, log.open_at)
        return Position(state, log.open_at)

    def _dealt_again(self, recorded: RecordedChance) -> Position:
        """The game as it began."""
        recorded.load(list(self._journal.setup))
        blank = Journal(self._journal.rules, self.content.edition, self.content.override, {})
        deal = Game(self.options, self.content, recorded, blank, self.rules)
        return Position(deal._state, deal._log.open_at)

    def clone(self) -> Game:
        """An independent game in the same position, with dice of its own.

        It is no longer sealed: the seed of the real game stays with the real game.
        """
        twin: Game = object.__new__(Game)
        twin.options = self.options
        twin.content = self.content
        twin.rules = self.rules
        twin._composed = self._composed
        twin._chance = SealedChance(secrets.token_bytes(32))
        twin._journal = self._journal.copy()
        twin._journal.commitment = twin._journal.seed = ""
        twin._undo = []
        twin._standing = self._standing.copy()
        twin._log = EventLog()
        twin._log.events = list(self._log.events)
        twin._log.open_at = list(self._log.open_at)
        twin._state = State(self._state)
        twin._attach()
        return twin

    # -- keeping

    def digest(self) -> str:
        """A hash of all that happened: equal digests, equal games.

        It is made of the events, not of the state's fields, so that it outlives their layout.
        """
        story = json.dumps(self.all_events(), separators=(",", ":"))
        return hashlib.sha256(story.encode()).hexdigest()

    def journal(self) -> Journal:
        """The journal up to now, seed included: for the game's keeper, not for its players."""
        journal = self._journal.copy()
        journal.result = self.result
        journal.digest = self.digest()
        return journal

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the game to a file, whole or not at all."""
        if self._composed:
            raise BadFile("a game from a composed position has no journal, so it cannot be saved")
        target = Path(path)
        part = target.with_name(target.name + ".part")
        try:
            part.write_text(self.journal().dumps(), encoding="utf-8")
            os.replace(part, target)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BadFile(f"{path}: cannot be written: {error.strerror}") from error

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Reads a saved game and plays it up to where it was left."""
        journal = read_journal(path)
        *_, (game, _) = replay(journal, str(path))
        game._go_on()
        return game

    @classmethod
    def branch(
        cls,
        journal: Journal,
        moves: int,
        seed: bytes,
        nonces: Sequence[str] = (),
        pause: Callable[[], None] | None = None,
    ) -> Game:
        """Another game that goes on from where a recorded one stood after so many moves.

        Its new dice come from this seed; as the older ones did not, its journal has no commitment.
        `pause` is called between two moves and may put an end to it by raising something.
        """
        if not 0 <= moves <= len(journal.moves):
            raise BadOptions(f"the game has {len(journal.moves)} moves; it has no move {moves}")
        early = journal.copy()
        early.moves = early.moves[:moves]
        early.commitment = early.seed = early.digest = ""
        early.result = None
        if moves == len(journal.moves):
            early.result = journal.result
        for game, _ in replay(early, "the game to go on from"):  # noqa: B007
            if pause is not None:
                pause()
        if game.is_over:
            raise GameOver("the game to go on from is over at that move")
        game._chance = SealedChance(seed, list(nonces))
        game._attach()
        return game

    def freeze(self) -> dict[str, object]:
        """All of a sealed game as plain JSON values, from which `thaw` goes on without a replay."""
        if not self.can_freeze or not isinstance(self._chance, SealedChance):
            raise BadFile("only a sealed game with nothing left to take back can be frozen")
        return {
            "journal": self._journal.to_json(),
            "state": state_to_json(self._state),
            "events": [[e.kind, e.depth, e.args, e.seats, e.twin] for e in self._log.events],
            "open_at": list(self._log.open_at),
            "told": list(self._standing.events),
            "counters": list(self._chance.counter),
        }

    @classmethod
    def thaw(cls, frozen: dict[str, Any], content: Content, rules: Rules) -> Game:
        """The game that was frozen; its rules and content must be those it was frozen with."""
        journal = journals.from_json(frozen["journal"], "the frozen game")
        game: Game = object.__new__(cls)
        game.options = options_from_json(journal.options)
        game.content = content
        game.rules = rules
        game._composed = False
        game._chance = chance = SealedChance(bytes.fromhex(journal.seed), journal.nonces)
        chance.counter = list(frozen["counters"])
        game._journal = journal
        game._undo = []
        game._log = EventLog()
        game._log.events = [
            Event(kind, depth, tuple(args), seats, tuple(twin))
            for kind, depth, args, seats, twin in frozen["events"]
        ]
        game._log.open_at = list(frozen["open_at"])
        game._standing = _standing(journal.moves, frozen["told"])
        game._state = state_from_json(frozen["state"])
        game._attach()
        return game

    @property
    def can_freeze(self) -> bool:
        """Whether `freeze` can: sealed from the first card on, and nothing left to take back."""
        return bool(self._journal.seed) and not self._undo

    def _go_on(self) -> None:
        """After a replay: the next dice come from the source, no longer from the record."""
        if isinstance(self._chance, CheckedChance):
            self._chance.recorded = None
        else:
            self._chance = SealedChance(secrets.token_bytes(32))
            self._journal.commitment = ""  # these dice were never committed to
            self._attach()


def _standing(moves: Sequence[Move], events: Sequence[int]) -> Standing:
    """What stands of these moves, after which there were so many events; no state is kept yet."""
    standing = Standing(events[0])
    for move, told in zip(moves, events[1:], strict=True):
        rewound = rewound_to(move.choice)
        if move.choice == UNDO:
            standing.went_back(standing.last, told)
        elif rewound is not None:
            standing.went_back(standing.after[rewound], told)
        else:
            standing.chose(told)
    return standing


def _is_word(text: object) -> bool:
    return isinstance(text, str) and text.isprintable()


def _seed_bytes(seed: int | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) >= SEED_BYTES:
        return seed
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadOptions(f"a seed is a number or {SEED_BYTES} bytes or more, not {seed!r:.40}")
    return hashlib.sha256(f"cactustown seed {seed}".encode()).digest()


def read_journal(path: str | os.PathLike[str]) -> Journal:
    """Reads a journal from a file."""
    return journals.from_json(read_json(path), str(path))


def read_json(path: str | os.PathLike[str]) -> object:
    """What is in a file that should hold a journal."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: is not UTF-8 text") from error
    return journals.parsed(text, str(path))


def replay(
    journal: Journal,
    where: str = "the journal",
    content: Content | None = None,
    rules: Rules | None = None,
) -> Iterator[tuple[Game, Move | None]]:
    """Plays a journal again: the game after set-up with None, then after every move.

    Every choice must be legal and every die the one that was sealed; the first that is not
    raises `BadFile` naming the move. Content and rules need not be given; it is faster with them.
    """
    if journal.rules not in PLAYABLE:
        raise WrongVersion(f"{where} {wrong_version(journal.rules)}")
    taken_back = sum(is_taken_back(move.choice) for move in journal.moves)
    if taken_back > MOST_TAKEN_BACK:
        raise BadFile(
            f"{where} takes choices back {taken_back} times; "
            f"in one game they can be at most {MOST_TAKEN_BACK} times"
        )
    try:
        options = options_from_json(journal.options)
    except BadOptions as error:
        raise BadFile(f"{where}: {error}") from error
    chance, recorded = _chance_of(journal, where)
    recorded.load(journal.setup)
    try:
        content = content or load_content(journal.edition, journal.override, where, journal.rules)
        fresh = journal.copy()
        fresh.moves = []
        game = Game(options, content, chance, fresh, rules)
        _nothing_left(recorded)
    except CactusTownError as error:
        raise BadFile(f"{where}, set-up: {error}") from error
    yield game, None
    for number, move in enumerate(journal.moves, 1):
        recorded.load(list(move.chance))
        try:
            game.do(move.party, move.choice)
            _nothing_left(recorded)
        except CactusTownError as error:
            raise BadFile(
                f"{where}, move {number} ({move.party}: {move.choice}): {error}"
            ) from error
        yield game, move
    if journal.result != game.result:
        raise BadFile(f"{where}: the result is {game.result}, not {journal.result} as recorded")
    if journal.digest and journal.digest != game.digest():
        raise BadFile(f"{where}: all moves are legal, but another story came of them")


def wrong_version(version: int) -> str:
    """Why a game of this version of the rules cannot be played on."""
    known = " and ".join(str(playable) for playable in PLAYABLE)
    return f"was played under rules version {version}; this program has {known}"


def _nothing_left(recorded: RecordedChance) -> None:
    if recorded.values:
        raise ChanceError("the journal records more dice or draws than the game needs here")


def _chance_of(journal: Journal, where: str) -> tuple[Chance, RecordedChance]:
    if not journal.seed:
        recorded = RecordedChance()
        return recorded, recorded
    try:
        seed = bytes.fromhex(journal.seed)
    except ValueError as error:
        raise BadFile(f"{where}, chance: the seed is not a hexadecimal number") from error
    if commitment(seed) != journal.commitment:
        raise BadFile(f"{where}, chance: the seed is not the one that was committed to")
    recorded = RecordedChance()
    return CheckedChance(seed, journal.nonces, recorded), recorded
