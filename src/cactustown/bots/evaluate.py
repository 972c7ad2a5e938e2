"""How good a position looks to a seat, whatever its party: points as its judge has them."""

from __future__ import annotations

import math
from typing import Final

from cactustown.bots.judge import SPREAD, Judges, comparable
from cactustown.engine.machine import Rules
from cactustown.engine.state import DRAW, RUNNING, State
from cactustown.rules.tokens import TOKEN_KINDS

WIN: Final = 1000
TOKEN_WORTH: Final = 3
FOUNDER_WORTH: Final = 8


def evaluate(rules: Rules, g: State, seat: int, judges: Judges) -> int:
    """Points of a position for a seat: the log-odds of its winning, as far as it can tell."""
    if g.winner != RUNNING and g.winner != rules.automa:  # when the Marshal comes is pure chance
        if g.winner == DRAW:
            return 0
        return WIN if g.winner == seat else -WIN
    return outlook(rules, g, seat, judges) - judges[seat].fears(rules, g, seat, judges)


def outlook(rules: Rules, g: State, seat: int, judges: Judges) -> int:
    """Points of a game that goes on for a seat, whatever the others have."""
    judge = judges[seat]
    points = judge.value(rules, g, seat) + judge.standing(rules, g, seat)
    if rules.duel_kinds:
        for kind in range(TOKEN_KINDS):
            points += TOKEN_WORTH * g.token[seat * TOKEN_KINDS + kind]
    if g.founder == seat:
        points += FOUNDER_WORTH
    if rules.pet_friend and seat in g.pet_at:
        points += TOKEN_WORTH
    return points


def odds(rules: Rules, g: State, seat: int, judges: Judges) -> int:
    """As `evaluate`, but with all that the others have in this world, where that compares."""
    if g.winner != RUNNING or not comparable(judges):
        return evaluate(rules, g, seat, judges)
    total = 0.0
    for other in range(rules.seats):
        if other != seat:
            total += math.exp(outlook(rules, g, other, judges) / SPREAD)
    return outlook(rules, g, seat, judges) - int(SPREAD * math.log(total))
