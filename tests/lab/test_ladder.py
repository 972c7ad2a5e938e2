"""The ladder: who meets whom, what is asked of each rung, and the page that tells it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cactustown.bots import BOTS
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.lab import ladder_page
from cactustown.lab.arena import Deal, Result, play
from cactustown.lab.intervals import Score
from cactustown.lab.ladder import (
    BOUNDS,
    BUDGETS,
    FOUR,
    MET,
    MISSED,
    OPEN,
    QUICK_GAMES,
    STANDARD,
    TWO,
    Plan,
    anchor,
    default_rungs,
    find,
    rungs_of,
    verdicts,
)

RUNGS = ("random", "hasty", "greedy", "wily", "schemer:1000")


def made_up(plan: Plan) -> list[Result]:
    """Results in which A wins three of four games, without playing."""
    results = [Result(match) for match in plan.matches]
    for result in results:
        players = result.match.games_a_deal
        for number in range(result.match.deals):
            result.add(Deal(number, tuple(2 if (number + at) % 4 else 0 for at in range(players))))
    return results


def test_every_rung_meets_the_next_and_the_next_but_one() -> None:
    plan = Plan(RUNGS, budgets=())
    neighbours = [
        *(("hasty", "random"), ("greedy", "hasty"), ("wily", "greedy")),
        ("schemer:1000", "wily"),
    ]
    further = [("greedy", "random"), ("wily", "hasty"), ("schemer:1000", "greedy")]
    assert plan.pairs == [
        *((*pair, parties) for pair in neighbours for parties in STANDARD),
        *((*pair, TWO) for pair in further),
    ]
    assert len(plan.matches) == len(plan.pairs)


def test_bounds_say_how_many_games_are_played() -> None:
    games = {(m.a, m.b, m.options.parties): m.games for m in Plan(RUNGS, games=100).matches}
    assert games["hasty", "random", TWO] == 1000
    assert games["wily", "greedy", TWO] == 2000
    assert games["schemer:1000", "wily", FOUR] == 600
    assert games["wily", "hasty", TWO] == 100
    assert all(games[b.a, b.b, b.parties] == b.games for b in BOUNDS)


def test_the_curve_shares_what_the_ladder_plays_anyway() -> None:
    plan = Plan(RUNGS, games=100, curve_games=200)
    matches = [m for m in plan.matches if m.a.startswith("schemer") and m.b == "wily"]
    of_two = {m.a: m.games for m in matches if m.options.parties == TWO}
    assert of_two == {"schemer:1000": 600, "schemer:250": 200, "schemer:4000": 200}
    assert Plan(("random", "greedy")).curve_budgets == ()


def test_every_budget_meets_the_one_before() -> None:
    plan = Plan(RUNGS, games=100, curve_games=201)
    steps = {
        (m.a, m.b): (m.games, m.options.parties)
        for m in plan.matches
        if m.a.startswith("schemer") and m.b.startswith("schemer")
    }
    assert steps == {
        ("schemer:1000", "schemer:250"): (51, TWO),
        ("schemer:4000", "schemer:1000"): (51, TWO),
    }
    assert Plan(RUNGS[:4]).steps == []
    assert Plan(RUNGS, quick=True).steps == []


def test_a_step_that_is_a_pair_of_rungs_is_played_once() -> None:
    plan = Plan(("wily", "schemer:250", "schemer:1000"), games=80, curve_games=40)
    met = [m.games for m in plan.matches if (m.a, m.b) == plan.steps[0] and len(m.parties) == 2]
    assert met == [80]


def test_a_quick_ladder_is_small() -> None:
    plan = Plan(RUNGS[:4], games=10, quick=True)
    assert {m.options.parties for m in plan.matches} == {TWO, FOUR}
    assert {m.games for m in plan.matches} == {10}
    assert len(plan.matches) == 6
    assert all(not name.startswith("schemer") for name in default_rungs(quick=True))
    assert len(default_rungs()) == len(BOTS)


def test_a_small_slice_of_the_ladder_keeps_its_bounds() -> None:
    """The quick ladder of all cheap bots: nothing is refuted, the lowest rung is beyond doubt."""
    plan = Plan(default_rungs(quick=True), games=QUICK_GAMES, quick=True)
    plan.check()
    results = [Result(match) for match in plan.matches]
    play(results)
    found = {(bound.a, bound.b, bound.parties): verdict for bound, _, verdict in verdicts(results)}
    assert len(found) == 2 * (len(plan.rungs) - 1)
    assert MISSED not in found.values()
    assert found["hasty", "random", TWO] == found["hasty", "random", FOUR] == MET


def test_a_bound_is_met_open_or_missed() -> None:
    bound = replace(BOUNDS[0], at_least=0.5)
    assert bound.verdict(Score(100, 140)) == MET
    assert bound.verdict(Score(100, 100)) == OPEN
    assert bound.verdict(Score(100, 60)) == MISSED


@pytest.mark.parametrize(
    ("rungs", "reason"),
    [
        (("random",), "two bots or more"),
        (("random", "random"), "named twice"),
        (("random", "genius"), "there is no bot 'genius'"),
    ],
)
def test_what_is_no_ladder_is_refused(rungs: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        Plan(rungs).check()


def test_rungs_are_named_by_commas() -> None:
    assert rungs_of(" random, greedy ") == ("random", "greedy")
    with pytest.raises(BadOptions, match="there is no bot"):
        rungs_of("random,genius")


def test_the_page_tells_everything(tmp_path: Path) -> None:
    plan = Plan(RUNGS, games=8)
    results = made_up(plan)
    out = tmp_path / "docs" / "ladder.md"
    page, picture = ladder_page.write(plan, results, "cactustown ladder --games 8", out)
    text = page.read_text("utf-8")
    assert "```\ncactustown ladder --games 8\n```" in text
    assert "Not finished" not in text
    for rung in RUNGS:
        assert f"| `{rung}` |" in text
    assert "4,000 iterations a decision" in text
    assert text.count("≥ ") == len(BOUNDS)
    assert text.split("## By party")[1].count("` over `") == len(plan.pairs)
    steps = text.split("Each budget against the one before:")[1].split("## ")[0]
    assert "| `schemer:4000` | `schemer:1000` | 50 |" in steps
    assert "| `schemer:1000` | `schemer:250` | 50 |" in steps
    assert "![Share of games won over iterations a decision](ladder.svg)" in text
    assert text == ladder_page.page(plan, results, "cactustown ladder --games 8", picture.name)
    drawn = ElementTree.fromstring(picture.read_text("utf-8"))
    circles = [part for part in drawn.iter() if part.tag.endswith("circle")]
    assert len(circles) == len(plan.budgets)


def test_the_search_is_known_by_its_level_too() -> None:
    plan = Plan(("greedy", "normal", "hard", "schemer:2000"))
    assert plan.yardstick == "normal"
    assert plan.curve_budgets == BUDGETS
    assert Plan(("easy", "normal")).curve_budgets == ()


def test_ratings_begin_with_the_lowest_rung_that_has_played(tmp_path: Path) -> None:
    plan = Plan(("random", "greedy", "wily"), games=8)
    met = [result for result in made_up(plan) if result.match.b == "greedy"]
    assert anchor(plan, made_up(plan)) == "random"
    assert anchor(plan, met) == "greedy"
    (page,) = ladder_page.write(plan, met, "cactustown ladder", tmp_path / "ladder.md")
    text = page.read_text("utf-8")
    assert "| `greedy` | its own | 0 | - |" in text
    assert "**Not finished**" in text  # of other matches nothing was played


def test_a_page_of_a_stopped_run_says_so(tmp_path: Path) -> None:
    plan = Plan(("random", "greedy"), games=8)
    results = made_up(plan)
    del results[0].deals[0]
    (page,) = ladder_page.write(plan, results, "cactustown ladder", tmp_path / "ladder.md")
    assert "**Not finished**" in page.read_text("utf-8")
    assert find(results, "greedy", "random", TWO) is results[0]
    results[0].deals.clear()
    assert find(results, "greedy", "random", TWO) is None
    with pytest.raises(BadFile, match="cannot be written"):
        ladder_page.write(plan, results, "cactustown ladder", tmp_path)


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("greedy", "its own"),
        ("schemer:2000", "2,000 iterations a decision"),
        ("schemer:0.5s", "0.5 s a decision"),
    ],
)
def test_budgets_are_told_in_words(bot: str, told: str) -> None:
    assert ladder_page.budget(bot) == told
