"""What positions are worth to the parties: a step taken is better than one about to be taken."""

from __future__ import annotations

import math

import pytest

from cactustown.bots.evaluate import WIN, evaluate, odds, outlook
from cactustown.bots.judge import SPREAD
from cactustown.bots.parties import judges_for
from cactustown.bots.rollout import chances, levels
from cactustown.content import load_content
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CAPTIVE, JAIL, PLACE_OF, WAGONS, WILDERNESS
from cactustown.engine.state import DRAW, State, added, replaced
from cactustown.rules.base.variables import GONE, IN_DECK
from cactustown.rules.catalogue import build_rules
from cactustown.rules.counters import (
    CAPTIVES,
    CHIEFS,
    DEBTS,
    DUELS,
    ESCAPED,
    HORSES,
    JAILED,
    TOTEMS,
)
from cactustown.rules.options import Options
from tests.laws.walk import new_state, rules_for

FOUR = ("sheriff", "outlaws", "hunters", "dancer")
ALL_FOUR = Options(FOUR)
WITH_DAKOTA = Options(("sheriff", "outlaws", "dakota"))
WITH_COWBOY = Options(("sheriff", "outlaws", "cowboy"))
SOLO = Options(("outlaws",), solo=True)


def town(*places: str, options: Options = ALL_FOUR) -> tuple[Rules, State]:
    """A game, nobody with a target; `outlaw-1 c4` puts a standee on a space."""
    rules = rules_for(options)
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


@pytest.mark.parametrize("party", ["outlaws", "dakota"])
def test_a_target_looked_at_is_as_near_as_one_turned_up(party: str) -> None:
    """ACT-2: there is no need to turn it up first."""
    rules, g = town("outlaw-1 b3", "dakota b3", options=WITH_DAKOTA)
    seat = rules.party_names.index(party)
    judge = judges_for(rules)[seat]
    give_target(rules, g, party, "b2")
    turned_up = judge.value(rules, g, seat)
    g.face_up &= ~(1 << PLACE_OF["b2"])
    unknown = judge.value(rules, g, seat)
    g.peeked = replaced(g.peeked, seat, 1 << PLACE_OF["b2"])
    g.looked |= 1 << seat
    looked_at = judge.value(rules, g, seat)
    assert abs(turned_up - looked_at) <= 2  # the Dakota like every building that is face up
    assert looked_at > unknown + 20


@pytest.mark.parametrize("counter", [CHIEFS, TOTEMS])
def test_dakota_rather_uses_a_target_than_looks_at_it(counter: int) -> None:
    rules, g = town("dakota b2", options=WITH_DAKOTA)
    give_target(rules, g, "dakota", "b2")
    before = worth(rules, g, "dakota")
    take_target(rules, g, "dakota", "b2")
    g.count[counter] += 1
    assert worth(rules, g, "dakota") > before


def test_dakota_comes_nearer_to_what_it_knows() -> None:
    values = []
    for space in ("e5", "d4", "c3", "b3", "b2"):
        rules, g = town(f"dakota {space}", options=WITH_DAKOTA)
        give_target(rules, g, "dakota", "b2")
        g.count[TOTEMS], g.count[CHIEFS] = 1, 1  # it is the last, and nobody needs to be duelled
        seat = rules.party_names.index("dakota")
        values.append(judges_for(rules)[seat].value(rules, g, seat))
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_the_cowboy_rather_boards_than_stands_before_the_train() -> None:
    rules, g = town("bull-rider c4", "cow-1 b5", "cow-2 d5", options=WITH_COWBOY)
    before = worth(rules, g, "cowboy")
    g.relocate(standee(rules, "cow-1"), WAGONS)
    assert worth(rules, g, "cowboy") > before


def test_everybody_fears_the_marshal() -> None:
    rules, g = town(options=Options(("ranger", "outlaws", "dancer")))
    before = [worth(rules, g, party) for party in rules.party_names]
    g.event_deck = g.event_deck[1:]
    after = [worth(rules, g, party) for party in rules.party_names]
    ranger = rules.party_names.index("ranger")
    for seat in range(rules.seats):
        assert (after[seat] > before[seat]) == (seat == ranger)


@pytest.mark.parametrize("party", ["ranger", "dakota", "cowboy"])
@pytest.mark.parametrize("others", [("outlaws",), ("sheriff", "outlaws"), ("outlaws", "dancer")])
def test_nobody_has_lost_before_the_game_begins(party: str, others: tuple[str, ...]) -> None:
    """Points compare: none of the parties is worth so much that the others' do not count."""
    rules = rules_for(Options((party, *others)))
    g = new_state(rules, 1)
    judges = judges_for(rules)
    shares = chances(rules, g, judges, levels(rules, g, judges))
    assert min(shares) > 0.3 / rules.seats


def test_alone_points_count_from_where_the_search_begins() -> None:
    rules, g = town("ranger c3", "outlaw-1 e5", options=SOLO)
    seat = 1 - rules.automa
    judges = judges_for(rules)
    level = levels(rules, g, judges)
    assert chances(rules, g, judges, level)[seat] == 0.5
    g.relocate(standee(rules, "ranger"), PLACE_OF["e5"])
    assert chances(rules, g, judges, level)[seat] < 0.5
    g.count[ESCAPED] = 1
    assert chances(rules, g, judges, level)[seat] > 0.5
    assert odds(rules, g, seat, judges) == evaluate(rules, g, seat, judges)


def test_alone_nobody_is_blamed_for_the_marshal() -> None:
    rules, g = town(options=SOLO)
    judges = judges_for(rules)
    level = levels(rules, g, judges)
    g.count[ESCAPED] = 1
    before = chances(rules, g, judges, level)
    g.winner = rules.automa
    assert chances(rules, g, judges, level) == before
    g.winner = 1 - rules.automa
    assert chances(rules, g, judges, level)[g.winner] == 1.0


def test_alone_an_outlaw_rather_plunders_and_leaves() -> None:
    rules, g = town("outlaw-1 c2", "ranger a5", options=SOLO)
    give_target(rules, g, "outlaws", "c2")
    there = worth(rules, g, "outlaws")
    take_target(rules, g, "outlaws", "c2")
    outlaw = standee(rules, "outlaw-1")
    g.laden |= 1 << outlaw
    laden = worth(rules, g, "outlaws")
    g.relocate(outlaw, WILDERNESS)
    g.count[ESCAPED] += 1
    assert there < laden < worth(rules, g, "outlaws")


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
