"""Whole finished games, kept: they must replay for ever, under the rules and content they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.game import read_journal, replay
from cactustown.rules.build import chosen_modules
from cactustown.rules.catalogue import MODULES
from cactustown.rules.options import options_from_json

FINISHED = sorted((Path(__file__).parent / "finished").glob("*.json"))


@pytest.mark.parametrize("file", FINISHED, ids=lambda file: file.stem)
def test_a_finished_game_replays(file: Path) -> None:
    journal = read_journal(file)
    *_, (game, _) = replay(journal)
    assert game.is_over
    assert game.result == journal.result
    assert game.digest() == journal.digest


def test_they_cover_every_base_set_up() -> None:
    journals = [read_journal(file) for file in FINISHED]
    assert {len(j.options["parties"]) for j in journals} >= {2, 3, 4}
    assert {j.options["mode"] for j in journals} == {"basic", "gunslinger"}
    assert {j.options["programming"] for j in journals} == {"straight", "reverse"}
    assert len({tuple(j.options["parties"]) for j in journals}) >= 7
    assert {j.result for j in journals} >= {"sheriff", "outlaws", "hunters", "dancer"}


def test_they_cover_every_module() -> None:
    """A module must bring a finished game."""
    played: set[str] = set()
    for file in FINISHED:
        options = options_from_json(read_journal(file).options)
        played |= {module.name for module in chosen_modules(options, MODULES)}
    assert played == {module.name for module in MODULES}
