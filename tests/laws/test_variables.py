"""Every variable of the state is saved, cloned and shown as its declaration says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import cactustown
from cactustown.engine.declare import (
    EVERYBODY,
    KINDS,
    LIST,
    LONG,
    MASKED,
    NOBODY,
    NUMBER,
    OWNER,
    ROW,
    TUPLE,
    Variable,
    together,
)
from cactustown.engine.generate import source
from cactustown.engine.machine import Rules
from cactustown.engine.saving import from_json, to_json
from cactustown.engine.state import State
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.rules.declared import FACTS, VARIABLES
from cactustown.variables import show
from tests.laws.check import dump
from tests.laws.walk import SOLO_OPTIONS, TOOL_OPTIONS, random_game

AFRESH = Path(cactustown.__file__).parent / "variables.py"
OWN = {ROW: list, TUPLE: tuple, LIST: list}


def known(*ways: str) -> list[Variable]:
    return [one for one in VARIABLES if one.known in ways]


def games() -> Iterator[tuple[Rules, State, random.Random]]:
    """Moments of random games, with tools and solo ones among them; the state is nobody else's."""
    for number in range(60):
        chooser = random.Random(number)
        options = (None, chooser.choice(TOOL_OPTIONS), chooser.choice(SOLO_OPTIONS))[number % 3]
        for rules, g in random_game(number, options):
            if g.drawn or max(g.pick) >= 0 or chooser.random() < 0.03:
                yield rules, State(g), chooser


def changed(g: State, one: Variable, place: int) -> State:
    """The state with another number in this variable; a row that is empty has one more."""
    other = State(g)
    value = getattr(g, one.name)
    if one.kind in (NUMBER, LONG):
        setattr(other, one.name, value + 1)
        return other
    numbers = list(value) or [0]
    numbers[place % len(numbers)] += 1
    setattr(other, one.name, OWN[one.kind](numbers))
    return other


def names(variables: list[Variable]) -> list[str]:
    return [one.name for one in variables]


def test_the_class_is_made_from_the_declarations() -> None:
    assert AFRESH.read_text("utf-8") == source(VARIABLES, FACTS), "run `make variables`"


def test_there_is_every_kind_and_every_secrecy() -> None:
    assert {one.kind for one in VARIABLES} == set(KINDS)
    assert min(len(known(way)) for way in (EVERYBODY, OWNER, NOBODY, MASKED)) >= 2


@pytest.mark.parametrize("one", VARIABLES, ids=lambda one: one.name)
def test_it_is_saved_and_a_clone_has_its_own(one: Variable) -> None:
    for rules, g, chooser in games():
        other = changed(g, one, chooser.randrange(rules.seats))
        before, after = to_json(g), to_json(other)
        assert {name for name in before if before[name] != after[name]} == {one.name}
        assert to_json(from_json(after)) == after
        if one.kind == ROW and getattr(g, one.name):
            getattr(State(other), one.name)[0] += 7
            assert to_json(other) == after
        if g.round > 2:
            return
    raise AssertionError("no game came so far")


@pytest.mark.parametrize("one", known(EVERYBODY), ids=names(known(EVERYBODY)))
def test_what_all_may_know_even_a_spectator_sees(one: Variable) -> None:
    rules, g, chooser = next(games())
    other = changed(g, one, chooser.randrange(rules.seats))
    shown = State(None)
    show(other, shown, SPECTATOR)
    assert getattr(shown, one.name) == getattr(other, one.name) != getattr(g, one.name)


@pytest.mark.parametrize("one", known(NOBODY), ids=names(known(NOBODY)))
def test_what_nobody_may_know_is_in_no_view(one: Variable) -> None:
    for rules, g, _ in games():
        other = changed(g, one, 0)
        for seat in range(SPECTATOR, rules.seats):
            assert dump(view(rules, g, seat)) == dump(view(rules, other, seat))


@pytest.mark.parametrize("one", known(OWNER), ids=names(known(OWNER)))
def test_what_is_one_seats_own_is_in_no_other_view(one: Variable) -> None:
    for rules, g, chooser in games():
        owner = chooser.randrange(rules.seats)
        other = changed(g, one, owner)
        shown = getattr(view(rules, other, owner), one.name)
        assert shown[owner] == getattr(other, one.name)[owner]
        for seat in range(SPECTATOR, rules.seats):
            if seat != owner:
                assert dump(view(rules, g, seat)) == dump(view(rules, other, seat))


def test_what_is_masked_may_be_otherwise_as_far_as_a_seat_knows() -> None:
    """Each of them differs in some world that a seat cannot tell from the truth."""
    waiting = set(names(known(MASKED)))
    for rules, g, chooser in games():
        truth = to_json(g)
        for seat in range(SPECTATOR, rules.seats):
            seen = view(rules, g, seat)
            imagined = world(rules, seen, chooser.getrandbits(30))
            assert dump(view(rules, imagined, seat)) == dump(seen)
            told = to_json(imagined)
            waiting -= {name for name in waiting if told[name] != truth[name]}
    assert waiting == set()


def test_a_variable_that_does_not_say_who_may_know_it_is_refused() -> None:
    with pytest.raises(ValueError, match="who may know it"):
        Variable("purse", NUMBER, "")
    with pytest.raises(ValueError, match="no kind"):
        Variable("purse", "", EVERYBODY)
    with pytest.raises(ValueError, match="no owner"):
        Variable("purse", NUMBER, OWNER)
    with pytest.raises(ValueError, match="different numbers"):
        Variable("purse", ROW, EVERYBODY, "", (1, 2))


def test_two_modules_cannot_declare_one_variable() -> None:
    purse = Variable("purse", NUMBER, EVERYBODY)
    with pytest.raises(ValueError, match="two modules declare purse"):
        together((purse,), (purse,))
