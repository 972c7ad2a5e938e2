"""Playing on in a sampled world: everybody quick and sensible, to the end of the round."""

from __future__ import annotations

import math
from typing import Final

from cactustown.bots.duels import answer
from cactustown.bots.evaluate import evaluate, outlook
from cactustown.bots.judge import SPREAD, Judges, comparable
from cactustown.bots.lookahead import best_of, carried_out, settle
from cactustown.engine.machine import Rules, apply, awaited, legal
from cactustown.engine.state import DRAW, RUNNING, State
from cactustown.rules.ops import ASK_BLESSING, ASK_ICON, ASK_PLAN, ASK_TRAP, PASS

_WINDOWS: Final = [ASK_TRAP, ASK_BLESSING]  # asked whether or not there is something to use
OTHER_LUCK: Final = 0x5A5A5


def reply(rules: Rules, g: State, seat: int, choices: list[int], judges: Judges, width: int) -> int:
    """A quick answer: by reflex, or the best at one ply among `width` of the choices."""
    if len(choices) == 1:
        return choices[0]
    op = g.stack[-1].op
    if op in _WINDOWS:
        return PASS
    quick = answer(rules, g, seat, choices, g)
    if quick >= 0:
        return quick
    return best_of(rules, g, seat, _some(g, choices, width), judges)


def _some(g: State, choices: list[int], width: int) -> list[int]:
    """So many of the choices, spread evenly; which of them goes by the luck of the position."""
    number = len(choices)
    if number <= width:
        return choices
    start = g.rng_low % number
    return [choices[(start + place * number // width) % number] for place in range(width)]


def card_value(rules: Rules, g: State, seat: int, choice: int, judges: Judges) -> int:
    """What a choice looks like once the rest of the card has been carried out, one ply a step."""
    return evaluate(rules, carried_out(rules, g, seat, choice, judges), seat, judges)


def _carry_out_card(
    rules: Rules, g: State, seat: int, icon: int, judges: Judges, width: int
) -> None:
    """Everything a card asks for, decided at one ply among `width` choices."""
    turn = g.turn
    apply(rules, g, seat, icon)
    settle(rules, g)
    while g.stack and g.stack[-1].seat == seat and g.turn == turn:
        choices = legal(rules, g, seat)
        apply(rules, g, seat, reply(rules, g, seat, choices, judges, width))
        settle(rules, g)


def play_round(rules: Rules, g: State, judges: Judges, width: int) -> State:
    """The end of the round, or of the game, once the cards laid out have been played."""
    next_seat = rules.next_from[0]
    while g.stack and g.winner == RUNNING and g.stack[-1].op != ASK_PLAN:
        seat = next_seat[awaited(rules, g)]
        choices = legal(rules, g, seat)
        if g.stack[-1].op == ASK_ICON and len(choices) > 1:
            g = _play_icon(rules, g, seat, choices, judges, width)
        else:
            apply(rules, g, seat, reply(rules, g, seat, choices, judges, width))
    return g


def _play_icon(
    rules: Rules, g: State, seat: int, icons: list[int], judges: Judges, width: int
) -> State:
    """The position after the icon that looks best once it has been carried out.

    It is tried with other luck than there will be: nobody knows the dice beforehand. Where chance
    had no part in it the trial is the real thing.
    """
    best = icons[0]
    best_value = -10000
    after = g
    for icon in icons:
        trial = State(g)
        trial.rng_low ^= OTHER_LUCK
        _carry_out_card(rules, trial, seat, icon, judges, width)
        value = evaluate(rules, trial, seat, judges)
        if value > best_value:
            best = icon
            best_value = value
            after = trial
    if after.rng_high == g.rng_high:
        after.rng_low = g.rng_low
        return after
    apply(rules, g, seat, best)
    return g


def levels(rules: Rules, g: State, judges: Judges) -> list[int]:
    """From where the points of each seat count: what is gained and lost can be told from this
    position on where the points themselves do not compare."""
    if comparable(judges):
        return [0] * rules.seats
    return [outlook(rules, g, seat, judges) for seat in range(rules.seats)]


def chances(rules: Rules, g: State, judges: Judges, level: list[int]) -> list[float]:
    """How likely each seat is to win, as far as it can be told from the points."""
    if g.winner == DRAW:
        return [1.0 / rules.seats] * rules.seats
    if g.winner != RUNNING and g.winner != rules.automa:  # when the Marshal comes is pure chance
        return [1.0 if seat == g.winner else 0.0 for seat in range(rules.seats)]
    weights: list[float] = []
    for seat in range(rules.seats):
        weights.append(math.exp((outlook(rules, g, seat, judges) - level[seat]) / SPREAD))
    total = sum(weights)
    return [weight / total for weight in weights]
