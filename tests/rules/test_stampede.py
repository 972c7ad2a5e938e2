"""Section 14: what no case can show."""

from __future__ import annotations

import random

from cactustown import Game
from cactustown.content import load_content
from cactustown.engine.encodings import mover, place_in
from cactustown.engine.machine import Rules, legal
from cactustown.engine.spaces import SPACES, WAGONS
from cactustown.engine.state import State
from cactustown.rules.ops import (
    ASK_RUN,
    ASK_SNEAK,
    FORCED,
    PASS,
    TURN_UP,
)
from cactustown.rules.options import Options
from cactustown.rules.stampede.goring import gored_by, note_gored
from cactustown.rules.stampede.herd import in_range, strays
from tests.laws.walk import STAMPEDE_OPTIONS, new_state, random_game, rules_for


def cows_in_range(rules: Rules, g: State) -> int:
    return sum(1 << cow for cow in rules.members[rules.harmless] if in_range(rules, g, cow))


def test_no_voluntary_movement_puts_a_cow_out_of_range() -> None:
    """COW-3, COW-4: over every choice of random games."""
    checked = narrowed = 0
    for seed in range(60):
        chooser = random.Random(seed)
        for rules, g in random_game(seed, chooser.choice(STAMPEDE_OPTIONS)):
            if not g.stack or g.stack[-1].op not in (ASK_RUN, ASK_SNEAK):
                continue
            t = g.stack[-1]
            if t.b & FORCED or not rules.seat_standees[t.seat] & rules.harmless:
                continue
            before = cows_in_range(rules, g)
            for choice in legal(rules, g, t.seat):
                if choice == PASS:
                    continue
                after = State(g)
                animal = mover(choice)
                after.relocate(animal, place_in(choice))
                assert before & ~cows_in_range(rules, after) == 0
                checked += 1
                if rules.harmless >> animal & 1 and not t.b & TURN_UP:
                    assert before >> animal & 1
                elif strays(rules, g, animal) and t.b & TURN_UP:
                    narrowed += 1
    assert checked > 2000
    assert narrowed > 20


def test_animals_on_a_corral_or_aboard_are_out_of_everything() -> None:
    """COW-1, COW-8: no choice of an opponent ever names one of them."""
    for seed in range(40):
        for rules, g in random_game(seed, STAMPEDE_OPTIONS[seed % len(STAMPEDE_OPTIONS)]):
            if not g.stack or g.stack[-1].seat < 0:
                continue
            cowboy = rules.party_names.index("cowboy")
            away = rules.seat_standees[cowboy] & ~g.on_board
            for animal in rules.members[away]:
                assert g.standee_at[animal] > SPACES
                assert not g.duel_in >> animal & 1
                if g.standee_at[animal] >= WAGONS:
                    assert not g.stunned >> animal & 1


def test_what_was_gored_is_remembered_for_one_turn() -> None:
    """COW-7: by animal, also over two stampedes of one turn."""
    rules = rules_for(Options(("outlaws", "cowboy")))
    g = new_state(rules, 1)
    bull, cow = (rules.standee_names.index(name) for name in ("bull-rider", "cow-1"))
    g.turn = 2
    note_gored(rules, g, cow, 0b10)
    note_gored(rules, g, cow, 0b100)
    note_gored(rules, g, bull, 0b1)
    assert gored_by(rules, g, cow) == 0b110
    assert gored_by(rules, g, bull) == 0b1
    g.turn = 3
    assert gored_by(rules, g, cow) == 0
    note_gored(rules, g, bull, 0b10)
    assert (gored_by(rules, g, cow), gored_by(rules, g, bull)) == (0, 0b10)


def test_a_stampede_building_does_nothing_without_a_cowboy() -> None:
    """COW-10."""
    base = load_content().tables.lineup["base"].types
    types = ["cattle" if kind == "news" else kind for kind in base]
    content = load_content(override={"lineup": {"base": {"types": types}}})
    game = Game.new(["sheriff", "outlaws"], mode="gunslinger", content=content, seed=1)
    building = game.rules.building_names.index("cattle-yard")
    assert game.rules.reveal_op[building] == -1
    herd = Game.new(["outlaws", "cowboy"], mode="gunslinger", seed=1)
    assert herd.rules.reveal_op[herd.rules.building_names.index("cattle-yard")] >= 0
