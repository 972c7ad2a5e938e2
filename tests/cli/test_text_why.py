"""The terminal says why an icon of the card turned up cannot be chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.text import Text
from typer.testing import CliRunner

from cactustown.cli.app import app
from cactustown.cli.text.answer import NotUnderstood, understand
from cactustown.cli.text.why import REASONS, not_offered, reason_sentence
from cactustown.conform import parse_cases
from cactustown.conform.run import Player
from cactustown.game import Game
from cactustown.seatview import ReasonView, SeatView
from tests.rules.test_reasons import codes

SCENE = """
edition e1
case    Rustling with nobody to capture
rules   ROUND-6
parties outlaws hunters
first   hunters
outlaws jail e5(stunned) a5
hunters c3 c4
plan    hunters: rustle trail stalk
asked   hunters: icon
"""


@pytest.fixture
def rustling() -> SeatView:
    (case,) = parse_cases(SCENE, "here.case")
    return Player(case).game.view("hunters")


def test_there_are_words_for_every_reason() -> None:
    assert set(REASONS) == codes()


def test_what_cannot_be_chosen_is_told_with_the_reason(rustling: SeatView) -> None:
    """ROUND-6."""
    (line,) = [Text.from_markup(line).plain for line in not_offered(rustling)]
    told = "CAPTURE Outlaw 2 lies stunned at e5, where nobody of yours stands (ACT-4)."
    assert line == told
    with pytest.raises(NotUnderstood, match="Outlaw 2 lies stunned at e5"):
        understand(rustling, "Capture")
    with pytest.raises(NotUnderstood, match="none of the choices"):
        understand(rustling, "sing")
    assert understand(rustling, "release") == "release"


def test_sentences_agree_with_who_they_are_about(rustling: SeatView) -> None:
    def told(code: str, rule: str, *who: str, by: tuple[str, ...] = ()) -> str:
        reason = ReasonView(code, rule, list(who), list(by), ["c3"], ["bank"], "outlaws", None, 3)
        return Text.from_markup(reason_sentence(rustling, reason)).plain

    one, two = "hunter-1", "hunter-2"
    assert told("lies", "ROUND-8", one) == "Hunter 1 lies stunned (ROUND-8)."
    assert told("lies", "ROUND-8", one, two) == "Hunter 1 and hunter 2 lie stunned (ROUND-8)."
    assert told("deadlocked", "MOV-5", one, by=("outlaw-1", "outlaw-2")).startswith(
        "Outlaw 1 and outlaw 2 keep hunter 1 from running at c3"
    )
    assert told("holds_no_targets", "RAN-7") == "Outlaws hold no target card (RAN-7)."
    assert told("needs_players", "ROUND-7") == "That takes 3 or more players (ROUND-7)."
    assert told("no_target_here", "ACT-2", one).startswith("Hunter 1 is at the Bank, no target")


def test_whoever_plays_reads_it_under_the_choices(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    options = ["play", "--text", "--parties", "sheriff,outlaws", "--me", "outlaws"]
    options += ["--bots", "random", "--seed", "4", "--save", str(save)]
    typed = ("1 2 4\n\n" + "1\n" * 6) * 30
    result = CliRunner().invoke(app, options, input=typed, env={"COLUMNS": "400"})
    assert Game.load(save).moves
    assert re.search(r"^PLUNDER Outlaw \d .*\(ACT-2\)\.", result.output, re.MULTILINE)
