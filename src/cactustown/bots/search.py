"""Information-set Monte-Carlo tree search: one tree a player, keyed by what that player knows.

Every iteration takes a world that the seat cannot tell from the real one, walks down the trees of
all players at once until somebody reaches a decision not met before, plays the round out quickly
and tells every decision on the way how it went for the one who took it. Planning is a
simultaneous choice: each player selects in a tree of its own, knowing nothing of the others'.
"""

from __future__ import annotations

import math

from cactustown.bots.duels import answer
from cactustown.bots.judge import Judges
from cactustown.bots.lookahead import value_of
from cactustown.bots.planning import plan_values
from cactustown.bots.rollout import card_value, chances, levels, play_round
from cactustown.engine.machine import Rules, apply, awaited, legal
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import RUNNING, State
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_ICON, ASK_PLAN


class Node:
    """A decision as its player knows it: the choices, how often each was tried, how it went."""

    def __init__(self, choices: list[int], hope: list[float]) -> None:
        self.choices = choices
        self.hope = hope  # the first impression, 0 to 1
        self.tried: list[int] = [0] * len(choices)
        self.won: list[float] = [0.0] * len(choices)
        self.visits = 0

    def select(self, explore: float, bias: float) -> int:
        """The index of the choice to try next."""
        wide = explore * explore * math.log(self.visits + 1.0)
        best = 0
        best_score = -1.0
        for index in range(len(self.choices)):
            tried = self.tried[index]
            hope = self.hope[index]
            if tried:
                score = (
                    self.won[index] / tried + math.sqrt(wide / tried) + bias * hope / (tried + 1)
                )
            else:
                score = hope + math.sqrt(wide) + bias * hope
            if score > best_score:
                best = index
                best_score = score
        return best

    def favourite(self) -> int:
        """The index of the choice tried most often; of equals, of the most promising."""
        best = 0
        for index in range(1, len(self.choices)):
            more = self.tried[index] - self.tried[best]
            if more > 0 or (more == 0 and self.hope[index] > self.hope[best]):
                best = index
        return best

    def lead(self) -> int:
        """How much oftener the favourite was tried than any other."""
        best = 0
        second = 0
        for tried in self.tried:
            if tried > best:
                second = best
                best = tried
            elif tried > second:
                second = tried
        return best - second


def knowledge(rules: Rules, g: State, seat: int, choices: list[int]) -> int:
    """What a seat knows at a decision, as a number: the board, the duel, its plan, its targets in
    sight. Tokens and the like are left out: within a round they hardly change what is best."""
    t = g.stack[-1]
    sight = 0
    shown = 0
    peeked = g.peeked[seat]
    for space in range(SPACES):
        if (g.face_up | peeked) >> space & 1:
            building = g.building_at[space]
            shown = shown * 31 + building & 0xFFFFFFF
            if building < SPACES - 1 and g.target_at[building] == seat:
                sight |= 1 << space
    base = seat * PLAN_SLOTS
    planning = t.op == ASK_PLAN  # who else has planned does not matter, nor the plan before
    plan = () if planning else tuple(g.plan[base : base + PLAN_SLOTS])
    return hash(
        (
            *(t.op, t.a, t.b, t.c, g.turn, g.first, g.stunned, g.laden, g.face_up, shown, sight),
            *(g.shot_used, g.captive, g.captor, g.cactus, g.targets_held[seat]),
            plan,
            tuple(choices),
            tuple(g.standee_at),
            tuple(g.count),
            tuple(g.die),
            tuple(g.bonus),
        )
    )


class Search:
    """The trees of all seats for one decision of one of them."""

    def __init__(
        self,
        rules: Rules,
        judges: Judges,
        explore: float,
        bias: float,
        sharp: float,
        width: int,
    ) -> None:
        self.rules = rules
        self.explore = explore  # how strongly what was tried seldom is tried again
        self.bias = bias  # how long the first impression lasts
        self.sharp = sharp  # points by which a choice must lag to be e times less promising
        self.width = width  # choices looked at in each decision of a playout
        self.judges = judges
        self.level: list[int] = [0] * rules.seats  # see `levels`
        self.trees: list[dict[int, Node]] = [{} for _ in range(rules.seats)]
        self.path_nodes: list[Node] = []
        self.path_index: list[int] = []
        self.path_seat: list[int] = []

    def iterate(self, w: State) -> None:
        """One walk down from this world, which is used up."""
        rules = self.rules
        self.path_nodes = []
        self.path_index = []
        self.path_seat = []
        next_seat = rules.next_from[0]
        round_now = w.round
        fresh = False
        while w.stack and w.winner == RUNNING and w.round == round_now:
            planning = w.stack[-1].op == ASK_PLAN
            if fresh and not planning:
                break
            seat = next_seat[awaited(rules, w)]
            choices = legal(rules, w, seat)
            if len(choices) == 1:
                apply(rules, w, seat, choices[0])
                continue
            quick = answer(rules, w, seat, choices, w)
            if quick >= 0:
                apply(rules, w, seat, quick)
                continue
            fresh = self._step(w, seat, choices) or fresh
        if w.stack and w.winner == RUNNING and w.round == round_now:
            w = play_round(rules, w, self.judges, self.width)
        result = chances(rules, w, self.judges, self.level)
        for place in range(len(self.path_nodes)):
            node = self.path_nodes[place]
            index = self.path_index[place]
            node.visits += 1
            node.tried[index] += 1
            node.won[index] += result[self.path_seat[place]]

    def _step(self, w: State, seat: int, choices: list[int]) -> bool:
        """One decision in the tree of its player; true if it was met for the first time."""
        key = knowledge(self.rules, w, seat, choices)
        tree = self.trees[seat]
        fresh = key not in tree
        if fresh:
            tree[key] = Node(choices, self.impression(w, seat, choices))
        node = tree[key]
        index = node.select(self.explore, self.bias)
        self.path_nodes.append(node)
        self.path_index.append(index)
        self.path_seat.append(seat)
        apply(self.rules, w, seat, node.choices[index])
        return fresh

    def root(self, w: State, seat: int, choices: list[int]) -> Node:
        """The node of the decision the search is about."""
        self.level = levels(self.rules, w, self.judges)
        key = knowledge(self.rules, w, seat, choices)
        tree = self.trees[seat]
        if key not in tree:
            tree[key] = Node(choices, self.impression(w, seat, choices))
        return tree[key]

    def impression(self, w: State, seat: int, choices: list[int]) -> list[float]:
        """How good the choices look at first sight, 0 to 1."""
        rules = self.rules
        judges = self.judges
        op = w.stack[-1].op
        values: list[int] = []
        if op == ASK_PLAN:
            values = plan_values(rules, w, seat, choices, judges)
        elif op == ASK_ICON:
            values = [card_value(rules, w, seat, choice, judges) for choice in choices]
        else:
            values = [value_of(rules, w, seat, choice, judges) for choice in choices]
        best = max(values)
        return [0.5 * math.exp((value - best) / self.sharp) for value in values]
