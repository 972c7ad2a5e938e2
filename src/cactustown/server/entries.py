"""What a table's log is made of: one entry a command, enough to do it again and to prove it."""

from __future__ import annotations

from typing import Any

import msgspec

from cactustown.server.notes import Why


class Person(msgspec.Struct, frozen=True):
    """Somebody who sits, talks or watches: a guest or an account."""

    id: str
    name: str


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think: a reserve, and what each decision adds or allows."""

    kind: str = "none"  # none, relaxed, fast or days
    days: int = 0  # of correspondence: so many for each decision


class Entry(msgspec.Struct, frozen=True, tag_field="do"):
    """Something that happened at a table."""


class Branch(msgspec.Struct, frozen=True):
    """A finished game to play on from: its journal, and after how many moves."""

    journal: dict[str, Any]
    moves: int


class OwnBox(msgspec.Struct, frozen=True):
    """A box of the host's own: a content file as it was, and the edition it is laid over."""

    edition: str
    override: dict[str, Any]


class Opened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table; the seed is chosen and only its commitment told."""

    host: Person
    options: dict[str, Any]
    seed: str
    public: bool = False
    rated: bool = False
    draw: bool = False  # parties are drawn when the game starts
    clock: Clock = Clock()
    title: str = ""
    stand_in: str = "greedy"  # the bot that takes over for players who leave
    previous: str | None = None  # the table of which this is the rematch
    kept: list[Person | None] = []  # chair by chair, the player it is kept for: by a rematch
    branch: Branch | None = None  # the game does not begin with a deal, but in the middle of this
    box: OwnBox | None = None  # what it is played with; None: the edition current at its start


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a chair and promised, by its hash, a nonce to be mixed into the dice."""

    chair: int
    person: Person
    nonce: str = ""  # given openly, in logs of protocol 1; now it comes by `Revealed`
    commitment: str | None = None  # empty: brings no nonce; None: has not said yet


class Revealed(Entry, frozen=True, tag="revealed"):
    """The nonce that was promised for a chair."""

    chair: int
    nonce: str


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """The host gave a chair to a bot."""

    chair: int
    bot: str


class Stood(Entry, frozen=True, tag="stood"):
    """A chair is free again: its owner left before the start, or was asked to go."""

    chair: int
    kicked: bool = False
    seed: str = ""  # drawn anew, where somebody had revealed a nonce already


class Abandoned(Entry, frozen=True, tag="abandoned"):
    """Players did not reveal what they had promised: they lose their chairs, all is drawn anew."""

    failed: list[str]  # ids of the people
    seed: str


class Started(Entry, frozen=True, tag="started"):
    """The game began: under these rules, with these words mixed into the dice."""

    rules: int
    edition: str
    nonces: list[str]
    parties: list[str]  # of the chairs, as chosen or drawn
    setup: list[int]  # what chance gave while dealing
    commitments: list[str] = []  # by which the nonces were promised


class Played(Entry, frozen=True, tag="played"):
    """A seat's choice, and the dice and draws it led to."""

    seat: str
    choice: str
    chance: list[int] = []
    rules: int = 1  # the version of the rules it was chosen under


class TookBack(Entry, frozen=True, tag="took_back"):
    """A seat took back its last choice, after which nothing had been shown."""

    seat: str


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    """A seat asks all others to take back what can only be taken back by consent."""

    seat: str
    moves: int  # the game would stand as after so many choices


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    """Another seat's answer; with the last yes the game goes back."""

    seat: str
    agreed: bool


class HandedOver(Entry, frozen=True, tag="handed_over"):
    """A bot plays on for a seat: its owner left, was away too long, or ran out of time."""

    seat: str
    bot: str
    why: Why


class TookOver(Entry, frozen=True, tag="took_over"):
    """The owner of a seat plays it again."""

    seat: str


class Resumed(Entry, frozen=True, tag="resumed"):
    """A server looks after the table again: clocks do not count the time when none did."""

    unserved: int  # milliseconds


class Said(Entry, frozen=True, tag="said"):
    """Something said in the chat."""

    person: Person
    text: str


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people play again at another table."""

    table: str


class Counted(Entry, frozen=True, tag="counted"):
    """The ratings of the players have been brought up to date with this game."""


class Closed(Entry, frozen=True, tag="closed"):
    """The host gave the table up before the game began."""


AnyEntry = (
    Opened
    | Sat
    | Revealed
    | BotSat
    | Stood
    | Abandoned
    | Started
    | Played
    | TookBack
    | UndoAsked
    | UndoAnswered
    | HandedOver
    | TookOver
    | Resumed
    | Said
    | Rematched
    | Counted
    | Closed
)

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    return _ENCODER.encode(entry)


def decode(body: bytes) -> AnyEntry:
    return _DECODER.decode(body)
