"""`cactustown restore`: the copy, whole, or the database as it was; and what was there is kept."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cactustown.server.store.backup import back_up
from cactustown.server.store.base import BackupFailed, BadDatabase
from cactustown.server.store.restore import restore
from tests.server.postgres import Postgres
from tests.server.stores.some import listing, opened, row

pytestmark = pytest.mark.anyio


def command(*words: str | Path, expect: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", "restore", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


async def add(url: str, first: int, last: int, table: str = "t") -> None:
    async with opened(url) as store:
        for version in range(first, last + 1):
            await store.append(row(table, version), listing(table, "ann"))


async def count(path: Path | str, table: str = "t") -> int:
    async with opened(str(path)) as store:
        rows = await store.rows(table)
    assert [each.version for each in rows] == list(range(1, len(rows) + 1))
    return len(rows)


CRASHED = """
import asyncio, os, sys
from cactustown.server.store.sqlite import SqliteStore
from tests.server.stores.some import listing, row

async def main():
    store = SqliteStore(sys.argv[1])
    await store.open()
    have = len(await store.rows("t"))
    for version in range(have + 1, have + 1 + int(sys.argv[2])):
        await store.append(row("t", version), listing("t", "ann"))
    os._exit(9)

asyncio.run(main())
"""


def crash(path: Path, rows: int) -> None:
    """A server writes so many rows and is killed: they are in the write-ahead log alone."""
    done = subprocess.run([sys.executable, "-c", CRASHED, str(path), str(rows)], check=False)
    assert done.returncode == 9
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0


def others(folder: Path, *known: str) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.name not in known)


async def test_after_a_crash(tmp_path: Path) -> None:
    """The old write-ahead log is not played into the copy; with the old file it is kept."""
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(path), 1, 3)
    back_up(str(path), copy)
    await add(str(path), 4, 400)
    crash(path, 300)
    told = command("--database", path, copy)
    assert "1 tables with 3 entries" in told
    kept, *more = others(tmp_path, "town.db", "copy.db")
    assert more == []
    assert kept.name.startswith("town.db.before-restore-")
    assert str(kept) in told
    assert await count(path) == 3
    assert await count(kept) == 700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    assert await count(copy) == 3, "a copy can be restored again"


async def test_where_there_is_nothing_yet(tmp_path: Path) -> None:
    path, copy = tmp_path / "new" / "town.db", tmp_path / "copy.db"
    await add(str(copy), 1, 3)
    assert "kept" not in command("--database", path, copy)
    assert others(tmp_path / "new") == [path]
    assert await count(path) == 3


async def test_a_log_that_lost_its_database_is_not_played_into_the_copy(tmp_path: Path) -> None:
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(copy), 1, 3)
    crash(path, 500)
    path.unlink()
    restored = restore(str(path), copy)
    assert restored.kept is not None
    assert Path(f"{restored.kept}-wal").exists()
    assert await count(path) == 3


async def test_a_server_that_does_nothing_is_noticed(tmp_path: Path) -> None:
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(path), 1, 3)
    back_up(str(path), copy)
    async with opened(str(path)) as store:
        assert "stop the server" in await asyncio.to_thread(
            command, "--database", path, copy, expect=2
        )
        await store.append(row("t", 4), listing("t", "ann"))
    assert others(tmp_path, "town.db", "copy.db") == []
    assert await count(path) == 4


async def test_a_file_that_is_no_sound_copy(tmp_path: Path) -> None:
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(path), 1, 300)
    back_up(str(path), copy)
    before = path.read_bytes()

    def refused(why: str) -> None:
        with pytest.raises((BackupFailed, BadDatabase), match=why):
            restore(str(path), copy)
        assert path.read_bytes() == before
        assert others(tmp_path, "town.db", "copy.db") == []

    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    refused("nothing was changed")
    copy.write_bytes(whole[:20_000] + b"\xff" * 4096 + whole[24_096:])
    refused("nothing was changed")
    copy.write_text("a letter home " * 100)
    refused("not a database")
    copy.write_bytes(whole)
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
    connection.close()
    refused("written by a newer cactustown")
    copy.unlink()
    refused("there is no file")
    os.link(path, copy)
    refused("the database itself")


async def test_a_damaged_database_is_replaced_and_kept(tmp_path: Path) -> None:
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(path), 1, 3)
    back_up(str(path), copy)
    damaged = b"x" * path.stat().st_size
    path.write_bytes(damaged)
    restored = restore(str(path), copy)
    assert restored.kept is not None
    assert restored.kept.read_bytes() == damaged
    assert await count(path) == 3


async def test_a_server_on_a_damaged_database_is_noticed(tmp_path: Path) -> None:
    path, copy = tmp_path / "town.db", tmp_path / "copy.db"
    await add(str(path), 1, 3)
    back_up(str(path), copy)
    async with opened(str(path)):
        # By another program: a process that closes a file loses all its locks on it.
        words = ["dd", "if=/dev/zero", f"of={path}", "bs=100", "count=1", "conv=notrunc"]
        subprocess.run(words, check=True, capture_output=True)
        assert "stop the server" in await asyncio.to_thread(
            command, "--database", path, copy, expect=2
        )


# Every call by which files are changed, in their order: the program dies before the nth of them.
KILLED = """
import os, sys, pathlib
from cactustown.server.store import backup, restore_sqlite
from cactustown.server.store.restore import restore

left = int(sys.argv[1])

def dies(call):
    def counted(*words, **named):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
        return call(*words, **named)
    return counted

os.link, os.chown = dies(os.link), dies(os.chown)
pathlib.Path.replace = dies(pathlib.Path.replace)
pathlib.Path.unlink = dies(pathlib.Path.unlink)
restore_sqlite.sync = dies(restore_sqlite.sync)
restore_sqlite.copy_sqlite = dies(restore_sqlite.copy_sqlite)
restore(sys.argv[2], pathlib.Path(sys.argv[3]))
"""


@pytest.mark.parametrize("is_damaged", [False, True])
async def test_killed_at_any_step(tmp_path: Path, is_damaged: bool) -> None:
    """The database is the old one or the new one, and a second attempt does it."""
    origin, copy = tmp_path / "origin", tmp_path / "copy.db"
    origin.mkdir()
    await add(str(origin / "town.db"), 1, 3)
    back_up(str(origin / "town.db"), copy)
    crash(origin / "town.db", 300)
    if is_damaged:
        (origin / "town.db").write_bytes(b"x" * 50_000)
    found: list[int] = []
    for step in range(30):
        folder = tmp_path / f"step-{step}"
        shutil.copytree(origin, folder)
        path = folder / "town.db"
        words = [sys.executable, "-c", KILLED, str(step), str(path), str(copy)]
        code = subprocess.run(words, check=False).returncode
        assert code in (0, 9)
        if path.read_bytes()[:1] == b"x":
            assert is_damaged
            found.append(0)
        else:
            for file in (path, *folder.glob("town.db-*")):
                shutil.copy(file, folder / f"look{file.name.removeprefix('town.db')}")
            found.append(await count(folder / "look"))
        again = restore(str(path), copy)
        assert await count(path) == 3
        kept = [file for file in folder.iterdir() if "before-restore" in file.name]
        assert again.kept in kept
        assert not list(folder.glob(".*")), "nothing half done is left"
        if code == 0:
            break
    else:
        raise AssertionError("it took more steps than that")
    old = 0 if is_damaged else 303
    assert found == [old] * found.count(old) + [3] * found.count(3)
    assert found.count(old) > 4
    assert found.count(3) > 0


async def test_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    url, copy = postgres.new_database(), tmp_path / "town.dump"
    await add(url, 1, 3)
    await asyncio.to_thread(back_up, url, copy)
    await add(url, 4, 9)
    await add(url, 1, 5, "u")
    told = command("--database", url, copy)
    assert "1 tables with 3 entries" in told
    (kept,) = others(tmp_path, "town.dump")
    assert str(kept) in told
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert (await count(url), await count(url, "u")) == (3, 0)
    await add(url, 4, 5)
    command("--database", url, kept)
    assert (await count(url), await count(url, "u")) == (9, 5)


async def test_an_empty_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    url, other, copy = postgres.new_database(), postgres.new_database(), tmp_path / "town.dump"
    await add(url, 1, 3)
    await asyncio.to_thread(back_up, url, copy)
    restored = await asyncio.to_thread(restore, other, copy)
    assert (restored.tables, restored.rows, restored.kept) == (1, 3, None)
    assert await count(other) == 3


async def test_a_postgresql_in_use(postgres: Postgres, tmp_path: Path) -> None:
    url, copy = postgres.new_database(), tmp_path / "town.dump"
    await add(url, 1, 3)
    await asyncio.to_thread(back_up, url, copy)
    async with opened(url) as store:
        told = await asyncio.to_thread(command, "--database", url, copy, expect=2)
        assert "a server uses this database" in told
        await store.append(row("t", 4), listing("t", "ann"))
    assert others(tmp_path, "town.dump") == []
    assert await count(url) == 4


async def test_a_dump_that_is_not_whole(postgres: Postgres, tmp_path: Path) -> None:
    url, copy = postgres.new_database(), tmp_path / "town.dump"
    await add(url, 1, 300)
    await asyncio.to_thread(back_up, url, copy)
    await add(url, 301, 302)
    whole = copy.read_bytes()
    for part in (b"", b"a letter home", whole[: len(whole) // 2], whole[:-300]):
        copy.write_bytes(part)
        with pytest.raises(BackupFailed):
            await asyncio.to_thread(restore, url, copy)
        assert await count(url) == 302


async def test_a_postgresql_killed_meanwhile(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written is one transaction: without its end it is nothing."""
    url, copy = postgres.new_database(), tmp_path / "town.dump"
    await add(url, 1, 3)
    await asyncio.to_thread(back_up, url, copy)
    await add(url, 4, 9)
    psql = tmp_path / "bin" / "psql"
    psql.parent.mkdir()
    # All of it but the end: as if the program or the database died before that.
    psql.write_text(
        f'#!/bin/sh\nfor last; do :; done\nexec {postgres.programs}/psql "$@"'
        " --command='SELECT 1/0'\n"
    )
    psql.chmod(0o700)
    monkeypatch.setenv("PATH", f"{psql.parent}:{os.environ['PATH']}")
    with pytest.raises(BackupFailed, match="division by zero"):
        await asyncio.to_thread(restore, url, copy)
    assert await count(url) == 9


async def test_a_server_waits_until_a_restore_is_over(postgres: Postgres, tmp_path: Path) -> None:
    from cactustown.server.store.base import StoreUnavailable
    from cactustown.server.store.postgres import PostgresStore
    from cactustown.server.store.restore_postgres import _held

    url = postgres.new_database()
    await add(url, 1, 3)
    async with _held(url):
        with pytest.raises(StoreUnavailable):
            await PostgresStore(url, patience=0.2).open()
    assert await count(url) == 3
