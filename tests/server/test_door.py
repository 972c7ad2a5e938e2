"""So many connections, and no more; those that ask for nothing go first."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Any

import pytest

from cactustown.server import door
from cactustown.server.door import FEWEST, MOST, Door, most_connections
from cactustown.server.settings import Settings

pytestmark = pytest.mark.anyio
HERE, THERE = "203.0.113.7", "198.51.100.1"


class Caller:
    """A connection; it is its own transport."""

    def __init__(self, door: Door, host: str = HERE) -> None:
        self.door = door
        self.ended = False
        self.late = False
        self.untaken = 0
        self.stayed = door.come(self, self, host)

    def ask(self) -> Caller:
        self.door.asked(self)
        return self

    def is_late(self, now: float) -> bool:
        return self.late

    def unsent(self) -> int:
        return self.untaken

    def end(self) -> None:
        self.ended = True
        self.door.go(self)


async def test_there_is_room_for_so_many() -> None:
    door = Door(most=3, most_from_one=10)
    busy = [Caller(door, f"203.0.113.{n}").ask() for n in range(3)]
    assert not Caller(door).stayed
    door.go(busy[0])
    assert Caller(door).stayed
    assert len(door) == 3


async def test_the_one_that_waited_longest_without_a_question_makes_room() -> None:
    door = Door(most=3, most_from_one=10)
    first, busy, second = Caller(door), Caller(door).ask(), Caller(door)
    assert Caller(door, THERE).stayed
    assert [one.ended for one in (first, busy, second)] == [True, False, False]
    assert len(door) == 3


async def test_an_address_has_room_for_so_many() -> None:
    door = Door(most=100, most_from_one=3)
    own = [Caller(door).ask(), Caller(door), Caller(door).ask()]
    assert Caller(door).ask().stayed  # instead of the one that waited
    assert own[1].ended
    assert not Caller(door).stayed
    assert Caller(door, THERE).stayed


async def test_a_network_counts_as_one_address() -> None:
    door = Door(most=100, most_from_one=2)
    assert [Caller(door, f"2001:db8:1:2::{n}").ask().stayed for n in range(3)] == [
        True,
        True,
        False,
    ]
    assert Caller(door, "2001:db8:1:3::1").stayed


@pytest.mark.parametrize("proxies", [[HERE], ["203.0.113.0/24"], ["*"]])
async def test_a_proxy_speaks_for_many(proxies: list[str]) -> None:
    door = Door(100, 2, proxies)
    assert all(Caller(door).ask().stayed for _ in range(10))


async def test_connections_that_dawdle_are_seen_out() -> None:
    door = Door(most=100, most_from_one=100)
    callers = [Caller(door) for _ in range(3)]
    callers[1].late = True
    door.sweep()
    assert [one.ended for one in callers] == [False, True, False]
    assert len(door) == 2


async def test_nothing_is_kept_of_connections_that_are_gone() -> None:
    door = Door(most=100, most_from_one=100)
    for caller in [Caller(door, f"203.0.113.{n % 5}") for n in range(20)]:
        caller.end()
        door.asked(caller)
        door.go(caller)
    assert len(door) == 0
    assert [*door._here, *door._waiting, *door._oldest] == []


def test_the_cap_lies_below_the_limit_of_open_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def most(files: int, **how: Any) -> int:
        monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
        return most_connections(Settings(database=str(tmp_path / "x.db"), bot_workers=1, **how))

    assert most(256) == 156
    assert most(65_536) == MOST
    assert most(65_536, max_connections=20_000) == 20_000
    assert most(1024, max_connections=20_000) == 924
    assert most(1024, max_connections=50) == 50
    assert most(64) == FEWEST
    assert most(resource.RLIM_INFINITY) == MOST


async def test_answers_that_wait_to_be_taken_do_not_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "MOST_UNTAKEN", 100)
    town = Door(most=100, most_from_one=10)
    slow = Caller(town, THERE)
    slow.untaken = 50
    greedy = [Caller(town) for _ in range(4)]
    for number, caller in enumerate(greedy):
        caller.untaken = 20 + number
    town.sweep()
    assert [caller.ended for caller in greedy] == [False, False, True, True]
    assert not slow.ended
