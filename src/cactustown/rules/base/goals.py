"""Section 2: goals. A goal is so many of each of some counters (data), checked when one grows."""

from __future__ import annotations

from cactustown.engine.machine import Rules
from cactustown.engine.state import DRAW, RUNNING, State
from cactustown.rules import events as ev


def score(rules: Rules, g: State, counter: int, by: int = 1) -> None:
    """Changes a counter, up to its limit, and ends the game if that fulfils a goal (GOAL-1..7)."""
    g.count[counter] = min(g.count[counter] + by, rules.count_limit[counter])
    if by > 0 and g.winner == RUNNING:
        reached = goals_reached(rules, g)
        if reached:
            win(rules, g, first_in_turn_order(rules, g, reached))


def goals_reached(rules: Rules, g: State) -> int:
    """The mask of seats whose goal is fulfilled at this moment."""
    reached = 0
    for seat in range(rules.seats):
        goal = rules.goals[seat]
        fulfilled = bool(goal)
        for i in range(0, len(goal), 2):
            if g.count[goal[i]] < goal[i + 1]:
                fulfilled = False
                break
        if fulfilled:
            reached |= 1 << seat
    return reached


def first_in_turn_order(rules: Rules, g: State, seats: int) -> int:
    """GOAL-9: whose card is being resolved wins a tie, else who is next in this round's order."""
    order = rules.turn_seat[g.first]
    start = max(g.turn, 0) % rules.seats
    for i in range(rules.seats):
        seat = order[(start + i) % rules.seats]
        if seats >> seat & 1:
            return seat
    raise AssertionError("no seat to choose from")


def win(rules: Rules, g: State, seat: int) -> None:
    """The game ends at once; nothing more is resolved."""
    g.winner = seat
    g.stack.clear()
    if g.log is not None:
        g.log.close_above(-1)
        g.log.add(ev.WON, seat)


def draw(rules: Rules, g: State) -> None:
    """GOAL-10: the round limit is reached."""
    g.winner = DRAW
    g.stack.clear()
    if g.log is not None:
        g.log.close_above(-1)
        g.log.add(ev.DRAWN)
