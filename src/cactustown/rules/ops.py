"""The numbers of all ops and icons, and the flags of a movement. All in one file, on purpose."""

from __future__ import annotations

from typing import Final

# -- ops: the round (section 5)
NEW_ROUND: Final = 0
ASK_PLAN: Final = 1
NEXT_TURN: Final = 2
ASK_ICON: Final = 3
END_ROUND: Final = 4
# movement (6)
ASK_RUN: Final = 5
ASK_SNEAK: Final = 6
ASK_DANCE: Final = 7
ARRIVE: Final = 8
ESCAPE: Final = 9
# duels (7)
ASK_DUEL: Final = 10
DUEL_DICE: Final = 11
DUEL_SHOTS: Final = 12
ASK_SHOT: Final = 13
DUEL_RESULT: Final = 14
DUEL_STUN: Final = 15
ASK_FREE: Final = 16
ASK_PUSH: Final = 17
DUEL_OVER: Final = 18
# special actions (8)
ASK_TARGET_ACT: Final = 19
ASK_RECOVER: Final = 20
ASK_JAIL: Final = 21
ASK_CAPTURE: Final = 22
ASK_RELEASE: Final = 23
DRAW_TARGET: Final = 24
ASK_UP_CLOSE: Final = 25
PULLED: Final = 26
BREAK_FREE: Final = 27
# cactus (9)
ASK_CACTUS: Final = 28
# gunslinger (10)
ASK_TRAP: Final = 29
ASK_TAKE: Final = 30
DUEL_TOKENS: Final = 31
ASK_TOKENS: Final = 32
SHOW_TOKENS: Final = 33
DUEL_RELOADS: Final = 34
ASK_RELOAD: Final = 35
EFFECT_MOVE: Final = 36
OFFER_CARD: Final = 37

# the Lone Ranger (11): 40-49
DEAL_EVENTS: Final = 40
TURN_EVENT: Final = 41
SHOOT_OUT: Final = 42
ASK_SHOOT_OUT: Final = 43
ASK_MIX_UP: Final = 44
MIX_UP: Final = 45
ASK_CONFUSE: Final = 46
ASK_SET_ASIDE: Final = 47
EVENT_OVER: Final = 48

# solo (12): 50-54
AUTOMA_DECK: Final = 50
AUTOMA_SHOWS: Final = 51
AUTOMA_ROW: Final = 52
AUTOMA_SHOT: Final = 53
AUTOMA_CACTUS: Final = 54

# the Lost Chief (13): 55-64
ASK_SPRINT: Final = 55
ASK_TRACK: Final = 56
ASK_LOOK: Final = 57
ASK_CHIEF: Final = 58
CHIEFS_CARD: Final = 59
ASK_TOMAHAWK: Final = 60
TOMAHAWK_FLIES: Final = 61

# Stampede (14): 65-79
ASK_CHARGE: Final = 65
ASK_GORE: Final = 66
GORE: Final = 67
ASK_GORED: Final = 68
ASK_DODGED: Final = 69
ASK_REGROUP: Final = 70
BOARD_TRAIN: Final = 71
STAMPEDE_EFFECT: Final = 72

# buildings beyond the base set (15): 80-89
ASK_BLESSING: Final = 80
CANCEL_USE: Final = 81
SPRING_TRAP: Final = 82
BLESS_TOKENS: Final = 83
ASK_BLESS_PARTY: Final = 84
ASK_BLESS_TOKEN: Final = 85
ASK_FOUNDER: Final = 86
DICE_BUILDING: Final = 87
ASK_REROLL: Final = 88
ASK_ARCHIVED: Final = 89

# abilities (16): 90-104
BEFORE_ABILITY: Final = 90
AFTER_ABILITY: Final = 91
ASK_ABILITY: Final = 92
ASK_STEP: Final = 93
ASK_JAILBREAK: Final = 94
ASK_LENT_JAIL: Final = 95
ASK_LENT_DUEL: Final = 96
ASK_BLAST: Final = 97
ASK_BLOWN: Final = 98
ASK_LOOK_ANYWHERE: Final = 99
USE_ABILITY: Final = 100

# pets (17): 105-109
ASK_PET: Final = 105
DUEL_PETS: Final = 106
ASK_PET_AT: Final = 107
ASK_PET_HELP: Final = 108
PET_HELPS: Final = 109

# crazy chicken (18): 110-114
ASK_TAKE_CHICKEN: Final = 110
ASK_CHICKEN: Final = 111
CHICKEN_LOOSE: Final = 112
ASK_SHOO: Final = 113
CHICKEN_GOES: Final = 114

# tools (19): 115-134
ASK_WALK: Final = 115
ASK_SNEAK_FIRST: Final = 116
ASK_SHOOT: Final = 117
ASK_PRISONER: Final = 118
ASK_PEEK: Final = 119
ASK_PULL_FAR: Final = 120
ASK_PULL_DIAGONAL: Final = 121
DRAW_THREE: Final = 122
ASK_KEEP: Final = 123
DEAL_TOOLS: Final = 124
TOOL_TURNED_UP: Final = 125
TOOLS_READY: Final = 126
DRAW_TOOL: Final = 127
USE_TOOL: Final = 128

OPS: Final = 135
NO_OP: Final = -1

# -- icons
RUN: Final = 0
RUN_ALL: Final = 1
SNEAK: Final = 2
SNEAK_ALL: Final = 3
DANCE: Final = 4
DUEL: Final = 5
JAIL: Final = 6
PLUNDER: Final = 7
RECOVER: Final = 8
BREAK_FREE_ICON: Final = 9
CAPTURE: Final = 10
RELEASE: Final = 11
STEAL_HORSE: Final = 12
DRAW_TARGET_ICON: Final = 13
UP_CLOSE: Final = 14
PAY_DEBTS: Final = 15
CONFUSE: Final = 16
SPRINT: Final = 17
TRACK: Final = 18
BUILD_TOTEM: Final = 19
FREE_CHIEF: Final = 20
RUN_BULL_RIDER: Final = 21
SNEAK_BULL_RIDER: Final = 22
SNEAK_COW: Final = 23
SNEAK_COWS: Final = 24
REGROUP: Final = 25
STAMPEDE: Final = 26
# shown by tools only
DOUBLE_SNEAK: Final = 27
SNEAK_THEN_RUN: Final = 28
SHOOT: Final = 29
SHOOT_AROUND: Final = 30
FREE_PRISONER: Final = 31
DIAGONAL_RUNS: Final = 32
PEEK: Final = 33
PULL_FAR: Final = 34
PULL_DIAGONAL: Final = 35
DRAW_AND_KEEP: Final = 36
SNEAK_HERD: Final = 37
RIVAL_SNEAKS: Final = 38
# shown by the automa's cards only
HORIZONTAL_SNEAK: Final = 39
VERTICAL_SNEAK: Final = 40
ICON_NAMES: Final = (
    *("run", "run-all", "sneak", "sneak-all", "dance", "duel", "jail", "plunder", "recover"),
    *("break-free", "capture", "release", "steal-horse", "draw-target", "up-close", "pay-debts"),
    *("confuse", "sprint", "track", "build-totem", "free-chief", "run-bull-rider"),
    *("sneak-bull-rider", "sneak-cow", "sneak-cows", "regroup", "stampede"),
    *("double-sneak", "sneak-then-run", "shoot", "shoot-around", "free-prisoner"),
    *("diagonal-runs", "peek", "pull-far", "pull-diagonal", "draw-and-keep", "sneak-herd"),
    "rival-sneaks",
    *("horizontal-sneak", "vertical-sneak"),
)
AUTOMA_ICONS: Final = (
    *("run", "sneak", "duel", "sprint", "double-sneak", "horizontal-sneak", "vertical-sneak"),
)

# -- flags of a movement: what kind it is, then what is different about it
TURN_UP: Final = 1  # the building it ends on is turned up
SLIP: Final = 2  # deadlock does not matter
DIAGONALLY: Final = 4
MAY_EXIT: Final = 8  # may leave the board (escape, train)
ALL: Final = 16  # every standee of the mask, one after the other
LEAVE: Final = 32  # standees on their start space must leave it if they can (MOV-4)
EXACTLY: Final = 64  # at least one space: staying is no choice
PUSHED: Final = 256  # moved by the winner of a duel, a shot or a tomahawk
STARTERS: Final = 512  # only those still on their start space (MOV-4)
FORCED: Final = 128  # somebody else's standee: what only binds its owner's will does not hold

RUNNING_FLAGS: Final = TURN_UP | MAY_EXIT
SNEAKING_FLAGS: Final = SLIP | MAY_EXIT
DANCING_FLAGS: Final = TURN_UP | SLIP | DIAGONALLY

# -- choices
PASS: Final = 0  # nobody, no, none, unlock
YES: Final = 1
FIRST_TOOL: Final = 5  # the lowest number of a tool among the cards of a seat

# -- phases of a duel (DUEL-2): modules put their steps between
PHASE_TOKENS: Final = 10
PHASE_DICE: Final = 20
PHASE_DICE_BUILDING: Final = 25
PHASE_REROLL: Final = 30
PHASE_AUTOMA_SHOT: Final = 39
PHASE_SHOTS: Final = 40
PHASE_PETS: Final = 50
PHASE_RESULT: Final = 60

# -- the order in which what is hidden is masked and imagined
PHASE_HANDS: Final = 5
PHASE_TOWN: Final = 10
PHASE_TARGETS: Final = 20
PHASE_PEEKS: Final = 30
PHASE_EVENT_DECK: Final = 40
PHASE_AUTOMA_HAND: Final = 50
PHASE_PLANS: Final = 60
PHASE_PICKS: Final = 70
PHASE_DRAWN: Final = 80

# -- phases of a round, between planning and the first card, and after the last
PHASE_EVENT: Final = 10
PHASE_SHOOT_OUT: Final = 20
PHASE_CLEAR: Final = 10
PHASE_CHICKEN_GOES: Final = 20
PHASE_EVENT_OVER: Final = 25

# -- phases before and after a card
PHASE_AUTOMA: Final = 5
PHASE_TOOL_SHOWN: Final = 6
PHASE_MIX_UP: Final = 10
PHASE_TOOLS: Final = 15  # before a card, after the last card of a round, and at set-up
PHASE_CHICKEN: Final = 20
PHASE_ABILITY: Final = 30
