"""Levers: a design in which each is judged by itself, and effects that are really there."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cactustown.content import CURRENT_EDITION
from cactustown.engine.errors import BadContent
from cactustown.lab.intervals import is_noise
from cactustown.lab.laboratory import Trial
from cactustown.lab.levers import Effects, design, laid_over, measure, pulled, read_levers
from cactustown.rules.options import Options

TWO = Options(("sheriff", "outlaws"), round_limit=60)
ARMED: dict[str, Any] = {
    "card": {
        "outlaws": {name: {"second_shot": 9} for name in ("ride", "shadows", "gunfight", "heist")}
    }
}
IDLE: dict[str, Any] = {"start": {"dancer": {"spaces": ["c5"]}}}  # she does not play


@pytest.mark.parametrize("levers", [1, 2, 3, 8, 14])
def test_every_lever_is_judged_by_itself(levers: int) -> None:
    """Pulled in half of the runs, and in half of those in which any two others are alike."""
    runs = design(levers)
    assert not any(runs[0])
    signs = [[1 if run[lever] else -1 for run in runs] for lever in range(levers)]
    for lever in range(levers):
        assert sum(signs[lever]) == 0
        for a, b in combinations([n for n in range(levers) if n != lever], 2):
            mixed = sum(x * y * z for x, y, z in zip(signs[lever], signs[a], signs[b], strict=True))
            assert mixed == 0
    for a, b in combinations(range(levers), 2):
        assert sum(x * y for x, y in zip(signs[a], signs[b], strict=True)) == 0


def test_an_effect_is_found_where_there_is_one() -> None:
    levers = {"armed": ARMED, "idle": IDLE}
    (effects,) = measure([Trial("two", TWO, "random", 400)], levers)
    assert sum(effects.games) == 400
    assert effects.effect(0, "outlaws") > 2 * effects.error
    assert effects.effect(0, "outlaws") == pytest.approx(-effects.effect(0, "sheriff"), abs=0.1)
    assert effects.effect(1, "outlaws") == 0  # the same deals, the same games
    assert 0 < effects.share("outlaws") < 1


def test_an_effect_that_is_none_lies_in_an_interval_that_holds_none() -> None:
    (effects,) = measure([Trial("two", TWO, "random", 400)], {"armed": ARMED, "idle": IDLE})
    low, high = effects.interval(0, "outlaws")
    assert 0 < low < effects.effect(0, "outlaws") < high
    assert not is_noise((low, high))
    low, high = effects.interval(1, "outlaws")
    assert low < 0 < high
    assert is_noise((low, high))


def test_nothing_played_is_noise() -> None:
    nothing = Effects(Trial("two", TWO, "random", 400), design(1))
    assert is_noise(nothing.interval(0, "outlaws"))


def test_processes_change_nothing() -> None:
    trial = Trial("two", TWO, "random", 40)
    alone, together = (measure([trial], {"armed": ARMED}, jobs) for jobs in (1, 2))
    assert alone[0].wins == together[0].wins


def test_two_levers_cannot_change_the_same_thing() -> None:
    other = {"card": {"outlaws": {"ride": {"second_shot": 3}}}}
    with pytest.raises(BadContent, match=r"card\.outlaws\.ride\.second_shot"):
        pulled([ARMED, other])
    assert pulled([other, IDLE]) == {**other, **IDLE}
    assert other == {"card": {"outlaws": {"ride": {"second_shot": 3}}}}  # as it was
    with pytest.raises(BadContent, match="two levers change"):
        pulled([other, other])


def test_a_lever_may_change_what_the_content_file_says() -> None:
    own = {"card": {"outlaws": {"ride": {"second_shot": 3}, "heist": {"second_shot": 3}}}}
    both = laid_over(own, {"card": {"outlaws": {"ride": {"second_shot": 5}}}})
    assert both == {"card": {"outlaws": {"ride": {"second_shot": 5}, "heist": {"second_shot": 3}}}}
    assert own["card"]["outlaws"]["ride"] == {"second_shot": 3}  # as it was
    trial = Trial("sheriff+outlaws", TWO, "random", 4, 0, CURRENT_EDITION, own)
    (effects,) = measure([trial], {"armed": ARMED})
    assert effects.games == [2, 2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing else"),
        ("[card.sheriff.posse]\nsecond_shot = 1", "nothing else"),
        ("lever = 3", "nothing else"),
        ("[lever]\nshots = 3", "should be a table"),
        ("[lever", "not TOML"),
    ],
)
def test_a_file_that_holds_no_levers_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "levers.toml"
    file.write_text(text)
    with pytest.raises(BadContent, match=reason):
        read_levers(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="cannot be read"):
        read_levers(tmp_path / "none.toml")
