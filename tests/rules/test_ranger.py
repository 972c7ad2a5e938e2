"""The Lone Ranger: what rule cases cannot show, above all what may be known of the event deck."""

from __future__ import annotations

from collections import Counter

import pytest

from cactustown import BadContent
from cactustown.conform import parse_cases
from cactustown.conform.run import Player
from cactustown.content import load_content
from cactustown.engine.machine import Rules, apply, legal
from cactustown.engine.state import State
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.rules.base.variables import SET_ASIDE
from cactustown.rules.options import Options
from cactustown.rules.ranger.deck import put_back
from tests.laws.walk import new_state, rules_for

TWO = Options(("ranger", "outlaws"))
FIVE = Options(("ranger", "sheriff", "outlaws", "hunters", "dancer"))


def names(rules: Rules, events: list[int]) -> list[str]:
    return [rules.event_names[event] for event in events]


def test_the_deck_holds_what_the_book_counts() -> None:
    """RAN-5: 18 cards."""
    rules = rules_for(TWO)
    assert sum(rules.event_number) == 18
    assert dict(zip(rules.event_names, rules.event_number, strict=True)) == {
        "sandstorm": 2,
        "mix-up": 2,
        "distraction": 1,
        "train": 1,
        "stagecoach": 1,
        "dry-well": 2,
        "snake": 2,
        "shoot-out": 2,
        "fast-draw": 1,
        "tumbleweed": 3,
        "marshal": 1,
    }


@pytest.mark.parametrize(("options", "size"), [(TWO, 9), (FIVE, 11)])
def test_the_marshal_is_each_of_the_last_three_equally_often(options: Options, size: int) -> None:
    """RAN-1"""
    rules = rules_for(options)
    places: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for seed in range(900):
        g = new_state(rules, seed)
        assert len(g.event_deck) == size
        assert all(g.event_deck.count(e) <= n for e, n in enumerate(rules.event_number))
        places[g.event_deck.index(rules.event_marshal)] += 1
        firsts[g.event_deck[-1]] += 1
    assert set(places) == {0, 1, 2}
    assert all(abs(n - 300) < 80 for n in places.values())
    assert len(firsts) == 10  # every kind but the Marshal's


def test_worlds_deal_every_event_that_may_still_come() -> None:
    """INFO-2: the order of the event deck, and which events are in it at all."""
    rules = rules_for(TWO)
    g = new_state(rules, 5)
    g.event_discards = [rules.event_names.index("train"), rules.event_names.index("sandstorm")]
    g.event_deck = g.event_deck[:7]
    for seat in range(SPECTATOR, rules.seats):
        own = view(rules, g, seat)
        assert set(own.event_deck) == {-1}
        at: list[set[str]] = [set() for _ in range(7)]
        for seed in range(600):
            made = world(rules, own, seed)
            assert len(made.event_deck) == 7
            assert made.event_deck.count(rules.event_names.index("sandstorm")) <= 1
            for place, event in enumerate(made.event_deck):
                at[place].add(rules.event_names[event])
        rest = set(rules.event_names) - {"train", "marshal"}
        assert at[:3] == [rest | {"marshal"}] * 3
        assert at[3:] == [rest] * 4


def test_after_a_stagecoach_the_top_is_known_as_far_as_the_pool_goes() -> None:
    """RAN-5: what was put back is one of those discarded, and the rest of them are not."""
    rules = rules_for(TWO)
    g = new_state(rules, 5)
    discards = [rules.event_names.index(n) for n in ("train", "snake", "snake", "fast-draw")]
    g.event = rules.event_names.index("stagecoach")
    g.event_discards = discards
    g.event_deck = g.event_deck[:4]
    put_back(g, 2)
    assert len(g.event_deck) == 6
    tops = set()
    for seed in range(400):
        made = world(rules, view(rules, g, 1), seed)
        fresh, back = names(rules, made.event_deck[:4]), names(rules, made.event_deck[4:])
        tops.add(tuple(back))
        assert not {"train", "fast-draw", "stagecoach"} & set(fresh)
        assert fresh.count("snake") == 0
        assert "marshal" in fresh[:3]
    assert tops == {
        (a, b)
        for a in ("train", "snake", "fast-draw")
        for b in ("train", "snake", "fast-draw")
        if a != b or a == "snake"
    }


def confused(rules: Rules) -> State:
    """A game in which the Ranger has taken a target card from the outlaws."""
    for seed in range(2000):
        g = new_state(rules, seed)
        for _ in range(60):
            if not g.stack:
                break
            op = rules.ops[g.stack[-1].op]
            seat = (
                g.stack[-1].seat
                if not op.together
                else rules.next_from[0][op.awaited(rules, g, g.stack[-1])]
            )
            choices = legal(rules, g, seat)
            apply(rules, g, seat, choices[(seed + len(choices) // 2) % len(choices)])
            if g.targets_aside:
                return g
    raise AssertionError("nobody was confused")


def test_worlds_keep_what_the_ranger_has_seen() -> None:
    """RAN-4, INFO-2: he and his victim know which card was set aside, nobody else does."""
    rules = rules_for(FIVE)
    g = confused(rules)
    ranger = rules.party_names.index("ranger")
    aside = g.target_at.index(SET_ASIDE)
    victim = next(s for s in range(rules.seats) if s != ranger and g.seen[s] >> aside & 1)
    for seat in range(SPECTATOR, rules.seats):
        own = view(rules, g, seat)
        assert all(seen == 0 for s, seen in enumerate(own.seen) if s != seat)
        worlds = [world(rules, own, seed) for seed in range(300)]
        found = {made.target_at.index(SET_ASIDE) for made in worlds}
        if seat in (ranger, victim):
            assert found == {aside}
        else:
            assert len(found) > 8
        if seat == ranger:
            seen = [b for b in range(24) if g.seen[ranger] >> b & 1 and b != aside]
            assert all(made.target_at[b] == victim for made in worlds for b in seen)
        for made in worlds:
            assert all(made.target_at.count(s) == g.targets_held[s] for s in range(rules.seats))


LOOK = """edition e1
case    A look
rules   RAN-4
parties ranger outlaws
ranger  c2
outlaws c2(stunned) a3 e5
targets outlaws: bank hotel
plan    ranger: decoy ride ambush
expect  no winner
"""


def test_a_look_at_cards_cannot_be_taken_back() -> None:
    """RAN-4: choosing RUN instead could be, until the building is turned up."""
    game = Player(parse_cases(LOOK, "look")[0]).game
    game.play("ranger", "run")
    game.undo("ranger")
    game.play("ranger", "confuse")
    assert not game.can_undo("ranger")


@pytest.mark.parametrize(
    ("override", "reasons"),
    [
        ({"event": {"train": {"number": "many"}}}, ["[event.train]", "'number'"]),
        ({"event": {"train": {"marshal": True}}}, ["Marshal"]),
        ({"event": {"marshal": {"number": 2}}}, ["[event.marshal]", "Marshal"]),
        ({"event": {"train": {"put_back": 1}}}, ["put_back", "only one"]),
        ({"event": {"snake": {"alone": ["dance"]}}}, ["[event.snake]", "'alone'"]),
        ({"event": {"train": {"dice": 0}}}, ["[event.train]", "'dice'", "1 to 4"]),
    ],
)
def test_wrong_events_are_explained(override: dict[str, object], reasons: list[str]) -> None:
    with pytest.raises(BadContent) as caught:
        load_content(override=override, where="my-box.toml")
    for reason in reasons:
        assert reason in str(caught.value)


def test_an_event_of_ones_own_needs_no_python() -> None:
    """A house event that mixes effects of others is a table."""
    own = {"provenance": "house", "number": 3, "second_shots": False, "dice": 3, "initiator": 2}
    content = load_content(override={"event": {"high-noon": own}})
    options = Options(("ranger", "outlaws"))
    events = {event.name: event for event in content.for_game(options).events}
    assert events["high-noon"].dice == 3
