"""What a lesson is to bring about, by the game's own events: whichever way one gets there."""

from __future__ import annotations

from typing import NamedTuple

from cactustown.game import Game


class Aim(NamedTuple):
    """An event; where several parties can bring it about, of which."""

    event: str
    party: str = ""


AIMS: dict[str, Aim] = {
    "move": Aim("plundered"),
    "duel": Aim("jailed"),
    "escape": Aim("escaped"),
    "hunters": Aim("captured"),
    "dancer": Aim("debt_paid"),
    "gunslinger": Aim("duel_won", "sheriff"),
    "pioneer": Aim("plundered"),
    "ranger": Aim("duel_won", "ranger"),
    "dakota": Aim("chief_freed"),
    "cowboy": Aim("boarded"),
    "solo": Aim("escaped"),
}


def is_reached(aim: Aim, game: Game, since: int) -> bool:
    """Whether it came about after so many events."""
    return any(
        event["event"] == aim.event and aim.party in ("", event.get("party"))
        for event in game.events_since(since)
    )
