"""A whole state made from a view alone: one that its seat cannot tell from the real one.

What the seat does not know is drawn at random from what it may still be; the dice are fresh.
"""

from __future__ import annotations

from cactustown.engine.chance import CARDS
from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.engine.view import View


def world(rules: Rules, v: View, seed: int) -> State:
    """A world consistent with everything the view says."""
    w = State(v)
    w.offer = None
    w.seed(seed)
    for secret in rules.secrets:
        secret.imagine(rules, v, w, v.seat)
    if w.stack:
        t = w.stack[-1]
        rules.ops[t.op].imagine(rules, w, t, v.seat)
    w.disclosed = 0
    return w


def shuffle(w: State, items: list[int]) -> None:
    """Shuffles in place with the state's own generator."""
    for last in range(len(items) - 1, 0, -1):
        other = w.roll(last + 1, CARDS, -1)
        items[last], items[other] = items[other], items[last]
