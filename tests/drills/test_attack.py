"""A slice of `make attack`: limits, closes and refusals; times are for the whole drill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills.attack import Attack, attacked, known

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("attack", known(), ids=lambda attack: attack.name)
async def test_is_held_off(attack: Attack, tmp_path: Path) -> None:
    figures = await attacked(attack, tmp_path, full=False)
    assert figures.wrong() == []
