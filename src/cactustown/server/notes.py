"""What a table's story tells beside the game's events: who sat down, what was said, who went back.

A note says only what everybody may know. People go by their numbers at this table (`who`), for
their ids are nobody's business.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

Why = Literal["left", "away", "time"]  # a bot plays on: its player left, is away, ran out of time


class Note(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table, and when."""

    at: int


class Opened(Note, frozen=True, tag="opened"):
    who: int
    name: str


class Sat(Note, frozen=True, tag="sat"):
    chair: int
    who: int
    name: str


class BotSat(Note, frozen=True, tag="bot_sat"):
    chair: int
    name: str


class Stood(Note, frozen=True, tag="stood"):
    """A chair is free again."""

    chair: int
    who: int | UnsetType = UNSET  # unset: a bot sat there


class Kicked(Note, frozen=True, tag="kicked"):
    """The host freed a chair."""

    chair: int
    who: int | UnsetType = UNSET  # unset: a bot sat there


class Unrevealed(Note, frozen=True, tag="unrevealed"):
    """Somebody did not reveal a promised nonce in time and lost the chair."""

    chair: int
    who: int
    name: str


class Redrawn(Note, frozen=True, tag="redrawn"):
    """The dice are sealed anew."""

    text: str  # the new seal
    name: str | UnsetType = UNSET  # who stood up or asked somebody to go; unset: time ran out


class GameStarted(Note, frozen=True, tag="game_started"):
    seal: str  # empty: its dice are not sealed
    commitments: list[str]
    nonces: list[str]
    attempts: int  # draws that were given up before this one


class Closed(Note, frozen=True, tag="closed"):
    """The table was given up before the game."""


class Said(Note, frozen=True, tag="said"):
    who: int
    name: str
    text: str


class TookBack(Note, frozen=True, tag="took_back"):
    seat: str


class UndoAsked(Note, frozen=True, tag="undo_asked"):
    """A seat asks all others to take back its last choice."""

    seat: str


class UndoAnswered(Note, frozen=True, tag="undo_answered"):
    seat: str
    agreed: bool


class HandedOver(Note, frozen=True, tag="handed_over"):
    """A bot plays on for a seat."""

    seat: str
    name: str  # the bot
    text: Why


class TookOver(Note, frozen=True, tag="took_over"):
    """The owner of a seat plays it again."""

    seat: str


class Chose(Note, frozen=True, tag="chose"):
    """A choice of which no event of the game tells, such as not to use something."""

    seat: str


class Rematched(Note, frozen=True, tag="rematched"):
    text: str  # the new table


AnyNote = (
    Opened
    | Sat
    | BotSat
    | Stood
    | Kicked
    | Unrevealed
    | Redrawn
    | GameStarted
    | Closed
    | Said
    | TookBack
    | UndoAsked
    | UndoAnswered
    | HandedOver
    | TookOver
    | Chose
    | Rematched
)
