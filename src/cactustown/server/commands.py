"""Whether a person may do what a command asks, and the entry it becomes. Changes nothing."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Final

from cactustown.bots import NAMES
from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import MOST_TAKEN_BACK
from cactustown.game import Game
from cactustown.server import notes
from cactustown.server import protocol as wire
from cactustown.server.chairs import Chair
from cactustown.server.entries import (
    AnyEntry,
    BotSat,
    Closed,
    HandedOver,
    Person,
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
)
from cactustown.server.fairness import LONGEST_NONCE, drawn, is_hash, new_seed, promise
from cactustown.server.names import INVISIBLE, piles_up
from cactustown.server.table import OPEN, OVER, Table

STALE: Final = "stale"
MOST_LINES: Final = 1_000  # said at one table
MOST_COMMANDS: Final = 20_000  # at one table: a long game among six takes a tenth of it
MOST_OF_ONE: Final = 5_000  # of them by one person, so that nobody uses up those of the others
GOING: Final = (wire.Leave, wire.Stand, wire.Close)  # whoever has come can go
JOINERS: Final = "\u200c\u200d"  # between letters and within emoji; all else unseen is refused


class Refusal(Exception):
    """A command that cannot be obeyed: a word for programs, a sentence for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Circumstances:
    """What a decision may depend on beside the table's log."""

    away: frozenset[str] = field(default_factory=frozenset)  # people who left long enough ago
    next_table: str = ""  # the name a rematch would have
    guest: bool = False  # the person who wants to sit down at a rated table has no account


def decide(table: Table, person: Person, command: wire.AnyCommand, now: Circumstances) -> AnyEntry:
    """The entry this command becomes; raises `Refusal` where it may not."""
    person = table.as_known(person)
    if table.version >= MOST_OF_ONE and not isinstance(command, GOING):
        _check_length(table, person)
    match command:
        case wire.Play():
            return _play(table, person, command)
        case wire.UndoWish():
            return _undo(table, person, command)
        case wire.Consent():
            return _consent(table, person, command)
        case wire.Chat():
            return _chat(table, person, command)
        case wire.Sit():
            return _sit(table, person, command, now)
        case wire.Reveal():
            return _reveal(table, person, command)
        case wire.Stand():
            return _stand(table, person, command)
        case wire.SeatBot():
            return _seat_bot(table, person, command)
        case wire.Start():
            return _start(table, person)
        case wire.Close():
            return _close(table, person)
        case wire.Leave():
            return _leave(table, person, command)
        case wire.Return():
            return _return(table, person, command)
        case wire.Replace():
            return _replace(table, person, command, now)
        case wire.Rematch():
            return _rematch(table, person, now)


def _check_length(table: Table, person: Person) -> None:
    """A log does not grow for ever; bots may always bring the game to its end."""
    way_out = "stand up, or open another table"
    if table.game is not None:
        way_out = "leave your seat to a bot"
    if table.version >= MOST_COMMANDS:
        raise Refusal("full", f"this table has seen too much; {way_out}")
    own = f"{person.id}/"
    if sum(command.startswith(own) for command in table.done) >= MOST_OF_ONE:
        raise Refusal("full", f"you have done too much at this table; {way_out}")


# -- before the game


def _before_start(table: Table) -> None:
    if table.state != OPEN:
        raise Refusal("started", "the game has begun; chairs can no longer be changed")


def _host_before_start(table: Table, person: Person) -> None:
    _before_start(table)
    _host(table, person)


def _host(table: Table, person: Person) -> None:
    if table.opened.host.id != person.id:
        raise Refusal("not_host", "only the player who opened the table can do that")


def _chair(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Refusal("no_chair", f"there is no chair {number}; there are {len(table.chairs)}")
    return table.chairs[number]


def _close(table: Table, person: Person) -> Closed:
    """Before the game, or when only bots play it: then it is nobody else's."""
    if table.is_among_bots:
        _host(table, person)
    else:
        _host_before_start(table, person)
    return Closed()


def _sit(table: Table, person: Person, command: wire.Sit, now: Circumstances) -> Sat:
    _before_start(table)
    chair = _chair(table, command.chair)
    own = chair.person is not None and chair.person.id == person.id  # to promise another
    if not chair.is_free and not own:
        raise Refusal("taken", "this chair is taken")
    if chair.kept is not None and not own and not chair.is_kept_for(person.id):
        raise Refusal("kept", f"this chair is kept for {chair.kept.name}; the host can free it")
    if person.id in table.kicked:
        raise Refusal("kicked", "the host asked you to go; you can watch, but not sit here again")
    namesake = None if person.id in table.people() else table.namesake(person)
    if namesake is not None:
        raise Refusal(
            "name_taken",
            f"somebody here is called {namesake}, and your name looks like theirs; "
            "take another name in the settings and sit down again",
        )
    if table.sealing.is_barred(person.id):
        raise Refusal(
            "barred", "too often this game could not begin because of you; play at another table"
        )
    if table.opened.rated and person.id in table.people() and not own:
        raise Refusal("rated", "in a rated game everybody plays one party")
    if table.opened.rated and now.guest:
        raise Refusal("account", "rated games are between accounts; make one, then sit down")
    if command.commitment and not is_hash(command.commitment):
        raise Refusal(
            "commitment", "a commitment is a SHA-256 in 64 lower-case hex digits, or empty"
        )
    if table.is_promised:
        raise Refusal("revealing", "somebody has revealed a nonce; no other can be promised now")
    return Sat(command.chair, person, commitment=command.commitment)


def _reveal(table: Table, person: Person, command: wire.Reveal) -> Revealed:
    _before_start(table)
    chair = _chair(table, command.chair)
    if chair.person is None or chair.person.id != person.id:
        raise Refusal("not_yours", "this is not your chair")
    if not table.sealing.may_reveal(table.chairs):
        raise Refusal("early", "wait until all chairs are taken and everybody has promised a nonce")
    if chair.nonce:
        raise Refusal("revealed", "you have revealed the nonce of this chair already")
    if not 0 < len(command.nonce) <= LONGEST_NONCE or not command.nonce.isprintable():
        raise Refusal("nonce", f"a nonce is 1 to {LONGEST_NONCE} printable characters")
    if promise(command.nonce) != chair.commitment:
        raise Refusal("nonce", "this is not the nonce that was promised for this chair")
    return Revealed(command.chair, command.nonce)


def _stand(table: Table, person: Person, command: wire.Stand) -> Stood:
    _before_start(table)
    chair = _chair(table, command.chair)
    if chair.is_free and chair.kept is None:
        raise Refusal("free", "nobody sits there")
    sitter = chair.person or chair.kept
    own = sitter is not None and sitter.id == person.id
    if not own and table.opened.host.id != person.id:
        raise Refusal("not_host", "only the player who opened the table can ask others to go")
    # Somebody who changes the table after seeing the nonces must not find the same dice again.
    kicked = not own and not chair.is_free  # who never came may still sit down elsewhere
    return Stood(command.chair, kicked=kicked, seed=new_seed() if table.is_promised else "")


def _seat_bot(table: Table, person: Person, command: wire.SeatBot) -> BotSat:
    _host_before_start(table, person)
    if not _chair(table, command.chair).is_free:
        raise Refusal("taken", "this chair is taken")
    return BotSat(command.chair, _bot(command.bot))


def _bot(name: str) -> str:
    if name not in NAMES:
        raise Refusal("no_bot", f"there is no bot of that name; there are: {', '.join(NAMES)}")
    return name


def _start(table: Table, person: Person) -> Started:
    _host_before_start(table, person)
    if any(chair.is_free for chair in table.chairs):
        raise Refusal("chairs", "every chair needs a player or a bot first")
    if table.opened.rated and any(chair.bot for chair in table.chairs):
        raise Refusal("rated", "rated games are for people; this table has a bot")
    if not table.sealing.is_ready(table.chairs):
        raise Refusal("revealing", "not everybody has promised and revealed a nonce for the dice")
    brought = [chair for chair in table.chairs if chair.nonce]
    nonces = [chair.nonce for chair in brought]
    promised = [chair.commitment or "" for chair in brought]  # empty: given openly
    parties = list(table.options.parties)  # of the chairs, as everybody saw them
    if table.opened.draw:
        parties = drawn(table.sealing.seed, nonces, parties)
    commitments = promised if any(promised) else []
    return Started(table.rules_version, table.edition, nonces, parties, [], commitments)


# -- in the game


def _running(table: Table) -> Game:
    if table.game is None:
        raise Refusal("not_started", "the game has not begun")
    if table.state == OVER:
        raise Refusal("over", "the game is over")
    return table.game


def _own_chair(table: Table, person: Person, seat: str) -> Chair:
    if seat not in table.seats_of(person.id):
        raise Refusal("not_yours", "this is not your seat")
    return table.chair_of(seat)


def acting(table: Table, person: Person, seat: str) -> Game:
    """The game, if this person plays this seat now."""
    game = _running(table)
    if _own_chair(table, person, seat).stand_in is not None:
        raise Refusal("stand_in", "a bot plays for this seat; take it back first")
    return game


def _fresh(table: Table, seat: str, version: int) -> None:
    if version > len(table.story):
        raise Refusal("ahead", f"version {version} has not come yet")
    if version < table.asked_at.get(seat, 0):
        raise Refusal(STALE, "something happened since; look again and choose anew")


def _play(table: Table, person: Person, command: wire.Play) -> Played:
    game = acting(table, person, command.seat)
    if table.undo is not None:
        raise Refusal("undo", "first everybody must say whether to take back")
    return choice_of(table, game, command.seat, command.version, command.choice)


def choice_of(table: Table, game: Game, seat: str, version: int, choice: str) -> Played:
    """A seat's choice, if it is asked for one and offered this one."""
    if game.asked(seat) is None:
        raise Refusal("not_your_turn", f"awaited now: {', '.join(game.awaited)}")
    _fresh(table, seat, version)
    try:
        game.check(seat, choice)
    except CactusTownError as error:
        raise Refusal("illegal", str(error)) from error
    return Played(seat, choice)


def _undo(table: Table, person: Person, command: wire.UndoWish) -> TookBack | UndoAsked:
    game = acting(table, person, command.seat)
    if command.version > len(table.story):
        raise Refusal("ahead", f"version {command.version} has not come yet")
    if table.undo is not None:
        raise Refusal("undo", "somebody has asked for that already")
    if not game.may_go_back:
        raise Refusal(
            "undone_enough",
            f"in one game choices are taken back {MOST_TAKEN_BACK} times at most; play on",
        )
    if table.can_undo(command.seat):
        return TookBack(command.seat)
    if table.opened.rated:
        raise Refusal("rated", "in a rated game what was shown stays")
    question = game.question(command.seat)
    if question is not None and question[0] == "plan":
        raise Refusal("plan", "change your plan instead of taking it back")
    moves = table.before_last_choice(command.seat)
    if moves is None:
        raise Refusal("nothing_to_undo", "you have not chosen anything in this round that could be")
    return UndoAsked(command.seat, moves)


def _consent(table: Table, person: Person, command: wire.Consent) -> UndoAnswered:
    acting(table, person, command.seat)
    if table.undo is not None and table.undo.seat == command.seat and not command.agreed:
        return UndoAnswered(command.seat, agreed=False)  # thought better of it
    if command.seat not in table.to_agree():
        raise Refusal("not_asked", "you are not asked for your consent")
    return UndoAnswered(command.seat, command.agreed)


def _leave(table: Table, person: Person, command: wire.Leave) -> HandedOver:
    acting(table, person, command.seat)
    if command.bot and table.opened.rated and command.bot != table.stand_in:
        raise Refusal(
            "rated", f"in a rated game {table.stand_in} plays on for everybody who leaves"
        )
    bot = _bot(command.bot) if command.bot else table.stand_in
    return HandedOver(command.seat, bot, "left")


def _return(table: Table, person: Person, command: wire.Return) -> TookOver:
    _running(table)
    if _own_chair(table, person, command.seat).stand_in is None:
        raise Refusal("present", "you play this seat already")
    return TookOver(command.seat)


def _replace(table: Table, person: Person, command: wire.Replace, now: Circumstances) -> HandedOver:
    _running(table)
    if person.id not in table.people():
        raise Refusal("not_seated", "only a player of this table can do that")
    chairs = [chair for chair in table.chairs if chair.party == command.seat]
    if not chairs or chairs[0].person is None or chairs[0].stand_in is not None:
        raise Refusal("not_away", "nobody is missing there")
    if chairs[0].person.id not in now.away:
        raise Refusal("not_away", "they have not been away for long enough")
    return HandedOver(command.seat, table.stand_in, "away")


# -- beside the game


def _chat(table: Table, person: Person, command: wire.Chat) -> Said:
    if person.id not in table.people() and person.id != table.opened.host.id:
        raise Refusal("not_seated", "only people who sit at the table can talk there")
    if sum(isinstance(told, notes.Said) for told in table.story) >= MOST_LINES:
        raise Refusal(
            "chat_full", f"{MOST_LINES} lines were said here; that is all there is room for"
        )
    text = unicodedata.normalize("NFC", command.text).strip()
    if not text or len(text) > wire.LONGEST_TEXT:
        raise Refusal("text", f"say something of 1 to {wire.LONGEST_TEXT} characters")
    kinds = {unicodedata.category(c) for c in text if c not in JOINERS}
    unseen = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    if kinds & unseen or INVISIBLE & set(text) or not kinds - {"Mn", "Me", "Zs"} or piles_up(text):
        raise Refusal("text", "that has characters that cannot be shown")
    return Said(person, text)


def _rematch(table: Table, person: Person, now: Circumstances) -> Rematched:
    if table.state != OVER:
        raise Refusal("not_over", "the game is not over")
    if person.id not in table.people():
        raise Refusal("not_seated", "only a player of this game can do that")
    if table.next_table is not None:
        raise Refusal("rematched", "there is a table for that already")
    if not now.next_table:
        raise Refusal("busy", "the game has just ended; try again")
    return Rematched(now.next_table)
