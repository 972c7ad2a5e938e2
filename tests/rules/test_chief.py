"""Section 13: what no case can show."""

from __future__ import annotations

import random

from cactustown.engine.events import HIDDEN, EventLog
from cactustown.engine.machine import apply, legal, resolve
from cactustown.engine.spaces import NEAR, PLACE_OF
from cactustown.engine.state import State, replaced
from cactustown.engine.view import view
from cactustown.engine.world import world
from cactustown.rules import events as ev
from cactustown.rules.base.setup import deal
from cactustown.rules.base.variables import GONE, PLAN_SLOTS
from cactustown.rules.counters import CHIEFS
from cactustown.rules.ops import FREE_CHIEF
from cactustown.rules.options import Options
from tests.laws.walk import new_state, random_choice, rules_for

OPTIONS = Options(("outlaws", "dakota"), "gunslinger")
DAKOTA_SEAT = 1


def on_a_target(space: str) -> tuple[State, int]:
    """Dakota in a face-up target building, and the building."""
    rules = rules_for(OPTIONS)
    g = new_state(rules, 5)
    dakota = rules.standee_names.index("dakota")
    place = PLACE_OF[space]
    g.relocate(dakota, place)
    g.face_up |= 1 << place
    building = g.building_at[place]
    g.target_at = (-1,) * len(g.target_at)
    g.targets_held = (0, 1)
    g.barred = replaced(g.barred, DAKOTA_SEAT, 0)
    g.target_at = replaced(g.target_at, building, DAKOTA_SEAT)
    return g, building


def test_with_no_room_next_door_the_chief_cannot_be_freed() -> None:
    """CHI-3: everybody can see it, so the icon is not even possible."""
    rules = rules_for(OPTIONS)
    icon = rules.icons[FREE_CHIEF]
    g, _ = on_a_target("e1")
    assert icon.possible(rules, g, DAKOTA_SEAT)
    assert icon.playable(rules, g, DAKOTA_SEAT)
    for space in NEAR[PLACE_OF["e1"]]:
        g.blocked |= 1 << space
    assert not icon.possible(rules, g, DAKOTA_SEAT)
    assert not icon.playable(rules, g, DAKOTA_SEAT)


def test_the_running_plan_keeps_its_cards_when_the_chief_comes() -> None:
    """CHI-3: no world of another seat has the chief's card in a plan made before he was free."""
    rules = rules_for(OPTIONS)
    names = rules.card_names[DAKOTA_SEAT << 4 : (DAKOTA_SEAT + 1) << 4]
    search, chief = names.index("search"), names.index("chief")
    g, building = on_a_target("e1")
    g.first = DAKOTA_SEAT
    for seat in range(2):
        plans = legal(rules, g, seat)
        wanted = [p for p in plans if seat == 0 or p >> 15 & 31 == search]
        apply(rules, g, seat, wanted[0])
    icons = legal(rules, g, DAKOTA_SEAT)
    if FREE_CHIEF in icons:
        apply(rules, g, DAKOTA_SEAT, FREE_CHIEF)
    apply(rules, g, DAKOTA_SEAT, legal(rules, g, DAKOTA_SEAT)[0])
    assert g.count[CHIEFS] == 1
    assert g.target_at[building] == GONE
    own = view(rules, g, 0)
    seen = set()
    for seed in range(100):
        made = world(rules, own, seed)
        seen.update(made.plan[DAKOTA_SEAT * PLAN_SLOTS : (DAKOTA_SEAT + 1) * PLAN_SLOTS])
    assert seen == {0, 1, 2, search}
    assert chief not in seen


def test_a_look_is_known_to_all_and_seen_by_one() -> None:
    """CHI-5, INFO-2: the others are told where, not what."""
    rules = rules_for(OPTIONS)
    looks = 0
    for seed in range(10):
        g = State(None)
        g.seed(seed)
        g.log = log = EventLog()
        deal(rules, g)
        resolve(rules, g)
        chooser = random.Random(seed)
        while g.stack:
            seat, choice = random_choice(rules, g, chooser)
            apply(rules, g, seat, choice)
        for event in log.events:
            if event.kind == ev.LOOKED:
                seat, space, building = event.args
                assert seat == DAKOTA_SEAT
                assert event.seen_by(seat) == (seat, space, building)
                assert event.seen_by(0) == event.seen_by(-1) == (seat, HIDDEN, HIDDEN)
                assert g.building_at[space] == building
                looks += 1
    assert looks > 5
