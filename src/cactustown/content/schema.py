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
StartPlace = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^([a-e][1-5]|aside|corral-[bcd])$",
        description="a space of the town, a1 to e5, a corral (corral-c), or aside",
    ),
]
Number = Annotated[int, msgspec.Meta(ge=0, le=99, description="a whole number from 0 to 99")]
Modifier = Annotated[int, msgspec.Meta(ge=-9, le=9, description="a whole number from -9 to 9")]
Provenance = Annotated[
    Literal["book", "recon", "house"],
    msgspec.Meta(description="book: stated in the rules; recon: reconstructed; house: your own"),
]
Icons = Annotated[list[str], msgspec.Meta(min_length=1)]
Pet = Annotated[
    Literal["cat", "crow", "dog", "snake"],
    msgspec.Meta(description="one of: cat, crow, dog, snake"),
]


class Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Every table says where its numbers come from."""

    provenance: Provenance


class Seating(Entry):
    """The order round the table; the first party present starts.

    Mirrored: the other way round in reverse programming, where cards are turned up backwards, so
    that the parties act in the same order in both.
    """

    order: list[Name]
    mirrored: bool = False


class Party(Entry):
    """A side: its standees, targets drawn at set-up, what losing a duel does, and its goal."""

    standees: Annotated[list[Name], msgspec.Meta(min_length=1, max_length=3)]
    targets: Number
    loser_is: Literal["stunned", "pushed"]
    goal: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]
    counts_duels: str = ""
    needs: list[Name] = []
    cattle: list[Name] = []


class Start(Entry):
    """Where the standees of a party begin, in their order."""

    spaces: list[StartPlace]


class SetUp(Entry):
    """What is different in some games: with exactly these parties, in this programming.

    Left out, `parties` are any. Where several fit, the later one counts. `even` ones count only in
    games with the option `even_sides`: they even the sides by other means than the printed box.
    """

    parties: list[Name] = []
    programming: Literal["", "straight", "reverse"] = ""
    even: bool = False
    mirrored: bool = False  # as in [seating]
    order: list[Name] = []  # the order round the table
    start: dict[str, list[StartPlace]] = {}  # party -> where its standees begin
    icons: dict[str, dict[str, Icons]] = {}  # party -> card -> what it shows
    second_shots: dict[str, dict[str, Number]] = {}  # party -> card -> its second shot


class Card(Entry):
    """An action card: its icons and its second shot value."""

    icons: Icons
    second_shot: Number
    waits: bool = False


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
    duel: str = ""
    pets: list[Pet] = []


class LineUp(Entry):
    """The building types that make up a town."""

    types: list[Name]
    office: Name
    removable: list[Name] = []
    most_alternative: Number = 4


class Swap(Entry):
    """When a building type comes into the town, and what it takes out first.

    `needs_mark` is a mark that other buildings must show, or it does nothing. What else its effects
    need is known by itself: `mode` and `needs` of older files are not asked for.
    """

    replaces: list[Name] = []
    party: str = ""
    option: str = ""
    mode: Literal["", "basic", "gunslinger"] = ""
    needs: list[str] = []
    needs_mark: str = ""


class Friend(Entry):
    """The standee of a party that may take pets, and the kind it prefers (PET-2)."""

    standee: Name
    pet: Pet


class Token(Entry):
    """How many of a token there are."""

    number: Number


class EventCard(Entry):
    """An event of the Ranger's deck: how many cards, and what it does in its round (RAN-5)."""

    number: Number
    second_shots: bool = True  # whether they may be fired
    mix_up: bool = False  # the unplayed card may be played instead
    initiator: Modifier = 0  # added to the roll of whoever begins a duel
    discard: Number = 0  # so many of the next events are discarded
    put_back: Number = 0  # so many discarded events go back on top of the deck
    alone: list[Literal["run-all", "sneak-all"]] = []  # carried out by one standee only
    shoot_out: Number = 0  # a duel before the first card, with so much added
    dice: Annotated[int, msgspec.Meta(ge=1, le=4, description="a number of dice, 1 to 4")] = 1
    marshal: bool = False  # the Ranger wins


class Automa(Entry):
    """Solo: which party is the automa, where it starts, who plays against it and for what."""

    party: Name
    start: list[Space]
    against: Name
    goal: Annotated[dict[str, Number], msgspec.Meta(min_length=1)]


class SoloCard(Entry):
    """A card of the automa: a row for when there is a visible target, and one for otherwise."""

    set: Literal["start", "advanced", "marshal"]
    value: Number
    target: list[str]
    otherwise: list[str]


class Limits(Entry):
    """How far each thing can be counted."""

    numbers: dict[str, Number]


class ContentFile(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content file; every part may be left out in an override."""

    seating: Seating | None = None
    limit: Limits | None = None
    party: dict[str, Party] = {}
    start: dict[str, Start] = {}
    setup: dict[str, SetUp] = {}
    card: dict[str, dict[str, Card]] = {}
    building: dict[str, BuildingType] = {}
    lineup: dict[str, LineUp] = {}
    token: dict[str, Token] = {}
    swap: dict[str, Swap] = {}
    friend: dict[str, Friend] = {}
    event: dict[str, EventCard] = {}
    automa: Automa | None = None
    solo: dict[str, SoloCard] = {}
    tool: dict[str, dict[str, Tool]] = {}
    ability: dict[str, Ability] = {}


# How many keys lead to a table of each part: [limit], [party.NAME], [card.PARTY.NAME].
TABLES: dict[str, tuple[int, type[Entry]]] = {
    "seating": (0, Seating),
    "limit": (0, Limits),
    "party": (1, Party),
    "start": (1, Start),
    "setup": (1, SetUp),
    "card": (2, Card),
    "building": (1, BuildingType),
    "lineup": (1, LineUp),
    "token": (1, Token),
    "swap": (1, Swap),
    "friend": (1, Friend),
    "event": (1, EventCard),
    "automa": (0, Automa),
    "solo": (1, SoloCard),
    "tool": (2, Tool),
    "ability": (1, Ability),
}
