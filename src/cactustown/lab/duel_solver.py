"""Solves duels by counterfactual regret minimisation, apart from what the bots do.

    python -m cactustown.lab.duel_solver

prints which tokens the bots bring to a duel and how much the two could gain by knowing that, in
parts of what a stun is worth. The tree of second shots is grown by the rules themselves: every
hidden card, every ask, every answer. Tests compare the bots' answers (`bots/duels.py`) with what
comes out here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cactustown.bots.duels import (
    BULLETS,
    PIPES,
    RELOADS,
    Bout,
    bout_for,
    shots_of,
    stakes,
)
from cactustown.engine.encodings import UNPLAYED
from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.rules.base.duel import leaders
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_SHOT, YES

ROUNDS: Final = 400  # of learning

Mixes = dict[str, list[float]]  # what a player knows -> how likely each choice


@dataclass(frozen=True)
class Leaf:
    """How it ends, for every player."""

    worth: tuple[float, ...]


@dataclass(frozen=True)
class Lot:
    """Chance: all branches are as likely."""

    branches: tuple[Node, ...]


@dataclass(frozen=True)
class Turn:
    """A player chooses among branches; what it knows is all that tells positions apart."""

    player: int
    knows: str
    branches: tuple[Node, ...]
    position: State | None = field(default=None, repr=False, compare=False)


Node = Leaf | Lot | Turn


# -- the games


def second_shots(rules: Rules, g: State, hands: dict[int, list[int]], price: float) -> Node:
    """The asks for second shots from this state on; `hands` has the unplayed cards that each
    seat may hold. A duel won is worth 1, and a shot fired costs its price."""
    worlds = [g]
    for seat, cards in hands.items():
        worlds = [_holding(w, seat, card) for w in worlds for card in cards]
    return Lot(tuple(_asked(rules, w, "", price) for w in worlds))


def _holding(g: State, seat: int, card: int) -> State:
    w = State(g)
    w.plan[seat * PLAN_SLOTS + UNPLAYED] = card
    return w


def _asked(rules: Rules, g: State, so_far: str, price: float) -> Node:
    if not g.stack or g.stack[-1].op != ASK_SHOT:
        ahead = leaders(rules, g)
        return Leaf(
            tuple(
                (ahead >> seat & 1) / ahead.bit_count() - price * (f" {seat}!" in so_far)
                for seat in range(rules.seats)
            )
        )
    t = g.stack[-1]
    shot = shots_of(rules, g, t.seat, t.seat)[0]
    branches = []
    for choice in rules.ops[t.op].options(rules, g, t, t.seat):
        after = State(g)
        rules.ops[t.op].answer(rules, after, t, t.seat, choice)
        step = after.stack.pop()  # who is asked next; if nobody, the duel stands as it is
        rules.ops[step.op].run(rules, after, step)
        told = f" {t.seat}!{shot}" if choice == YES else f" {t.seat}-"
        branches.append(_asked(rules, after, so_far + told, price))
    return Turn(t.seat, f"{t.seat} holds {shot}:{so_far}", tuple(branches), g)


def token_choice(gains: Sequence[Sequence[float]]) -> Node:
    """Two choose at the same time: the second does not know what the first has chosen."""
    rows = [Turn(1, "other", tuple(Leaf((gain, -gain)) for gain in row)) for row in gains]
    return Turn(0, "initiator", tuple(rows))


# -- solving them


@dataclass
class Learner:
    """Regrets and the sum of all mixtures played, by what the player knows."""

    regrets: Mixes = field(default_factory=dict)
    sums: Mixes = field(default_factory=dict)

    def mix(self, turn: Turn) -> list[float]:
        regrets = self.regrets.setdefault(turn.knows, [0.0] * len(turn.branches))
        return in_proportion([max(regret, 0.0) for regret in regrets])

    def walk(self, node: Node, reach: list[float], weight: float) -> list[float]:
        """What the node is worth to everybody; `reach` has how likely each player's own choices
        lead here, and chance in the end."""
        if isinstance(node, Leaf):
            return list(node.worth)
        if isinstance(node, Lot):
            part = [*reach[:-1], reach[-1] / len(node.branches)]
            values = [self.walk(branch, part, weight) for branch in node.branches]
            return [sum(column) / len(values) for column in zip(*values, strict=True)]
        mix = self.mix(node)
        values = []
        for share, branch in zip(mix, node.branches, strict=True):
            there = reach[:]
            there[node.player] *= share
            values.append(self.walk(branch, there, weight))
        worth = [
            sum(share * value[player] for share, value in zip(mix, values, strict=True))
            for player in range(len(values[0]))
        ]
        self._learn(node, reach, mix, [value[node.player] for value in values], worth, weight)
        return worth

    def _learn(
        self,
        turn: Turn,
        reach: list[float],
        mix: list[float],
        values: list[float],
        worth: list[float],
        weight: float,
    ) -> None:
        others = 1.0
        for player, part in enumerate(reach):
            if player != turn.player:
                others *= part
        regrets = self.regrets[turn.knows]
        sums = self.sums.setdefault(turn.knows, [0.0] * len(mix))
        for index, value in enumerate(values):
            regrets[index] += others * (value - worth[turn.player])
            sums[index] += weight * reach[turn.player] * mix[index]


def solve(game: Node, players: int, rounds: int = ROUNDS) -> Mixes:
    """The average of what counterfactual regret minimisation plays, later rounds counting more."""
    learner = Learner()
    for number in range(1, rounds + 1):
        learner.walk(game, [1.0] * (players + 1), number)
    return {knows: in_proportion(weights) for knows, weights in learner.sums.items()}


def in_proportion(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [w / whole for w in weights] if whole > 0 else [1 / len(weights)] * len(weights)


# -- how good an answer is


def turns_of(game: Node) -> list[Turn]:
    """Every choice in the tree, from the root on."""
    if isinstance(game, Leaf):
        return []
    below = [turn for branch in game.branches for turn in turns_of(branch)]
    return [game, *below] if isinstance(game, Turn) else below


def regret_left(game: Node, players: int, mixes: Mixes) -> float:
    """What players could gain, each alone, by leaving these mixtures: 0 in an equilibrium."""
    return sum(
        _Best(game, player, mixes).value(game) - _value(game, player, mixes)
        for player in range(players)
    )


def _value(node: Node, player: int, mixes: Mixes) -> float:
    if isinstance(node, Leaf):
        return node.worth[player]
    shares = in_proportion([1.0] * len(node.branches))
    if isinstance(node, Turn):
        shares = mixes[node.knows]
    values = (_value(branch, player, mixes) for branch in node.branches)
    return sum(share * value for share, value in zip(shares, values, strict=True))


class _Best:
    """The best a player can do against the others' mixtures, knowing what it may know."""

    def __init__(self, game: Node, player: int, mixes: Mixes) -> None:
        self.player = player
        self.mixes = mixes
        self.met: dict[str, list[tuple[float, Turn]]] = {}
        self.chosen: dict[str, int] = {}
        self._spread(game, 1.0)

    def _spread(self, node: Node, reach: float) -> None:
        """How likely the others and chance lead to each of the player's choices."""
        if isinstance(node, Leaf):
            return
        shares = in_proportion([1.0] * len(node.branches))
        if isinstance(node, Turn):
            if node.player == self.player:
                self.met.setdefault(node.knows, []).append((reach, node))
                shares = [1.0] * len(node.branches)
            else:
                shares = self.mixes[node.knows]
        for share, branch in zip(shares, node.branches, strict=True):
            self._spread(branch, reach * share)

    def value(self, node: Node) -> float:
        if isinstance(node, Leaf):
            return node.worth[self.player]
        if isinstance(node, Turn) and node.player == self.player:
            return self.value(node.branches[self._choice(node.knows)])
        shares = in_proportion([1.0] * len(node.branches))
        if isinstance(node, Turn):
            shares = self.mixes[node.knows]
        values = (self.value(branch) for branch in node.branches)
        return sum(share * value for share, value in zip(shares, values, strict=True))

    def _choice(self, knows: str) -> int:
        if knows not in self.chosen:
            met = self.met[knows]
            gains = [
                sum(reach * self.value(turn.branches[index]) for reach, turn in met)
                for index in range(len(met[0][1].branches))
            ]
            self.chosen[knows] = gains.index(max(gains))
        return self.chosen[knows]


# -- the table, to be read


def told(bout: Bout, role: int, names: Callable[[int], str]) -> str:
    """A mixture in words: what is brought how often, in percent."""
    pairs = zip(bout.choices[role], bout.mixes[role], strict=True)
    return ", ".join(f"{names(choice)} {share:.0%}" for choice, share in pairs if share)


def token_names(choice: int) -> str:
    kinds = ((PIPES, "pipe"), (BULLETS, "bullet"), (RELOADS, "reload"))
    return "+".join(name for bit, name in kinds if choice & bit) or "nothing"


def table() -> list[str]:
    """What either brings if both hold the same tokens, and what the other could gain by knowing."""
    lines = []
    for great, great_other, words in (
        (True, False, "the initiator would stun"),
        (False, True, "the other would stun"),
        (False, False, "the loser is pushed"),
    ):
        for tokens in (BULLETS, RELOADS, BULLETS | RELOADS, PIPES | BULLETS, 7):
            for lead in range(-3, 4):
                bout = bout_for(lead, tokens, tokens, great, great_other)
                game = token_choice(stakes(lead, bout, great, great_other))
                left = regret_left(game, 2, {"initiator": bout.mixes[0], "other": bout.mixes[1]})
                lines.append(
                    f"{words}; both hold {token_names(tokens)}; lead {lead:+d}: "
                    f"{told(bout, 0, token_names)} against {told(bout, 1, token_names)} "
                    f"(left to gain {left:.4f})"
                )
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
