"""MOV-4: a first movement takes off their start spaces as many standees as it can, however played.

Every way to play it is tried, from crowded positions drawn at random.
"""

from __future__ import annotations

import random

import pytest

from cactustown.content import load_content
from cactustown.engine.machine import Rules, apply, legal, resolve
from cactustown.engine.spaces import ALL_SPACES, PLACE_OF
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules.base.setup import blank
from cactustown.rules.catalogue import build_rules
from cactustown.rules.ops import (
    ALL,
    ASK_DANCE,
    ASK_RUN,
    ASK_SNEAK,
    ASK_SNEAK_FIRST,
    ASK_SPRINT,
    ASK_TRACK,
    ASK_WALK,
    DANCING_FLAGS,
    DIAGONALLY,
    LEAVE,
    RUNNING_FLAGS,
    SLIP,
    SNEAKING_FLAGS,
    TURN_UP,
)
from cactustown.rules.options import Options

OPTIONS = Options(("sheriff", "outlaws", "dakota"), tools=True)
TABLES = load_content("e1").for_game(OPTIONS)
CORNER = [PLACE_OF[name] for name in ("a1", "b1", "c1", "a2", "b2", "a3")]
MOVEMENTS = {
    "run all": (ASK_RUN, RUNNING_FLAGS | ALL, 0),
    "sneak all": (ASK_SNEAK, SNEAKING_FLAGS | ALL, 0),
    "dance": (ASK_DANCE, DANCING_FLAGS | ALL, 0),
    "sprint": (ASK_SPRINT, TURN_UP | ALL, 0),
    "track": (ASK_TRACK, SLIP | ALL, 0),
    "diagonal runs": (ASK_RUN, TURN_UP | DIAGONALLY | ALL, 0),
    "a tool's run": (ASK_RUN, RUNNING_FLAGS, ASK_RUN),
    "a tool's sneak": (ASK_SNEAK, SNEAKING_FLAGS, ASK_SNEAK),
    "double sneak": (ASK_WALK, SLIP, 0),
    "sneak, then run": (ASK_SNEAK_FIRST, SNEAKING_FLAGS, 0),
}
SHERIFF, OUTLAWS = 0, 1


def rules_with(frees_the_boxed_in: bool) -> Rules:
    rules = build_rules(OPTIONS, TABLES)
    rules.reading.frees_the_boxed_in = frees_the_boxed_in
    return rules


def crowd(rules: Rules, chooser: random.Random, task: Task) -> State:
    """The sheriff's people, some still on start spaces, in a corner with few ways out."""
    g = State(None)
    blank(rules, g)
    g.face_up = ALL_SPACES
    loot = task.op != ASK_SNEAK_FIRST  # no party that can carry loot has that tool
    g.building_at = list(range(25))
    own = rules.members[rules.seat_standees[SHERIFF]]
    for standee in own:
        space = chooser.choice(CORNER)
        starts = chooser.random() < 0.6
        together = g.standees_on[space] & rules.seat_standees[SHERIFF]
        if together and (not starts or together & ~g.unmoved):
            continue  # it stays beside the board
        g.relocate(standee, space)
        g.unmoved |= starts << standee
        if not starts and chooser.random() < 0.5:
            g.laden |= loot << standee  # it may leave town and free its space (MOV-6)
        rules.start_at[standee] = space if starts else PLACE_OF["e5"]
    for outlaw in rules.members[rules.seat_standees[OUTLAWS]][:2]:
        if chooser.random() < 0.3:
            g.relocate(outlaw, chooser.choice(CORNER))
    for space in chooser.sample(CORNER, 2):
        if not g.standees_on[space] and chooser.random() < 0.8:
            g.blocked |= 1 << space
    g.stack = [task]
    return g


def left(rules: Rules, g: State, starters: int) -> int:
    """How many are off their start spaces."""
    return sum(g.standee_at[s] != rules.start_at[s] for s in rules.members[starters])


def results(rules: Rules, g: State, starters: int) -> set[int]:
    """How many may be off at the end, over all ways to go on."""
    if not g.stack:
        return {left(rules, g, starters)}
    found: set[int] = set()
    for choice in legal(rules, g, g.stack[-1].seat):
        after = State(g)
        apply(rules, after, g.stack[-1].seat, choice)
        found |= results(rules, after, starters)
    return found


def outcomes(rules: Rules, g: State, starters: int) -> dict[int, int]:
    """Choice -> the most that may be off at the end after it."""
    found: dict[int, int] = {}
    for choice in legal(rules, g, SHERIFF):
        after = State(g)
        apply(rules, after, SHERIFF, choice)
        found[choice] = max(results(rules, after, starters))
    return found


@pytest.mark.parametrize("movement", MOVEMENTS)
def test_a_choice_is_offered_only_if_as_many_as_possible_can_still_leave(movement: str) -> None:
    """MOV-4, TOOL-4: everybody who can leaves, and nothing is withheld that hinders nobody."""
    op, flags, then = MOVEMENTS[movement]
    free, plain = rules_with(True), rules_with(False)
    chooser = random.Random(movement)
    withheld = 0
    for _ in range(200):
        seed = chooser.getrandbits(30)
        task = Task(op, SHERIFF, free.seat_standees[SHERIFF], flags | LEAVE, then)
        g = crowd(free, random.Random(seed), task)
        same = crowd(plain, random.Random(seed), task)
        starters = g.unmoved
        resolve(free, g)
        resolve(plain, same)
        by_choice = outcomes(plain, same, starters)
        if not by_choice:
            continue
        most = max(by_choice.values())
        assert results(free, g, starters) == {most}
        good = [choice for choice, number in by_choice.items() if number == most]
        withheld += len(good) < len(by_choice)
        if len(good) > 1:
            assert legal(free, g, SHERIFF) == good
    assert withheld
