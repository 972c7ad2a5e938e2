"""Which plans look good before anybody has moved: the own ones, and what others may have laid."""

from __future__ import annotations

from cactustown.bots.evaluate import evaluate
from cactustown.bots.judge import Judges
from cactustown.bots.lookahead import play_card
from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import UNPLAYED, card_id, card_in, shot_in
from cactustown.engine.machine import Rules, legal
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import PASS

SHOT = 4  # points for each point of the second shot kept
WHIM = 30  # points that others may give away for reasons of their own


def ranked_plans(rules: Rules, g: State, seat: int, plans: list[int], judges: Judges) -> list[int]:
    """The plans, best first, judged card by card as if nobody else moved."""
    values = plan_values(rules, g, seat, plans, judges)
    order = sorted(range(len(plans)), key=lambda index: -values[index])
    return [plans[index] for index in order if plans[index] != PASS]


def plan_values(rules: Rules, g: State, seat: int, plans: list[int], judges: Judges) -> list[int]:
    """What the plans are worth if nobody else moves."""
    slots = slots_in_turn(rules)
    memo: dict[int, State] = {}
    values: list[int] = []
    for plan in plans:
        if plan == PASS:
            values.append(-10000)
            continue
        after = _carried_out(rules, g, seat, plan, judges, slots, memo)
        shot = rules.card_value[card_id(seat, shot_in(plan))]
        values.append(evaluate(rules, after, seat, judges) + SHOT * shot)
    return values


def slots_in_turn(rules: Rules) -> list[int]:
    """The slots of a plan in the order they are turned up."""
    return list(dict.fromkeys(rules.turn_slot))


def _carried_out(
    rules: Rules,
    g: State,
    seat: int,
    plan: int,
    judges: Judges,
    slots: list[int],
    memo: dict[int, State],
) -> State:
    """The position after these three cards; plans that begin alike share what they begin with."""
    now = g
    key = 1
    for slot in slots:
        card = card_in(plan, slot)
        key = key << 5 | card
        if key not in memo:
            before = State(now)
            before.plan[seat * PLAN_SLOTS + UNPLAYED] = shot_in(plan)
            memo[key] = play_card(rules, before, seat, card, judges)
        now = memo[key]
        if now.winner != RUNNING:
            break
    return now


def likely_plan(rules: Rules, g: State, seat: int, judges: Judges) -> int:
    """A plan somebody might have laid: the best card now, then the next, with whims."""
    plans = [plan for plan in legal(rules, g, seat) if plan != PASS]
    now = g
    for slot in slots_in_turn(rules):
        cards = list(dict.fromkeys(card_in(plan, slot) for plan in plans))
        if now.plan[seat * PLAN_SLOTS + UNPLAYED] == NONE:
            now = State(now)
            now.plan[seat * PLAN_SLOTS + UNPLAYED] = cards[-1]
        best, now = likely_card(rules, g, now, seat, cards, judges, WHIM)
        plans = [plan for plan in plans if card_in(plan, slot) == best]
        if now.winner != RUNNING:
            break
    return plans[g.roll(len(plans), CARDS, -1)]


def likely_card(
    rules: Rules, lots: State, now: State, seat: int, cards: list[int], judges: Judges, whim: int
) -> tuple[int, State]:
    """The card that does most for a seat now, give or take a whim drawn from `lots`, and what it
    leads to."""
    best = cards[0]
    best_value = -10000
    best_after = now
    for card in cards:
        after = play_card(rules, now, seat, card, judges)
        value = evaluate(rules, after, seat, judges) + lots.roll(whim, CARDS, -1)
        if value > best_value:
            best = card
            best_value = value
            best_after = after
    return best, best_after
