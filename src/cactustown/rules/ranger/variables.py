"""The variables of the Lone Ranger's event deck."""

from __future__ import annotations

from typing import Final

from cactustown.engine.declare import (
    EVERYBODY,
    LIST,
    MASKED,
    NUMBER,
    NUMBERS,
    WORDS,
    Fact,
    Variable,
)
from cactustown.engine.variables import NONE

VARIABLES: Final = (
    Variable("event", NUMBER, EVERYBODY, "the event of this round", NONE),
    Variable("events_back", NUMBER, EVERYBODY, "cards on top of the deck that come from the pool"),
    Variable("event_deck", LIST, MASKED, "events to come, the next one last"),
    Variable("event_discards", LIST, EVERYBODY, "events that lie open"),
    Variable("event_pool", LIST, EVERYBODY, "events shuffled by a Stagecoach: which are back?"),
)

FACTS: Final = (
    Fact("event_names", WORDS, "kinds of events"),
    Fact("event_number", NUMBERS, "kind -> so many cards"),
    Fact("event_marshal", NUMBER, "the kind that is the Marshal", NONE),
)
