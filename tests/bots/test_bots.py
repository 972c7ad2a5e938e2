"""Bots: legal, reproducible, and the greedy one better than chance at every party."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cactustown import BadOptions
from cactustown.bots import BOTS, LEVELS, make_bot
from cactustown.bots.beliefs import likely_world
from cactustown.bots.evaluate import evaluate
from cactustown.bots.lookahead import reflex
from cactustown.bots.parties import judges_for
from cactustown.bots.planning import slots_in_turn
from cactustown.bots.schemer import SchemerBot
from cactustown.bots.search import Node
from cactustown.engine.encodings import card_in
from cactustown.engine.machine import apply, awaited, legal
from cactustown.engine.spaces import NEAR, PLACE_OF
from cactustown.engine.state import replaced
from cactustown.engine.task import Task
from cactustown.engine.view import view
from cactustown.lab.sim import Series, bots_for, run
from cactustown.rules.base.variables import IN_DECK
from cactustown.rules.ops import (
    ASK_LOOK,
    ASK_LOOK_ANYWHERE,
    ASK_PET_AT,
    ASK_PET_HELP,
    ASK_PLAN,
    PASS,
    PLUNDER,
    YES,
)
from cactustown.rules.options import Options
from cactustown.rules.pets.variables import DOG, SNAKE
from tests.bots.fair import QUICK, unfair
from tests.bots.paired import pairs
from tests.laws.check import check_pieces, dump
from tests.laws.walk import new_state, random_game, rules_for, seats_of

FOUR = ("sheriff", "outlaws", "hunters", "dancer")
LADDER = Path(__file__).parents[2] / "docs" / "ladder.md"


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_chooses_what_is_offered_and_the_same_again(name: str) -> None:
    for number in range(6):
        sampled = random.Random(number)
        for rules, g in random_game(number + 40):
            if not g.stack or sampled.random() > 0.05:
                continue
            seat = sampled.choice(seats_of(awaited(rules, g)))
            choices = legal(rules, g, seat)
            moves = [
                make_bot(name, 5).choose(rules, view(rules, g, seat), choices) for _ in range(2)
            ]
            assert moves[0] == moves[1]
            assert moves[0] in choices


@pytest.mark.parametrize("name", QUICK)
def test_bots_move_alike_in_states_that_look_alike(name: str) -> None:
    """A bot that peeked would not; `make fair` looks at more."""
    assert not unfair(name, 500, 150)


@pytest.mark.parametrize("name", ["wily", "schemer:50"])
def test_a_bot_plans_the_same_whoever_was_quicker(name: str) -> None:
    """ROUND-5: what the others have laid already is as unknown as what they will lay."""
    rules = rules_for(Options(FOUR))
    for number in range(5):
        g = new_state(rules, number)
        plans = legal(rules, g, 0)
        alone = make_bot(name, number).choose(rules, view(rules, g, 3), legal(rules, g, 3))
        for seat in range(3):
            apply(rules, g, seat, plans[number + 5 * seat])
        last = make_bot(name, number).choose(rules, view(rules, g, 3), legal(rules, g, 3))
        assert last == alone


@pytest.mark.parametrize("party", FOUR)
def test_greedy_beats_random_at_every_party(party: str) -> None:
    """The same 20 games with a random and with a greedy player in one seat."""
    options = Options(FOUR, round_limit=60)
    bots = ["random"] * 4
    before = run(Series(options, tuple(bots), 20, 3)).wins[party]
    bots[rules_for(options).party_names.index(party)] = "greedy"
    after = run(Series(options, tuple(bots), 20, 3)).wins[party]
    assert after >= before + 6


@pytest.mark.parametrize(
    "parties",
    [
        ("ranger", "dancer"),
        ("ranger", "dakota"),
        ("ranger", "sheriff", "outlaws"),
        ("outlaws", "hunters", "cowboy"),
    ],
)
def test_greedy_is_nowhere_worse_than_random(parties: tuple[str, ...]) -> None:
    """A slice of what `make paired` plays in every set, the Ranger's first: random wins nearly
    always as him, so that a greedy one who helps the others shows."""
    for pair in pairs(parties, games=20, seed=0):
        assert pair.greedy >= pair.random, pair


@pytest.mark.parametrize("name", ["hasty", "greedy", "wily", "schemer:40"])
def test_a_target_that_was_looked_at_is_plundered_face_down(name: str) -> None:
    """ACT-2: without turning it up first."""
    rules = rules_for(Options(("sheriff", "outlaws")))
    g = new_state(rules, 2)
    place = PLACE_OF["b4"]
    g.relocate(rules.standee_names.index("outlaw-1"), place)
    for building in range(len(g.target_at)):
        if g.target_at[building] == 1:
            g.target_at = replaced(g.target_at, building, IN_DECK)
    g.target_at = replaced(g.target_at, g.building_at[place], 1)
    g.targets_held = replaced(g.targets_held, 1, 1)
    g.peeked = replaced(g.peeked, 1, 1 << place)
    g.looked |= 1 << 1
    heist = next(card for card in range(16) if PLUNDER in rules.card_icons[1 << 4 | card])
    apply(rules, g, 0, legal(rules, g, 0)[0])
    apply(rules, g, 1, next(plan for plan in legal(rules, g, 1) if card_in(plan, 0) == heist))
    while g.active == 0:
        apply(rules, g, 0, legal(rules, g, 0)[0])
    icons = legal(rules, g, 1)
    assert len(icons) > 1
    assert make_bot(name, 7).choose(rules, view(rules, g, 1), icons) == PLUNDER


def test_bots_look_at_what_is_nearest_and_not_known_yet() -> None:
    rules = rules_for(Options(("outlaws", "dakota"), abilities=("dakota",)))
    g = new_state(rules, 3)
    dakota = PLACE_OF["c4"]
    g.relocate(rules.standee_names.index("dakota"), dakota)
    g.stack = [Task(ASK_LOOK_ANYWHERE, 1, 2)]
    g.offer = None
    choices = legal(rules, g, 1)
    for name in ("greedy", "wily", "schemer:20"):
        assert make_bot(name, 1).choose(rules, view(rules, g, 1), choices) == dakota
    g.peeked = replaced(g.peeked, 1, 1 << dakota)
    g.looked |= 1 << 1
    g.stack = [Task(ASK_LOOK, 1, rules.standee_names.index("dakota"))]
    assert reflex(rules, g, 1, legal(rules, g, 1)) - 1 in NEAR[dakota]
    assert reflex(rules, g, 1, [PASS, dakota + 1]) == PASS  # nothing new to be seen


@pytest.mark.parametrize(("die", "called"), [(3, True), (1, False)])
def test_a_pet_is_called_where_it_wins_for_the_side_of_its_friend(die: int, called: bool) -> None:
    """ABI-2: a borrowed hunter fights for the sheriff, and his dog counts there."""
    names = ("sheriff", "outlaws", "hunters")
    rules = rules_for(Options(names, pets=True, abilities=("sheriff",)))
    g = new_state(rules, 3)
    hunter, outlaw = (rules.standee_names.index(name) for name in ("hunter-1", "outlaw-1"))
    for standee in (hunter, outlaw):
        g.relocate(standee, PLACE_OF["c4"])
    g.pet_at = replaced(g.pet_at, DOG, 2)
    g.duel_space, g.duel_by, g.guest = PLACE_OF["c4"], 0, hunter
    g.duel_in = 1 << hunter | 1 << outlaw
    g.die[hunter], g.die[outlaw] = die, 5
    g.stack = [Task(ASK_PET_HELP, 2, DOG)]
    assert reflex(rules, g, 2, [PASS, YES]) == (YES if called else PASS)
    g.stack = [Task(ASK_PET_AT, 2, SNAKE)]
    assert legal(rules, g, 2) == [PASS, outlaw + 1]
    assert reflex(rules, g, 2, [PASS, outlaw + 1]) == outlaw + 1


def ranger_points(parties: tuple[str, ...], places: dict[str, str], lying: str = "") -> int:
    """What the Ranger thinks of a new game with these standees moved and one of them stunned."""
    rules = rules_for(Options(parties))
    g = new_state(rules, 1)
    for name, place in places.items():
        g.relocate(rules.standee_names.index(name), PLACE_OF[place])
    if lying:
        g.stunned |= 1 << rules.standee_names.index(lying)
    return evaluate(rules, g, 0, judges_for(rules))


@pytest.mark.parametrize(
    ("party", "standee", "welcome"),
    [
        ("dancer", "dancer", False),
        ("dakota", "dakota", False),
        ("cowboy", "bull-rider", True),
    ],
)
def test_the_ranger_meets_only_who_gains_nothing_by_it(
    party: str, standee: str, welcome: bool
) -> None:
    near = ranger_points(("ranger", party), {"ranger": "c3", standee: "c4"})
    far = ranger_points(("ranger", party), {"ranger": "c3", standee: "b5"})
    assert (near > far) == welcome


def test_the_ranger_lays_no_outlaw_at_the_sheriffs_feet() -> None:
    with_sheriff = ("ranger", "sheriff", "outlaws")
    there = {"ranger": "c4", "outlaw-1": "c4"}
    assert ranger_points(with_sheriff, there, "outlaw-1") < ranger_points(with_sheriff, there)
    without = ("ranger", "outlaws")
    assert ranger_points(without, there, "outlaw-1") > ranger_points(without, there)


def test_the_bots_of_a_series() -> None:
    assert bots_for(list(FOUR), FOUR, "greedy") == ("greedy",) * 4
    seated, named = ["sheriff", "outlaws"], ("outlaws", "sheriff")
    assert bots_for(seated, ("sheriff", "outlaws"), "greedy, random") == ("greedy", "random")
    assert bots_for(seated, named, "greedy, random") == ("random", "greedy")
    assert bots_for(["ranger", "outlaws"], ("outlaws",), "wily, random") == ("random", "wily")
    with pytest.raises(BadOptions, match="3 bots named for 4 parties"):
        bots_for(list(FOUR), FOUR, "greedy,random,random")
    with pytest.raises(BadOptions, match="there is no bot 'genius'"):
        make_bot("genius", 1)


def test_there_is_a_quick_one_of_every_bot() -> None:
    assert [name.partition(":")[0] for name in QUICK] == list(BOTS)


def test_levels_are_bots_each_with_a_sentence() -> None:
    assert list(LEVELS) == ["greenhorn", "easy", "normal", "hard", "expert"]
    for name, level in LEVELS.items():
        assert type(make_bot(name, 0)) is type(make_bot(level.bot, 0))
        assert level.sentence.endswith(".")


def test_every_level_has_the_rating_that_the_ladder_found() -> None:
    page = LADDER.read_text("utf-8")
    for level in LEVELS.values():
        row = re.search(rf"^\| `{level.bot}` \| [^|]+ \| (\d+) \|", page, re.MULTILINE)
        assert row, f"{level.bot} is not on the ladder"
        assert level.rating == int(row[1])


@pytest.mark.parametrize("name", ["expert", "schemer", "schemer:1000000", "schemer:60s"])
def test_whoever_has_no_time_to_search_answers_by_first_impression(name: str) -> None:
    options = Options(("sheriff", "outlaws"))
    rules = rules_for(options)
    g = new_state(rules, 1)
    seat = seats_of(awaited(rules, g))[0]
    choices = legal(rules, g, seat)
    bot = make_bot(name, 1, within=0)
    assert isinstance(bot, SchemerBot)
    assert not any(bot.think(rules, view(rules, g, seat), list(choices), planning=True).tried)
    assert bot.choose(rules, view(rules, g, seat), choices) in choices


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("deep blue", "there is no bot 'deep blue'"),
        ("schemer:", "is no budget"),
        ("schemer:many", "is no budget"),
        ("schemer:0", "is no budget"),
        ("schemer:-5", "is no budget"),
        ("schemer:0s", "is no budget"),
        ("schemer:nans", "is no budget"),
        ("schemer:99999999999", "is no budget"),
        ("greedy:50", "greedy takes no budget"),
    ],
)
def test_a_bot_that_cannot_be_made_is_explained(name: str, told: str) -> None:
    with pytest.raises(BadOptions, match=told):
        make_bot(name, 0)


def test_wily_opens_alike_in_both_programmings() -> None:
    """With two players, seats mirrored, straight and reverse are the same game: which of several
    plans that look equal comes first in the list must not matter."""
    deals = 150
    for party in ("sheriff", "outlaws"):
        straight, reverse = (
            wily_openings(programming, party, deals) for programming in ("straight", "reverse")
        )
        differing = sum(abs(straight[plan] - reverse[plan]) for plan in straight | reverse) / 2
        assert differing < 0.25 * deals, party


def wily_openings(programming: str, party: str, deals: int) -> Counter[tuple[int, ...]]:
    """How often which cards are laid for the first round, in the order they are turned up."""
    rules = rules_for(Options(("sheriff", "outlaws"), programming=programming))
    seat = rules.party_names.index(party)
    laid: Counter[tuple[int, ...]] = Counter()
    for deal in range(deals):
        g = new_state(rules, deal)
        plan = make_bot("wily", deal).choose(rules, view(rules, g, seat), legal(rules, g, seat))
        laid[tuple(card_in(plan, slot) for slot in slots_in_turn(rules))] += 1
    return laid


def test_wily_beats_greedy() -> None:
    """A slice of the ladder: 30 deals, each played from both sides."""
    options = Options(("sheriff", "outlaws"), round_limit=60)
    as_sheriff = run(Series(options, ("wily", "greedy"), 30, 1)).wins["sheriff"]
    as_outlaws = run(Series(options, ("greedy", "wily"), 30, 1)).wins["outlaws"]
    assert as_sheriff + as_outlaws > 30


def test_a_schemer_answers_however_little_time_there_is() -> None:
    asked = 0
    for rules, g in random_game(41):
        if not g.stack or g.round > 2:
            continue
        seat = seats_of(awaited(rules, g))[0]
        own, choices = view(rules, g, seat), legal(rules, g, seat)
        assert make_bot("schemer:0.000001s", 3).choose(rules, own, choices) in choices
        asked += 1
    assert asked > 10


def test_a_schemer_cannot_be_read_like_a_book() -> None:
    """Its plan is drawn: other seeds lay other plans where several are about as good."""
    rules = rules_for(Options(("sheriff", "outlaws")))
    g = new_state(rules, 1)
    own, choices = view(rules, g, 0), legal(rules, g, 0)
    assert len({make_bot("schemer:100", n).choose(rules, own, choices) for n in range(8)}) > 1


def test_from_an_automa_a_schemer_hides_nothing() -> None:
    rules = rules_for(Options(("outlaws",), solo=True))
    g = new_state(rules, 4)
    seat = 1 - rules.automa
    own, choices = view(rules, g, seat), legal(rules, g, seat)
    for seed in range(5):
        node = SchemerBot(seed, 60).think(rules, own, choices, True)
        laid = SchemerBot(seed, 60).choose(rules, own, choices)
        assert node.tried[node.choices.index(laid)] == max(node.tried)


def test_a_node_tries_what_is_promising_or_seldom_tried() -> None:
    node = Node([10, 20, 30], [0.1, 0.5, 0.2])
    assert node.choices[node.favourite()] == 20  # nothing is tried yet
    assert node.choices[node.select(0.2, 1.0)] == 20
    node.tried, node.won, node.visits = [2, 500, 4], [0.2, 100.0, 3.8], 506
    assert (node.choices[node.favourite()], node.lead()) == (20, 496)
    assert node.choices[node.select(0.0, 0.0)] == 30  # the best so far
    assert node.choices[node.select(9.0, 0.0)] == 10  # the one least known


@pytest.mark.parametrize("batch", range(4))
def test_likely_worlds_look_like_the_true_one(batch: int) -> None:
    """Beliefs may choose among worlds and reorder hidden cards, never change what is seen: but
    for who has laid a plan while they are being laid."""
    compared = 0
    for number in range(batch * 15, batch * 15 + 15):
        sampled = random.Random(number)
        for rules, g in random_game(number + 700):
            if not g.stack or sampled.random() > 0.05:
                continue
            for seat in seats_of(rules.planners):
                own = view(rules, g, seat)
                judges = judges_for(rules)
                made = likely_world(rules, own, judges, sampled.getrandbits(40))
                if g.stack[-1].op == ASK_PLAN:
                    own.locked &= ~rules.planners | 1 << seat
                assert dump(view(rules, made, seat)) == dump(own)
                check_pieces(rules, made)
                compared += 1
    assert compared > 100
