"""The frames that go over the socket, both ways. docs/protocol.md tells how they are used.

`seq` is the length of a table's story. The story is the same for everybody, item by item, though
not everybody may see all of an item: so its length tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from cactustown.seatview import SeatView
from cactustown.server.advised import Reason
from cactustown.server.box import Box
from cactustown.server.entries import Clock
from cactustown.server.items import GameEvent, StoryItem, TableNote
from cactustown.server.tried import TriedCard

PROTOCOL: Final = 2
LARGEST_FRAME: Final = 16 * 1024
LONGEST_ID: Final = 40
LONGEST_TEXT: Final = 500
MOST_STEPS: Final = 60
CommandId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=LONGEST_ID, pattern="^[A-Za-z0-9_-]+$")
]
TableName = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Word = Annotated[str, msgspec.Meta(max_length=80)]  # a card, or a choice as it was offered


class _Frame(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


# -- from the client


class Hello(_Frame, frozen=True, tag="hello"):
    """Come to a table; with `since`, only what was told after it is sent again, if it is not too
    much: see `Update.since`."""

    table: TableName
    since: Count | None = None


class Story(_Frame, frozen=True, tag="story"):
    """Ask for the part of the story that ends before an item; of one's own seats, or (null) as
    everybody may know it."""

    before: Count
    seat: str | None = None


class Look(_Frame, frozen=True, tag="look"):
    """Ask how the board looked to a seat when the story had this length; one's own seats only,
    or anybody's once the game is over."""

    seq: Count
    seat: str | None = None


class Hint(_Frame, frozen=True, tag="hint"):
    """Ask what a good player would choose in place of one's own seat, which is asked something.

    An answer or a refusal has the same id; without one, nobody can tell what is refused.
    """

    seat: str
    id: CommandId | None = None


class Try(_Frame, frozen=True, tag="try"):
    """Ask what cards could do, while planning: three places (null: nothing laid yet), and the
    choices taken on the way. Nobody else is told, and nothing is changed.

    An answer or a refusal has the same id.
    """

    seat: str
    cards: Annotated[list[Word | None], msgspec.Meta(min_length=3, max_length=3)]
    steps: Annotated[list[Word], msgspec.Meta(max_length=MOST_STEPS)] = []
    id: CommandId | None = None


class Ping(_Frame, frozen=True, tag="ping"):
    """Answered by a pong; for clients that want to know how far away the server is."""


class Command(_Frame, frozen=True):
    """Something that changes the table. The same id sent again counts once."""

    id: CommandId


class Sit(Command, frozen=True, tag="sit"):
    """Take a free chair and promise a nonce for the dice by its SHA-256 in hex ("": bring none).

    On one's own chair: promise another one, as long as nobody has revealed theirs.
    """

    chair: Count
    commitment: str = ""


class Reveal(Command, frozen=True, tag="reveal"):
    """The nonce that was promised for this chair; others are told it when the game begins."""

    chair: Count
    nonce: str


class Stand(Command, frozen=True, tag="stand"):
    """Leave a chair before the game, or give one up that is kept for you; the host may also ask
    somebody else to, and free a chair that is kept."""

    chair: Count


class SeatBot(Command, frozen=True, tag="seat_bot"):
    """The host gives a free chair to a bot."""

    chair: Count
    bot: str


class Start(Command, frozen=True, tag="start"):
    """The host starts the game."""


class Close(Command, frozen=True, tag="close"):
    """The host gives the table up before the game."""


class Play(Command, frozen=True, tag="play"):
    """A choice of a seat, in the words it was offered; `version` is the last seq seen.

    Plans are choices too: `plan a b c` locks them in, another plan changes them, `unlock` opens.
    """

    version: Count
    seat: str
    choice: str


class UndoWish(Command, frozen=True, tag="undo"):
    """Take back the seat's last choice: at once where nothing was shown, else ask everybody."""

    version: Count
    seat: str


class Consent(Command, frozen=True, tag="consent"):
    """The answer to somebody's wish to take back."""

    seat: str
    agreed: bool


class Chat(Command, frozen=True, tag="chat"):
    """Say something at the table."""

    text: str


class Leave(Command, frozen=True, tag="leave"):
    """Let a bot play on for this seat: this one, or the table's stand-in."""

    seat: str
    bot: str = ""


class Return(Command, frozen=True, tag="return"):
    """Take the seat back from the bot."""

    seat: str


class Replace(Command, frozen=True, tag="replace"):
    """Let a bot play for somebody who has been away for a while."""

    seat: str


class Rematch(Command, frozen=True, tag="rematch"):
    """Open a table for the same people with the same options: bots sit there already, and so does
    whoever asked; for everybody else a chair is kept."""


AnyCommand = (
    Sit
    | Reveal
    | Stand
    | SeatBot
    | Start
    | Close
    | Play
    | UndoWish
    | Consent
    | Chat
    | Leave
    | Return
    | Replace
    | Rematch
)
FromClient = Hello | Ping | Story | Look | Hint | Try | AnyCommand


# -- from the server


class ChairInfo(msgspec.Struct, frozen=True):
    """A chair as everybody sees it."""

    party: str | None
    who: int | None  # the person's number at this table, as in its story
    name: str | None
    bot: str | None
    stand_in: str | None
    present: bool
    yours: bool
    commitment: str  # SHA-256 of the nonce its player promised, in hex; empty: none
    revealed: bool  # the nonce has come
    kept: str | None  # free, but kept for the player of this name, by a rematch
    kept_for_you: bool


class AttemptInfo(msgspec.Struct, frozen=True):
    """A draw that was given up before the game: its seal, what was promised, and by whom."""

    seal: str
    commitments: list[str]
    failed: list[str]  # names of those who did not reveal in time and lost their chairs
    by: str | None  # the player who stood up, or the host who asked one to go, after a reveal
    at: int


class UndoInfo(msgspec.Struct, frozen=True):
    """A wish to take back, and whose consent it waits for."""

    seat: str
    waits_for: list[str]


class Welcome(_Frame, frozen=True, tag="welcome"):
    """The first frame: who you are to the server."""

    protocol: int
    name: str
    version: str


class BoxInfo(_Frame, frozen=True, tag="box"):
    """What the table plays with; sent once after hello, before anything else about the table."""

    table: str
    box: Box


class TableInfo(_Frame, frozen=True, tag="table"):
    """All about the table but the game itself; sent whenever any of it changes."""

    table: str
    seq: int
    state: str
    title: str
    host: str
    you_host: bool
    public: bool
    rated: bool
    draw: bool
    options: dict[str, Any]
    clock: Clock
    chairs: list[ChairInfo]
    watching: int
    commitment: str  # the seal: SHA-256 of the seed
    reveal_ms: int | None  # left to reveal in; null: nobody is awaited for that
    attempts: list[AttemptInfo]  # earlier draws at this table, the first one first
    barred: bool  # you failed to reveal, or stood up late, too often to take a chair here
    undo: UndoInfo | None
    next_table: str | None
    previous: str | None
    replaceable: list[str]  # seats that have been away long enough for `replace`


class Update(_Frame, frozen=True, tag="update"):
    """What a seat (null: a spectator) is told: the story from `since` on, and its view now.

    A client that keeps `seq` and asks for it after a break misses nothing and gets nothing twice.
    Where `since` is later than what the client knows, there is more than fits: the items between
    are there for the asking (`story`).
    """

    table: str
    seat: str | None
    since: int
    seq: int
    story: list[StoryItem]
    view: SeatView | None  # null: the game has not begun
    can_undo: bool  # the last choice is taken back for the asking
    can_ask_undo: bool  # the others could be asked to take it back
    clocks: dict[str, int]  # milliseconds left, by seat


class Part(_Frame, frozen=True, tag="story"):
    """An older part of the story as a seat (null: a spectator) may know it: the items from `since`
    to before `before`. What is older still begins before `since`."""

    table: str
    seat: str | None
    since: int
    before: int
    story: list[StoryItem]


class Moment(_Frame, frozen=True, tag="moment"):
    """The answer to a look: the view of a seat (null: a spectator) as it was then."""

    table: str
    seat: str | None
    seq: int
    view: SeatView | None


class Advice(_Frame, frozen=True, tag="hint"):
    """The answer to a hint, for whoever asked alone: a choice in the words it was offered, and up
    to three reasons, the strongest first. Of a plan also the cards in order and the second shot.
    """

    id: str | None
    table: str
    seat: str
    seq: int  # the story's length when it was asked for
    choice: str
    plan: list[str] | None
    shot: str | None
    reasons: list[Reason]


class Tried(_Frame, frozen=True, tag="try"):
    """The answer to cards tried, for whoever asked alone: the table as it would be, with what may
    be chosen next, and what has come of each card."""

    id: str | None
    table: str
    seat: str
    seq: int  # the story's length when it was asked for
    view: SeatView
    cards: list[TriedCard]


class Ack(_Frame, frozen=True, tag="ack"):
    """The command with this id is on disk."""

    id: str
    seq: int


class Refused(_Frame, frozen=True, tag="refused"):
    """The command with this id changed nothing; why not (null: what was said has no id)."""

    id: str | None
    code: str
    reason: str


class Pong(_Frame, frozen=True, tag="pong"):
    """The answer to a ping."""


FromServer = (
    Welcome | BoxInfo | TableInfo | Update | Part | Moment | Advice | Tried | Ack | Refused | Pong
)

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def encode(frame: FromServer) -> str:
    return _ENCODER.encode(frame).decode()


def read(text: str | bytes) -> FromClient:
    """A client's frame; raises msgspec.DecodeError or msgspec.ValidationError."""
    return _DECODER.decode(text)


UNIONS: Final[dict[str, Any]] = {
    "FromClient": FromClient,
    "FromServer": FromServer,
    "AnyCommand": AnyCommand,
    "GameEvent": GameEvent,
    "TableNote": TableNote,
    "StoryItem": StoryItem,
}


def schema(others: Sequence[type] = ()) -> dict[str, Any]:
    """The JSON schema of all frames: definitions, those of the unions by their names among them.

    Other types, of the HTTP side, can be defined along with them.
    """
    found, components = msgspec.json.schema_components(
        [*UNIONS.values(), *others], ref_template="#/$defs/{name}"
    )
    unions = dict(zip(UNIONS, found, strict=False))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cactus Town protocol",
        "version": PROTOCOL,
        "$defs": {**_named(components, unions), **unions},
        "anyOf": [
            {"$ref": f"#/$defs/{name}"} for name in (*unions, *(other.__name__ for other in others))
        ],
    }


def _named(schema: Any, unions: dict[str, Any]) -> Any:
    """The same with every union that has a name called by it."""
    for name, union in unions.items():
        if schema == union:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(schema, dict):
        return {key: _named(value, unions) for key, value in schema.items()}
    return [_named(value, unions) for value in schema] if isinstance(schema, list) else schema
