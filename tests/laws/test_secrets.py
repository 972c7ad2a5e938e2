"""A view or an event never tells a seat a secret."""

from __future__ import annotations

import json
import random
from itertools import zip_longest

import pytest

from cactustown.engine.events import EventLog
from cactustown.engine.machine import Rules, apply, awaited, legal, pending, resolve
from cactustown.engine.notation import event_words
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import NONE, State
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.rules import events as ev
from cactustown.rules.base.rounds import offer_card
from cactustown.rules.base.setup import deal
from cactustown.rules.base.variables import GONE, IN_DECK, PLAN_SLOTS, SET_ASIDE, UNKNOWN
from cactustown.rules.ops import ASK_ICON, ASK_PLAN
from cactustown.rules.options import Options
from cactustown.rules.tools.deck import draw_tool
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND
from cactustown.seatwords import seat_view
from tests.bots.fair import twins
from tests.laws.check import dump
from tests.laws.walk import ALL_OPTIONS, new_state, random_choice, random_game, rules_for, seats_of


def told(rules: Rules, g: State, seat: int) -> list[dict[str, object]]:
    assert g.log is not None
    return [event_words(rules, event, seat) for event in g.log.events]


def same_move(rules: Rules, a: State, b: State, seat: int, chooser: random.Random) -> bool:
    """Moves both twins on: alike in the open, as they like in secret. False where they cannot."""
    mover = chooser.choice(seats_of(awaited(rules, a)))
    op = pending(rules, a)
    assert op is not None
    if op.together and mover != seat:
        apply(rules, a, mover, chooser.choice(legal(rules, a, mover)))
        apply(rules, b, mover, chooser.choice(legal(rules, b, mover)))
        return True
    common = [c for c in legal(rules, a, mover) if c in legal(rules, b, mover)]
    if not common:
        return False
    choice = chooser.choice(common)
    apply(rules, a, mover, choice)
    apply(rules, b, mover, choice)
    return True


@pytest.mark.parametrize("batch", range(6))
def test_twins_look_alike_until_something_is_shown(batch: int) -> None:
    """INFO-2: equal views stay equal, byte for byte, with choices and events."""
    compared = 0
    for game in range(40):
        number = batch * 40 + game
        chooser = random.Random(number)
        for rules, g in random_game(number):
            if not g.stack or chooser.random() > 0.02:
                continue
            for seat in range(SPECTATOR, rules.seats):
                a, b = twins(rules, g, seat, chooser.getrandbits(30))
                a.log, b.log = EventLog(), EventLog()
                while a.stack and same_move(rules, a, b, seat, chooser):
                    if a.disclosed or b.disclosed:
                        break
                    assert dump(view(rules, a, seat)) == dump(view(rules, b, seat))
                    assert told(rules, a, seat) == told(rules, b, seat)
                    assert awaited(rules, a) == awaited(rules, b)
                    if seat != SPECTATOR:
                        assert legal(rules, a, seat) == legal(rules, b, seat)
                    compared += 1
    assert compared > 200


# What may show that somebody's secret targets are others: a target action, or that there is none.
TARGET_ACTIONS = {
    *("action", "nothing", "plundered", "horse_stolen", "debt_paid", "chief_found", "totem_built"),
    *("drew_target", "looked_at", "confused", "drew_to_keep", "kept"),
}


@pytest.mark.parametrize("batch", range(4))
def test_other_targets_are_asked_about_alike(batch: int) -> None:
    """INFO-2: nothing but a target action tells them apart: not who is asked, nor what is offered.

    The twins have the same town, plans and dice, but the others hold other targets and have looked
    at other buildings; they go on while their stories agree.
    """
    compared = 0
    for number in range(batch * 25, batch * 25 + 25):
        chooser = random.Random(number)
        for rules, g in random_game(number + 9000):
            if not g.stack or chooser.random() > 0.015:
                continue
            for seat in range(SPECTATOR, rules.seats):
                own = view(rules, g, seat)
                a = world(rules, own, chooser.getrandbits(30))
                b = State(a)
                other = world(rules, own, chooser.getrandbits(30))
                b.target_at = other.target_at
                b.peeked = other.peeked
                b.offer = None
                a.log, b.log = EventLog(), EventLog()
                compared += _compare_on(rules, a, b, seat, chooser)
    assert compared > 400


def _compare_on(rules: Rules, a: State, b: State, seat: int, chooser: random.Random) -> int:
    for step in range(30):
        if not a.stack:
            return step
        mover = chooser.choice(seats_of(awaited(rules, a)))
        common = [c for c in legal(rules, a, mover) if c in legal(rules, b, mover)]
        if not common:
            return step
        choice = chooser.choice(common)
        apply(rules, a, mover, choice)
        apply(rules, b, mover, choice)
        b.rng_high, b.rng_low = a.rng_high, a.rng_low
        stories = [told(rules, twin, seat) for twin in (a, b)]
        if stories[0] != stories[1]:
            nothing: dict[str, object] = {"event": "nothing more"}
            pairs = zip_longest(stories[0], stories[1], fillvalue=nothing)
            first = next([x["event"], y["event"]] for x, y in pairs if x != y)
            assert set(first) & TARGET_ACTIONS, first  # SET-5 may leave fewer cards to be drawn
            return step
        assert dump(view(rules, a, seat)) == dump(view(rules, b, seat))
        assert awaited(rules, a) == awaited(rules, b)
        if seat != SPECTATOR:
            assert legal(rules, a, seat) == legal(rules, b, seat)
    return 30


def hints(rules: Rules, g: State, seat: int) -> dict[str, list[str]]:
    """What each own card and tool would offer in the true state if it were turned up now."""
    tools = g.tools[seat * TOOL_FIELDS + TOOL_HAND] if g.tools else 0
    return {
        rules.card_names[seat << 4 | card]: [
            rules.icon_names[icon] for icon in offered_by(rules, g, seat, seat << 4 | card)
        ]
        for card in range(16)
        if (g.hand[seat] | tools) >> card & 1
    }


def offered_by(rules: Rules, g: State, seat: int, card: int) -> list[int]:
    """The icons of a card that its owner may choose, or the one that is carried out unasked."""
    turned_up = State(g)
    turned_up.stack = []
    turned_up.icon = NONE
    offer_card(rules, turned_up, seat, card)
    top = turned_up.stack[-1] if turned_up.stack else None
    if top is not None and top.op == ASK_ICON:
        return rules.ops[ASK_ICON].options(rules, turned_up, top, seat)
    return [] if turned_up.icon == NONE else [turned_up.icon]


def test_the_hints_of_the_own_cards_are_true_and_tell_others_nothing() -> None:
    """INFO-2: a seat is told what would work, and why the rest would not, whoever holds which
    targets; others see no change."""
    without = explained = 0
    for number in range(60):
        chooser = random.Random(number)
        for rules, g in random_game(number + 4000):
            op = g.stack[-1].op if g.stack else NONE
            if chooser.random() > {ASK_PLAN: 0.3, ASK_ICON: 0.1}.get(op, 0):
                continue
            for seat in seats_of(rules.planners if op == ASK_PLAN else 0):
                told = seat_view(rules, view(rules, g, seat)).playable
                assert told == hints(rules, g, seat)
                for icon in rules.icons:
                    without += icon.secret and icon.possible(rules, g, seat) != icon.playable(
                        rules, g, seat
                    )
            for seat in range(SPECTATOR, rules.seats):
                a, b = twins(rules, g, seat, chooser.getrandbits(30))
                shown = [seat_view(rules, view(rules, twin, seat)).to_json() for twin in (a, b)]
                assert json.dumps(shown[0]) == json.dumps(shown[1])
                explained += any(shown[0]["why_not"].values())
    assert explained > 200
    assert without > 200  # where everybody else may think that a target action would work


def test_events_shown_to_a_seat_hold_in_each_of_its_worlds() -> None:
    for number in range(30):
        chooser = random.Random(number)
        rules = rules_for(chooser.choice(ALL_OPTIONS))
        log = EventLog()
        g = _logged_state(rules, number, log)
        while g.stack:
            seat, choice = random_choice(rules, g, chooser)
            apply(rules, g, seat, choice)
            if g.stack and chooser.random() < 0.02:
                for viewer in range(SPECTATOR, rules.seats):
                    made = world(rules, view(rules, g, viewer), chooser.getrandbits(30))
                    _check_facts(rules, log, made, viewer)


def _logged_state(rules: Rules, seed: int, log: EventLog) -> State:
    g = State(None)
    g.seed(seed)
    g.log = log
    deal(rules, g)
    resolve(rules, g)
    return g


def _check_facts(rules: Rules, log: EventLog, made: State, viewer: int) -> None:
    for event in log.events:
        args = event.seen_by(viewer)
        if event.kind == ev.TURNED_UP:
            assert made.building_at[args[1]] == args[2]
            assert made.face_up >> args[1] & 1
        elif event.kind in (ev.DEALT, ev.DREW_TARGET) and args[2] >= 0:
            assert args[0] == viewer or rules.open_targets >> args[0] & 1
            assert made.target_at[args[2]] in (args[0], GONE, SET_ASIDE)
        elif event.kind == ev.LOOKED and args[2] >= 0:
            assert args[0] == viewer
            assert made.building_at[args[1]] == args[2]
        elif event.kind == ev.LOOKED_AT and args[2] >= 0:
            assert args[0] == viewer
            assert made.target_at[args[2]] in (args[1], GONE, SET_ASIDE)
        elif event.kind == ev.CONFUSED and args[2] >= 0:
            assert viewer in args[:2]
            assert made.target_at[args[2]] == SET_ASIDE
        elif event.kind in (
            *(ev.PLUNDERED, ev.HORSE_STOLEN, ev.DEBT_PAID),
            *(ev.CHIEF_FOUND, ev.TOTEM_BUILT),
        ):
            assert made.target_at[args[1]] == GONE


def test_secret_numbers_of_events_are_hidden_from_others() -> None:
    """Dealt cards, plans and chosen tokens are shown to their owner only."""
    secret_kinds = set()
    for number in range(20):
        rules = rules_for(ALL_OPTIONS[-1 - number % 4])
        log = EventLog()
        g = _logged_state(rules, number, log)
        chooser = random.Random(number)
        while g.stack:
            seat, choice = random_choice(rules, g, chooser)
            apply(rules, g, seat, choice)
        for event in log.events:
            if event.args != event.twin:
                secret_kinds.add(event.kind)
                owner = event.args[0]
                for viewer in range(SPECTATOR, rules.seats):
                    shown = event.args if viewer == owner else event.twin
                    assert event.seen_by(viewer) == shown
                assert -1 in event.twin
    assert secret_kinds == {ev.DEALT, ev.DREW_TARGET, ev.PLANNED, ev.TOKENS_CHOSEN}


def test_over_many_seeds_every_possible_tool_and_plan_occurs() -> None:
    """TOOL-2: nobody can tell which cards are planned, nor which tools are held."""
    rules = rules_for(Options(("sheriff", "outlaws"), tools=True))
    g = new_state(rules, 3)
    outlaws = rules.party_names.index("outlaws")
    own = view(rules, g, 1 - outlaws)
    assert own.tools[outlaws * TOOL_FIELDS + TOOL_HAND] == 0
    for seat in range(rules.seats):
        apply(rules, g, seat, legal(rules, g, seat)[0])
    hands: set[int] = set()
    plans: set[tuple[int, ...]] = set()
    for seed in range(3000):
        made = world(rules, view(rules, g, 1 - outlaws), seed)
        hands.add(made.tools[outlaws * TOOL_FIELDS + TOOL_HAND])
        plans.add(tuple(made.plan[outlaws * PLAN_SLOTS : (outlaws + 1) * PLAN_SLOTS]))
    assert hands == {1 << tool for tool in range(16) if rules.extra_cards[outlaws] >> tool & 1}
    assert len(plans) == 24 + 3 * 72  # without a tool, and with one of three


def test_a_tool_drawn_after_planning_is_in_no_plan() -> None:
    """TOOL-2: it can be planned from the next round on, and everybody knows that."""
    rules = rules_for(Options(("sheriff", "outlaws"), tools=True))
    g = new_state(rules, 3)
    outlaws = rules.party_names.index("outlaws")
    hand = g.tools[outlaws * TOOL_FIELDS + TOOL_HAND]
    plan = next(c for c in legal(rules, g, outlaws) if hand >> (c >> 15 & 31) & 1)
    apply(rules, g, outlaws, plan)  # the tool first
    apply(rules, g, 1 - outlaws, legal(rules, g, 1 - outlaws)[0])
    while g.turn < rules.turn_seat[g.first].index(outlaws):
        apply(rules, g, g.stack[-1].seat, legal(rules, g, g.stack[-1].seat)[0])
    draw_tool(rules, g, outlaws)
    own = view(rules, g, 1 - outlaws)
    for seed in range(200):
        made = world(rules, own, seed)
        later = made.plan[outlaws * PLAN_SLOTS + 1 : (outlaws + 1) * PLAN_SLOTS]
        assert not any(rules.extra_cards[outlaws] >> card & 1 for card in later)


def test_over_many_seeds_every_possible_hidden_value_occurs() -> None:
    rules = rules_for(ALL_OPTIONS[-4])  # all four parties, gunslinger
    g = new_state(rules, 3)
    outlaws = rules.party_names.index("outlaws")
    dancer = rules.party_names.index("dancer")
    for seat in range(rules.seats):
        apply(rules, g, seat, legal(rules, g, seat)[0])  # everybody has planned
    own = view(rules, g, outlaws)
    at: list[set[int]] = [set() for _ in range(SPACES)]
    holders: list[set[int]] = [set() for _ in range(SPACES - 1)]
    plans: set[tuple[int, ...]] = set()
    for seed in range(1500):
        made = world(rules, own, seed)
        for space in range(SPACES):
            at[space].add(made.building_at[space])
        for card in range(SPACES - 1):
            holders[card].add(made.target_at[card])
        plans.add(tuple(made.plan[dancer * PLAN_SLOTS : (dancer + 1) * PLAN_SLOTS]))
    unseen = {b for b in range(SPACES) if b not in own.building_at}
    for space in range(SPACES):
        known = g.face_up >> space & 1
        assert at[space] == ({g.building_at[space]} if known else unseen)
    for card in range(SPACES - 1):
        if own.target_at[card] != UNKNOWN:
            assert holders[card] == {outlaws}
            continue
        possible = {IN_DECK} | {
            seat
            for seat in range(rules.seats)
            if seat != outlaws and own.targets_held[seat] and not own.barred[seat] >> card & 1
        }
        assert holders[card] == possible
    assert len(plans) == 24  # the dancer's first card is still face down


def test_a_view_holds_no_dice_to_come() -> None:
    rules = rules_for(ALL_OPTIONS[0])
    a, b = new_state(rules, 1), new_state(rules, 1)
    b.seed(99)
    assert dump(a) != dump(b)
    for seat in range(SPECTATOR, rules.seats):
        assert dump(view(rules, a, seat)) == dump(view(rules, b, seat))
