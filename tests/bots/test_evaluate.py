"""What positions are worth to the parties: a step taken is better than one about to be taken."""

from __future__ import annotations

import math

import pytest

from cactustown.bots.evaluate import SPREAD, WIN, evaluate, judges_for, odds, outlook
from cactustown.bots.rollout import chances, levels
from cactustown.content import load_content
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CAPTIVE, JAIL, PLACE_OF, WILDERNESS
from cactustown.engine.state import (
    CAPTIVES,
    DEBTS,
    DRAW,
    DUELS,
    ESCAPED,
    GONE,
    HORSES,
    IN_DECK,
    JAILED,
    State,
    added,
    replaced,
)
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

FOUR = ("sheriff", "outlaws", "hunters", "dancer")


def town(*places: str) -> tuple[Rules, State]:
    """A game of four, nobody with a target; `outlaw-1 c4` puts a standee on a space."""
    rules = rules_for(Options(FOUR))
    g = new_state(rules, 1)
    g.target_at = (IN_DECK,) * len(g.target_at)
    g.targets_held = (0,) * rules.seats
    for text in places:
        name, space = text.split()
        g.relocate(standee(rules, name), PLACE_OF[space])
    return rules, g


def standee(rules: Rules, name: str) -> int:
    return rules.standee_names.index(name)


def worth(rules: Rules, g: State, party: str) -> int:
    return evaluate(rules, g, rules.party_names.index(party), judges_for(rules))


def give_target(rules: Rules, g: State, party: str, space: str) -> None:
    """A target of this party, face up on a space."""
    seat = rules.party_names.index(party)
    place = PLACE_OF[space]
    g.face_up |= 1 << place
    g.target_at = replaced(g.target_at, g.building_at[place], seat)
    g.targets_held = added(g.targets_held, seat, 1)


def take_target(rules: Rules, g: State, party: str, space: str) -> None:
    """What is left of it once it has been used."""
    seat = rules.party_names.index(party)
    g.target_at = replaced(g.target_at, g.building_at[PLACE_OF[space]], GONE)
    g.targets_held = added(g.targets_held, seat, -1)


def test_the_sheriff_rather_jails_than_stands_by() -> None:
    rules, g = town("outlaw-1 b3", "sheriff b3")
    g.stunned |= 1 << standee(rules, "outlaw-1")
    before = worth(rules, g, "sheriff")
    g.stunned = 0
    g.relocate(standee(rules, "outlaw-1"), JAIL)
    g.count[JAILED] = 1
    assert worth(rules, g, "sheriff") > before


@pytest.mark.parametrize("near", ["c3", "a3", "a2", "a1"])
def test_outlaws_rather_escape_than_stay_with_their_loot(near: str) -> None:
    rules, g = town("outlaw-1 a1", "hunter-1 e5", "hunter-2 e5", "dancer e5", f"sheriff {near}")
    g.laden |= 1 << standee(rules, "outlaw-1")
    before = worth(rules, g, "outlaws")
    g.laden = 0
    g.relocate(standee(rules, "outlaw-1"), WILDERNESS)
    g.count[ESCAPED] = 1
    assert worth(rules, g, "outlaws") > before


def test_outlaws_rather_plunder_than_look_at_a_target() -> None:
    rules, g = town("outlaw-1 b2")
    give_target(rules, g, "outlaws", "b2")
    before = worth(rules, g, "outlaws")
    take_target(rules, g, "outlaws", "b2")
    g.laden |= 1 << standee(rules, "outlaw-1")
    assert worth(rules, g, "outlaws") > before


@pytest.mark.parametrize("horses", [0, 1])
def test_hunters_rather_take_a_horse_than_look_at_it(horses: int) -> None:
    rules, g = town("hunter-1 b2")
    give_target(rules, g, "hunters", "b2")
    g.count[HORSES] = horses
    before = worth(rules, g, "hunters")
    take_target(rules, g, "hunters", "b2")
    g.count[HORSES] = horses + 1
    assert worth(rules, g, "hunters") > before


def test_hunters_rather_capture_than_stand_by() -> None:
    rules, g = town("outlaw-1 b2", "hunter-1 b2")
    g.stunned |= 1 << standee(rules, "outlaw-1")
    before = worth(rules, g, "hunters")
    g.stunned = 0
    g.captive = standee(rules, "outlaw-1")
    g.captor = standee(rules, "hunter-1")
    g.relocate(g.captive, CAPTIVE)
    g.count[CAPTIVES] = 1
    assert worth(rules, g, "hunters") > before


@pytest.mark.parametrize("debts", [0, 1])
@pytest.mark.parametrize("duels", [0, 1, 2, 3])
def test_the_dancer_rather_pays_than_stands_there(debts: int, duels: int) -> None:
    rules, g = town("dancer b2")
    give_target(rules, g, "dancer", "b2")
    g.count[DEBTS] = debts
    g.count[DUELS] = duels
    before = worth(rules, g, "dancer")
    take_target(rules, g, "dancer", "b2")
    g.count[DEBTS] = debts + 1
    assert worth(rules, g, "dancer") > before


def test_whoever_is_furthest_is_feared_most() -> None:
    rules, g = town()
    calm = worth(rules, g, "dancer")
    g.count[JAILED] = 1
    first = calm - worth(rules, g, "dancer")
    g.count[HORSES] = 1
    second = calm - first - worth(rules, g, "dancer")
    assert first > second > 0


def test_chances_are_what_the_odds_say() -> None:
    rules, g = town("outlaw-1 b2")
    give_target(rules, g, "outlaws", "b2")
    judges = judges_for(rules)
    shares = chances(rules, g, judges, levels(rules, g, judges))
    assert math.isclose(sum(shares), 1.0)
    for seat, share in enumerate(shares):
        exact = SPREAD * math.log(share / (1 - share))
        assert abs(odds(rules, g, seat, judges) - exact) <= 1
    points = [outlook(rules, g, seat, judges) for seat in range(rules.seats)]
    assert shares.index(max(shares)) == points.index(max(points))


def test_a_game_that_is_over_leaves_no_doubt() -> None:
    rules, g = town()
    judges = judges_for(rules)
    g.winner = 2
    assert chances(rules, g, judges, levels(rules, g, judges)) == [0.0, 0.0, 1.0, 0.0]
    assert [odds(rules, g, seat, judges) for seat in range(4)] == [-WIN, -WIN, WIN, -WIN]
    g.winner = DRAW
    assert chances(rules, g, judges, levels(rules, g, judges)) == [0.25] * 4
    assert odds(rules, g, 0, judges) == 0


@pytest.mark.parametrize("party", ["ranger", "dakota", "cowboy"])
def test_points_that_do_not_compare_count_from_where_the_search_begins(party: str) -> None:
    rules = rules_for(Options((party, "outlaws", "dancer")))
    g = new_state(rules, 1)
    judges = judges_for(rules)
    level = levels(rules, g, judges)
    even = chances(rules, g, judges, level)
    assert all(math.isclose(share, 1 / 3) for share in even)
    g.count[ESCAPED] = 1
    ahead = chances(rules, g, judges, level)
    seats = rules.party_names
    assert ahead[seats.index("outlaws")] > 1 / 3 > ahead[seats.index(party)]
    for seat in range(rules.seats):
        assert odds(rules, g, seat, judges) == evaluate(rules, g, seat, judges)


def test_the_dancer_wants_no_more_duels_than_her_goal_says() -> None:
    """A content file may ask for less than the book."""
    rules, g = town("dancer c3", "outlaw-1 c3")
    g.count[DUELS] = 2
    seat = rules.party_names.index("dancer")
    judge = judges_for(rules)[seat]
    goal = {"party": {"dancer": {"goal": {"debts": 2, "duels": 2}}}}
    options = Options(FOUR)
    shorter = build_rules(options, load_content(override=goal).for_game(options))
    assert judge.value(shorter, g, seat) < judge.value(rules, g, seat)
