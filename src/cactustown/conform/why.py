"""The reasons a case can expect: `why sheriff jail: nobody_lies_here by outlaw-2 at b4 ACT-1`."""

from __future__ import annotations

import re

from cactustown.seatview import ReasonView, SeatView, WhyNotView

CERTAIN = {"certain": True, "now": False}
_NAME = r"(?!(?:by|at|in|of|with)\b)[a-z][a-z0-9-]*"
_NAMES = rf"{_NAME}(?:\+{_NAME})*"
_REASON = re.compile(
    rf"(?P<code>[a-z_]+)(?: (?P<standees>{_NAMES}))?(?: by (?P<others>{_NAMES}))?"
    rf"(?: at (?P<spaces>{_NAMES}))?(?: in (?P<buildings>{_NAMES}))?(?: of (?P<party>{_NAME}))?"
    rf"(?: with (?P<token>{_NAME}))?(?: (?P<number>\d+))?(?: (?P<rule>[A-Z]+-\d+))?"
)


def check_why(view: SeatView, icon: str, card: str, certain: str, wanted: str) -> str | None:
    """None if these are the reasons on every own card that shows the icon; "": unreadable."""
    shown = [name for name in view.why_not if card in ("", name) and _shows(view, name, icon)]
    if not shown:
        return f"{view.seat} has no card with {icon} to plan or to choose from"
    for name in shown:
        why = view.why_not[name].get(icon)
        problem = _differs(why, certain, wanted)
        if problem is not None:
            return problem and f"{icon} on {name}: {problem}"
    return None


def _shows(view: SeatView, card: str, icon: str) -> bool:
    works = view.playable.get(card, view.choices)
    return icon in works or icon in view.why_not[card]


def _differs(why: WhyNotView | None, certain: str, wanted: str) -> str | None:
    reasons = why.reasons if why else []
    named = [] if wanted == "nothing" else re.split(r"\s*;\s*", wanted)
    told = "; ".join(map(reason_words, reasons)) or "nothing"
    matches = [_REASON.fullmatch(reason) for reason in named]
    if None in matches:
        return ""
    fits = len(named) == len(reasons) and all(
        match and _fits(match, reason) for match, reason in zip(matches, reasons, strict=True)
    )
    if not fits:
        return f"what is in its way: {told}"
    if certain and why is not None and why.certain != CERTAIN[certain]:
        return f"that is so {'for certain' if why.certain else 'only now'}"
    return None


def _fits(match: re.Match[str], reason: ReasonView) -> bool:
    """Whether all that is named of a reason is so."""
    for field, value in match.groupdict().items():
        told = getattr(reason, field)
        if value is not None and value != ("+".join(told) if isinstance(told, list) else str(told)):
            return False
    return True


def reason_words(reason: ReasonView) -> str:
    """A reason as a case would name it."""
    words = [reason.code, "+".join(reason.standees)]
    for word, names in (
        ("by", reason.others),
        ("at", reason.spaces),
        ("in", reason.buildings),
        ("of", [reason.party] if reason.party else []),
        ("with", [reason.token] if reason.token else []),
    ):
        words += [word, "+".join(names)] if names else []
    words += [] if reason.number is None else [str(reason.number)]
    return " ".join(filter(None, [*words, reason.rule]))
