"""How several numbers are packed into one: cards, movements, plans. Nothing else shifts them."""

from __future__ import annotations

from typing import Final

CARDS_A_SEAT: Final = 16
_CARD_BITS: Final = 4
_CARD_MASK: Final = 15
_PLACE_BITS: Final = 6
_PLACE_MASK: Final = 63
_SPACE_BITS: Final = 5
_SLOT_BITS: Final = 5
_SLOT_MASK: Final = 31
UNPLAYED: Final = 3  # the slot of the card that is left over
_FLAG_BITS: Final = 15  # of a movement
_FLAG_MASK: Final = 0x7FFF
_PLAN: Final = 1 << 20  # tells a plan from the choice to take it back


def card_id(seat: int, number: int) -> int:
    """A card of a seat among all cards of the game."""
    return seat << _CARD_BITS | number


def card_number(card: int) -> int:
    """A card of the game among the cards of its seat."""
    return card & _CARD_MASK


def numbers(mask: int) -> list[int]:
    """The cards of a seat that are in a mask."""
    return [number for number in range(CARDS_A_SEAT) if mask >> number & 1]


def step(standee: int, place: int) -> int:
    """The choice that a standee goes to a place, or is taken by whom the second number names."""
    return (standee + 1) << _PLACE_BITS | place


def mover(choice: int) -> int:
    """The standee of such a choice."""
    return (choice >> _PLACE_BITS) - 1


def place_in(choice: int) -> int:
    """The place of such a choice, or whoever is named second."""
    return choice & _PLACE_MASK


def plan_code(first: int, second: int, third: int, unplayed: int) -> int:
    """The choice to plan these cards of a seat."""
    planned = (first << _SLOT_BITS | second) << _SLOT_BITS | third
    return _PLAN | planned << _SLOT_BITS | unplayed


def card_in(plan: int, slot: int) -> int:
    """The card of the seat in a slot of such a choice; the last slot is the unplayed card."""
    return plan >> _SLOT_BITS * (UNPLAYED - slot) & _SLOT_MASK


def shot_in(plan: int) -> int:
    """The card of the seat that such a choice leaves unplayed."""
    return plan & _SLOT_MASK


def pack_effect(own: bool, flags: int, op: int) -> int:
    """What a building's effect lets move: one's own or others, how, and by which ask."""
    return (op << _FLAG_BITS | flags) << 1 | int(own)


def unpack_effect(arg: int) -> tuple[bool, int, int]:
    return bool(arg & 1), arg >> 1 & _FLAG_MASK, arg >> 1 + _FLAG_BITS


def entry(standee: int, space: int) -> int:
    """That a standee has entered the building on a space."""
    return standee << _SPACE_BITS | space
