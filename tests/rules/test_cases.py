"""Plays every rule case, and checks that bad ones are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.conform import Case, parse_cases, run_case
from cactustown.engine.errors import BadCase
from tests.rules.coverage import ROOT

CASES = [
    case
    for file in sorted(ROOT.glob("cases/**/*.case"))
    for case in parse_cases(file.read_text("utf-8"), str(file.relative_to(ROOT)))
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    failure = run_case(case)
    assert failure is None, f"line {failure.line}: {failure.problem}"


def test_there_are_at_least_200() -> None:
    assert len(CASES) >= 200


def test_titles_are_distinct() -> None:
    titles = [case.title for case in CASES]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


HEAD = "edition e1\ncase    A title\nrules   MOV-1\nparties sheriff outlaws\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("case A\n", "name the content edition first"),
        ("edition e1\nrules MOV-1\n", "above the first case"),
        (HEAD + "edition e1\n", "the edition is named once"),
        (HEAD.replace("A title", ""), "a title"),
        (HEAD.replace("rules   MOV-1\n", "") + "expect no winner", "names the rules"),
        (HEAD.replace("parties sheriff outlaws\n", "") + "expect no winner", "names its parties"),
        (HEAD, "expects something"),
        (HEAD + "hunters c3\nexpect no winner", "what is 'hunters'"),
        (HEAD + "expect no winner\nround 3", "belongs above the first step"),
    ],
)
def test_a_case_that_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadCase, match=reason):
        parse_cases(text, "here.case")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("sheriff c3\nexpect no winner", "3 standees, 1 places"),
        ("sheriff c9 a1 a2\nexpect no winner", "'c9' is no space"),
        ("sheriff c1(drunk) a1 a2\nexpect no winner", "say stunned or plunder"),
        ("outlaws captive a1 a2\nexpect no winner", "say whose"),
        ("plan sheriff: posse posse patrol\nexpect no winner", "three different cards"),
        ("plan sheriff posse\nexpect no winner", "write it as: plan PARTY:"),
        ("up c4 castle\nexpect no winner", "there is no building 'castle'"),
        ("up c4 bank, c5 bank\nexpect no winner", "a building stands twice"),
        ("tokens sheriff: trap\nexpect no winner", "no trap is left"),
        ("phase lunch\nexpect no winner", "planning, event or action"),
        ("deal\nround 3\nexpect no winner", "says nothing else"),
        ("round three\nexpect no winner", "should be a number"),
        ("first dancer\nexpect no winner", "there is no party 'dancer'"),
        ("dice sheriff 7\nexpect no winner", "from 1 to 6"),
        ("dice sheriff 6\nexpect no winner", "dice were named that nobody rolled"),
        ("expect the sun shines on a1", "cannot read the expectation"),
        ("expect winner sheriff", "the result is open"),
        ("expect sheriff at a1", "sheriff is at c3, not a1"),
        ("expect c3 down", "c3 is face up"),
        ("expect hunters has trap", "there is no party"),
        ("expect event moved standee=sheriff", "no such event"),
        ("asked outlaws: icon", "asked is sheriff"),
        ("asked sheriff: lunch", "is asked 'run', not 'lunch'"),
        ("asked nobody", "sheriff is asked"),
        ("offers sheriff: stay", "sheriff is not offered: stay"),
        ("offers sheriff with: stay", "not offered: stay"),
        ("offers sheriff without: run sheriff c3-c4", "is offered: run sheriff c3-c4"),
        ("offers sheriff: run sheriff c3-c4", "is also offered"),
        ("offers sheriff maybe: stay", "offers PARTY:"),
        ("offers dancer: stay", "'dancer' does not play"),
        ("refused sheriff: run sheriff c3-c4", "should be refused and was played"),
        ("refused outlaws: stay because of the weather", "the reason given is"),
        ("> sheriff: run sheriff c3-e3\nexpect no winner", "cannot choose 'run sheriff c3-e3'"),
        ("view sheriff: round", "write it as PATH = VALUE"),
        ("view sheriff: round = 9", "round = 1"),
        ("view sheriff: moon.phase = full", "nothing at moon.phase"),
        ("undo sheriff\nexpect no winner", "nothing to take back"),
        ("mode hard\nexpect no winner", "basic, gunslinger"),
        ("reading 3\nexpect no winner", "there is no reading 3"),
        ("phase planning\nwhy sheriff jail: jail_empty", "in its way: nobody_lies ACT-1"),
        ("phase planning\nwhy sheriff jail: nothing", "in its way: nobody_lies ACT-1"),
        ("phase planning\nwhy sheriff jail: nobody_lies ACT-2", "in its way: nobody_lies ACT-1"),
        ("phase planning\nwhy sheriff jail certain: nobody_lies", "that is so only now"),
        ("phase planning\nwhy sheriff run: nobody_lies", "in its way: nothing"),
        ("phase planning\nwhy sheriff dance: nothing", "no card with dance"),
        ("phase planning\nwhy sheriff run on heist: nothing", "no card with run"),
        ("phase planning\nwhy sheriff jail: Nobody!", "write it as why PARTY ICON"),
        ("phase planning\nwhy sheriff: nobody_lies", "write it as why PARTY ICON"),
        ("why sheriff jail: nobody_lies", "no card with jail"),
    ],
)
def test_a_case_that_does_not_hold_says_why(lines: str, reason: str) -> None:
    failure = run_case(parse_cases(HEAD + lines, "here.case")[0])
    assert failure is not None
    assert reason in failure.problem


def test_files_and_folders(tmp_path: Path) -> None:
    from cactustown.conform.run import run_files

    (tmp_path / "good.case").write_text(HEAD + "expect no winner\n")
    (tmp_path / "wrong.case").write_text(HEAD + "expect winner sheriff\n")
    (tmp_path / "broken.case").write_text("nonsense\n")
    passed, failures = run_files([tmp_path])
    assert passed == 1
    assert len(failures) == 2
    with pytest.raises(BadCase, match="no such file"):
        run_files([tmp_path / "nowhere"])
