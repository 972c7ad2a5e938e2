"""What the laboratory counts, in a form that adds up whoever counted which part."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from cactustown.engine.spaces import SPACES


class Thing(NamedTuple):
    """Something a party used: a card, an icon, a token …"""

    kind: str
    name: str
    party: str


class Plan(NamedTuple):
    """The cards of a first round in the order they are turned up, and the one left unplayed."""

    party: str
    cards: tuple[str, ...]
    unplayed: str


class Place(NamedTuple):
    """A party, and its place in the order of play when the game ended; 0 is the first player."""

    party: str
    place: int


class Space(NamedTuple):
    """Where a party's standees stood, or its duels were; spaces are numbers."""

    what: str
    party: str
    space: int


@dataclass
class Tally:
    """The figures of a number of games of one set-up. All of them are sums."""

    games: int = 0
    draws: int = 0
    problems: list[str] = field(default_factory=list)
    wins: Counter[str] = field(default_factory=Counter)
    placed: Counter[Place] = field(default_factory=Counter)
    placed_wins: Counter[Place] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)
    used: Counter[Thing] = field(default_factory=Counter)  # how often
    used_games: Counter[Thing] = field(default_factory=Counter)  # in how many games
    used_wins: Counter[Thing] = field(default_factory=Counter)  # and how many of those were won
    used_winning: Counter[Thing] = field(default_factory=Counter)  # how often in those
    cards: Counter[Thing] = field(default_factory=Counter)  # of kind "card": turned up
    blocked: Counter[Thing] = field(default_factory=Counter)  # no icon of it could be played
    idle: Counter[Thing] = field(default_factory=Counter)  # carried out, and nothing changed
    openings: Counter[Plan] = field(default_factory=Counter)
    opening_wins: Counter[Plan] = field(default_factory=Counter)
    spaces: Counter[Space] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Adds the figures of other games."""
        for of in fields(self):
            mine, theirs = getattr(self, of.name), getattr(other, of.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, of.name, mine + theirs)

    @property
    def played(self) -> int:
        """The games that came to an end."""
        return self.games - len(self.problems)

    def map_of(self, what: str, party: str = "") -> list[int]:
        """The 25 numbers of a map: of one party, or of all."""
        return [
            sum(
                times
                for at, times in self.spaces.items()
                if at.what == what and at.space == space and party in ("", at.party)
            )
            for space in range(SPACES)
        ]

    def things(self, *kinds: str) -> list[Thing]:
        """What was used of these kinds, in a fixed order."""
        return sorted(thing for thing in self.used if thing.kind in kinds)

    def to_json(self) -> dict[str, Any]:
        """All figures as plain values, in an order that does not depend on who counted first."""
        told: dict[str, Any] = {}
        for of in fields(self):
            value = getattr(self, of.name)
            if isinstance(value, Counter):
                keys = sorted(value)
                value = [[*_flat(key), value[key]] for key in keys]
            told[of.name] = value
        return told


def _flat(key: object) -> list[object]:
    if not isinstance(key, tuple):
        return [key]
    return [list(part) if isinstance(part, tuple) else part for part in key]


def mean(counts: Counter[int]) -> float:
    """The mean of numbers, each counted."""
    total = sum(counts.values())
    return sum(number * times for number, times in counts.items()) / total if total else 0.0
