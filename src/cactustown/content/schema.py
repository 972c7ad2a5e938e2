"""The shape of a content file. The same types check files and make the JSON Schema for editors."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Name = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z0-9-]*$",
        description="a lower-case name of letters, digits and hyphens, such as hardware-store",
    ),
]
Space = Annotated[
    str, msgspec.Meta(pattern=r"^[a-e][1-5]$", description="a space of the town, a1 to e5")
]
Number = Annotated[int, msgspec.Meta(ge=0, le=99, description="a whole number from 0 to 99")]
Provenance = Annotated[
    Literal["book", "recon", "house"],
    msgspec.Meta(description="book: stated in the rules; recon: reconstructed; house: your own"),
]


class Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Every table says where its numbers come from."""

    provenance: Provenance


class Seating(Entry):
    """The order round the table; the first party present starts."""

    order: list[Name]


class Party(Entry):
    """A side: its standees, targets drawn at set-up, what losing a duel does, and its goal."""

    standees: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=4)]
    targets: Number
    loser_is: Literal["stunned", "pushed"]
    goal: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]
    counts_duels: str = ""
    needs: list[Name] = []


class Start(Entry):
    """Where the standees of a party begin, in their order."""

    spaces: list[Space]


class Card(Entry):
    """An action card: its icons and its second shot value."""

    icons: Annotated[list[str], msgspec.Meta(min_length=1)]
    second_shot: Number


class Tool(Entry):
    """A tool card: its icons, who carries them out, and the parties it is left out without."""

    icons: Annotated[list[str], msgspec.Meta(min_length=1)]
    standees: list[Name] = []
    needs: list[Name] = []


class Ability(Entry):
    """A character's ability: what kind it is, and whose of the party's standees."""

    kind: Literal["borrow", "jailbreak", "step", "dynamite", "twice", "look", "protect"]
    standee: Name


class BuildingType(Entry):
    """Buildings that are used together, with marks (both sides) and effects (advanced side)."""

    buildings: Annotated[list[Name], msgspec.Meta(min_length=1)]
    marks: list[str] = []
    reveal: str = ""
    enter: str = ""


class LineUp(Entry):
    """The building types that make up a town."""

    types: list[Name]
    office: Name


class Token(Entry):
    """How many of a token there are."""

    number: Number


class Limits(Entry):
    """How far each thing can be counted."""

    numbers: dict[str, Number]


class ContentFile(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content file; every part may be left out in an override."""

    seating: Seating | None = None
    limit: Limits | None = None
    party: dict[str, Party] = {}
    start: dict[str, Start] = {}
    card: dict[str, dict[str, Card]] = {}
    building: dict[str, BuildingType] = {}
    lineup: dict[str, LineUp] = {}
    token: dict[str, Token] = {}
    tool: dict[str, dict[str, Tool]] = {}
    ability: dict[str, Ability] = {}


# How many keys lead to a table of each part: [limit], [party.NAME], [card.PARTY.NAME].
TABLES: dict[str, tuple[int, type[Entry]]] = {
    "seating": (0, Seating),
    "limit": (0, Limits),
    "party": (1, Party),
    "start": (1, Start),
    "card": (2, Card),
    "building": (1, BuildingType),
    "lineup": (1, LineUp),
    "token": (1, Token),
    "tool": (2, Tool),
    "ability": (1, Ability),
}
