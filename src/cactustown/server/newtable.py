"""A wish for a new table: what a client may send, and what is left of it once it is checked."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from cactustown.bots import NAMES
from cactustown.content import Content, load_content
from cactustown.engine.errors import BadOptions
from cactustown.rules.build import seated
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import (
    MODES,
    PET_KINDS,
    PROGRAMMINGS,
    SCREENS,
    Options,
    options_from_json,
)
from cactustown.server.entries import Clock
from cactustown.server.finishes import LEAST_ROUNDS
from cactustown.server.lineups import LineUp, line_up
from cactustown.server.names import LONGEST_TITLE, clean_title
from cactustown.server.table import RATED_STAND_IN

ME: Final = "me"
OPEN: Final = "open"
CLOCKS: Final = ("none", "relaxed", "fast", "days")
MOST_DAYS: Final = 14
MOST_ROUNDS: Final = 99
MOST_SEATS: Final = 5


def options_schema() -> dict[str, Any]:
    """The JSON schema of a game's options, taken from the class itself."""
    (_, components) = msgspec.json.schema_components([Options])
    schema: dict[str, Any] = components["Options"]
    words = {
        "mode": MODES,
        "programming": PROGRAMMINGS,
        "pet_kind": PET_KINDS,
        "screens": SCREENS,
    }
    for name, values in words.items():
        schema["properties"][name] = {"enum": list(values), "default": values[0]}
    schema["properties"]["round_limit"] |= {"minimum": 0, "maximum": MOST_ROUNDS}
    schema["additionalProperties"] = False
    return schema


GameOptions = Annotated[dict[str, Any], Meta(extra_json_schema=options_schema())]
SeatWish = Annotated[
    str,
    Meta(
        max_length=40,
        description="me, open, or the name of a bot",
        extra_json_schema={"enum": [ME, OPEN, *NAMES]},
    ),
]
BotName = Annotated[str, Meta(max_length=40, extra_json_schema={"enum": list(NAMES)})]


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat may think; `days` is for correspondence only."""

    kind: Literal["none", "relaxed", "fast", "days"] = "none"
    days: Annotated[int, Meta(ge=0, le=MOST_DAYS)] = 0


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table as a client asks for it; the seats are those of the options' parties."""

    options: GameOptions
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=MOST_SEATS)]
    public: bool = False
    rated: bool = False
    draw: bool = False
    clock: ClockWish = ClockWish()
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    stand_in: BotName = "greedy"


class LineUpWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table that is being chosen."""

    options: GameOptions


class NewTable(msgspec.Struct, frozen=True):
    """The same, checked: it can be opened. Parties are in their order round the table."""

    options: dict[str, Any]
    seats: list[str]  # of the parties in `options`: "me", "open" or a bot
    public: bool = False
    rated: bool = False
    draw: bool = False
    clock: Clock = Clock()
    title: str = ""
    stand_in: str = "greedy"


def checked(wish: TableWish, content: Content | None = None) -> NewTable:
    """The table wished for, or a `CactusTownError` that says why there can be none.

    It is to be played with this content; where none is named, with the current edition's.
    """
    content = content or _content()
    options = _checked_options(wish.options, content)
    if len(wish.seats) != len(options.parties):
        raise BadOptions(f"{len(wish.seats)} seats for {len(options.parties)} parties")
    for name in wish.seats:
        if name not in (ME, OPEN, *NAMES):
            raise BadOptions(f"a seat is {name!r}; it is one of: {', '.join((ME, OPEN, *NAMES))}")
    if wish.stand_in not in NAMES:
        raise BadOptions(f"there is no bot {wish.stand_in!r}; there are: {', '.join(NAMES)}")
    if wish.rated and (options.solo or wish.seats.count(ME) > 1):
        raise BadOptions("a rated game needs a player of its own on every seat")
    if wish.rated and 0 < options.round_limit < LEAST_ROUNDS:
        raise BadOptions(f"a rated game lasts {LEAST_ROUNDS} rounds at least, or has no limit")
    order = [party.name for party in seated(options, content.for_game(options))]
    chairs = sorted(zip(options.parties, wish.seats, strict=True), key=lambda c: order.index(c[0]))
    return NewTable(
        options=options.to_json() | {"parties": [party for party, _ in chairs]},
        seats=[seat for _, seat in chairs],
        public=wish.public,
        rated=wish.rated,
        draw=wish.draw,
        clock=_checked_clock(wish.clock),
        title=clean_title(wish.title),
        stand_in=RATED_STAND_IN if wish.rated else wish.stand_in,
    )


def line_up_of(wish: LineUpWish, content: Content | None = None) -> LineUp:
    """The buildings these options would make up, or a `BadOptions` that says why there are none."""
    return line_up(content or _content(), _read_options(wish.options))


def _checked_options(given: dict[str, Any], content: Content) -> Options:
    """Options that make a game: its rules can be built."""
    options = _read_options(given)
    build_rules(options, content.for_game(options))
    return options


def _read_options(given: dict[str, Any]) -> Options:
    """Options of which none is wrong by itself."""
    options = options_from_json(given)
    options.check()
    if options.round_limit > MOST_ROUNDS:
        raise BadOptions(f"round_limit is {options.round_limit}; it is {MOST_ROUNDS} at most")
    return options


def _checked_clock(wish: ClockWish) -> Clock:
    if (wish.kind == "days") != (wish.days > 0):
        raise BadOptions(f"a clock of days allows 1 to {MOST_DAYS}; other clocks have no days")
    return Clock(wish.kind, wish.days)


@cache
def _content() -> Content:
    return load_content()
