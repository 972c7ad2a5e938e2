"""Section 4: set-ups over many shuffles."""

from __future__ import annotations

from collections import Counter

from cactustown.engine.spaces import OFFICE, PLACE_OF, SPACES
from cactustown.engine.state import replaced
from cactustown.rules.base.targets import draw_targets, stood_on
from cactustown.rules.base.variables import GONE, IN_DECK
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

FOUR = Options(("sheriff", "outlaws", "hunters", "dancer"))
THREE = Options(("sheriff", "outlaws", "hunters"))


def test_the_town_is_shuffled() -> None:
    """SET-1: every building comes to every space, the office always to c3."""
    rules = rules_for(FOUR)
    seen: list[Counter[int]] = [Counter() for _ in range(SPACES)]
    for seed in range(2000):
        for space, building in enumerate(new_state(rules, seed).building_at):
            seen[space][building] += 1
    assert set(seen[OFFICE]) == {SPACES - 1}
    for space in range(SPACES):
        if space != OFFICE:
            assert set(seen[space]) == set(range(SPACES - 1))
            assert max(seen[space].values()) < 2 * 2000 / 24


def test_start_spaces_are_face_up_and_nothing_else() -> None:
    """SET-2, SET-8."""
    for options in (FOUR, THREE):
        rules = rules_for(options)
        g = new_state(rules, 1)
        assert g.face_up == sum(1 << place for place in {OFFICE, *rules.start_at})
    assert [PLACE_OF[name] for name in ("c3", "a1", "a5", "e5")] == [
        *{g.standee_at[s] for s in range(3)},
        *g.standee_at[3:6],
    ]


def test_targets_are_dealt_but_never_of_the_own_start_buildings() -> None:
    """SET-4, SET-5: four, one, four; over many shuffles every other card, never a forbidden one."""
    rules = rules_for(FOUR)
    held: list[Counter[int]] = [Counter() for _ in range(rules.seats)]
    for seed in range(600):
        g = new_state(rules, seed)
        held_by = dict(zip(rules.party_names, g.targets_held, strict=True))
        assert held_by == {"sheriff": 0, "outlaws": 4, "hunters": 1, "dancer": 4}
        for seat in range(rules.seats):
            targets = {b for b, at in enumerate(g.target_at) if at == seat}
            forbidden = stood_on(rules, g, seat)
            assert not any(forbidden >> building & 1 for building in targets)
            held[seat].update(targets)
    drew = [len(targets) for seat, targets in enumerate(held) if g.targets_held[seat]]
    assert drew == [24, 24, 24]
    assert g.target_at.count(IN_DECK) == 24 - 9


def test_a_draw_is_fair_among_what_is_allowed() -> None:
    """SET-5: the cards put aside take no part; all others are equally likely."""
    rules = rules_for(THREE)
    hunters = rules.party_names.index("hunters")
    drawn: Counter[int] = Counter()
    for seed in range(3000):
        g = new_state(rules, 4)
        g.seed(seed)
        g.target_at = tuple(IN_DECK if b < 6 else GONE for b in range(24))
        g.targets_held = (0,) * rules.seats
        forbidden = g.building_at[g.standee_at[rules.standee_names.index("hunter-1")]]
        g.target_at = replaced(g.target_at, forbidden, IN_DECK)
        drawn.update(draw_targets(rules, g, hunters, 1))
    assert forbidden not in drawn
    assert len(drawn) in (5, 6)
    assert max(drawn.values()) < 1.25 * 3000 / len(drawn)


def test_the_reserve() -> None:
    """SET-7, GUN-1: tokens only in gunslinger mode, four of each."""
    assert rules_for(FOUR).reserve == [0] * 7
    assert rules_for(Options(FOUR.parties, "gunslinger")).reserve == [4, 4, 4, 4, 0, 0, 0]
