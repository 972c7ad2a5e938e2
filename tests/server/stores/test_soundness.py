"""A server looks at its file before it starts, and says in a sentence what is damaged."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from cactustown.server.store.base import BadDatabase
from cactustown.server.store.soundness import check_before_serving
from tests.server.stores.some import listing, opened, row

pytestmark = pytest.mark.anyio


async def fill(path: Path) -> None:
    async with opened(str(path)) as store:
        for number in range(100):
            await store.append(row(f"t{number}", 1), listing(f"t{number}", "ann"))


def serve(path: Path) -> str:
    """Starts a server that must refuse; what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", "serve", "--port", "0", "--database", str(path)],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


async def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    await fill(path)
    check_before_serving(str(path))
    whole = path.read_bytes()
    for damaged in (
        whole[: len(whole) // 2],
        whole[:8192] + os.urandom(16384) + whole[24576:],
        b"x" * len(whole),
    ):
        path.write_bytes(damaged)
        with pytest.raises(BadDatabase, match="cactustown restore"):
            check_before_serving(str(path))
    told = serve(path)
    assert told.count("\n") == 1
    assert "is damaged" in told
    assert "cactustown restore" in told
    assert path.read_bytes() == b"x" * len(whole)


async def test_a_log_without_its_database(tmp_path: Path) -> None:
    """SQLite would throw the log away, and what people were promised with it."""
    path, log = tmp_path / "town.db", tmp_path / "town.db-wal"
    log.write_bytes(b"moves")
    with pytest.raises(BadDatabase, match="put the database back"):
        check_before_serving(str(path))
    assert "put the database back" in serve(path)
    assert log.read_bytes() == b"moves"
    assert not path.exists()


async def test_a_schema_of_the_future(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    await fill(path)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "newer cactustown" in serve(path)


async def test_where_nothing_is_wrong_yet(tmp_path: Path) -> None:
    check_before_serving(str(tmp_path / "none.db"))
    (tmp_path / "empty.db").touch()
    check_before_serving(str(tmp_path / "empty.db"))
    check_before_serving("postgresql://ann@nowhere/town")
    other = sqlite3.connect(tmp_path / "other.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    check_before_serving(str(tmp_path / "other.db"))
    other.close()


async def test_a_huge_file_is_not_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cactustown.server.store import soundness

    path = tmp_path / "town.db"
    await fill(path)
    monkeypatch.setattr(soundness, "_STEPS", 1)
    with structlog.testing.capture_logs() as logs:
        check_before_serving(str(path), seconds=-1)
    assert [line["log_level"] for line in logs] == ["warning"]
