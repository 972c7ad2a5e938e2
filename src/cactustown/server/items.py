"""The items of a table's story as they are sent: the events of the game, and the table's notes.

They are made of the one list that turns events into words (`rules/events.py`) and of the notes
themselves. To the type checker an item is JSON; msgspec is told which fields each of them has.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec

from cactustown.engine.events import EventKind, Field
from cactustown.rules.events import HOW_NAMES, SCHEMA
from cactustown.rules.pets.variables import PET_NAMES
from cactustown.server.notes import AnyNote, Note


def _one_of(*words: str) -> Any:
    return Literal.__getitem__(words)


_TYPES: Final[dict[str, Any]] = {
    **dict.fromkeys(("number", "seat", "player"), int),
    **dict.fromkeys(("party", "standee", "place", "building", "card"), str),
    **dict.fromkeys(("icon", "token", "event"), str),
    "tokens": list[str],
    "how": _one_of(*HOW_NAMES),
    "pet": _one_of(*PET_NAMES),
}
_KEYWORDS: Final = {"from_": "from"}  # no names for attributes


def _fields(field: Field) -> list[tuple[str, Any]]:
    name = next((safe for safe, word in _KEYWORDS.items() if word == field.name), field.name)
    kind = _TYPES[field.kind]
    found = [(name, kind | None if field.absent or field.secret else kind)]
    return [*found, ("party", str)] if field.kind == "player" else found


def _event(kind: EventKind) -> type[msgspec.Struct]:
    """An event of this kind, as `event_words` writes it and the story numbers it."""
    fields = [pair for field in kind.fields for pair in _fields(field)]
    return msgspec.defstruct(
        f"{kind.name.title().replace('_', '')}Event",
        [("n", int), ("depth", int), *fields],
        tag_field="event",
        tag=kind.name,
        rename=_KEYWORDS,
        forbid_unknown_fields=True,
    )


def _note(kind: type[Note]) -> type[msgspec.Struct]:
    """A note as the story numbers it."""
    return msgspec.defstruct(
        f"{kind.__name__}Note",
        [("n", int)],
        bases=(kind,),
        namespace={"__doc__": kind.__doc__},
        tag=kind.__struct_config__.tag,
        kw_only=True,
        forbid_unknown_fields=True,
    )


if TYPE_CHECKING:
    GameEvent = dict[str, Any]
    TableNote = dict[str, Any]
    StoryItem = dict[str, Any]
else:
    GameEvent = reduce(or_, map(_event, SCHEMA.values()))
    TableNote = reduce(or_, map(_note, get_args(AnyNote)))
    StoryItem = GameEvent | TableNote
