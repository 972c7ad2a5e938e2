"""Why an icon cannot be played: what is in its way, by which rule, and whom and what it is about.

Only people are told, so nothing here is on the way of a simulation.
"""

from __future__ import annotations

from collections.abc import Sequence

_NOT_NAMED = -1


class Obstacle:
    """A kind of thing that may be in the way of an icon, declared beside the rule that says so."""

    def __init__(self, code: str, rule: str, lasts: bool = False) -> None:
        self.code = code
        self.rule = rule
        self.lasts = lasts  # nothing that can still happen in the game takes it away


class Reason:
    """An obstacle met, and what it is about; standees, spaces and buildings are masks."""

    def __init__(
        self,
        obstacle: Obstacle,
        standees: int = 0,
        *,
        others: int = 0,
        spaces: int = 0,
        buildings: int = 0,
        party: int = _NOT_NAMED,
        token: int = _NOT_NAMED,
        number: int = _NOT_NAMED,
    ) -> None:
        self.obstacle = obstacle
        self.standees = standees  # who would act, or would be acted on
        self.others = others  # who stands in the way, or would be needed
        self.spaces = spaces
        self.buildings = buildings
        self.party = party  # a seat
        self.token = token
        self.number = number

    def is_alike(self, other: Reason) -> bool:
        """Whether it says the same of other standees somewhere else."""
        return (
            self.obstacle is other.obstacle
            and self.others == other.others
            and self.buildings == other.buildings
            and self.party == other.party
            and self.token == other.token
            and self.number == other.number
        )


def add_reason(found: list[Reason], reason: Reason) -> None:
    """Adds a reason; who has the same in the way joins the one that says so."""
    for earlier in found:
        if earlier.is_alike(reason):
            earlier.standees |= reason.standees
            earlier.spaces |= reason.spaces
            return
    found.append(reason)


def nearest_first(found: list[Reason], obstacles: Sequence[Obstacle]) -> list[Reason]:
    """The same reasons in the order in which an icon declares its obstacles."""
    return [reason for obstacle in obstacles for reason in found if reason.obstacle is obstacle]
