"""Results that are kept: a repeat goes on, and never mixes what does not belong together."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cactustown.bots import LEVELS
from cactustown.engine.errors import BadFile
from cactustown.lab import keep
from cactustown.lab.arena import Deal, Match, Result, play
from cactustown.lab.keep import Keeper, key_of
from cactustown.rules.options import Options

MATCH = Match("random", "random", Options(("sheriff", "outlaws"), round_limit=60), 12)


def play_and_keep(path: Path, match: Match) -> tuple[Result, int]:
    """Plays a match with a file of results; says how many deals had to be played."""
    result = Result(match)
    played = 0

    def told(of: Result, deal: Deal) -> None:
        nonlocal played
        played += 1
        keeper.keep(of, deal)

    with Keeper(path) as keeper:
        keeper.recall([result])
        play([result], told=told)
    return result, played


def test_a_repeat_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "results.jsonl"
    half, played = play_and_keep(file, replace(MATCH, games=6))
    assert played == half.match.deals == 3
    whole, played = play_and_keep(file, MATCH)
    assert played == 3
    assert whole.report() == play_and_keep(tmp_path / "other", MATCH)[0].report()
    again, played = play_and_keep(file, MATCH)
    assert (again.report(), played) == (whole.report(), 0)
    fewer, played = play_and_keep(file, replace(MATCH, games=4))
    assert (fewer.games, played) == (4, 0)


def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole, _ = play_and_keep(file, MATCH)
    text = file.read_text("utf-8")
    file.write_text(text[:-20], "utf-8")
    again, played = play_and_keep(file, MATCH)
    assert played == 1
    assert again.report() == whole.report()
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    "other",
    [
        replace(MATCH, seed=1),
        replace(MATCH, a="greedy"),
        replace(MATCH, options=replace(MATCH.options, mode="gunslinger")),
        replace(MATCH, override={"card": {"sheriff": {"posse": {"second_shot": 2}}}}),
    ],
)
def test_results_of_other_matches_are_left_aside(tmp_path: Path, other: Match) -> None:
    file = tmp_path / "results.jsonl"
    play_and_keep(file, replace(MATCH, games=2))
    with Keeper(file) as keeper:
        assert keeper.recall([Result(other)]) == 0
        assert keeper.left_aside == 1


def second_shot(party: str, card: str, value: int) -> Match:
    return replace(MATCH, override={"card": {party: {card: {"second_shot": value}}}})


def test_cards_of_parties_that_do_not_play_change_nothing() -> None:
    assert key_of(second_shot("dancer", "charm", 6)) == key_of(MATCH)
    assert key_of(second_shot("outlaws", "ride", 6)) != key_of(MATCH)


def test_a_table_of_another_set_up_changes_nothing() -> None:
    shots = {"outlaws": {"ride": 6}}
    ours = {"parties": ["sheriff", "outlaws"], "provenance": "house", "second_shots": shots}
    theirs = {**ours, "parties": ["sheriff", "outlaws", "dancer"]}
    assert key_of(replace(MATCH, override={"setup": {"theirs": theirs}})) == key_of(MATCH)
    assert key_of(replace(MATCH, override={"setup": {"ours": ours}})) != key_of(MATCH)


def test_the_automa_plays_too() -> None:
    solo = replace(MATCH, options=Options(("outlaws",), solo=True))
    for change in ({"automa": {"start": ["c1"]}}, {"solo": {"1": {"value": 6}}}):
        assert key_of(replace(solo, override=change)) != key_of(solo)
    absent = {"card": {"sheriff": {"posse": {"second_shot": 6}}}}
    assert key_of(replace(solo, override=absent)) == key_of(solo)


def test_results_of_another_program_are_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of(MATCH)
    monkeypatch.setattr(keep, "program", lambda: "another")
    assert key_of(MATCH) != before


def test_every_rule_and_bot_counts_but_not_what_the_ladder_said_of_them() -> None:
    named = {f"{path.parent.name}/{path.name}" for path in keep.sources()}
    assert {"engine/machine.py", "base/duel.py", "bots/search.py", "content/load.py"} <= named
    assert "bots/registry.py" in named
    assert "bots/levels.py" not in named


def test_a_level_counts_as_the_bot_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = replace(MATCH, a="easy")
    before = key_of(easy)
    assert before == key_of(replace(MATCH, a=LEVELS["easy"].bot))
    monkeypatch.setitem(LEVELS, "easy", replace(LEVELS["easy"], bot="wily"))
    assert key_of(easy) != before
    monkeypatch.setitem(LEVELS, "easy", replace(LEVELS["normal"], bot="greedy"))
    assert key_of(easy) == before  # a rating changes nothing


def test_a_deal_that_broke_off_is_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with Keeper(file) as keeper:
        keeper.keep(Result(MATCH), Deal(0, (), "broken"))
        keeper.keep(Result(MATCH), Deal(1, (2, 0)))
    (line,) = file.read_text("utf-8").splitlines()
    assert json.loads(line)["deal"] == 1
    assert json.loads(line)["halves"] == [2, 0]


def test_another_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear sheriff,\n", "utf-8")
    with pytest.raises(BadFile, match=r"letter\.txt, line 1: is no result of a deal"):
        Keeper(file)
    assert file.read_text("utf-8") == "Dear sheriff,\n"


@pytest.mark.parametrize("text", ['{"name": "x"}', "Dear sheriff,\nall is well", '{"match'])
def test_only_a_line_of_our_own_is_cut_off(tmp_path: Path, text: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(text, "utf-8")
    if text == '{"match':  # what is left of a result
        with Keeper(file):
            assert file.read_text("utf-8") == ""
    else:
        with pytest.raises(BadFile, match="is no result of a deal"):
            Keeper(file)
        assert file.read_text("utf-8") == text


def test_a_number_beyond_all_bounds_is_no_deal(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text('{"match": "x", "deal": Infinity, "halves": []}\n', "utf-8")
    with pytest.raises(BadFile, match="line 1: is no result of a deal"):
        Keeper(file)


def test_a_name_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: File name too long"):
        Keeper(tmp_path / ("x" * 300))
    with pytest.raises(BadFile, match="cannot"):
        Keeper(tmp_path)
