"""The laws of the engine: what must hold at every decision of every game."""

from __future__ import annotations

import json
import random

from cactustown.engine.machine import Rules, apply, awaited, legal, may_act
from cactustown.engine.notation import choice_words, parse_choice
from cactustown.engine.saving import from_json, to_json
from cactustown.engine.spaces import ASIDE, CAPTIVE, JAIL, SPACES, WAGONS, WILDERNESS
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.rules.base.variables import GONE, IN_DECK, PLAN_SLOTS, SET_ASIDE
from cactustown.rules.counters import CAPTIVES, CHIEFS, ESCAPED, JAILED, MARSHAL, WAGONS_FULL
from cactustown.rules.ops import ARRIVE
from cactustown.rules.tokens import CHICKEN, TOKEN_KINDS
from cactustown.rules.tools.variables import (
    TOOL_FIELDS,
    TOOL_HAND,
    TOOL_LATE,
    TOOL_NUMBER,
    TOOL_SHOWN,
    TOOL_USED,
)
from tests.laws.walk import random_choice, seats_of


def dump(g: State) -> str:
    return json.dumps(to_json(g))


def check_pieces(rules: Rules, g: State) -> None:
    """Nothing is lost or doubled: standees, buildings, target cards, tokens, counters."""
    for space in range(SPACES):
        here = [s for s, at in enumerate(g.standee_at) if at == space]
        assert g.standees_on[space] == sum(1 << s for s in here)
    assert g.on_board == sum(1 << s for s, at in enumerate(g.standee_at) if at < SPACES)
    assert sorted(g.building_at) == list(range(SPACES))
    assert g.count[JAILED] == g.standee_at.count(JAIL)
    assert g.count[CAPTIVES] == g.standee_at.count(CAPTIVE) == int(g.captive != NONE)
    assert g.stunned & ~g.on_board == 0
    assert g.stunned & ~rules.stunnable == 0
    assert all(at in (IN_DECK, GONE, SET_ASIDE) or 0 <= at < rules.seats for at in g.target_at)
    assert g.target_at.count(SET_ASIDE) == g.targets_aside
    for seat in range(rules.seats):
        assert g.target_at.count(seat) == g.targets_held[seat]
        held = sum(g.token[seat * TOKEN_KINDS : (seat + 1) * TOKEN_KINDS])
        assert held <= 6  # GUN-6
        assert g.token[seat * TOKEN_KINDS + CHICKEN] <= 1  # CHK-1
        assert g.pet_at.count(seat) <= 1  # PET-2
        assert bool(g.peeked[seat]) == bool(g.looked >> seat & 1)  # ACT-2: that is known to all
        if seat in g.pet_at and not any(t.op == ARRIVE for t in g.stack):  # a trap may come yet
            assert g.on_board >> rules.pet_friend[seat] & 1  # PET-3
    for kind in range(TOKEN_KINDS):
        in_town = int(kind == CHICKEN and g.chicken != NONE)
        assert sum(g.token[kind::TOKEN_KINDS]) + in_town == rules.reserve[kind]
        assert min(g.token[kind::TOKEN_KINDS]) >= 0
    if ASIDE in rules.start_at:
        assert g.count[CHIEFS] == 1 - g.standee_at.count(ASIDE)
    aboard = sum(at >= WAGONS for at in g.standee_at)
    assert aboard - g.count[WAGONS_FULL] in (0, 1)  # one may still be trapped on its way
    for seat in range(rules.seats if g.tools else 0):
        row = g.tools[seat * TOOL_FIELDS : (seat + 1) * TOOL_FIELDS]
        assert row[TOOL_HAND] & row[TOOL_USED] == 0
        assert (row[TOOL_HAND] | row[TOOL_USED]) & ~rules.extra_cards[seat] == 0
        assert row[TOOL_HAND].bit_count() == row[TOOL_NUMBER] >= row[TOOL_LATE] >= 0
        assert row[TOOL_SHOWN] & ~row[TOOL_HAND] == 0
    if g.locked == rules.all_seats:
        for seat in range(rules.seats):
            if not rules.planners >> seat & 1:
                continue
            plan = g.plan[seat * PLAN_SLOTS : (seat + 1) * PLAN_SLOTS]
            assert len(set(plan)) == PLAN_SLOTS
            mixed_up = g.shot_used >> seat & 1  # a tool may lie there then, known to all
            assert g.hand[seat] >> plan[-1] & 1 or mixed_up  # TOOL-3: an action card
    if g.duel_space == NONE:
        assert g.guest == NONE
        assert g.blessings == 0
    else:
        assert g.duel_by == g.active  # who is asked first, where the rules say initiator
    if g.drawn:
        owner = g.stack[-1].seat
        assert all(g.target_at[b] == owner for b in range(SPACES) if g.drawn >> b & 1)
    escaped = g.standee_at.count(WILDERNESS)
    assert escaped - g.count[ESCAPED] in (0, 1)  # one may still be trapped on its way out
    assert all(at != WILDERNESS or g.laden >> s & 1 for s, at in enumerate(g.standee_at))
    assert len(set(g.entered)) == len(g.entered)  # GUN-4


def check_events(rules: Rules, g: State) -> None:
    """RAN-1: no event twice, the Marshal among the last three, put back what was discarded."""
    if not rules.event_names:
        return
    deck = g.event_deck
    fresh = deck[: len(deck) - g.events_back]
    back = deck[len(fresh) :]
    known = [event for event in (g.event, *g.event_discards, *g.event_pool) if event != NONE]
    for event, number in enumerate(rules.event_number):
        assert (*fresh, *known).count(event) <= number
        assert back.count(event) <= g.event_pool.count(event)
    marshals = deck.count(rules.event_marshal)
    assert marshals == 1 - g.count[MARSHAL]
    assert rules.event_marshal in (*fresh[:3], *known)
    assert g.dice == 1 or g.event != NONE
    assert not g.silenced or g.event != NONE


def check_automa(rules: Rules, g: State) -> None:
    """SOLO-3, SOLO-4: as many cards as the round has, those laid among them, none twice."""
    seat = rules.automa
    if seat < 0:
        return
    deck = [card for card in range(16) if g.hand[seat] >> card & 1]
    assert len(deck) == rules.automa_deck[g.round]
    assert g.round <= 12
    plan = g.plan[seat * 4 : seat * 4 + 4]
    laid = [card for card in plan if card != NONE]
    assert laid == plan[: len(laid)]
    assert len(set(laid)) == len(laid) == min(4, len(deck))
    assert set(laid) <= set(deck)


def check_company(rules: Rules, g: State) -> None:
    """MOV-3: no two of a party share a space, those that never left their start apart."""
    for space in range(SPACES):
        for seat in range(rules.seats):
            together = g.standees_on[space] & rules.seat_standees[seat] & ~g.unmoved
            assert together & (together - 1) == 0
    if g.cactus != NONE:
        assert g.standees_on[g.cactus] == 0  # MOV-9
    assert g.blocked == sum(1 << s for s in (g.cactus, g.chicken) if s != NONE)
    assert g.cactus == NONE or g.cactus != g.chicken  # CHK-2


def check_choices(rules: Rules, g: State) -> None:
    """Somebody who plays is awaited with choices, ascending and distinct; nobody else has any."""
    if g.winner != RUNNING:
        assert not g.stack
        assert awaited(rules, g) == may_act(rules, g) == 0
        return
    assert awaited(rules, g)
    check_played(rules, g)
    for seat in range(rules.seats):
        choices = legal(rules, g, seat)
        assert choices == sorted(set(choices))
        assert bool(choices) == bool(may_act(rules, g) >> seat & 1)
        fresh = from_json(to_json(g))
        assert legal(rules, fresh, seat) == choices  # the memo says what would be computed


def check_played(rules: Rules, g: State) -> None:
    """No game waits for a seat that nobody plays."""
    assert awaited(rules, g) & ~rules.planners == 0


def check_words(rules: Rules, g: State) -> None:
    """Notation names every choice, and only that one."""
    for seat in seats_of(may_act(rules, g)):
        choices = legal(rules, g, seat)
        words = [choice_words(rules, g, seat, choice) for choice in choices]
        assert len(set(words)) == len(words)
        last = len(choices) - 1
        for i in (0, last // 2, last):
            assert parse_choice(rules, g, seat, words[i]) == choices[i]


def check_clone_and_save(rules: Rules, g: State, chooser: random.Random) -> None:
    """A clone and a saved copy go on alike, and neither touches the original."""
    before = dump(g)
    saved = from_json(json.loads(before))
    assert dump(saved) == before
    clone = State(g)
    assert dump(clone) == before
    for _ in range(3):
        if not clone.stack:
            break
        seat, choice = random_choice(rules, clone, chooser)
        apply(rules, clone, seat, choice)
        apply(rules, saved, seat, choice)
        assert dump(clone) == dump(saved)
    assert dump(g) == before


def check_views(rules: Rules, g: State, seed: int) -> None:
    """A view is its own world's view, and offers its seat what the game does."""
    for seat in range(SPECTATOR, rules.seats):
        own = view(rules, g, seat)
        shown = dump(own)
        made = world(rules, own, seed)
        check_pieces(rules, made)
        check_events(rules, made)
        check_automa(rules, made)
        assert dump(view(rules, made, seat)) == shown
        assert dump(own) == shown
        assert made.entered == g.entered  # GUN-4: everybody has seen it
        for icon in rules.icons:
            if icon.secret:  # whether somebody is asked goes by what everybody can tell
                for other in range(rules.seats):
                    possible = icon.possible(rules, g, other)
                    assert icon.possible(rules, own, other) == possible
                    assert icon.possible(rules, made, other) == possible
        if seat != SPECTATOR:
            assert legal(rules, made, seat) == legal(rules, g, seat) == legal(rules, own, seat)
            assert awaited(rules, made) == awaited(rules, g)


def check_all(rules: Rules, g: State, seed: int) -> None:
    check_pieces(rules, g)
    check_events(rules, g)
    check_automa(rules, g)
    check_company(rules, g)
    check_choices(rules, g)
    check_words(rules, g)
    check_clone_and_save(rules, g, random.Random(seed))
    check_views(rules, g, seed)
