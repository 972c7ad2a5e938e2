"""The kinds of events and what their numbers mean, for words, logs and animation."""

from __future__ import annotations

from typing import Final

from cactustown.engine.events import EventKind, EventLog, Field

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

# the Lone Ranger (50-59)
EVENT: Final = 50
EVENT_DISCARDED: Final = 51
EVENTS_PUT_BACK: Final = 52
UNPLAYED_SHOWN: Final = 53
NO_SHOOT_OUT: Final = 54
MIXED_UP: Final = 55
NO_MIX_UP: Final = 56
LOOKED_AT: Final = 57
CONFUSED: Final = 58

# solo (60-64)
AUTOMA_DECK: Final = 60

# the Lost Chief (65-72)
CHIEF_FOUND: Final = 65
CHIEF_FREED: Final = 66
TOTEM_BUILT: Final = 67
LOOKED: Final = 68
EXPLORED: Final = 69
CARD_CHANGED: Final = 70
TOMAHAWK: Final = 71

# Stampede (73-82)
GORING: Final = 73
GORED: Final = 74
DODGED: Final = 75
BOARDED: Final = 76

# buildings beyond the base set (83-92)
TOKEN_USED: Final = 83
BLESSED: Final = 84
NOT_BLESSED: Final = 85
BLESSING_WASTED: Final = 86
FOUNDER_TAKEN: Final = 87
FOUNDER_LEFT: Final = 88
FOUNDER_PASSED: Final = 89
REROLLED: Final = 90
NO_REROLL: Final = 91
TOKEN_PICKED: Final = 92

# abilities (93-102)
ABILITY: Final = 93
NO_ABILITY: Final = 94
DYNAMITE: Final = 95
BLAST: Final = 96
LENT: Final = 97

# pets (103-107, 110)
PET_TAKEN: Final = 103
PET_LEFT: Final = 104
PET_FREE: Final = 105
PET_USED: Final = 106
NO_PET: Final = 107
PET_SENT: Final = 110

# crazy chicken (108-112)
CHICKEN_LOOSE: Final = 108
CHICKEN_GONE: Final = 109

# tools (113-127)
TOOL_DRAWN: Final = 113
TOOLS_SHUFFLED: Final = 114
SHOT: Final = 115
DREW_TO_KEEP: Final = 117
KEPT: Final = 118
TARGET_KEPT: Final = 119

# What the numbers of every event mean: the one list that words, files and the protocol are made of.
# Kinds: player seat party standee place building card icon token tokens how pet number event;
# a player is told twice, as the seat and its party.
_PLAYER: Final = Field("seat", "player")
_STANDEE: Final = Field("standee", "standee")
_BY: Final = Field("by", "standee")
_SPACE: Final = Field("space", "place")
_FROM: Final = Field("from", "place")
_TO: Final = Field("to", "place")
_BUILDING: Final = Field("building", "building")
_SECRET_BUILDING: Final = Field("building", "building", secret=True)
_CARD: Final = Field("card", "card")
_CARDS: Final = Field("cards", "number")
_DIE: Final = Field("die", "number")
_TOTAL: Final = Field("total", "number")
_TOKEN: Final = Field("token", "token")
_ARCHIVED: Final = Field("archived", "token", absent=True)
_PET: Final = Field("pet", "pet")
_HOW: Final = Field("how", "how")
_RIVAL: Final = Field("rival", "party")
_VICTIM: Final = Field("victim", "party")
_EVENT_NAME: Final = Field("name", "event")
_MAYBE_STANDEE: Final = Field("standee", "standee", absent=True)
SCHEMA: Final[dict[int, EventKind]] = {
    STARTED: EventKind("started"),
    ROUND: EventKind("round", Field("round", "number"), Field("first", "seat")),
    LOCKED: EventKind("locked", _PLAYER),
    UNLOCKED: EventKind("unlocked", _PLAYER),
    PLANNED: EventKind(
        "planned",
        _PLAYER,
        Field("first", "card", secret=True),
        Field("second", "card", secret=True),
        Field("third", "card", secret=True),
        Field("unplayed", "card", secret=True),
    ),
    CARD: EventKind("card", _PLAYER, _CARD, Field("position", "number")),
    NOTHING: EventKind("nothing", _PLAYER, _CARD),
    ACTION: EventKind("action", _PLAYER, Field("icon", "icon")),
    MOVED: EventKind(
        "moved",
        _PLAYER,
        _STANDEE,
        _FROM,
        _TO,
        _HOW,
    ),
    STAYED: EventKind("stayed", _PLAYER, _STANDEE, Field("at", "place"), _HOW),
    TURNED_UP: EventKind(
        "turned_up",
        _MAYBE_STANDEE,
        _SPACE,
        _BUILDING,
    ),
    ESCAPED: EventKind("escaped", _STANDEE),
    DUEL: EventKind("duel", _PLAYER, _SPACE),
    ROLLED: EventKind("rolled", _STANDEE, _DIE),
    NO_SECOND_SHOT: EventKind("no_second_shot", _PLAYER),
    SECOND_SHOT: EventKind("second_shot", _PLAYER, _CARD, Field("value", "number")),
    TIED: EventKind("tied", _TOTAL),
    ROLLED_OFF: EventKind("rolled_off", _PLAYER, _STANDEE, _DIE),
    DUEL_WON: EventKind("duel_won", _PLAYER, _TOTAL),
    STUNNED: EventKind("stunned", _STANDEE),
    FREED: EventKind("freed", _STANDEE, _TO, _BY),
    PLUNDERED: EventKind("plundered", _STANDEE, _BUILDING),
    HORSE_STOLEN: EventKind("horse_stolen", _STANDEE, _BUILDING),
    DEBT_PAID: EventKind("debt_paid", _STANDEE, _BUILDING),
    RECOVERED: EventKind("recovered", _STANDEE),
    JAILED: EventKind("jailed", _STANDEE, _SPACE),
    CAPTURED: EventKind("captured", _STANDEE, _BY),
    RELEASED: EventKind("released", _STANDEE, _TO),
    DREW_TARGET: EventKind(
        "drew_target",
        _PLAYER,
        _CARDS,
        Field("building", "building", absent=True, secret=True),
    ),
    BROKE_FREE: EventKind(
        "broke_free",
        _PLAYER,
        _DIE,
        _MAYBE_STANDEE,
        Field("to", "place", absent=True),
    ),
    CACTUS_MOVED: EventKind("cactus_moved", _PLAYER, Field("from", "place", absent=True), _TO),
    TOKEN_TAKEN: EventKind("token_taken", _PLAYER, _TOKEN, _ARCHIVED),
    TOKEN_LEFT: EventKind("token_left", _PLAYER, _TOKEN),
    TOKENS_CHOSEN: EventKind("tokens_chosen", _PLAYER, Field("tokens", "tokens", secret=True)),
    TOKENS_SHOWN: EventKind("tokens_shown", _PLAYER, Field("tokens", "tokens")),
    DUEL_OFF: EventKind("duel_off", _SPACE),
    RELOADED: EventKind("reloaded", _STANDEE, _DIE),
    NO_RELOAD: EventKind("no_reload", _PLAYER),
    TRAPPED: EventKind(
        "trapped",
        _PLAYER,
        _STANDEE,
        _FROM,
        Field("back", "place"),
    ),
    NO_TRAP: EventKind("no_trap", _PLAYER),
    WON: EventKind("won", _PLAYER),
    DRAWN: EventKind("drawn"),
    DEALT: EventKind("dealt", _PLAYER, _CARDS, _SECRET_BUILDING),
    BUILDING_EFFECT: EventKind("building_effect", _PLAYER, _BUILDING, _SPACE),
    UNDONE: EventKind("undone", _PLAYER, Field("events", "number")),
    TOKEN_USED: EventKind("token_used", _PLAYER, _TOKEN),
    BLESSED: EventKind("blessed", _PLAYER, _RIVAL, _TOKEN),
    NOT_BLESSED: EventKind("not_blessed", _PLAYER),
    BLESSING_WASTED: EventKind("blessing_wasted", _PLAYER),
    FOUNDER_TAKEN: EventKind("founder_taken", _PLAYER),
    FOUNDER_LEFT: EventKind("founder_left", _PLAYER),
    FOUNDER_PASSED: EventKind("founder_passed", _PLAYER, _RIVAL),
    REROLLED: EventKind("rerolled", _STANDEE, _DIE),
    NO_REROLL: EventKind("no_reroll", _PLAYER),
    TOKEN_PICKED: EventKind("token_picked", _PLAYER, _TOKEN, _ARCHIVED),
    PET_TAKEN: EventKind("pet_taken", _PLAYER, _STANDEE, _PET),
    PET_LEFT: EventKind("pet_left", _PLAYER, _PET),
    PET_FREE: EventKind("pet_free", _PLAYER, _PET),
    PET_USED: EventKind(
        "pet_used",
        _PLAYER,
        _PET,
        _MAYBE_STANDEE,
        _DIE,
    ),
    NO_PET: EventKind("no_pet", _PLAYER, _PET),
    PET_SENT: EventKind("pet_sent", _PLAYER, _PET, _MAYBE_STANDEE),
    CHICKEN_LOOSE: EventKind("chicken_loose", _PLAYER, _SPACE),
    CHICKEN_GONE: EventKind("chicken_gone", _SPACE),
    CHIEF_FOUND: EventKind("chief_found", _STANDEE, _BUILDING),
    CHIEF_FREED: EventKind("chief_freed", _STANDEE, _TO),
    TOTEM_BUILT: EventKind("totem_built", _STANDEE, _BUILDING),
    LOOKED: EventKind(
        "looked",
        _PLAYER,
        Field("space", "place", secret=True),
        _SECRET_BUILDING,
    ),
    EXPLORED: EventKind("explored", _PLAYER, Field("holding", "number")),
    CARD_CHANGED: EventKind("card_changed", _PLAYER, _CARD, Field("new", "card")),
    TOMAHAWK: EventKind("tomahawk", _PLAYER, _STANDEE, _DIE),
    GORING: EventKind("goring", _STANDEE, _SPACE),
    GORED: EventKind("gored", _STANDEE, _BY),
    DODGED: EventKind("dodged", _STANDEE, _BY),
    BOARDED: EventKind("boarded", _STANDEE, _TO),
    EVENT: EventKind("event", _EVENT_NAME),
    EVENT_DISCARDED: EventKind("event_discarded", _EVENT_NAME),
    EVENTS_PUT_BACK: EventKind("events_put_back", _CARDS),
    UNPLAYED_SHOWN: EventKind("unplayed_shown", _PLAYER, _CARD),
    NO_SHOOT_OUT: EventKind("no_shoot_out", _PLAYER),
    MIXED_UP: EventKind("mixed_up", _PLAYER, _CARD),
    NO_MIX_UP: EventKind("no_mix_up", _PLAYER),
    LOOKED_AT: EventKind("looked_at", _PLAYER, _VICTIM, _SECRET_BUILDING),
    CONFUSED: EventKind("confused", _PLAYER, _VICTIM, _SECRET_BUILDING),
    AUTOMA_DECK: EventKind("automa_deck", _PLAYER, _CARDS),
    ABILITY: EventKind("ability", _PLAYER, Field("left", "number")),
    NO_ABILITY: EventKind("no_ability", _PLAYER),
    DYNAMITE: EventKind("dynamite", _PLAYER, _SPACE),
    BLAST: EventKind("blast", _PLAYER, _SPACE),
    LENT: EventKind("lent", _PLAYER, _STANDEE),
    TOOL_DRAWN: EventKind("tool_drawn", _PLAYER, Field("card", "card", secret=True)),
    TOOLS_SHUFFLED: EventKind("tools_shuffled", _PLAYER, _CARDS),
    SHOT: EventKind("shot", _PLAYER, _STANDEE, _DIE),
    DREW_TO_KEEP: EventKind("drew_to_keep", _PLAYER, _SECRET_BUILDING),
    KEPT: EventKind("kept", _PLAYER, Field("returned", "number"), _SECRET_BUILDING),
    TARGET_KEPT: EventKind(
        "target_kept",
        _PLAYER,
        Field("discarded", "number"),
        _SECRET_BUILDING,
    ),
}


def secretly(log: EventLog, seats: int, kind: int, *args: int) -> None:
    """Tells something of which only `seats` may know what is secret."""
    log.secret(seats, SCHEMA[kind].shown, kind, *args)


# How a standee came to move or stay.
BY_RUN: Final = 0
BY_SNEAK: Final = 1
BY_DANCE: Final = 2
BY_PUSH: Final = 3
BY_PULL: Final = 4
HOW_NAMES: Final = ("run", "sneak", "dance", "push", "up-close")
