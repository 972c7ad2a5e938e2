"""Cards tried on the board: told is what follows from the view alone, and nothing imagined."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from cactustown.engine.machine import Rules, apply
from cactustown.engine.notation import choice_words
from cactustown.engine.saving import to_json
from cactustown.engine.state import NONE, State
from cactustown.engine.view import view
from cactustown.engine.world import world
from cactustown.rules.ops import ASK_PLAN
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND
from cactustown.sandbox import Sandbox
from cactustown.server.tried import Outcome, tried
from tests.laws.walk import ALL_OPTIONS, new_state, random_choice, rules_for, seats_of

GAMES = 8
ROUNDS = 6


def plannings(seed: int) -> list[tuple[Rules, State, int]]:
    """Positions of a random game in which somebody plans."""
    chooser = random.Random(seed)
    rules = rules_for(ALL_OPTIONS[seed * 7 % len(ALL_OPTIONS)])
    g = new_state(rules, seed)
    found = []
    rounds = 0
    while g.stack and rounds < ROUNDS:
        if g.stack[-1].op == ASK_PLAN:
            if g.round > rounds:
                rounds = g.round
                found += [(rules, State(g), seat) for seat in seats_of(rules.planners)]
            elif chooser.random() < 0.2:
                found.append((rules, State(g), chooser.choice(seats_of(rules.planners))))
        seat, choice = random_choice(rules, g, chooser)
        apply(rules, g, seat, choice)
    return found


def some_cards(rules: Rules, g: State, seat: int, chooser: random.Random) -> list[int]:
    """Up to three cards in hand on the places of a plan."""
    tools = g.tools[seat * TOOL_FIELDS + TOOL_HAND] if g.tools else 0
    hand = [card for card in range(16) if (g.hand[seat] | tools) >> card & 1]
    cards = chooser.sample(hand, 3)
    return [card if chooser.random() < 0.9 else NONE for card in cards]


def walk(rules: Rules, g: State, seat: int, cards: list[int], luck: int) -> list[str]:
    """Choices by lot until all cards have been tried."""
    chooser = random.Random(luck)
    sandbox = Sandbox(rules, view(rules, g, seat), cards)
    steps = []
    while choices := sandbox.choices():
        words = choice_words(rules, sandbox.trial.g, seat, chooser.choice(choices))
        sandbox.choose(words)
        steps.append(words)
    return steps


def outcome(rules: Rules, g: State, seat: int, cards: list[int], steps: list[str]) -> Outcome:
    names = [None if card == NONE else rules.card_names[seat << 4 | card] for card in cards]
    return tried(rules, view(rules, g, seat), names, steps, lambda: None)


@pytest.mark.parametrize("part", range(2))
def test_what_is_told_is_the_same_in_every_world(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it says nothing of what is hidden, and nothing that was only imagined; a twin of the
    table that the seat cannot tell from it gives the same answer, byte for byte."""
    chooser = random.Random(part)
    seen: Counter[str] = Counter()
    for seed in range(part * GAMES // 2, (part + 1) * GAMES // 2):
        for rules, g, seat in plannings(seed):
            before = to_json(g)
            cards = some_cards(rules, g, seat, chooser)
            steps = walk(rules, g, seat, cards, seed)
            steps = steps[: chooser.randint(0, len(steps))]
            told = msgspec.json.encode(outcome(rules, g, seat, cards, steps))
            assert to_json(g) == before
            twin = world(rules, view(rules, g, seat), chooser.randrange(1 << 30))
            assert msgspec.json.encode(outcome(rules, twin, seat, cards, steps)) == told
            with monkeypatch.context() as other:
                other.setattr("cactustown.sandbox.world", lambda r, v, _: world(r, v, 12345))
                assert msgspec.json.encode(outcome(rules, g, seat, cards, steps)) == told
            for card in outcome(rules, g, seat, cards, steps).cards:
                seen[card.standing] += 1
                for one in card.unknown:
                    seen[one.code] += 1
                if card.icon:
                    seen[card.icon] += 1
    for kind in ("done", "begun", "to-come", "building", "duel", "chance", "run", "sneak"):
        assert seen[kind], kind
