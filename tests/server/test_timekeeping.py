"""The time of the log, whatever is done to the clocks of the machines it is written on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cactustown.server import protocol as wire
from cactustown.server.bots import BotPool
from cactustown.server.clocks import DAY, LEAST_ON_RETURN, MINUTE, SECOND
from cactustown.server.entries import Clock
from cactustown.server.hub import Hub
from cactustown.server.live import LiveTable
from cactustown.server.store.sqlite import SqliteStore
from cactustown.server.table import Table
from cactustown.server.timekeeping import LONGEST_STEP, MILLISECOND, Timekeeper
from tests.server.tables import ANNA, AT_ONCE, World, owner_of, two_people

pytestmark = pytest.mark.anyio
HOUR = 60 * MINUTE
START = 1_700_000_000_000
JUMPS = pytest.mark.parametrize("jump", [HOUR, -HOUR, 365 * DAY, -365 * DAY], ids=str)


class Machine:
    """A computer's two clocks: one that people set, and one that only goes on."""

    def __init__(self) -> None:
        self.wall = START * MILLISECOND
        self.steady = 5 * MILLISECOND

    def pass_(self, ms: int) -> None:
        self.wall += ms * MILLISECOND
        self.steady += ms * MILLISECOND

    def set_by(self, ms: int) -> None:
        self.wall += ms * MILLISECOND

    def keeper(self) -> Timekeeper:
        return Timekeeper(lambda: self.wall, lambda: self.steady)


class Store(SqliteStore):
    """A store on a machine whose clock is set at will."""

    def __init__(self, path: Path, machine: Machine) -> None:
        super().__init__(path)
        self.machine = machine

    async def time(self) -> int:
        return self.machine.wall // MILLISECOND


class Process(World):
    """A server that looks after its tables when told to."""

    def __init__(self, hub: Hub, store: Store, keeper: Timekeeper) -> None:
        super().__init__(hub, store)
        hub.now = keeper
        self.machine = store.machine

    async def go_on(self, ms: int) -> None:
        """Time passes while it runs."""
        for step in [SECOND] * (ms // SECOND):
            self.machine.pass_(step)
            self.hub.now()
        await self.hub._tick()

    def readings(self, live: LiveTable) -> dict[str, int]:
        return live._table.clocks.readings(live.now())


@asynccontextmanager
async def process(
    folder: Path, machine: Machine, crashes: bool = False, ahead: int = 0
) -> AsyncIterator[Process]:
    """A server on the database in a folder, started and stopped in an orderly way or not."""
    store, pool = Store(folder / "cactustown.db", machine), BotPool(1, 20)
    keeper = machine.keeper()
    hub = Hub(store, pool, AT_ONCE, keeper)
    await store.open()
    await hub.take_up(keeper)
    keeper.set(keeper() + ahead)
    try:
        yield Process(hub, store, keeper)
    finally:
        if crashes:
            await store.close()
        await hub.stop()
        await store.close()
        await pool.close()


def a_seat(live: LiveTable) -> str:
    """Somebody whose clock runs."""
    return live._table.clocks.running[0]


async def replayed(w: World, name: str) -> dict[str, int]:
    """The clocks as the log alone tells them."""
    return Table.from_rows(await w.store.rows(name)).clocks.left


# -- the clock itself


def test_it_goes_on_evenly_when_the_clock_is_set() -> None:
    for jump in (HOUR, -HOUR, 365 * DAY, -365 * DAY):
        machine = Machine()
        now = machine.keeper()
        assert now() == START
        machine.set_by(jump)
        assert now() == START
        for _ in range(100):
            before = now()
            machine.pass_(SECOND)
            assert abs(now() - before - SECOND) <= SECOND // 100
        assert abs(now() - START - 100 * SECOND) <= SECOND


def test_it_follows_a_clock_that_is_set_by_little_by_little() -> None:
    for jump in (MINUTE, -MINUTE):
        machine = Machine()
        now = machine.keeper()
        machine.set_by(jump)
        for _ in range(101 * MINUTE // SECOND):
            machine.pass_(SECOND)
            now()
        assert now() == machine.wall // MILLISECOND


def test_time_in_which_the_process_was_stopped_does_not_pass() -> None:
    machine = Machine()
    now = machine.keeper()
    machine.pass_(8 * HOUR)
    assert now() <= START + 1.01 * LONGEST_STEP // MILLISECOND


def test_once_it_is_set_it_keeps_its_distance() -> None:
    machine = Machine()
    now = machine.keeper()
    now.set(START + HOUR)
    for _ in range(1000):
        machine.pass_(SECOND)
        now()
    assert now() == START + HOUR + 1000 * SECOND


# -- while a server runs


@JUMPS
async def test_setting_the_clock_hands_nobody_over_and_gives_nobody_time(
    tmp_path: Path, jump: int
) -> None:
    machine = Machine()
    async with process(tmp_path, machine) as p:
        live = await two_people(p, clock=Clock("fast"))
        seat = a_seat(live)
        full = p.readings(live)[seat]
        await p.go_on(10 * SECOND)
        machine.set_by(jump)
        await p.go_on(20 * SECOND)
        assert live._table.chair_of(seat).stand_in is None
        assert abs(full - p.readings(live)[seat] - 30 * SECOND) <= 30 * SECOND // 100
        await p.play(live, owner_of(live, seat), seat)
        assert abs(live._table.at - START - 30 * SECOND) <= 30 * SECOND // 100
        await p.go_on(2 * full)
        assert live._table.chairs[0].stand_in or live._table.chairs[1].stand_in


# -- across restarts


@pytest.mark.parametrize("crashes", [False, True])
@pytest.mark.parametrize("jump", [0, HOUR, -HOUR, 365 * DAY, -365 * DAY])
@pytest.mark.parametrize("clock", [Clock("fast"), Clock("relaxed"), Clock("days", 1)])
async def test_nobody_pays_for_the_time_without_a_server(
    tmp_path: Path, clock: Clock, jump: int, crashes: bool
) -> None:
    machine = Machine()
    async with process(tmp_path, machine, crashes) as p:
        live = await two_people(p, clock=clock)
        seat = a_seat(live)
        await p.hub._tick()
        await p.hub.store.serve(p.hub.now())
        await p.go_on(2 * MINUTE)
        before = p.readings(live)[seat]
    machine.pass_(3 * DAY)
    machine.set_by(jump)
    async with process(tmp_path, machine) as p:
        live = await p.hub.table(live.name)
        await p.hub._tick()
        assert live._table.chair_of(seat).stand_in is None
        after = p.readings(live)[seat]
        assert before <= after <= before + (2 * MINUTE if crashes else LEAST_ON_RETURN)
        await p.go_on(10 * SECOND)
        assert p.readings(live)[seat] == after - 10 * SECOND  # and they run on
        await p.play(live, owner_of(live, seat), seat)
        assert await replayed(p, live.name) == live._table.clocks.left


async def test_a_player_about_to_run_out_has_a_moment_to_come_back(tmp_path: Path) -> None:
    machine = Machine()
    async with process(tmp_path, machine) as p:
        live = await two_people(p, clock=Clock("fast"))
        seat = a_seat(live)
        await p.go_on(p.readings(live)[seat] - 2 * SECOND)
    async with process(tmp_path, machine) as p:
        machine.pass_(5 * SECOND)
        await p.hub._tick()
        live = await p.hub.table(live.name)
        assert live._table.chair_of(seat).stand_in is None
        assert p.readings(live)[seat] == LEAST_ON_RETURN
        await p.go_on(LEAST_ON_RETURN)
        assert live._table.chair_of(seat).stand_in is not None


async def test_what_a_server_served_is_charged_though_the_table_was_not_in_memory(
    tmp_path: Path,
) -> None:
    machine = Machine()
    async with process(tmp_path, machine) as p:
        live = await two_people(p, clock=Clock("relaxed"))
        full = p.readings(live)[a_seat(live)]
    async with process(tmp_path, machine) as p:
        live = await p.hub.table(live.name)
        rows = live._table.version
        del p.hub.tables[live.name]
        await p.go_on(5 * MINUTE)
        live = await p.hub.table(live.name)
        assert live._table.version == rows  # it was resumed once, and not again
        assert p.readings(live)[a_seat(live)] == full - 5 * MINUTE


async def test_an_older_database_goes_on(tmp_path: Path) -> None:
    """Nothing is noted there, so all the time since the last move is nobody's."""
    machine = Machine()
    async with process(tmp_path, machine, crashes=True) as p:
        live = await two_people(p, clock=Clock("fast"))
        full = p.readings(live)[a_seat(live)]
        await p.hub.store._write(lambda db: db.execute("DELETE FROM served") and None)  # type: ignore[attr-defined]
    machine.pass_(30 * DAY)
    async with process(tmp_path, machine) as p:
        live = await p.hub.table(live.name)
        await p.hub._tick()
        assert p.readings(live)[a_seat(live)] == full


async def test_that_the_tables_are_looked_after_is_noted_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    monkeypatch.setattr("cactustown.server.hub.NOTE_SECONDS", 0)
    async with process(tmp_path, machine) as p:
        await p.go_on(5 * MINUTE)
        assert await p.hub.store.served() == START + 5 * MINUTE
        await p.hub.store.serve(START)
        assert await p.hub.store.served() == START + 5 * MINUTE


# -- several processes


async def test_another_process_with_a_wrong_clock_stops_nobodys(tmp_path: Path) -> None:
    """The other one's is an hour ahead: with its move a table goes on by its time, and evenly."""
    machine = Machine()
    async with process(tmp_path, machine) as one, process(tmp_path, machine, ahead=HOUR) as other:
        live = await two_people(one, clock=Clock("days", 1))
        there = await other.hub.table(live.name)
        other.commands = one.commands  # ids of its own
        await other.do(there, ANNA, wire.Chat, text="by my clock it is late")
        one.commands = other.commands
        await live.catch_up()
        seat = a_seat(live)
        before = one.readings(live)[seat]
        assert before == other.readings(there)[seat]
        await one.go_on(20 * SECOND)
        assert one.readings(live)[seat] == before - 20 * SECOND
        await one.do(live, ANNA, wire.Chat, text="not by mine")
        await there.catch_up()
        assert there._table.at == live._table.at == START + HOUR + 20 * SECOND
        assert live.now() == there.now()


async def test_two_processes_resume_a_table_once(tmp_path: Path) -> None:
    machine = Machine()
    async with process(tmp_path, machine) as p:
        live = await two_people(p, clock=Clock("fast"))
        rows = live._table.version
    machine.pass_(HOUR)
    async with process(tmp_path, machine) as one, process(tmp_path, machine) as other:
        live, there = await one.hub.table(live.name), await other.hub.table(live.name)
        await live.catch_up()
        assert live._table.version == there._table.version == rows + 1
        assert live._table.clocks.left == there._table.clocks.left
