"""The kinds of events and what their numbers mean, for words, logs and animation."""

from __future__ import annotations

from typing import Final

STARTED: Final = 0
ROUND: Final = 1
LOCKED: Final = 2
UNLOCKED: Final = 3
PLANNED: Final = 4
CARD: Final = 5
NOTHING: Final = 6
ACTION: Final = 7
MOVED: Final = 8
STAYED: Final = 9
TURNED_UP: Final = 10
ESCAPED: Final = 11
DUEL: Final = 12
ROLLED: Final = 13
NO_SECOND_SHOT: Final = 14
SECOND_SHOT: Final = 15
TIED: Final = 16
ROLLED_OFF: Final = 17
DUEL_WON: Final = 18
STUNNED: Final = 19
FREED: Final = 20
PLUNDERED: Final = 21
HORSE_STOLEN: Final = 22
DEBT_PAID: Final = 23
RECOVERED: Final = 24
JAILED: Final = 25
CAPTURED: Final = 26
RELEASED: Final = 27
DREW_TARGET: Final = 28
BROKE_FREE: Final = 29
CACTUS_MOVED: Final = 30
TOKEN_TAKEN: Final = 31
TOKEN_LEFT: Final = 32
TOKENS_CHOSEN: Final = 33
TOKENS_SHOWN: Final = 34
DUEL_OFF: Final = 35
RELOADED: Final = 36
NO_RELOAD: Final = 37
TRAPPED: Final = 38
NO_TRAP: Final = 39
WON: Final = 40
DRAWN: Final = 41
DEALT: Final = 42
BUILDING_EFFECT: Final = 43
UNDONE: Final = 44

# name, then a field a number: what it is called and what kind of thing it numbers.
# Kinds: seat standee place building card icon token tokens how number
SCHEMA: Final[list[tuple[str, tuple[tuple[str, str], ...]]]] = [
    ("started", ()),
    ("round", (("round", "number"), ("first", "seat"))),
    ("locked", (("seat", "seat"),)),
    ("unlocked", (("seat", "seat"),)),
    (
        "planned",
        (
            ("seat", "seat"),
            ("first", "card"),
            ("second", "card"),
            ("third", "card"),
            ("unplayed", "card"),
        ),
    ),
    ("card", (("seat", "seat"), ("card", "card"), ("position", "number"))),
    ("nothing", (("seat", "seat"), ("card", "card"))),
    ("action", (("seat", "seat"), ("icon", "icon"))),
    (
        "moved",
        (
            ("seat", "seat"),
            ("standee", "standee"),
            ("from", "place"),
            ("to", "place"),
            ("how", "how"),
        ),
    ),
    ("stayed", (("seat", "seat"), ("standee", "standee"), ("at", "place"), ("how", "how"))),
    ("turned_up", (("standee", "standee"), ("space", "place"), ("building", "building"))),
    ("escaped", (("standee", "standee"),)),
    ("duel", (("seat", "seat"), ("space", "place"))),
    ("rolled", (("standee", "standee"), ("die", "number"))),
    ("no_second_shot", (("seat", "seat"),)),
    ("second_shot", (("seat", "seat"), ("card", "card"), ("value", "number"))),
    ("tied", (("total", "number"),)),
    ("rolled_off", (("seat", "seat"), ("standee", "standee"), ("die", "number"))),
    ("duel_won", (("seat", "seat"), ("total", "number"))),
    ("stunned", (("standee", "standee"),)),
    ("freed", (("standee", "standee"), ("to", "place"), ("by", "standee"))),
    ("plundered", (("standee", "standee"), ("building", "building"))),
    ("horse_stolen", (("standee", "standee"), ("building", "building"))),
    ("debt_paid", (("standee", "standee"), ("building", "building"))),
    ("recovered", (("standee", "standee"),)),
    ("jailed", (("standee", "standee"), ("space", "place"))),
    ("captured", (("standee", "standee"), ("by", "standee"))),
    ("released", (("standee", "standee"), ("to", "place"))),
    ("drew_target", (("seat", "seat"), ("cards", "number"), ("building", "building"))),
    ("broke_free", (("seat", "seat"), ("die", "number"), ("standee", "standee"), ("to", "place"))),
    ("cactus_moved", (("seat", "seat"), ("from", "place"), ("to", "place"))),
    ("token_taken", (("seat", "seat"), ("token", "token"), ("archived", "token"))),
    ("token_left", (("seat", "seat"), ("token", "token"))),
    ("tokens_chosen", (("seat", "seat"), ("tokens", "tokens"))),
    ("tokens_shown", (("seat", "seat"), ("tokens", "tokens"))),
    ("duel_off", (("space", "place"),)),
    ("reloaded", (("standee", "standee"), ("die", "number"))),
    ("no_reload", (("seat", "seat"),)),
    ("trapped", (("seat", "seat"), ("standee", "standee"), ("from", "place"), ("back", "place"))),
    ("no_trap", (("seat", "seat"),)),
    ("won", (("seat", "seat"),)),
    ("drawn", ()),
    ("dealt", (("seat", "seat"), ("cards", "number"), ("building", "building"))),
    ("building_effect", (("seat", "seat"), ("building", "building"), ("space", "place"))),
    ("undone", (("seat", "seat"), ("events", "number"))),
]

# How a standee came to move or stay.
BY_RUN: Final = 0
BY_SNEAK: Final = 1
BY_DANCE: Final = 2
BY_PUSH: Final = 3
BY_PULL: Final = 4
HOW_NAMES: Final = ("run", "sneak", "dance", "push", "up-close")
TOKEN_NAMES: Final = ("pipe", "bullet", "reload", "trap", "tomahawk", "blessing", "chicken")
COUNTER_NAMES: Final = (
    *("jailed", "escaped", "captive", "horses", "debts", "duels", "totems", "chief", "wagons"),
    "marshal",
)
