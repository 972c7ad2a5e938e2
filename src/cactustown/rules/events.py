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

Fields = tuple[tuple[str, str], ...]

# Name, then a field a number: what it is called and what kind of thing it numbers.
# Kinds: seat party standee place building card icon token tokens how pet number
# Kinds: seat party standee place building card icon token tokens how number event
SCHEMA: Final[dict[int, tuple[str, Fields]]] = {
    STARTED: ("started", ()),
    ROUND: ("round", (("round", "number"), ("first", "seat"))),
    LOCKED: ("locked", (("seat", "seat"),)),
    UNLOCKED: ("unlocked", (("seat", "seat"),)),
    PLANNED: (
        "planned",
        (
            ("seat", "seat"),
            ("first", "card"),
            ("second", "card"),
            ("third", "card"),
            ("unplayed", "card"),
        ),
    ),
    CARD: ("card", (("seat", "seat"), ("card", "card"), ("position", "number"))),
    NOTHING: ("nothing", (("seat", "seat"), ("card", "card"))),
    ACTION: ("action", (("seat", "seat"), ("icon", "icon"))),
    MOVED: (
        "moved",
        (
            ("seat", "seat"),
            ("standee", "standee"),
            ("from", "place"),
            ("to", "place"),
            ("how", "how"),
        ),
    ),
    STAYED: ("stayed", (("seat", "seat"), ("standee", "standee"), ("at", "place"), ("how", "how"))),
    TURNED_UP: (
        "turned_up",
        (("standee", "standee"), ("space", "place"), ("building", "building")),
    ),
    ESCAPED: ("escaped", (("standee", "standee"),)),
    DUEL: ("duel", (("seat", "seat"), ("space", "place"))),
    ROLLED: ("rolled", (("standee", "standee"), ("die", "number"))),
    NO_SECOND_SHOT: ("no_second_shot", (("seat", "seat"),)),
    SECOND_SHOT: ("second_shot", (("seat", "seat"), ("card", "card"), ("value", "number"))),
    TIED: ("tied", (("total", "number"),)),
    ROLLED_OFF: ("rolled_off", (("seat", "seat"), ("standee", "standee"), ("die", "number"))),
    DUEL_WON: ("duel_won", (("seat", "seat"), ("total", "number"))),
    STUNNED: ("stunned", (("standee", "standee"),)),
    FREED: ("freed", (("standee", "standee"), ("to", "place"), ("by", "standee"))),
    PLUNDERED: ("plundered", (("standee", "standee"), ("building", "building"))),
    HORSE_STOLEN: ("horse_stolen", (("standee", "standee"), ("building", "building"))),
    DEBT_PAID: ("debt_paid", (("standee", "standee"), ("building", "building"))),
    RECOVERED: ("recovered", (("standee", "standee"),)),
    JAILED: ("jailed", (("standee", "standee"), ("space", "place"))),
    CAPTURED: ("captured", (("standee", "standee"), ("by", "standee"))),
    RELEASED: ("released", (("standee", "standee"), ("to", "place"))),
    DREW_TARGET: ("drew_target", (("seat", "seat"), ("cards", "number"), ("building", "building"))),
    BROKE_FREE: (
        "broke_free",
        (("seat", "seat"), ("die", "number"), ("standee", "standee"), ("to", "place")),
    ),
    CACTUS_MOVED: ("cactus_moved", (("seat", "seat"), ("from", "place"), ("to", "place"))),
    TOKEN_TAKEN: ("token_taken", (("seat", "seat"), ("token", "token"), ("archived", "token"))),
    TOKEN_LEFT: ("token_left", (("seat", "seat"), ("token", "token"))),
    TOKENS_CHOSEN: ("tokens_chosen", (("seat", "seat"), ("tokens", "tokens"))),
    TOKENS_SHOWN: ("tokens_shown", (("seat", "seat"), ("tokens", "tokens"))),
    DUEL_OFF: ("duel_off", (("space", "place"),)),
    RELOADED: ("reloaded", (("standee", "standee"), ("die", "number"))),
    NO_RELOAD: ("no_reload", (("seat", "seat"),)),
    TRAPPED: (
        "trapped",
        (("seat", "seat"), ("standee", "standee"), ("from", "place"), ("back", "place")),
    ),
    NO_TRAP: ("no_trap", (("seat", "seat"),)),
    WON: ("won", (("seat", "seat"),)),
    DRAWN: ("drawn", ()),
    DEALT: ("dealt", (("seat", "seat"), ("cards", "number"), ("building", "building"))),
    BUILDING_EFFECT: (
        "building_effect",
        (("seat", "seat"), ("building", "building"), ("space", "place")),
    ),
    UNDONE: ("undone", (("seat", "seat"), ("events", "number"))),
    TOKEN_USED: ("token_used", (("seat", "seat"), ("token", "token"))),
    BLESSED: ("blessed", (("seat", "seat"), ("rival", "party"), ("token", "token"))),
    NOT_BLESSED: ("not_blessed", (("seat", "seat"),)),
    BLESSING_WASTED: ("blessing_wasted", (("seat", "seat"),)),
    FOUNDER_TAKEN: ("founder_taken", (("seat", "seat"),)),
    FOUNDER_LEFT: ("founder_left", (("seat", "seat"),)),
    FOUNDER_PASSED: ("founder_passed", (("seat", "seat"), ("rival", "party"))),
    REROLLED: ("rerolled", (("standee", "standee"), ("die", "number"))),
    NO_REROLL: ("no_reroll", (("seat", "seat"),)),
    TOKEN_PICKED: ("token_picked", (("seat", "seat"), ("token", "token"), ("archived", "token"))),
    PET_TAKEN: ("pet_taken", (("seat", "seat"), ("standee", "standee"), ("pet", "pet"))),
    PET_LEFT: ("pet_left", (("seat", "seat"), ("pet", "pet"))),
    PET_FREE: ("pet_free", (("seat", "seat"), ("pet", "pet"))),
    PET_USED: (
        "pet_used",
        (("seat", "seat"), ("pet", "pet"), ("standee", "standee"), ("die", "number")),
    ),
    NO_PET: ("no_pet", (("seat", "seat"), ("pet", "pet"))),
    PET_SENT: ("pet_sent", (("seat", "seat"), ("pet", "pet"), ("standee", "standee"))),
    CHICKEN_LOOSE: ("chicken_loose", (("seat", "seat"), ("space", "place"))),
    CHICKEN_GONE: ("chicken_gone", (("space", "place"),)),
    CHIEF_FOUND: ("chief_found", (("standee", "standee"), ("building", "building"))),
    CHIEF_FREED: ("chief_freed", (("standee", "standee"), ("to", "place"))),
    TOTEM_BUILT: ("totem_built", (("standee", "standee"), ("building", "building"))),
    LOOKED: ("looked", (("seat", "seat"), ("space", "place"), ("building", "building"))),
    EXPLORED: ("explored", (("seat", "seat"), ("holding", "number"))),
    CARD_CHANGED: ("card_changed", (("seat", "seat"), ("card", "card"), ("new", "card"))),
    TOMAHAWK: ("tomahawk", (("seat", "seat"), ("standee", "standee"), ("die", "number"))),
    GORING: ("goring", (("standee", "standee"), ("space", "place"))),
    GORED: ("gored", (("standee", "standee"), ("by", "standee"))),
    DODGED: ("dodged", (("standee", "standee"), ("by", "standee"))),
    BOARDED: ("boarded", (("standee", "standee"), ("to", "place"))),
    EVENT: ("event", (("name", "event"),)),
    EVENT_DISCARDED: ("event_discarded", (("name", "event"),)),
    EVENTS_PUT_BACK: ("events_put_back", (("cards", "number"),)),
    UNPLAYED_SHOWN: ("unplayed_shown", (("seat", "seat"), ("card", "card"))),
    NO_SHOOT_OUT: ("no_shoot_out", (("seat", "seat"),)),
    MIXED_UP: ("mixed_up", (("seat", "seat"), ("card", "card"))),
    NO_MIX_UP: ("no_mix_up", (("seat", "seat"),)),
    LOOKED_AT: ("looked_at", (("seat", "seat"), ("victim", "party"), ("building", "building"))),
    CONFUSED: ("confused", (("seat", "seat"), ("victim", "party"), ("building", "building"))),
    AUTOMA_DECK: ("automa_deck", (("seat", "seat"), ("cards", "number"))),
    ABILITY: ("ability", (("seat", "seat"), ("left", "number"))),
    NO_ABILITY: ("no_ability", (("seat", "seat"),)),
    DYNAMITE: ("dynamite", (("seat", "seat"), ("space", "place"))),
    BLAST: ("blast", (("seat", "seat"), ("space", "place"))),
    LENT: ("lent", (("seat", "seat"), ("standee", "standee"))),
    TOOL_DRAWN: ("tool_drawn", (("seat", "seat"), ("card", "card"))),
    TOOLS_SHUFFLED: ("tools_shuffled", (("seat", "seat"), ("cards", "number"))),
    SHOT: ("shot", (("seat", "seat"), ("standee", "standee"), ("die", "number"))),
    DREW_TO_KEEP: ("drew_to_keep", (("seat", "seat"), ("building", "building"))),
    KEPT: ("kept", (("seat", "seat"), ("returned", "number"), ("building", "building"))),
    TARGET_KEPT: (
        "target_kept",
        (("seat", "seat"), ("discarded", "number"), ("building", "building")),
    ),
}

# How a standee came to move or stay.
BY_RUN: Final = 0
BY_SNEAK: Final = 1
BY_DANCE: Final = 2
BY_PUSH: Final = 3
BY_PULL: Final = 4
HOW_NAMES: Final = ("run", "sneak", "dance", "push", "up-close")
TOKEN_NAMES: Final = ("pipe", "bullet", "reload", "trap", "tomahawk", "blessing", "chicken")
# Tokens that nobody takes from the reserve, but that a blessing cancels too (ALT-2).
ABILITY_TOKEN: Final = 7
PET_TOKEN: Final = 8
USED_NAMES: Final = (*TOKEN_NAMES, "ability", "pet")
PET_NAMES: Final = ("cat", "crow", "dog", "snake")
COUNTER_NAMES: Final = (
    *("jailed", "escaped", "captive", "horses", "debts", "duels", "totems", "chief", "wagons"),
    "marshal",
)
