"""One bad row hurts one table: it is fenced off, its people are told, all others go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options
from cactustown.server import hub as hubs
from cactustown.server import protocol as wire
from cactustown.server import snapshots, unreadable
from cactustown.server.commands import Refusal
from cactustown.server.entries import Clock, Opened, Person, Played, Sat, Started, decode, encode
from cactustown.server.hub import Hub, Manners
from cactustown.server.live import load
from cactustown.server.store.base import Snapshot
from cactustown.server.table import Table
from cactustown.server.unreadable import SENTENCE, Fences, Unreadable
from tests.server.tables import (
    ANNA,
    BERT,
    SEED,
    Told,
    World,
    play_on,
    play_until_settled,
    two_people,
    until,
    world,
)

pytestmark = pytest.mark.anyio
BASE = Options(("sheriff", "outlaws"))


def change(w: World, statement: str, *values: Any) -> None:
    """Another program writes to the database."""
    connection = sqlite3.connect(w.store.path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def spoil(w: World, table: str, version: int, body: bytes) -> None:
    change(w, 'UPDATE log SET body = ? WHERE "table" = ? AND version = ?', body, table, version)


def other_process(w: World) -> Hub:
    """A server started just now on the same database."""
    return Hub(w.store, w.hub.bots, w.hub.manners, lambda: w.time)


async def refused(hub: Hub, name: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await hub.table(name)
    return refusal.value


def as_row(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    """An entry changed as if some other program had written it."""

    def changed(body: bytes) -> bytes:
        entry = msgspec.json.decode(body)
        change(entry)
        return msgspec.json.encode(entry)

    return changed


# Which version is which at the tables below.
OPENED, SAT, STARTED, PLAYED = 1, 4, 6, 7
WRONG: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "no JSON": (SAT, lambda body: b"\xff\x00{"),
    "nothing": (SAT, lambda body: b""),
    "half an entry": (SAT, lambda body: body[: len(body) // 2]),
    "deep": (SAT, lambda body: b"[" * 100_000),
    "unknown entry": (SAT, lambda body: b'{"do": "fly"}'),
    "field missing": (SAT, lambda body: b'{"do": "sat", "chair": 1}'),
    "wrong type": (SAT, lambda body: b'{"do": "stood", "chair": "one"}'),
    "no such chair": (SAT, lambda body: b'{"do": "stood", "chair": 17}'),
    "opened twice": (SAT, lambda body: encode(opened_by(ANNA))),
    "not opened": (OPENED, lambda body: b'{"do": "closed"}'),
    "no options": (OPENED, as_row(lambda entry: entry.update(options={"parties": 5}))),
    "unknown options": (OPENED, as_row(lambda entry: entry["options"].update(weather="rain"))),
    "impossible options": (
        OPENED,
        as_row(lambda entry: entry["options"].update(parties=["nobody"])),
    ),
    "no seed": (OPENED, as_row(lambda entry: entry.update(seed="dice"))),
    "unknown edition": (STARTED, as_row(lambda entry: entry.update(edition="e99"))),
    "another deal": (STARTED, as_row(lambda entry: entry["setup"].reverse())),
    "rules of the future": (STARTED, as_row(lambda entry: entry.update(rules=VERSION + 1))),
    "rules of the past": (STARTED, as_row(lambda entry: entry.update(rules=0))),
    "parties missing": (STARTED, as_row(lambda entry: entry.update(parties=[]))),
    "illegal choice": (PLAYED, as_row(lambda entry: entry.update(choice="plan fly fly fly"))),
    "nobody's choice": (PLAYED, as_row(lambda entry: entry.update(seat="ranger"))),
    "other dice": (PLAYED, as_row(lambda entry: entry.update(chance=[17, 18]))),
}


def opened_by(host: Person) -> Opened:
    return Opened(host, BASE.to_json(), SEED)


@pytest.mark.parametrize("what", WRONG)
async def test_whatever_is_wrong_is_one_error(tmp_path: Path, what: str) -> None:
    """Other tables are read; this one is refused in words that tell no secret."""
    version, spoiled = WRONG[what]
    async with world(tmp_path) as w:
        live, other = await two_people(w), await two_people(w)
        await play_on(w, live, 2)
        rows = await w.store.rows(live.name)
        kind = {OPENED: Opened, SAT: Sat, STARTED: Started, PLAYED: Played}[version]
        assert isinstance(decode(rows[version - 1].body), kind)
        spoil(w, live.name, version, spoiled(rows[version - 1].body))
        with pytest.raises(Unreadable) as error:
            Table.from_rows(await w.store.rows(live.name))
        assert (error.value.table, error.value.version) == (live.name, version)
        assert error.value.why
        assert what == "unknown entry" or "fly" not in error.value.why
        hub = other_process(w)
        refusal = await refused(hub, live.name)
        assert (refusal.code, refusal.reason) == ("unreadable", SENTENCE)
        assert hub.is_unreadable(live.name)
        await hub.table(other.name)
        assert not hub.is_unreadable(other.name)


@pytest.mark.parametrize("version", [1, 2, 4])
async def test_a_version_missing(tmp_path: Path, version: int) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live, 2)
        change(w, 'DELETE FROM log WHERE "table" = ? AND version = ?', live.name, version)
        hub = other_process(w)
        with structlog.testing.capture_logs() as logs:
            await refused(hub, live.name)
        assert [(line["version"], line["why"]) for line in logs] == [
            (version, "the row is missing")
        ]


async def test_what_is_no_text_spoils_no_list(tmp_path: Path) -> None:
    """SQLite keeps any bytes as text; one name of them made whole lists unreadable."""
    async with world(tmp_path) as w:
        tables = [await w.open(BASE, ["me", "open"], public=True) for _ in range(2)]
        spoiled = "UPDATE tables SET title = CAST(x'ff00' AS TEXT) WHERE \"table\" = ?"
        change(w, spoiled, tables[0].name)
        for found in (await w.store.lobby(), await w.store.tables_of(ANNA.id)):
            assert {listed.table for listed in found} == {live.name for live in tables}


async def test_the_log_says_it_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        spoil(w, live.name, 2, b"?")
        hub = other_process(w)
        time = [0.0]
        hub.fences = Fences(lambda: time[0])
        with structlog.testing.capture_logs() as logs:
            for _ in range(50):
                await refused(hub, live.name)
                time[0] += 60
        assert [line["event"] for line in logs] == ["table cannot be read"]
        assert logs[0]["version"] == 2


async def test_it_is_left_alone_for_a_while_longer_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = 0

    async def counted(store: Any, name: str, pool: Any) -> Any:
        nonlocal tried
        tried += 1
        return await load(store, name, pool)

    monkeypatch.setattr(hubs, "load", counted)
    async with world(tmp_path) as w:
        live = await two_people(w)
        spoil(w, live.name, 2, b"?")
        hub = other_process(w)
        time = [0.0]
        hub.fences = Fences(lambda: time[0])
        for _ in range(2 * 3600):
            await refused(hub, live.name)
            time[0] += 0.5
        assert 3 < tried < 10
        while time[0] < 24 * 3600:
            await refused(hub, live.name)
            time[0] += 600
        assert tried < 40


async def test_it_is_read_again_when_its_log_changed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        good = (await w.store.rows(live.name))[1].body
        spoil(w, live.name, 2, b"?")
        hub = other_process(w)
        await refused(hub, live.name)
        spoil(w, live.name, 2, good)
        await refused(hub, live.name)
        # What is heard of a row that another process wrote.
        hub._news(live.name, live.version + 1)
        assert (await hub.table(live.name)).version == live.version
        assert not hub.is_unreadable(live.name)


async def test_unreadable_tables_take_nobodys_place_in_the_queue(tmp_path: Path) -> None:
    """Sixty that are due for longer than a good one: it is loaded all the same."""
    async with world(tmp_path, Manners(pace=0, away=0, tables_a_person=100)) as w:
        bad = [await w.open(BASE, ["me", "random"]) for _ in range(60)]
        good = await w.open(BASE, ["me", "random"])
        for live in (*bad, good):
            await w.do(live, ANNA, wire.Start)
        await until(lambda: not good._table.bots_awaited())
        for live in bad:
            spoil(w, live.name, 2, b"?")
        change(w, "UPDATE tables SET due = 1")
        change(w, 'UPDATE tables SET due = 2 WHERE "table" = ?', good.name)
        # A list without a log is one, too.
        change(w, 'DELETE FROM log WHERE "table" = ?', bad[0].name)
        w.time += 10_000
        hub = other_process(w)
        with structlog.testing.capture_logs() as logs:
            for _ in range(3):
                await hub._tick()
        assert good.name in hub.tables
        assert all(hub.is_unreadable(live.name) for live in bad)
        assert len(logs) == len(bad)
        await hub.stop()


async def test_tables_that_are_here_already_take_no_place_either(tmp_path: Path) -> None:
    async with world(tmp_path, Manners(pace=0, away=0, tables_a_person=100)) as w:
        lives = [await w.open(BASE, ["me", "open"]) for _ in range(60)]
        hub = other_process(w)
        for live in lives[:59]:
            await hub.table(live.name)
        change(w, "UPDATE tables SET due = 1")
        change(w, 'UPDATE tables SET due = 2 WHERE "table" = ?', lives[59].name)
        w.time += 10_000
        await hub._tick()
        assert lives[59].name in hub.tables


async def test_clocks_of_other_tables_go_on(tmp_path: Path) -> None:
    """The ticks of a process that has both a stumbling table and good ones in memory."""
    async with world(tmp_path) as w:
        stumbling = await two_people(w, clock=Clock("fast"))
        good = await two_people(w, clock=Clock("fast"))

        def stumble() -> None:
            raise RuntimeError("nobody foresaw this")

        stumbling.tell_who_is_away = stumble  # type: ignore[method-assign]
        w.time += 24 * 3600 * 1000
        await w.hub._tick()
        assert good._table.chair_of("sheriff").stand_in is not None


async def test_a_bad_row_comes_while_people_look_on(tmp_path: Path) -> None:
    """They are told in words, nothing half done is shown, and the table leaves the memory."""
    async with world(tmp_path) as w:
        live, told = await two_people(w), Told(ANNA)
        other = await two_people(w)
        await live.come(told, None)
        version = live._table.version + 1
        values = (live.name, version, "zoe/1", w.time, b'{"do": "took_back", "seat": "nobody"}')
        with structlog.testing.capture_logs() as logs:
            change(w, "INSERT INTO log VALUES (?, ?, ?, ?, ?)", *values)
            await until(lambda: told.frames[-1]["type"] == "refused")
            await w.hub._tick()
        assert [line["event"] for line in logs] == ["table cannot be read"]
        assert told.frames[-1] == {
            "type": "refused",
            "id": None,
            "code": "unreadable",
            "reason": SENTENCE,
        }
        assert live.name not in w.hub.tables
        said = len(told.frames)
        assert await w.refused(live, ANNA, wire.Chat, text="hello?") == "unreadable"
        await live.show(told)
        for asked in (live.settled(), live.export(ANNA, ANNA.id), live.come(Told(BERT), None)):
            with pytest.raises(Refusal, match="cannot read"):
                await asked
        with pytest.raises(Refusal, match="cannot read"):
            await live.look_back(told, "sheriff", 0)
        assert len(told.frames) == said
        assert (await refused(w.hub, live.name)).code == "unreadable"
        await w.do(other, ANNA, wire.Chat, text="we go on")


async def test_a_bad_row_met_after_a_write_that_failed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        spoil(w, live.name, 1, b"?")
        live._lost = True
        assert await w.refused(live, ANNA, wire.Chat, text="hello?") == "unreadable"
        assert live.name not in w.hub.tables


async def test_people_who_only_watch_are_told_too(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        spoil(w, live.name, 2, b"?")
        hub = other_process(w)
        for asked in (hub.export(live.name, ANNA), hub.finished(live.name)):
            with pytest.raises(Unreadable, match="cannot read"):
                await asked


async def test_a_snapshot_that_cannot_be_used_is_passed_over(tmp_path: Path) -> None:
    """Whatever is wrong with it: the log is the truth."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_until_settled(w, live, 8)
        kept, whole = snapshots.freeze(live._table), live._table
        body = msgspec.json.decode(kept.body)
        wrong: list[Snapshot] = [
            Snapshot(live.name, kept.version, b"\xff"),
            Snapshot(live.name, kept.version - 1, kept.body),
            Snapshot(live.name, kept.version, msgspec.json.encode({**body, "game": {"state": 1}})),
            Snapshot(live.name, kept.version, _with_options(body, {"parties": ["nobody"]})),
        ]
        for snapshot in wrong:
            change(w, "DELETE FROM snapshots")
            await w.store.keep(snapshot)
            table, _ = await load(w.store, live.name, w.hub.reading)
            assert table.version == whole.version
            assert table.game is not None
            assert whole.game is not None
            assert table.game.digest() == whole.game.digest()


def _with_options(body: dict[str, Any], options: dict[str, Any]) -> bytes:
    return msgspec.json.encode({**body, "opened": {**body["opened"], "options": options}})


async def test_a_snapshot_ahead_of_its_log_is_of_another_database(tmp_path: Path) -> None:
    """As after a log was put back without its snapshot: moves would be refused for ever."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_until_settled(w, live, 8)
        await w.store.keep(snapshots.freeze(live._table))
        last = live._table.version
        change(w, 'DELETE FROM log WHERE "table" = ? AND version > ?', live.name, last - 3)
        hub = other_process(w)
        found = await hub.table(live.name)
        assert found._table.version == last - 3
        w.hub = hub
        hub.now = lambda: w.time
        await play_on(w, found, 2)
        assert found._table.version == last - 1


def test_a_fence_is_taken_down() -> None:
    fences = Fences(lambda: 0.0)
    fences.put_up(Unreadable("t", 1, "why"))
    assert list(fences.outside(["s", "t", "u"])) == ["s", "u"]
    fences.news("")
    assert list(fences.outside(["s", "t", "u"])) == ["s", "t", "u"]
    assert "t" in fences
    fences.take_down("t")
    assert len(fences) == 0


def test_reading_blames_the_row_and_not_the_machine() -> None:
    with pytest.raises(OSError, match="too many files"), unreadable.reading("t", 1):
        raise OSError("too many files")
    with pytest.raises(Unreadable) as error, unreadable.reading("t", 7):
        raise KeyError("the secret plan")
    assert "secret" not in error.value.why
