"""What the others may hold: worlds weighed by how well they explain what everybody did.

A world drawn from the view alone deals hidden targets and plans evenly. People do things for
reasons: where they stand is good for them in the true world, and the cards they have laid do
something. One world in ten stays as it fell, so that nothing is ever held to be impossible.
"""

from __future__ import annotations

import math
from typing import Final

from cactustown.bots.evaluate import evaluate
from cactustown.bots.judge import Judges
from cactustown.bots.planning import likely_card
from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import UNPLAYED
from cactustown.engine.machine import Rules
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.view import View
from cactustown.engine.world import world
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_PLAN

TRIES: Final = 4  # worlds among which one is taken
REASON: Final = 60.0  # points that make a world e times as likely
WHIM: Final = 50  # points that others may give away for reasons of their own
OPEN_MINDED: Final = 10  # one world in so many is taken as it falls


def likely_world(rules: Rules, view: View, judges: Judges, seed: int) -> State:
    """A world consistent with the view, likelier the better it explains what is seen."""
    first = _unplanned(rules, view, seed)
    if first.roll(OPEN_MINDED, CARDS, -1) == 0:
        return first
    worlds = [first]
    for attempt in range(1, TRIES):
        worlds.append(_unplanned(rules, view, seed + attempt))
    weights: list[float] = []
    for w in worlds:
        weights.append(float(_reasons(rules, w, view.seat, judges)))
    best = max(weights)
    total = 0.0
    for index in range(TRIES):
        weights[index] = math.exp((weights[index] - best) / REASON)
        total += weights[index]
    lot = first.roll(1 << 20, CARDS, -1) / (1 << 20) * total
    taken = first
    for index in range(TRIES):
        taken = worlds[index]
        lot -= weights[index]
        if lot < 0:
            break
    if taken.locked == rules.all_seats:
        for other in range(rules.seats):
            if other != view.seat and rules.planners >> other & 1:
                _expect_plan(rules, taken, other, judges)
    return taken


def _unplanned(rules: Rules, view: View, seed: int) -> State:
    """A world in which no other plan counts as laid while plans are being laid.

    They are as unknown as those still to come, and may be changed (ROUND-5): a bot plans the same
    whoever was quicker, and expects sensible plans of all.
    """
    w = world(rules, view, seed)
    if view.stack[-1].op == ASK_PLAN:
        for other in range(rules.seats):
            if other != view.seat and rules.planners >> other & 1:
                w.locked &= ~(1 << other)
                base = other * PLAN_SLOTS
                w.plan[base : base + PLAN_SLOTS] = [NONE] * PLAN_SLOTS
        w.seed(seed)
    return w


def _reasons(rules: Rules, w: State, seat: int, judges: Judges) -> int:
    """How content the others would be with where they stand."""
    points = 0
    for other in range(rules.seats):
        if other != seat and other != rules.automa:
            points += evaluate(rules, w, other, judges)
    return points


def _expect_plan(rules: Rules, w: State, seat: int, judges: Judges) -> None:
    """Orders the hidden cards of a seat as somebody sensible would have laid them."""
    base = seat * PLAN_SLOTS
    slots: list[int] = []
    for turn in range(w.turn + 1, len(rules.turn_slot)):
        if rules.turn_seat[w.first][turn] == seat:
            slots.append(base + rules.turn_slot[turn])
    if not slots:
        return
    if not (w.shot_used | w.shown) >> seat & 1:
        slots.append(base + UNPLAYED)
    cards = [w.plan[slot] for slot in slots]
    tools = rules.extra_cards[seat]
    if NONE in cards or any(tools >> card & 1 for card in cards):
        return  # nothing is left over, or a tool may not be: as it fell
    now = w
    for slot in slots:
        best = cards[0]
        if len(cards) > 1 and now.winner == RUNNING:
            best, now = likely_card(rules, w, now, seat, cards, judges, WHIM)
        w.plan[slot] = best
        cards.remove(best)
