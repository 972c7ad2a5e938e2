"""What a person typed, understood: a number, the notation, or enough words of it."""

from __future__ import annotations

import re

from rich.text import Text

from cactustown.cli.text.panel import held
from cactustown.cli.text.why import why_not
from cactustown.seatview import SeatView

_YES_NO = {"n": 0, "no": 0, "y": 1, "yes": 1}  # the choice of doing nothing comes first


class NotUnderstood(Exception):
    """The typed line names no choice; the message says what would."""


def understand(view: SeatView, typed: str) -> str:
    """The choice meant, in notation."""
    line = " ".join(typed.lower().split())
    if view.shape == "plan" and not line.startswith("plan "):
        return _plan(view, line)
    if not line:
        return _only_choice(view)
    if line.isdecimal():
        return _numbered(view, int(line))
    if line in view.choices:
        return line
    if line in _YES_NO and len(view.choices) == 2 and view.shape in ("yes-no", "take", "somebody"):
        return view.choices[_YES_NO[line]]
    fitting = [choice for choice in view.choices if choice.startswith(line)]
    fitting = fitting or [choice for choice in view.choices if _has_words(choice, line.split())]
    return _unique(view, typed, fitting)


def _only_choice(view: SeatView) -> str:
    if len(view.choices) == 1:
        return view.choices[0]
    raise NotUnderstood(f"Type the number of your choice, 1 to {len(view.choices)}, or ? for help.")


def _numbered(view: SeatView, number: int) -> str:
    if 1 <= number <= len(view.choices):
        return view.choices[number - 1]
    most = len(view.choices)
    raise NotUnderstood(
        f"There is no choice {number}; type a number from 1 to {most}."
        if most > 1
        else f"There is no choice {number}; there is only 1."
    )


def _has_words(choice: str, typed: list[str]) -> bool:
    """Whether every word typed begins a word of the choice, where `a1-a2` also counts as `a2`."""
    said = choice.split()
    said += [word.split("-")[-1] for word in said if "-" in word]
    return all(any(word.startswith(part) for word in said) for part in typed)


def _unique(view: SeatView, typed: str, fitting: list[str]) -> str:
    if len(fitting) == 1:
        return fitting[0]
    why = why_not(view, "-".join(typed.lower().split())) if view.shape == "icon" else ""
    if why:
        raise NotUnderstood(Text.from_markup(why).plain)
    if not fitting:
        raise NotUnderstood(
            f"{typed.strip()!r} is none of the choices; type a number from 1 to "
            f"{len(view.choices)}, or ? for help."
        )
    numbers = [str(view.choices.index(choice) + 1) for choice in fitting]
    raise NotUnderstood(f"{typed.strip()!r} could mean {' or '.join(numbers)}; type the number.")


def _plan(view: SeatView, line: str) -> str:
    """Three cards by number or by the beginning of their names: `1 3 2`, `132`, `ride heist sh`.

    Where a tool is among them, a fourth: the second shot card.
    """
    party = view.parties[view.seat or ""]
    hand = held(party)
    parts = list(line) if re.fullmatch(r"\d{2,}", line) else re.split(r"[\s,]+", line)
    parts = [part for part in parts if part != "shot"]
    most = 4 if party.tools else 3
    if not line or not 3 <= len(parts) <= most:
        raise NotUnderstood("Type three cards in order, by number or name: for example 1 3 2.")
    cards = [_card(hand, part) for part in parts]
    if len(set(cards)) != len(cards):
        raise NotUnderstood("A card can be planned only once; type three different ones.")
    return _as_plan(view, cards, any(card not in party.cards for card in cards[:3]))


def _as_plan(view: SeatView, cards: list[str], has_tool: bool) -> str:
    """The plan in notation; with a tool in it the second shot card must be named."""
    if has_tool and len(cards) == 3:
        raise NotUnderstood("With a tool planned, name your second shot as a fourth card.")
    plan = "plan " + " ".join(cards[:3])
    if has_tool:
        plan += f" shot {cards[3]}"
    if plan not in view.choices:
        raise NotUnderstood("These cards cannot be planned in this order.")
    return plan


def _card(hand: list[str], typed: str) -> str:
    if typed.isdecimal():
        if 1 <= int(typed) <= len(hand):
            return hand[int(typed) - 1]
        raise NotUnderstood(f"There is no card {typed}; your cards are 1 to {len(hand)}.")
    fitting = [card for card in hand if card.startswith(typed)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise NotUnderstood(f"{typed!r} could be {' or '.join(fitting)}; type more of its name.")
    raise NotUnderstood(f"You have no card {typed!r}; you have {', '.join(hand)}.")
