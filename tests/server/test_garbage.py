"""Garbage is collected when nobody waits, and sooner or later in any case."""

from __future__ import annotations

import gc

import pytest

from cactustown.server import garbage

pytestmark = pytest.mark.anyio


class Days:
    """A clock, and what the collector was told to do."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.used = 1000.0
        self.did: list[str] = []
        for name in ("collect", "freeze", "set_threshold"):
            monkeypatch.setattr(gc, name, lambda *_, name=name: self.did.append(name))
        self.sweeper = garbage.Sweeper(lambda: self.used, lambda: self.now)

    async def sweeps(self, after: float, used: float) -> bool:
        """Whether it sweeps so many seconds later, so many seconds after the last command."""
        self.now += after
        self.used = self.now - used
        self.did.clear()
        await self.sweeper.look()
        return bool(self.did)


async def test_it_waits_for_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    await days.sweeper.look()
    assert days.did == ["collect", "freeze", "set_threshold"]
    assert not await days.sweeps(after=1, used=10)
    assert not await days.sweeps(after=garbage.OFTEN_SECONDS, used=0.01)
    assert await days.sweeps(after=1, used=1)
    assert not await days.sweeps(after=1, used=1)


async def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    await days.sweeper.look()
    assert await days.sweeps(after=garbage.LATEST_SECONDS, used=0)
