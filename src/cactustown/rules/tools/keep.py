"""TOOL-4: draw three targets under SET-5, keep one. The three are the drawer's secret.

The others are discarded unseen; under the first reading they went back into the deck.
"""

from __future__ import annotations

from cactustown.engine.machine import BUILDING, Ask, Op, Rules
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import NONE, State, added, replaced
from cactustown.engine.task import Task
from cactustown.engine.world import shuffle
from cactustown.rules import events as ev
from cactustown.rules.base.actions import DrawTargetIcon
from cactustown.rules.base.targets import draw_targets, set_aside, stood_on
from cactustown.rules.base.variables import IN_DECK
from cactustown.rules.ops import ASK_KEEP, DRAW_THREE

THREE = 3


class DrawAndKeepIcon(DrawTargetIcon):
    """Playable while the deck is not empty, as ACT-7."""

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(DRAW_THREE, seat)


class DrawThree(Op):
    """The draw; SET-5 may leave fewer than three."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        drawn = draw_targets(rules, g, t.seat, THREE)
        if not drawn:
            if g.log is not None:
                g.log.add(ev.DREW_TARGET, t.seat, 0, NONE)
            return
        if len(drawn) == 1 and rules.reading.discards_unkept:  # nothing to choose from
            if g.log is not None:
                ev.secretly(g.log, 1 << t.seat, ev.DREW_TARGET, t.seat, 1, drawn[0])
            return
        for building in drawn:
            g.drawn |= 1 << building
            if g.log is not None:
                ev.secretly(g.log, 1 << t.seat, ev.DREW_TO_KEEP, t.seat, building)
        g.push(ASK_KEEP, t.seat, len(drawn))


class AskKeep(Ask):
    """Which of them is kept; a = how many were drawn."""

    def __init__(self) -> None:
        super().__init__("keep", BUILDING)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [b for b in range(SPACES - 1) if g.drawn >> b & 1]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        discards = rules.reading.discards_unkept
        for building in range(SPACES - 1):
            if g.drawn >> building & 1 and building != choice:
                if discards:
                    set_aside(g, building, seat, 1 << seat)
                else:
                    g.target_at = replaced(g.target_at, building, IN_DECK)
                    g.targets_held = added(g.targets_held, seat, -1)
        g.drawn = 0
        if g.log is not None:
            event = ev.TARGET_KEPT if discards else ev.KEPT
            ev.secretly(g.log, 1 << seat, event, seat, t.a - 1, choice)

    def imagine(self, rules: Rules, w: State, t: Task, seat: int) -> None:
        """Any cards of that hand but those that SET-5 forbade to draw."""
        if seat == t.seat:
            return
        forbidden = stood_on(rules, w, t.seat)
        hand = [b for b, at in enumerate(w.target_at) if at == t.seat]
        shuffle(w, hand)
        drawn = [b for b in hand if not forbidden >> b & 1][: t.a]
        deck = [b for b, at in enumerate(w.target_at) if at == IN_DECK and not forbidden >> b & 1]
        shuffle(w, deck)
        older = [b for b in hand if b not in drawn]
        while len(drawn) < t.a and deck:  # this hand cannot be: it holds too many forbidden ones
            w.target_at = replaced(w.target_at, older.pop(), IN_DECK)
            drawn.append(deck.pop())
            w.target_at = replaced(w.target_at, drawn[-1], t.seat)
        for building in drawn:
            w.drawn |= 1 << building
