"""A duel in words: what every die shows, and that it has not fallen yet."""

from __future__ import annotations

import random

from cactustown.engine.machine import apply
from cactustown.engine.state import NONE
from cactustown.engine.view import SPECTATOR, view
from cactustown.rules.ops import DUEL_DICE
from cactustown.rules.options import Options
from cactustown.seatwords import seat_view
from tests.laws.walk import new_state, random_choice, rules_for

GAMES = 60


def test_a_die_that_the_snake_set_to_0_is_no_die_that_has_not_fallen() -> None:
    rules = rules_for(Options(("sheriff", "outlaws"), pets=True, round_limit=40))
    seen = {0: 0, None: 0}
    for seed in range(GAMES):
        g = new_state(rules, seed)
        chooser = random.Random(seed)
        while g.stack:
            shown = seat_view(rules, view(rules, g, SPECTATOR)).duel
            assert (shown is None) == (g.duel_space == NONE)
            if shown is not None:
                to_come = any(t.op == DUEL_DICE for t in g.stack)
                told = {rules.standee_names.index(name): die for name, die in shown.dice.items()}
                assert told == {s: None if to_come else g.die[s] for s in told}
                for die in told.values():
                    if die in seen:
                        seen[die] += 1
            apply(rules, g, *random_choice(rules, g, chooser))
    assert seen[0]
