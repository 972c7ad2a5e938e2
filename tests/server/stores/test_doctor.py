"""`cactustown doctor`: what is wrong is found, said and changed in nothing."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cactustown.rules.options import Options
from cactustown.server.entries import Opened, Person, Said, encode
from cactustown.server.store.base import Row
from tests.server.postgres import Postgres
from tests.server.stores.some import listing, opened

pytestmark = pytest.mark.anyio
ANN = Person("ann", "Ann")
OPENED = encode(Opened(ANN, Options(("sheriff", "outlaws")).to_json(), "5e" * 32))


def doctor(url: str | Path, *words: str, expect: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "cactustown", "doctor", "--database", str(url), *words],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if expect < 2 else done.stderr


async def as_json(url: str | Path, *words: str, expect: int) -> Any:
    told = await asyncio.to_thread(doctor, url, "--json", *words, expect=expect)
    report = json.loads(told)
    assert report["sound"] == (expect == 0)
    return report


async def fill(url: str, **bad: bytes) -> None:
    """Live tables a, b and c, a finished one, z; and bad rows at the end of some."""
    async with opened(url) as store:
        for table in "abcz":
            state = "over" if table == "z" else "running"
            said = listing(table, "ann", state=state)
            await store.append(Row(table, 1, "ann/1", 1_000, OPENED), said)
            await store.append(Row(table, 2, "ann/2", 1_000, encode(Said(ANN, "hello"))))
            if table in bad:
                await store.append(Row(table, 3, "ann/3", 1_000, bad[table]))


async def test_all_is_well(database: str) -> None:
    await fill(database)
    report = await as_json(database, expect=0)
    assert report["tables"] == 3
    assert (await as_json(database, "--all", expect=0))["tables"] == 4
    told = doctor(database, expect=0)
    assert "3 of 3 can be read" in told
    assert "✗" not in told


async def test_tables_that_cannot_be_read(database: str) -> None:
    """While a server uses the database; and the file stays as it is."""
    await fill(database, b=b"?", c=b'{"do": "stood", "chair": 9}', z=b"?")
    async with opened(database) as store:
        report = await as_json(database, expect=1)
        ill = {each["table"]: (each["version"], each["why"]) for each in report["unreadable"]}
        assert ill["b"] == (3, "the row is not JSON")
        assert ill["c"] == (3, "the entry is impossible there (IndexError)")
        assert set(ill) == {"b", "c"}
        assert all("cactustown restore" in each["advice"] for each in report["unreadable"])
        report = await as_json(database, "--all", expect=1)
        assert {each["table"] for each in report["unreadable"]} == {"b", "c", "z"}
        assert len(await store.rows("a")) == 2
    told = doctor(database, expect=1)
    assert "1 of 3 can be read" in told
    assert "table b (running), version 3: the row is not JSON" in told


async def test_logs_and_lists_that_do_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    await fill(str(path))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM log WHERE \"table\" = 'a'")
        connection.execute("DELETE FROM places WHERE \"table\" = 'z'")
        connection.execute("DELETE FROM tables WHERE \"table\" = 'z'")
    connection.close()
    report = await as_json(path, "--all", expect=1)
    assert [each["why"] for each in report["unreadable"]] == ["its log is empty"]
    assert report["tables"] == 4


async def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "town.db"
    await fill(str(path))
    whole = path.read_bytes()
    for damaged in (b"x" * len(whole), whole[: len(whole) // 2], whole[:4096] + b"\xff" * 40_000):
        path.write_bytes(damaged)
        report = await as_json(path, expect=1)
        (file,) = (check for check in report["checks"] if check["what"] == "file")
        assert not file["is_sound"]
        assert "cactustown restore" in file["told"]
        assert path.read_bytes() == damaged
    assert [file.name for file in tmp_path.iterdir()] == ["town.db"]


async def test_what_is_no_database_of_ours(tmp_path: Path, postgres: Postgres) -> None:
    assert "there is no database" in doctor(tmp_path / "none.db", expect=2)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    for url in (str(tmp_path / "other.db"), postgres.new_database()):
        report = await as_json(url, expect=1)
        (schema,) = (check for check in report["checks"] if check["what"] == "schema")
        assert "not a database of cactustown" in schema["told"]


async def test_secrets_stay_secret(tmp_path: Path) -> None:
    away = f"postgresql://ann:s3cret@/town?host={tmp_path}"
    told = doctor(away, expect=2)
    assert "cannot be reached" in told
    assert "s3cret" not in told
