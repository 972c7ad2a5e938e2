"""Disk full, busy, I/O errors: what cannot be kept is refused, and afterwards all goes on."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cactustown.server.store.base import BadDatabase, Row, Snapshot, StoreUnavailable
from cactustown.server.store.sqlite import SqliteStore
from tests.server.stores.some import listing, opened, row, running, until

pytestmark = pytest.mark.anyio

BIG = os.urandom(200_000)


class Trouble(SqliteStore):
    """A store whose connection for writing a test may get at."""

    def _connect(self) -> sqlite3.Connection:
        self.writes = super()._connect()
        return self.writes


async def refused(store: SqliteStore, *rows: Row) -> None:
    """None of the rows is acknowledged or kept."""
    sent = (store.append(each, listing(each.table)) for each in rows)
    answers = await asyncio.gather(*sent, return_exceptions=True)
    assert all(isinstance(answer, StoreUnavailable) for answer in answers)
    for each in rows:
        assert await store.rows(each.table) == []
        assert await store.listing(each.table) is None


async def test_disk_full(tmp_path: Path) -> None:
    store = Trouble(tmp_path / "town.db")
    async with running(store):
        await store.append(row("before", 1))
        (pages,) = store.writes.execute("PRAGMA page_count").fetchone()
        store.writes.execute(f"PRAGMA max_page_count={pages}")
        # One of them would fit; but they go to disk together or not at all.
        await refused(store, row("t", 1, body=BIG), row("u", 1))
        with pytest.raises(StoreUnavailable, match="full"):
            await store.keep(Snapshot("before", 1, BIG))
        store.writes.execute("PRAGMA max_page_count=1000000")
        await store.append(row("t", 1, body=BIG))
        assert await store.rows("t") == [row("t", 1, body=BIG)]
        assert await store.rows("before") == [row("before", 1)]


async def test_busy_database(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    store = SqliteStore(path, patience=0.05)
    async with running(store):
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await refused(store, row("t", 1), row("u", 1))
        other.execute("ROLLBACK")
        other.close()
        await store.append(row("t", 1))
        assert await store.rows("t") == [row("t", 1)]


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """Writing beyond that is an I/O error of the operating system, for this whole process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_io_error_while_writing(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    store = SqliteStore(path)
    async with running(store):
        await store.append(row("before", 1, body=BIG))
        with files_no_longer_than(path.with_name("town.db-wal").stat().st_size):
            await refused(store, row("t", 1, body=BIG), row("u", 1))
        await store.append(row("t", 1))
        assert await store.rows("before") == [row("before", 1, body=BIG)]
        assert await store.rows("t") == [row("t", 1)]
    assert whole(path) == 2


class FailingSync(sqlite3.Connection):
    """Its commits fail as they do when the disk does not take what was written."""

    fails: Callable[[sqlite3.Connection], None] | None = None

    def execute(self, sql: str, values: object = (), /) -> sqlite3.Cursor:
        if sql == "COMMIT" and FailingSync.fails is not None:
            FailingSync.fails(self)
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, values)  # type: ignore[arg-type]


@pytest.mark.parametrize("leaves", ["in a transaction", "rolled back", "closed"])
async def test_fsync_error(leaves: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever state the failed commit leaves the connection in, nothing is kept of it."""
    connect = sqlite3.connect

    def failing(*words: object, **named: object) -> sqlite3.Connection:
        return connect(*words, **named, factory=FailingSync)  # type: ignore[call-overload,no-any-return]

    def fail(connection: sqlite3.Connection) -> None:
        if leaves == "rolled back":
            connection.rollback()
        if leaves == "closed":
            connection.close()

    store = SqliteStore(tmp_path / "town.db")
    async with running(store):
        await store.append(row("before", 1))
    monkeypatch.setattr(sqlite3, "connect", failing)
    async with running(store):
        monkeypatch.setattr(FailingSync, "fails", staticmethod(fail))
        await refused(store, row("t", 1), row("u", 1))
        await refused(store, row("t", 1))
        monkeypatch.setattr(FailingSync, "fails", None)
        await store.append(row("t", 1))
        assert await store.rows("t") == [row("t", 1)]
    assert whole(store.path) == 2


async def test_a_row_written_for_nobody_is_news(tmp_path: Path) -> None:
    """Who stopped waiting while it was written hears of it like of anybody else's."""
    store = SqliteStore(tmp_path / "town.db")
    async with running(store):
        heard: list[tuple[str, int]] = []
        store.on_news(lambda table, version: heard.append((table, version)))
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(store.append(row("t", 1)))
        writer = store._writer
        assert writer is not None
        await asyncio.sleep(0)
        await until(writer._waiting.empty)  # taken up by the writer, which waits for the lock
        task.cancel()
        other.execute("ROLLBACK")
        other.close()
        await until(lambda: heard == [("t", 1)])
        assert await store.rows("t") == [row("t", 1)]


async def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "town.db"
    async with opened(str(path)) as store:
        await store.append(row("t", 1))
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    path.write_text("a letter home " * 1000)
    with pytest.raises(BadDatabase, match="not a database"):
        await SqliteStore(path).open()
    with pytest.raises(BadDatabase, match="Is a directory"):
        await SqliteStore(tmp_path).open()
    with pytest.raises(BadDatabase, match="File exists"):
        await SqliteStore(path / "town.db").open()


async def test_kept_for_itself_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable, match="another program"):
        await SqliteStore(path, patience=0.05).open()
    other.close()
    async with opened(str(path)) as store:
        await store.append(row("t", 1))


WRITES_UNTIL_KILLED = """
import asyncio, sys
from cactustown.server.store.base import Row
from cactustown.server.store.sqlite import SqliteStore

async def play(store, table):
    version = 1 + len(await store.rows(table))
    while True:
        await store.append(Row(table, version, f"ann/{version}", 0, b"{}"))
        print(table, version, flush=True)
        version += 1

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    await asyncio.gather(*(play(store, f"t{n}") for n in range(5)))

asyncio.run(main())
"""


async def test_killed_while_writing(tmp_path: Path) -> None:
    """kill -9, and again: what was acknowledged is there, once."""
    path = tmp_path / "town.db"
    told: list[str] = []
    for until_killed in (200, 277):
        words = [sys.executable, "-c", WRITES_UNTIL_KILLED, str(path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told += [process.stdout.readline() for _ in range(until_killed)]
            process.kill()
            told += process.stdout.readlines()
        acknowledged = {tuple(line.split()) for line in told if line.endswith("\n")}
        assert len(acknowledged) >= until_killed
        async with opened(str(path)) as store:
            for number in range(5):
                rows = await store.rows(f"t{number}")
                assert [each.version for each in rows] == list(range(1, len(rows) + 1))
                kept = {(each.table, str(each.version)) for each in rows}
                assert {told for told in acknowledged if told[0] == f"t{number}"} <= kept


def whole(path: Path) -> int:
    """Checks a file with a program that knows nothing of ours, and counts its rows."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    (count,) = connection.execute("SELECT count(*) FROM log").fetchone()
    connection.close()
    return int(count)
