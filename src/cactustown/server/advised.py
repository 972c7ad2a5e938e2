"""Advice as it is told: a choice in words, and why."""

from __future__ import annotations

from typing import Any

import msgspec

from cactustown.bots.advice import advise, in_words
from cactustown.bots.reasons import Code
from cactustown.engine.encodings import card_id, card_in, shot_in
from cactustown.engine.machine import Rules
from cactustown.engine.notation import choice_words
from cactustown.engine.view import View
from cactustown.rules.ops import ASK_PLAN


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why: a code, and by their names whom and what it is about."""

    code: Code
    standee: str | None = None  # of one's own
    whom: str | None = None  # of another's
    space: str | None = None
    building: str | None = None  # there, if one knows it
    party: str | None = None
    counter: str | None = None
    token: str | None = None
    card: str | None = None
    number: int | None = None  # steps, per cent, points, how many: as the code has it
    than: int | None = None  # per cent of the next best choice
    chance: int | None = None  # per cent: this is likely, not sure


class Advised(msgspec.Struct, frozen=True):
    """What to choose; of a plan the three cards in order and the second shot card too."""

    choice: str
    plan: list[str] | None
    shot: str | None
    reasons: list[Reason]


def advised(rules: Rules, view: View, seconds: float) -> Advised:
    """Advice for the seat whose view this is; the view is used up."""
    advice = advise(rules, view, seconds)
    choice = advice.choice
    plan = shot = None
    if view.stack[-1].op == ASK_PLAN:
        names = rules.card_names
        plan = [names[card_id(view.seat, card_in(choice, slot))] for slot in range(3)]
        shot = names[card_id(view.seat, shot_in(choice))]
    reasons = [in_words(rules, view, reason) for reason in advice.reasons]
    words = choice_words(rules, view, view.seat, choice)
    return Advised(words, plan, shot, [_reason(said) for said in reasons])


def _reason(said: dict[str, Any]) -> Reason:
    return msgspec.convert(said, Reason)
