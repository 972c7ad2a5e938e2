"""`cactustown backup`: a whole copy, or none."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cactustown.server.store import backup
from cactustown.server.store.backup import _dump, back_up
from cactustown.server.store.base import BackupFailed, BadDatabase
from cactustown.server.store.postgres_client import client_program
from tests.server.postgres import Postgres, find_programs
from tests.server.stores.some import listing, opened, row, until

pytestmark = pytest.mark.anyio


def command(*words: str | Path, expect: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", "backup", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


async def fill(url: str) -> None:
    async with opened(url) as store:
        for table in ("t", "u"):
            await store.append(row(table, 1), listing(table, "ann"))
            await store.append(row(table, 2))


async def test_the_command(tmp_path: Path) -> None:
    """Copies; a second time only when it must."""
    url, to = str(tmp_path / "town.db"), tmp_path / "copy.db"
    await fill(url)
    assert "2 tables with 4 entries" in command("--database", url, "--to", to)
    assert "--force" in command("--database", url, "--to", to, expect=2)
    command("--database", url, "--to", to, "--force")
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "town.db"]
    async with opened(str(to)) as store:
        assert await store.rows("u") == [row("u", 1), row("u", 2)]
        assert await store.listing("t") == listing("t", "ann")


async def test_while_people_play(tmp_path: Path) -> None:
    """The copy holds each log up to some version, without gaps, and all that was answered."""
    url = str(tmp_path / "town.db")
    answered: list[int] = []

    async def play() -> None:
        for version in range(1, 2000):
            await store.append(row("t", version), listing("t", "ann"))
            answered.append(version)

    async with opened(url) as store:
        playing = asyncio.create_task(play())
        for number in range(3):
            await until(lambda least=20 * number: len(answered) > least)  # type: ignore[misc]
            before = len(answered)
            to = tmp_path / f"copy-{number}.db"
            copy = await asyncio.to_thread(back_up, url, to)
            assert before <= copy.rows
            async with opened(str(to)) as copied:
                versions = [each.version for each in await copied.rows("t")]
                assert versions == list(range(1, copy.rows + 1))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def test_no_half_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, folder = str(tmp_path / "town.db"), tmp_path / "copies"
    folder.mkdir()
    await fill(url)

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "sync", full)
    with pytest.raises(BackupFailed, match="No space left"):
        back_up(url, folder / "copy.db")
    assert list(folder.iterdir()) == []


async def test_a_damaged_database_is_not_copied(tmp_path: Path) -> None:
    path, to = tmp_path / "town.db", tmp_path / "copy.db"
    await fill(str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO places VALUES ('nowhere', 0, NULL, NULL, NULL, NULL, NULL)")
    connection.close()
    with pytest.raises(BackupFailed, match="damaged: rows that belong to nothing"):
        back_up(str(path), to)
    assert not to.exists()


async def test_what_cannot_be_copied(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    with pytest.raises(BadDatabase, match="there is no database"):
        back_up(str(path), tmp_path / "copy.db")
    path.write_text("a letter home " * 100)
    with pytest.raises(BadDatabase, match="not a database"):
        back_up(str(path), tmp_path / "copy.db")
    path.unlink()
    sqlite3.connect(path).close()
    with pytest.raises(BadDatabase, match="not a database of cactustown"):
        back_up(str(path), tmp_path / "copy.db")
    path.unlink()
    await fill(str(path))
    with pytest.raises(BackupFailed, match="the database itself"):
        back_up(str(path), path, overwrite=True)
    with pytest.raises(BackupFailed, match="No such file"):
        back_up(str(path), tmp_path / "no" / "copy.db")


async def test_postgresql(postgres: Postgres, tmp_path: Path) -> None:
    url, to = postgres.new_database(), tmp_path / "town.dump"
    with pytest.raises(BadDatabase, match="not a database of cactustown"):
        await asyncio.to_thread(back_up, url, to)
    await fill(url)
    assert "2 tables with 4 entries" in command("--database", url, "--to", to)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["town.dump"]
    restored = postgres.new_database()
    words = ["--clean", "--if-exists", "--exit-on-error", "--dbname", restored, str(to)]
    subprocess.run([find_programs() / "pg_restore", *words], check=True)
    async with opened(restored) as store:
        assert await store.rows("u") == [row("u", 1), row("u", 2)]
        assert await store.listing("t") == listing("t", "ann")


async def test_a_postgresql_that_is_away(tmp_path: Path) -> None:
    away = f"postgresql://ann:s3cret@/town?host={tmp_path}"
    told = command("--database", away, "--to", tmp_path / "copy", expect=2)
    assert "cannot be reached" in told
    assert "s3cret" not in told
    assert list(tmp_path.iterdir()) == []


def test_pg_dump_is_found_or_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupFailed, match="postgresql-client"):
        client_program("pg_dump", tmp_path)
    for version in ("9", "15"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "pg_dump").touch()
    assert client_program("pg_dump", tmp_path) == str(tmp_path / "15" / "bin" / "pg_dump")


def test_the_password_is_not_among_the_words(tmp_path: Path) -> None:
    """Everybody on a machine can read the words a program was started with."""
    program, told = tmp_path / "pg_dump", tmp_path / "told"
    program.write_text(f'#!/bin/sh\necho "$@" "and $PGPASSWORD" > {told}\n')
    program.chmod(0o700)
    _dump(str(program), "postgresql://ann:s3%2Fcret@host:5/town", tmp_path / "part", "moment")
    words, secret = told.read_text().split(" and ")
    assert "--dbname=postgresql://ann@host:5/town" in words
    assert secret == "s3/cret\n"
