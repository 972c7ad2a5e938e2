"""One game between bots: it answers for those who play, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cactustown.engine.errors import NobodyPlays
from cactustown.engine.machine import Rules
from cactustown.lab import sim
from cactustown.lab.play import bots_at, play_game, rules_for
from cactustown.rules.ops import ASK_REROLL, DICE_BUILDING
from cactustown.rules.options import Options

SOLO = Options(("outlaws",), "gunslinger", solo=True, alternative=("dice",))


@pytest.fixture
def careless_rules() -> Iterator[Rules]:
    """Rules that ask whoever begins a duel to roll again, the automa included."""
    rules, _ = rules_for(SOLO, "e1", {})
    kept = rules.ops[DICE_BUILDING]
    rules.ops[DICE_BUILDING] = rules.ops[ASK_REROLL]
    yield rules
    rules.ops[DICE_BUILDING] = kept


def test_a_bot_does_not_answer_for_an_automa(careless_rules: Rules) -> None:
    """SOLO-10: at a table nobody could, and the game would hang."""
    with pytest.raises(NobodyPlays, match=r"waits for ranger, whom nobody plays, .*'reroll'"):
        play_fifty(careless_rules)


def play_fifty(rules: Rules) -> None:
    for seed in range(50):
        play_game(rules, bots_at(["random", "random"], seed), seed)


@pytest.mark.usefixtures("careless_rules")
@pytest.mark.parametrize("saved", [False, True])
def test_a_series_says_which_game_waited(saved: bool, tmp_path: Path) -> None:
    save = tmp_path if saved else None
    series = sim.Series(SOLO, ("random", "random"), 30, edition="e1", save=save)
    told = sim.run(series)
    assert told.problems
    assert all("NobodyPlays" in problem for problem in told.problems)


def test_solo_games_in_a_dice_building_are_played_to_their_end() -> None:
    told = sim.run(sim.Series(SOLO, ("random", "random"), 30))
    assert not told.problems
    assert told.finished == 30
