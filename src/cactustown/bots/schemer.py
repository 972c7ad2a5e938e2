"""The schemer: searches for as long as it may (see `search`), and hides its plans among chances.

It sees its view and nothing else. The plan it lays is drawn by how often the search tried it:
whoever always lays the best plan is read like a book.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import inf
from typing import Final

from cactustown.bots.beliefs import likely_world
from cactustown.bots.duels import answer, luck
from cactustown.bots.parties import judges_for
from cactustown.bots.search import Node, Search
from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.engine.view import View
from cactustown.rules.ops import ASK_PLAN, PASS

ITERATIONS: Final = 1000
NO_END: Final = 1 << 40  # iterations of who goes by the clock alone


class SchemerBot:
    """Searches so many iterations a decision, or for so many seconds if those are over sooner.

    What a duel asks needs no search.
    """

    A_WORLD = 8  # iterations with the same hidden things, each with dice of its own
    SELDOM = 0.6  # a plan tried less than this part of the most tried one is not laid
    EXPLORE = 0.2  # these four: see Search
    BIAS = 1.0
    SHARP = 50.0
    WIDTH = 6

    def __init__(self, seed: int, iterations: int = ITERATIONS, seconds: float = inf) -> None:
        self._random = random.Random(seed)
        self._lots = luck(seed)
        self._iterations = iterations
        self._seconds = seconds

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int:
        options = list(choices)
        if len(options) == 1:
            return options[0]
        planning = view.stack[-1].op == ASK_PLAN
        quick = answer(rules, view, view.seat, options, self._lots)
        if quick >= 0:
            return quick
        node = self.think(rules, view, options, planning)
        if planning:
            return self._draw(node, 1.0 if rules.automa >= 0 else self.SELDOM)
        return node.choices[node.favourite()]

    def think(self, rules: Rules, view: View, options: list[int], planning: bool) -> Node:
        """Searches until the budget is used up, or it is plain what will be tried most.

        Plans are drawn by how often they were tried, so for them the whole budget counts.
        """
        judges = judges_for(rules)
        search = Search(rules, judges, self.EXPLORE, self.BIAS, self.SHARP, self.WIDTH)
        until = time.monotonic() + self._seconds
        source = likely_world(rules, view, judges, self._random.getrandbits(48))
        root = search.root(source, view.seat, options)
        done = 0
        while done < self._iterations and time.monotonic() < until:
            if done % self.A_WORLD == 0:
                if not planning and root.lead() > self._iterations - done:
                    break
                source = likely_world(rules, view, judges, self._random.getrandbits(48))
            now = State(source)
            now.seed(self._random.getrandbits(48))
            search.iterate(now)
            done += 1
        return root

    def _draw(self, node: Node, seldom: float) -> int:
        """A plan by lot, each as likely as it was tried often; from an automa nothing is hidden."""
        least = max(seldom * max(node.tried), 1.0)
        weights = [tried if tried >= least else 0 for tried in node.tried]
        weights = [0 if c == PASS else w for c, w in zip(node.choices, weights, strict=True)]
        if not any(weights):  # no time to try anything
            return node.choices[node.favourite()]
        return self._random.choices(node.choices, weights)[0]
