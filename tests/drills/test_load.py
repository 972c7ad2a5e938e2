"""A slice of `make load`: fifty games at once, without an error and without a gap."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills import load

pytestmark = pytest.mark.anyio


async def test_fifty_games_at_once(tmp_path: Path) -> None:
    figures = await load.drill(games=50, seconds=5, rate=50, seed=1, folder=tmp_path)
    assert figures.errors == {}
    assert figures.sockets == 200
    assert len(figures.acks) > 0
