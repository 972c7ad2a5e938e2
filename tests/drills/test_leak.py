"""Two games that a seat may not tell apart look the same to it on the wire."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cactustown.server import sockets
from tests.drills.inprocess import logged, unlimited
from tests.drills.pairs import ACTIONS, PLANTED, Pair, two_sides
from tests.drills.twins import nonce

pytestmark = pytest.mark.anyio
BATCHES = 5
PAIRS = 100  # a batch
STEPS = 12
HINTED = 12  # pairs
TRIED = 12


def seed_of(number: int) -> str:
    """A seed that is easily found wherever it is told."""
    return f"5eed{number:04x}" * 8


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_twins_are_told_alike(
    batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "FIRST_SECONDS", 600)  # two games at once, on a slow machine
    done: Counter[str] = Counter()
    numbers = range(batch * PAIRS, (batch + 1) * PAIRS)
    with logged(unlimited(tmp_path)) as log:
        async with two_sides(tmp_path) as sides:
            for number in numbers:
                pair = Pair(sides, number, seed_of(number))
                await pair.run(STEPS)
                done += pair.done
                done["frames"] += pair.compared
    assert set(ACTIONS) <= set(done)
    assert done["frames"] > 10 * PAIRS
    lines = log.getvalue()
    assert "error" not in lines
    assert PLANTED not in lines.replace("set-cookie", "")
    for number in numbers:
        assert seed_of(number) not in lines
        assert nonce(seed_of(number)) not in lines


async def test_twins_are_given_the_same_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is hidden, and whatever others choose in secret meanwhile."""
    monkeypatch.setattr(sockets, "FIRST_SECONDS", 600)
    done: Counter[str] = Counter()
    async with two_sides(tmp_path) as sides:
        for number in range(BATCHES * PAIRS, BATCHES * PAIRS + HINTED):
            pair = Pair(sides, number, seed_of(number))
            await pair.run(3, {"hint": 2, "move": 1, "silent": 1})
            done += pair.done
    assert done["hint"] > HINTED // 2


async def test_twins_may_try_the_same_cards_with_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is hidden, and whatever others plan in secret meanwhile."""
    monkeypatch.setattr(sockets, "FIRST_SECONDS", 600)
    done: Counter[str] = Counter()
    async with two_sides(tmp_path) as sides:
        for number in range(BATCHES * PAIRS, BATCHES * PAIRS + TRIED):
            pair = Pair(sides, number, seed_of(number))
            await pair.run(4, {"try_cards": 2, "move": 1, "silent": 1})
            done += pair.done
    assert done["try_cards"] > TRIED // 3
