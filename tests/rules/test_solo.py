"""Solo: chance and secrets of the automa, and the options, which rule cases cannot show."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cactustown import BadContent, BadOptions, Game
from cactustown.cli.app import app
from cactustown.content import load_content
from cactustown.engine.machine import apply, legal
from cactustown.engine.spaces import PLACE_NAMES, PLACE_OF
from cactustown.engine.state import State
from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.lab.sim import Series, run
from cactustown.rules.base.setup import blank
from cactustown.rules.ops import HORIZONTAL_SNEAK, RUN, SPRINT
from cactustown.rules.options import Options
from cactustown.rules.solo.automa import walk
from tests.laws.check import check_automa
from tests.laws.walk import new_state, random_choice, rules_for

SOLO = Options(("outlaws",), solo=True)
START = 0b1111
ADVANCED = 0b11110000
MARSHAL = 1 << 8


def test_solo_is_for_the_outlaws_alone() -> None:
    """SOLO-1"""
    for parties in ((), ("sheriff",), ("sheriff", "outlaws"), ("ranger", "outlaws")):
        with pytest.raises(BadOptions, match="solo"):
            Options(parties, solo=True).check()
    with pytest.raises(BadOptions, match="2 to 5"):
        Options(("outlaws",)).check()
    game = Game.new(["outlaws"], solo=True, seed=1)
    assert game.parties == ["ranger", "outlaws"]
    assert game.players == ["outlaws"]


def test_the_deck_grows_and_shrinks_as_the_book_says() -> None:
    """SOLO-3: 4 cards, one advanced more each round to 8, the Marshal, then the lowest goes."""
    rules = rules_for(SOLO)
    chooser = random.Random(1)
    added: Counter[int] = Counter()
    rounds: set[int] = set()
    for seed in range(150):
        g = new_state(rules, seed)
        decks = {g.round: g.hand[0]}
        while g.stack:
            seat, choice = random_choice(rules, g, chooser)
            assert seat == 1
            apply(rules, g, seat, choice)
            decks[g.round] = g.hand[0]
        rounds |= set(decks)
        assert decks[1] == START
        for number in range(2, max(decks) + 1):
            new, old = decks[number], decks[number - 1]
            if number <= 5:
                assert new & old == old
                assert (new & ~old) & ADVANCED
                assert (new & ~old).bit_count() == 1
                added[new & ~old] += 1
            elif number == 6:
                assert new == START | ADVANCED | MARSHAL
            else:
                assert new == old & (old - 1)
        assert g.winner == 0
        assert max(decks) >= 6
    assert len(added) == 4
    assert rounds >= set(range(1, 11))


def test_every_game_ends_by_round_12() -> None:
    """SOLO-9: with three cards left the Marshal is one of the actions."""
    rules = rules_for(SOLO)
    assert rules.automa_deck[1:13] == [4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3]


def placed(ranger: str, *outlaws: str) -> State:
    rules = rules_for(SOLO)
    g = State(None)
    blank(rules, g)
    for standee, space in enumerate((ranger, *outlaws)):
        g.relocate(standee, PLACE_OF[space])
    return g


@pytest.mark.parametrize(
    ("icon", "outlaws", "ends"),
    [
        (RUN, ("a3", "e3", "e5"), {"b3", "d3"}),  # two outlaws as near
        (RUN, ("b4", "e5", "e1"), {"b3", "c4"}),  # two shortest ways to the nearest
        (SPRINT, ("a5", "e1", "e5"), {"a3", "b4", "c5", "c1", "e3", "d2", "d4"}),
        (SPRINT, ("b4", "e5", "e1"), {"b4"}),
        (HORIZONTAL_SNEAK, ("c5", "e3", "a1"), {"d3"}),  # the other nearest one lies north
    ],
)
def test_ties_are_decided_at_random(icon: int, outlaws: tuple[str, ...], ends: set[str]) -> None:
    """SOLO-8"""
    rules = rules_for(SOLO)
    found = set()
    for seed in range(200):
        g = placed("c3", *outlaws)
        g.seed(seed)
        walk(rules, g, 0, icon)
        found.add(PLACE_NAMES[g.standee_at[0]])
    assert found == ends


def test_worlds_know_the_cards_that_were_seen_and_guess_the_others() -> None:
    """INFO-2: which advanced cards came in, what lies where, the second shot card."""
    rules = rules_for(SOLO)
    chooser = random.Random(3)
    g = new_state(rules, 3)
    while g.round < 3:
        seat, choice = random_choice(rules, g, chooser)
        apply(rules, g, seat, choice)
    for seat in range(SPECTATOR, rules.seats):
        own = view(rules, g, seat)
        assert set(own.plan) == {-1}
        assert own.hand[0] == g.hand[0] & g.cards_seen
        decks: set[int] = set()
        slots: list[set[int]] = [set() for _ in range(4)]
        for seed in range(500):
            made = world(rules, own, seed)
            assert made.hand[0] & own.hand[0] == own.hand[0]
            assert made.hand[0].bit_count() == 6
            decks.add(made.hand[0])
            for slot in range(4):
                slots[slot].add(made.plan[slot])
        hidden = g.hand[0] & ~own.hand[0]
        assert hidden
        unseen = ADVANCED & ~g.cards_seen
        everything = {c for c in range(16) if (own.hand[0] | unseen) >> c & 1}
        assert len(decks) > 1
        assert all(slot == everything for slot in slots)


def test_worlds_lay_all_three_cards_of_the_last_round() -> None:
    """SOLO-3: none is left over then, not even where tools are in the game (TOOL-3)."""
    rules = rules_for(Options(("outlaws",), "gunslinger", solo=True, tools=True))
    chooser = random.Random(1)
    worlds = 0
    for seed in range(1000):
        g = new_state(rules, seed)
        while g.stack:
            if g.round == 12:
                made = world(rules, view(rules, g, 1), worlds)
                check_automa(rules, made)
                worlds += 1
            apply(rules, g, *random_choice(rules, g, chooser))
    assert worlds > 20


def test_the_automa_is_never_asked() -> None:
    rules = rules_for(Options(("outlaws",), "gunslinger", solo=True))
    chooser = random.Random(5)
    for seed in range(40):
        g = new_state(rules, seed)
        while g.stack:
            assert not legal(rules, g, 0)
            seat, choice = random_choice(rules, g, chooser)
            apply(rules, g, seat, choice)


def test_a_solo_game_can_be_saved_and_resumed(tmp_path: Path) -> None:
    game = Game.new(["outlaws"], solo=True, seed=9)
    for _ in range(12):
        game.play("outlaws", game.choices("outlaws")[0])
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert again.view("outlaws") == game.view("outlaws")
    assert again.digest() == game.digest()


def test_solo_at_the_terminal(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    typed = ("1 2 3\n\n" + "1\n" * 6) * 100
    options = ["play", "--text", "--solo", "--seed", "4", "--speed", "0", "--save", str(save)]
    result = CliRunner().invoke(app, options, input=typed, env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    assert "The end" in result.output
    assert "automa" in result.output
    assert Game.load(save).is_over


def test_solo_simulations() -> None:
    result = CliRunner().invoke(app, ["sim", "--solo", "--games", "20", "--json"])
    assert result.exit_code == 0, result.output
    assert '"errors": 0' in result.output
    assert '"finished": 20' in result.output


@pytest.mark.parametrize(
    "override",
    [
        {"automa": {"party": "dancer"}},
        {"party": {"ranger": {"goal": {"debts": 2}}}},
        {"party": {"outlaws": {"loser_is": "pushed"}}},
    ],
    ids=["another automa", "another goal", "outlaws who are pushed"],
)
def test_in_a_box_of_ones_own_the_automa_wins_by_its_marshal_and_pushes_nobody(
    override: dict[str, object],
) -> None:
    """SOLO-9, SOLO-10: whoever is the automa, whatever its party wants in other games."""
    tally = run(Series(SOLO, ("random", "random"), 40, override=override))
    assert not tally.problems, tally.problems[0]
    assert tally.finished == 40


@pytest.mark.parametrize(
    ("override", "reasons"),
    [
        ({"solo": {"1": {"target": ["fly"]}}}, ["[solo.1]", "'target'", "fly"]),
        ({"solo": {"1": {"set": "marshal"}}}, ["one Marshal"]),
        ({"automa": {"start": ["c3", "c4"]}}, ["[automa]", "'start'"]),
        ({"automa": {"against": "pirates"}}, ["[automa]", "'against'", "pirates"]),
        ({"automa": {"party": "pirates"}}, ["[automa]", "'party'", "pirates"]),
    ],
)
def test_wrong_solo_cards_are_explained(override: dict[str, object], reasons: list[str]) -> None:
    with pytest.raises(BadContent) as caught:
        load_content(override=override, where="my-box.toml")
    for reason in reasons:
        assert reason in str(caught.value)
