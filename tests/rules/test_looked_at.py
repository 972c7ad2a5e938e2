"""Targets used face down (ACT-2): what no case can show."""

from __future__ import annotations

from cactustown.content import load_content
from cactustown.engine.events import EventLog
from cactustown.engine.machine import Rules, apply, resolve
from cactustown.engine.spaces import PLACE_OF, SPACES
from cactustown.engine.state import State, replaced
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.rules import events as ev
from cactustown.rules.base.look import look_at
from cactustown.rules.base.rounds import start_icon
from cactustown.rules.catalogue import build_rules
from cactustown.rules.ops import ASK_RUN, ASK_TAKE, PLUNDER
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

OPTIONS = Options(("sheriff", "outlaws"), "gunslinger")
HERE = PLACE_OF["b4"]


def on_a_target(rules: Rules, building: str) -> tuple[State, int]:
    """Only one outlaw is upright: in a face-down target that it has looked at."""
    g = new_state(rules, 5)
    outlaws = rules.party_names.index("outlaws")
    number = rules.building_names.index(building)
    there = g.building_at.index(number)
    g.building_at[there], g.building_at[HERE] = g.building_at[HERE], number
    first, *others = rules.members[rules.seat_standees[outlaws]]
    g.relocate(first, HERE)
    g.unmoved = 0
    for other in others:
        g.stunned |= 1 << other
    g.face_up &= ~(1 << HERE)
    g.target_at = replaced(g.target_at, number, outlaws)
    g.targets_held = replaced(g.targets_held, outlaws, g.target_at.count(outlaws))
    look_at(g, outlaws, HERE)
    return g, outlaws


def test_a_building_turned_up_by_plundering_reveals_before_it_is_entered() -> None:
    """ACT-2, GUN-3, GUN-4: shown, turned up, taken; REVEAL, then ENTER."""
    both = {"building": {"horse": {"enter": "bullet"}}}
    rules = build_rules(OPTIONS, load_content("e1", override=both).for_game(OPTIONS))
    g, outlaws = on_a_target(rules, "livery-stable")
    g.stack = []
    g.log = EventLog()
    start_icon(rules, g, outlaws, PLUNDER)
    resolve(rules, g)
    told = [event.kind for event in g.log.events]
    assert told == [ev.ACTION, ev.TURNED_UP, ev.PLUNDERED, ev.BUILDING_EFFECT]
    assert g.stack[-1].op == ASK_RUN
    apply(rules, g, outlaws, rules.ops[ASK_RUN].options(rules, g, g.stack[-1], outlaws)[0])
    assert g.stack[-1].op == ASK_TAKE


def test_that_somebody_has_looked_is_known_to_all_and_where_to_nobody_else() -> None:
    rules = rules_for(OPTIONS)
    g, outlaws = on_a_target(rules, "saloon")
    icon = rules.icons[PLUNDER]
    assert icon.playable(rules, g, outlaws)
    assert icon.playable(rules, view(rules, g, outlaws), outlaws)
    for seat in (SPECTATOR, 1 - outlaws):
        own = view(rules, g, seat)
        assert own.looked == 1 << outlaws
        assert own.peeked[outlaws] == 0
        assert icon.possible(rules, own, outlaws)
        assert not icon.playable(rules, own, outlaws)


def test_whoever_has_looked_knows_some_building_in_every_world() -> None:
    """Any but the office; a look of the own seat stays what it was."""
    rules = rules_for(OPTIONS)
    g, outlaws = on_a_target(rules, "saloon")
    seen: set[int] = set()
    for seed in range(400):
        made = world(rules, view(rules, g, 1 - outlaws), seed)
        assert made.peeked[1 - outlaws] == 0
        assert made.peeked[outlaws].bit_count() == 1
        seen.add(made.peeked[outlaws].bit_length() - 1)
        assert world(rules, view(rules, g, outlaws), seed).peeked == g.peeked
    assert seen == set(range(SPACES)) - {PLACE_OF["c3"]}
