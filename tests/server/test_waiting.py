"""The line before the bots' processes: hosts take turns, and tables in sight go first."""

from __future__ import annotations

import asyncio

import pytest

from cactustown.server.waiting import Asker, Line

pytestmark = pytest.mark.anyio


class Day:
    """Askers at one line; whoever has a place keeps it until told to go."""

    def __init__(self, places: int = 1) -> None:
        self.line = Line(places)
        self.served: list[str] = []
        self._here: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name: str, host: str, watched: bool = True) -> None:
        self._tasks[name] = asyncio.create_task(self._wait(name, Asker(host, name, watched)))
        await settle()

    async def _wait(self, name: str, asker: Asker) -> None:
        async with self.line.place(asker):
            self.served.append(name)
            await self._here.setdefault(name, asyncio.Event()).wait()

    async def go(self, name: str) -> None:
        self._here.setdefault(name, asyncio.Event()).set()
        await settle()

    async def lose_patience(self, name: str) -> None:
        self._tasks[name].cancel()
        await settle()

    async def all_served(self) -> list[str]:
        for _ in range(len(self._tasks)):
            for name in list(self.served):
                await self.go(name)
        return self.served


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_host_with_many_tables_keeps_nobody_waiting_for_more_than_one() -> None:
    day = Day()
    for number in range(5):
        await day.come(f"hog {number}", "hog")
    await day.come("ann", "ann")
    await day.come("bea", "bea")
    await day.go("hog 0")
    assert await day.all_served() == ["hog 0", "ann", "bea", "hog 1", "hog 2", "hog 3", "hog 4"]


async def test_hosts_take_turns() -> None:
    day = Day()
    for number in range(3):
        for host in ("ann", "bea", "cid"):
            await day.come(f"{host} {number}", host)
    served = await day.all_served()
    assert [name.split()[0] for name in served] == ["ann", "bea", "cid"] * 3


async def test_a_host_without_a_place_goes_before_one_that_has_some() -> None:
    day = Day(2)
    for number in range(3):
        await day.come(f"hog {number}", "hog")
    await day.come("ann 0", "ann")
    await day.come("ann 1", "ann")
    await day.go("hog 0")
    assert day.served == ["hog 0", "hog 1", "ann 0"]
    await day.go("hog 1")
    assert day.served[3:] == ["hog 2"]


async def test_tables_somebody_looks_at_go_first() -> None:
    day = Day()
    await day.come("first", "hog", watched=False)
    await day.come("unseen", "ann", watched=False)
    await day.come("hog 1", "hog")
    await day.come("hog 2", "hog")
    await day.go("first")
    assert await day.all_served() == ["first", "hog 1", "hog 2", "unseen"]


async def test_an_asker_who_loses_patience_leaves_the_line_and_no_trace() -> None:
    day = Day()
    for name in ("a", "b", "c"):
        await day.come(name, name)
    await day.lose_patience("b")
    await day.lose_patience("a")
    assert day.served == ["a", "c"]
    await day.go("c")
    await day.come("d", "d")
    assert day.served == ["a", "c", "d"]
    await day.go("d")
    line = day.line
    assert not line._waiting
    assert not line._tables
    assert not line._latest
    assert not +line._served


async def test_an_asker_who_is_called_and_goes_at_once_gives_the_place_back() -> None:
    day = Day()
    await day.come("a", "a")
    await day.come("b", "b")
    day._here["a"].set()
    await asyncio.sleep(0)  # a goes and calls b, which has not noticed yet
    await day.lose_patience("b")
    await day.come("c", "c")
    assert day.served[-1] == "c"


async def test_the_tables_of_a_host_are_counted_once_each() -> None:
    line = Line(1)
    async with line.place(Asker("hog", "one")):
        waiting = [
            asyncio.create_task(_place(line, Asker("hog", table))) for table in ("one", "two")
        ]
        await settle()
        assert line.tables("hog") == 2
        assert line.tables("ann") == 0
    await asyncio.gather(*waiting)
    assert line.tables("hog") == 0


async def _place(line: Line, asker: Asker) -> None:
    async with line.place(asker):
        pass
