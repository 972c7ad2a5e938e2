"""What comes of cards tried on the board, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import PLACE_NAMES
from cactustown.engine.state import NONE
from cactustown.engine.view import View
from cactustown.rules.base.whynot import lasts
from cactustown.sandbox import BadCards, Sandbox, Trial, Tried, Unknown
from cactustown.seatview import SeatView, WhyNotView
from cactustown.seatwords import seat_view, why_not_view

Code = Literal["building", "target", "duel", "chance", "secret", "others"]
Standing = Literal["done", "begun", "to-come"]


class NotKnown(msgspec.Struct, frozen=True):
    """Something that cannot be known yet, and where or of which icon."""

    code: Code
    space: str | None
    icon: str | None


class TriedCard(msgspec.Struct, frozen=True):
    """One of the cards laid, in the order in which they are resolved."""

    slot: int
    card: str
    standing: Standing
    icon: str | None  # carried out
    why_not: dict[str, WhyNotView]  # the icons that could not be
    unknown: list[NotKnown]  # what was left out, as it is not known yet
    places: dict[str, str]  # where the own figures are after it; empty: to come
    could: dict[str, list[str]]  # where they could be, whatever is chosen from here on


class Outcome(msgspec.Struct, frozen=True):
    """The table as it would be, and how it came to be so."""

    view: SeatView
    cards: list[TriedCard]


def tried(
    rules: Rules,
    view: View,
    cards: Sequence[str | None],
    steps: Sequence[str],
    check: Callable[[], None],
) -> Outcome:
    """What comes of these choices; `check` is called on the way and may put an end to it."""
    sandbox = Sandbox(rules, view, [_number(rules, view.seat, card) for card in cards])
    for step in steps:
        check()
        sandbox.choose(step)
    sandbox.look_ahead(check)
    trial = sandbox.trial
    told = [_card(rules, trial, at, card) for at, card in enumerate(trial.cards)]
    return Outcome(seat_view(rules, sandbox.view()), told)


def _number(rules: Rules, seat: int, card: str | None) -> int:
    if card is None:
        return NONE
    own = rules.card_names[seat * CARDS_A_SEAT : (seat + 1) * CARDS_A_SEAT]
    if card not in own:
        raise BadCards("those are not all cards of this seat")
    return own.index(card)


def _card(rules: Rules, trial: Trial, at: int, card: Tried) -> TriedCard:
    standing: Standing = "done" if trial.is_done or at < trial.at else "begun"
    if not card.places:
        standing = "to-come"
    icons = rules.icon_names
    names = rules.standee_names
    return TriedCard(
        slot=card.slot,
        card=rules.card_names[card.card],
        standing=standing,
        icon=None if card.icon == NONE else icons[card.icon],
        why_not={
            icons[icon]: why_not_view(rules, reasons, lasts(reasons))
            for icon, reasons in card.why_not.items()
        },
        unknown=[_unknown(rules, one) for one in card.unknown],
        places={names[s]: PLACE_NAMES[place] for s, place in card.places.items()},
        could={names[s]: _places(mask) for s, mask in card.could.items()},
    )


def _unknown(rules: Rules, one: Unknown) -> NotKnown:
    return NotKnown(
        code=one.code,  # type: ignore[arg-type]
        space=None if one.space == NONE else PLACE_NAMES[one.space],
        icon=None if one.icon == NONE else rules.icon_names[one.icon],
    )


def _places(mask: int) -> list[str]:
    return [name for place, name in enumerate(PLACE_NAMES) if mask >> place & 1]
