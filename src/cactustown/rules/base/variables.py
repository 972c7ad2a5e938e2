"""The variables of the base game."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import (
    EVERYBODY,
    LIST,
    MASKED,
    NUMBER,
    OWNER,
    ROW,
    TUPLE,
    Fact,
    Variable,
)
from cactustown.engine.variables import NONE
from cactustown.rules.counters import COUNTERS

PLAN_SLOTS: Final = 4  # three planned cards and the unplayed one

# Where a target card is, besides a seat that holds it.
IN_DECK: Final = -1
GONE: Final = -2
UNKNOWN: Final = -3  # in a view: in the deck or in another's hand
SET_ASIDE: Final = -4  # out of the game, but only those who saw it go know it (RAN-4, TOOL-4)

VARIABLES: Final = (
    # the round
    Variable("round", NUMBER, EVERYBODY),
    Variable("first", NUMBER, EVERYBODY, "seat with the first-player token"),
    Variable("turn", NUMBER, EVERYBODY, "index of the card being resolved in this round", NONE),
    Variable("active", NUMBER, EVERYBODY, "seat whose card is being resolved", NONE),
    Variable("icon", NUMBER, EVERYBODY, "the icon of that card being carried out", NONE),
    Variable("card", NUMBER, EVERYBODY, "the card offered last, among all cards of the game", NONE),
    Variable("locked", NUMBER, EVERYBODY, "seats that have planned"),
    Variable("shot_used", NUMBER, EVERYBODY, "seats that have turned up their unplayed card"),
    Variable("shown", NUMBER, EVERYBODY, "seats whose unplayed card lies open, fired or not"),
    Variable("silenced", NUMBER, EVERYBODY, "seats that may not fire a second shot"),
    Variable("hand", TUPLE, MASKED, "seat -> its action cards in the game"),
    Variable("plan", ROW, MASKED, "seat * 4 + slot -> card; slot 3 is the unplayed one"),
    # standees
    Variable("stunned", NUMBER, EVERYBODY),
    Variable("laden", NUMBER, EVERYBODY, "outlaws with a plunder token"),
    Variable("unmoved", NUMBER, EVERYBODY, "those that have never really left their start space"),
    Variable("moved_parties", NUMBER, EVERYBODY, "seats whose first movement is done (MOV-4)"),
    Variable("escaped_now", NUMBER, EVERYBODY, "outlaws that escaped by this card (MOV-6)"),
    Variable("captive", NUMBER, EVERYBODY, "", NONE),
    Variable("captor", NUMBER, EVERYBODY, "", NONE),
    Variable("entered", TUPLE, EVERYBODY, "standee * 32 + space: entered this turn (GUN-4)"),
    # the town
    Variable("building_at", LIST, MASKED, "space -> building; fixed after set-up"),
    Variable("face_up", NUMBER, EVERYBODY, "spaces"),
    Variable(
        "looked", NUMBER, EVERYBODY, "seats that have ever looked at a building; that is told"
    ),
    Variable("peeked", TUPLE, OWNER, "seat -> face-down spaces it has looked at"),
    Variable("cactus", NUMBER, EVERYBODY, "its space", NONE),
    Variable("blocked", NUMBER, EVERYBODY, "spaces nobody may enter"),
    # targets and what is counted
    Variable("target_at", TUPLE, MASKED, "building -> who holds its target card"),
    Variable("targets_held", TUPLE, EVERYBODY, "seat -> number of target cards"),
    Variable("targets_aside", NUMBER, EVERYBODY, "target cards set aside unseen by most"),
    Variable("barred", TUPLE, EVERYBODY, "seat -> buildings its targets surely do not show"),
    Variable("seen", LIST, OWNER, "seat -> target cards not its own that it has seen"),
    Variable("count", ROW, EVERYBODY, "what counts towards the goals", (0,) * COUNTERS),
    # duels
    Variable("duel_space", NUMBER, EVERYBODY, "", NONE),
    Variable("duel_by", NUMBER, EVERYBODY, "the seat that began it", NONE),
    Variable("duel_in", NUMBER, EVERYBODY, "standees taking part"),
    Variable("guest", NUMBER, EVERYBODY, "a standee that fights for its initiator", NONE),
    Variable("dice", NUMBER, EVERYBODY, "how many each rolls", 1),
    Variable("die", ROW, EVERYBODY, "standee -> its die"),
    Variable("bonus", ROW, EVERYBODY, "seat -> added to its roll"),
    # tokens
    Variable("token", TUPLE, EVERYBODY, "row * 7 + kind; a row a seat, then reserve and archive"),
    Variable("pick", TUPLE, MASKED, "seat -> duel tokens chosen in secret, or -1"),
    Variable("reloads", NUMBER, EVERYBODY, "seats whose shown reload is still to be asked"),
)

FACTS: Final = (
    Fact("no_cactus", NUMBER, "buildings the cactus may not be moved to while face up (ALT-6)"),
)
