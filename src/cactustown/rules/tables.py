"""What the rules need to know of the content: plain tables, filled by the content layer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardTable:
    """An action card: its icons, each with the fewest players it needs, and its second shot."""

    name: str
    icons: tuple[tuple[str, int], ...]
    value: int
    waits: bool = False  # comes into the game later


@dataclass(frozen=True)
class ToolTable:
    """A tool card: its icons, who carries them out ("": all), and which parties it needs."""

    name: str
    icons: tuple[str, ...]
    standees: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class AbilityTable:
    """An ability: its kind, and the standee it belongs to."""

    kind: str
    standee: str


@dataclass(frozen=True)
class PartyTable:
    """A party: its standees and start spaces, its cards, what it wants and how it loses."""

    name: str
    standees: tuple[str, ...]
    start: tuple[str, ...]
    targets: int
    stunned: bool  # losers of a duel are stunned, not pushed
    goal: tuple[tuple[str, int], ...]
    counts_duels: str  # the counter of duels won, or ""
    needs: tuple[str, ...]  # parties that must be in the game too (SIDE-2)
    cards: tuple[CardTable, ...]
    cattle: tuple[str, ...] = ()  # standees that are cattle (COW-2, COW-9)
    tools: tuple[ToolTable, ...] = ()
    ability: AbilityTable | None = None


@dataclass(frozen=True)
class BuildingTable:
    """A building: the marks of both sides, and the effects of its advanced side."""

    name: str
    marks: tuple[str, ...]
    reveal: str
    enter: str
    duel: str = ""  # what it does to duels begun there
    pet: str = ""  # the animal it shows (PET-1)


@dataclass(frozen=True)
class EventTable:
    """An event of the Ranger's deck: so many cards, and what it does in its round."""

    name: str
    number: int
    second_shots: bool
    mix_up: bool
    initiator: int
    discard: int
    put_back: int
    alone: tuple[str, ...]
    shoot_out: int
    dice: int
    marshal: bool


@dataclass(frozen=True)
class SoloTable:
    """A card of the automa: its set and its two rows, each entry a tuple of alternatives."""

    name: str
    set: str
    value: int
    target: tuple[tuple[str, ...], ...]
    otherwise: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Tables:
    """The content of one game: all parties in seating order, its 24 buildings, its tokens."""

    parties: tuple[PartyTable, ...]
    buildings: tuple[BuildingTable, ...]
    office: BuildingTable
    reserve: tuple[tuple[str, int], ...]
    limits: tuple[tuple[str, int], ...]
    friends: tuple[tuple[str, str, str], ...] = ()  # party, standee, the pet it prefers (PET-2)
    events: tuple[EventTable, ...] = ()
    solo: tuple[SoloTable, ...] = ()  # in a solo game only, in the order of their numbers
    automa: str = ""  # the party that is an automa
