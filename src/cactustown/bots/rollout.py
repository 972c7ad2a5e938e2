"""Playing on in a sampled world: everybody quick and sensible, to the end of the round."""

from __future__ import annotations

import math
from typing import Final

from cactustown.bots.duels import answer
from cactustown.bots.evaluate import Judge, evaluate
from cactustown.bots.lookahead import best_of, carry_out, settle
from cactustown.engine.chance import CARDS
from cactustown.engine.machine import Rules, apply, awaited, legal
from cactustown.engine.state import DRAW, RUNNING, State
from cactustown.rules.ops import ASK_BLESSING, ASK_ICON, ASK_PLAN, ASK_TRAP, PASS

_WINDOWS: Final = [ASK_TRAP, ASK_BLESSING]  # asked whether or not there is something to use
SPREAD: Final = 170.0  # points that make one party e times as likely to win as another


def reply(rules: Rules, g: State, seat: int, choices: list[int], judge: Judge, width: int) -> int:
    """A quick answer: by reflex, or the best at one ply among `width` choices drawn at random."""
    if len(choices) == 1:
        return choices[0]
    op = g.stack[-1].op
    if op in _WINDOWS:
        return PASS
    quick = answer(rules, g, seat, choices, g)
    if quick >= 0:
        return quick
    tried = choices
    if len(choices) > width:
        tried = choices[:]
        for place in range(width):
            other = place + g.roll(len(tried) - place, CARDS, -1)
            tried[place], tried[other] = tried[other], tried[place]
        tried = tried[:width]
    if op == ASK_ICON:
        return best_icon(rules, g, seat, tried, judge)
    return best_of(rules, g, seat, tried, judge)


def best_icon(rules: Rules, g: State, seat: int, icons: list[int], judge: Judge) -> int:
    """The icon that looks best once it has been carried out to the end."""
    best = icons[0]
    best_value = -10000
    for icon in icons:
        value = card_value(rules, g, seat, icon, judge)
        if value > best_value:
            best = icon
            best_value = value
    return best


def card_value(rules: Rules, g: State, seat: int, choice: int, judge: Judge) -> int:
    """What a choice looks like once the rest of the card has been carried out, one ply a step."""
    after = State(g)
    apply(rules, after, seat, choice)
    settle(rules, after)
    carry_out(rules, after, seat, g.turn, judge)
    return evaluate(rules, after, seat, judge)


def play_round(rules: Rules, g: State, judges: list[Judge], width: int) -> None:
    """Plays the cards laid out to the end of the round, or of the game."""
    next_seat = rules.next_from[0]
    while g.stack and g.winner == RUNNING and g.stack[-1].op != ASK_PLAN:
        seat = next_seat[awaited(rules, g)]
        choices = legal(rules, g, seat)
        apply(rules, g, seat, reply(rules, g, seat, choices, judges[seat], width))


def chances(rules: Rules, g: State, judges: list[Judge]) -> list[float]:
    """How likely each seat is to win, as far as it can be told from the points."""
    if g.winner == DRAW:
        return [1.0 / rules.seats] * rules.seats
    if g.winner != RUNNING:
        return [1.0 if seat == g.winner else 0.0 for seat in range(rules.seats)]
    weights: list[float] = []
    for seat in range(rules.seats):
        weights.append(math.exp(evaluate(rules, g, seat, judges[seat]) / SPREAD))
    total = sum(weights)
    return [weight / total for weight in weights]
