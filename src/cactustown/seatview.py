"""A view in words: everything one seat may know, ready to be printed, sent or compared.

Data alone, and never compiled: the protocol's schema is made from the annotations.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class StandeeView:
    """One figure: where it is (a space, jail, captive, wilderness) and how."""

    at: str
    stunned: bool
    plunder: bool
    captive: str | None  # the outlaw it carries


@dataclass(frozen=True)
class PartyView:
    """One party, as this seat may know it: None stands for what is hidden from it."""

    name: str
    standees: dict[str, StandeeView]
    goal: dict[str, tuple[int, int]]  # what counts -> so many of so many
    cards: list[str]
    locked: bool
    plan: list[str | None] | None  # None: nothing planned yet
    unplayed: str | None
    second_shot_used: bool
    targets: list[str] | None
    target_cards: int
    targets_seen: list[str]  # those of another that this seat has looked at, and still there
    tokens: dict[str, int]
    tools: list[str] | None  # in hand
    tool_cards: int
    tools_used: list[str]
    ability: int | None  # how often it may still be used; None: not in this game


@dataclass(frozen=True)
class BuildingView:
    """A building: its name where the seat knows it."""

    name: str | None
    face_up: bool
    pet: str | None = None  # the animal it shows, where pets are in play


@dataclass(frozen=True)
class DuelView:
    """The duel going on: dice by standee; who fights for which party, and its modifiers."""

    space: str
    initiator: str
    dice: dict[str, int | None]
    sides: dict[str, list[str]]  # party -> who fights for it, whoever it borrowed included (ABI-2)
    modifiers: dict[str, int]


@dataclass(frozen=True)
class EventsView:
    """The event deck: the event of this round, how many follow, which lie discarded."""

    now: str | None
    left: int
    discards: list[str]
    shuffled: list[str]  # by a Stagecoach: some of these are back, the rest lie face down
    back: int  # so many of them lie on top of the deck


@dataclass(frozen=True)
class ReasonView:
    """One thing in the way of an icon: what, by which rule, and whom and what it is about.

    What has no part in it is empty or None.
    """

    code: str
    rule: str
    standees: list[str]  # who would act, or be acted on
    others: list[str]  # who is in the way, or would be needed
    spaces: list[str]
    buildings: list[str]
    party: str | None
    token: str | None
    number: int | None


@dataclass(frozen=True)
class WhyNotView:
    """Why an icon cannot be chosen, nearest to working first."""

    certain: bool  # when the card is turned up, too; else only as the board stands now
    reasons: list[ReasonView]


@dataclass(frozen=True)
class SeatView:
    """The whole table as one seat sees it."""

    seat: str | None  # None: a spectator
    round: int
    first_player: str
    active: str | None
    awaited: list[str]
    question: str | None  # the ask that waits, and the shape of its choices
    shape: str | None
    choices: list[str]
    parts: list[dict[str, str]]  # the same choices taken apart; empty while planning
    playable: dict[str, list[str]]  # while planning: the icons of each own card that would work now
    # while planning, and when an icon is asked: own card -> icon -> why not; not there: it works
    why_not: dict[str, dict[str, WhyNotView]]
    exact_slot: int | None  # while planning: from this slot, the reasons of all icons are certain
    parties: dict[str, PartyView]
    buildings: dict[str, BuildingView]
    cactus: str | None
    chicken: str | None
    pets: dict[str, str | None]  # pet -> the party that has it; empty where there are none
    founder: str | None  # the party that has the founder token
    exploration: bool  # the Dakota hold the exploration token
    dynamite: str | None
    kept: list[str]  # animals that no push or stampede may part (ABI-8)
    duel: DuelView | None
    reserve: dict[str, int]
    archive: dict[str, int]
    targets_gone: list[str]
    deck: int
    order: list[tuple[str, str | None]]  # every turn of the round: party and card, if turned up
    turn: int | None
    result: str | None
    events: EventsView | None  # None: a game without the event deck
    automa: str | None  # the party nobody plays

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)
