"""Games play out as they did: a difference is a changed rule or a mistake."""

from __future__ import annotations

import difflib

import pytest

from tests.golden.playthrough import GAMES, HERE, play


@pytest.mark.parametrize("name", GAMES)
def test_the_play_through_is_as_it_was(name: str) -> None:
    kept = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    now = play(name).splitlines()
    if kept != now:
        changes = list(difflib.unified_diff(kept, now, "kept", "now", lineterm="", n=2))
        pytest.fail("\n".join(["(make golden writes it anew)", *changes[:40]]))
