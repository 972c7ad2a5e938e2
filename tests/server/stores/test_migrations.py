"""From every earlier schema to the latest one, with people's games in it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Boolean,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Text,
    func,
    inspect,
    select,
    text,
)

from cactustown.server.store.address import engine_for
from cactustown.server.store.base import BadDatabase
from cactustown.server.store.migrate import configuration, migrate, revisions
from cactustown.server.store.schema import metadata
from tests.server.stores.some import listing, opened, row

pytestmark = pytest.mark.anyio
T = TypeVar("T")


async def on(url: str, do: Callable[[Connection], T]) -> T:
    """Does something in a transaction, as the program's own engine would."""
    engine = engine_for(url)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(do)
    finally:
        await engine.dispose()


def fill(connection: Connection) -> dict[str, int]:
    """A row in each table of whatever schema this is; gives how many each has."""
    found = MetaData()
    found.reflect(connection)
    kinds: list[tuple[type[Any], Any]] = [
        *((Boolean, True), (Integer, 1), (Float, 1.5), (LargeBinary, b"{}"), (Text, "x")),
    ]
    counts = {}
    for table in found.sorted_tables:
        if table.name != "alembic_version":
            values = {
                column.name: next(value for kind, value in kinds if isinstance(column.type, kind))
                for column in table.columns
            }
            connection.execute(table.insert().values(values))
        counts[table.name] = connection.scalar(select(func.count()).select_from(table)) or 0
    return counts


def count(connection: Connection) -> dict[str, int]:
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in found.sorted_tables
    }


def test_revisions_are_named_as_their_files() -> None:
    scripts = ScriptDirectory.from_config(configuration())
    assert revisions() == [script.revision for script in scripts.walk_revisions()][::-1]


def test_a_start_with_nothing_to_migrate_does_without_alembic(tmp_path: Path) -> None:
    """It takes a quarter of a second to load."""
    program = (
        "import asyncio, sys; from cactustown.server.store.address import open_store;"
        "import cactustown.server.run;"
        f"store = open_store({str(tmp_path / 'town.db')!r});"
        "asyncio.run(store.open()); print('alembic' in sys.modules); asyncio.run(store.close())"
    )
    starts = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [start.stdout.strip() for start in starts] == ["True", "False"]


@pytest.mark.parametrize("revision", revisions())
async def test_every_revision_goes_to_the_latest_and_loses_nothing(
    revision: str, database: str
) -> None:
    await on(database, lambda connection: migrate(connection, revision))
    before = await on(database, fill)
    assert before["log"] == 1
    async with opened(database) as store:
        assert await store.rows("x") == [row("x", 1, "x", 1)]
        await store.append(row("x", 2), listing("x", "ann"))
        assert await store.listing("x") == listing("x", "ann")
    after = await on(database, count)
    assert set(after) == {*metadata.tables, "alembic_version"}
    for table, rows in before.items():
        assert after[table] >= rows, table


async def test_live_tables_are_given_their_hosts_and_bots_alone_nothing_to_do(
    database: str,
) -> None:
    opening = b'{"do": "opened", "host": {"id": "ann", "name": "Ann"}, "seed": "00"}'
    bodies = {"open": opening, "running": opening, "over": opening, "bad": b"\xff"}

    def write(connection: Connection) -> None:
        migrate(connection, "0002")
        found = MetaData()
        found.reflect(connection)
        for name, body in bodies.items():
            state = "running" if name == "bad" else name
            texts = dict.fromkeys(("host", "title"), "Ann")
            flags = {"public": True, "rated": False, "opened_at": 1, "changed_at": 1}
            told = {"table": name, "state": state, "options": b"", "clock": b"", "due": 1}
            connection.execute(found.tables["tables"].insert().values(**told, **texts, **flags))
            first = {"table": name, "version": 1, "command": "~open/1", "at": 1, "body": body}
            connection.execute(found.tables["log"].insert().values(**first))
        sits = {"table": "running", "chair": 0, "person": "bob"}
        connection.execute(found.tables["places"].insert().values(**sits))

    await on(database, write)
    async with opened(database) as store:
        assert await store.live_tables_of("ann") == {"open", "running"}
        assert await store.due(10) == ["running"]


async def test_the_migrations_make_what_the_program_knows(database: str) -> None:
    async with opened(database):
        pass

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await on(database, differences) == []


async def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    async with opened(database) as store:
        await store.append(row("t", 1))
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await on(database, lambda connection: connection.execute(newer) and None)
    with pytest.raises(BadDatabase, match="schema 9999, written by a newer cactustown"):
        async with opened(database):
            pass
    assert (await on(database, count))["log"] == 1


async def test_all_of_a_migration_or_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade = command.upgrade

    def break_off(*words: Any) -> None:
        upgrade(*words)
        raise RuntimeError("the power went")

    monkeypatch.setattr(command, "upgrade", break_off)
    with pytest.raises(RuntimeError, match="the power went"):
        async with opened(database):
            pass
    assert await on(database, lambda connection: inspect(connection).get_table_names()) == []
    monkeypatch.undo()
    async with opened(database) as store:
        await store.append(row("t", 1))


async def test_many_stores_open_at_once(database: str) -> None:
    async def play(number: int) -> None:
        async with opened(database) as store:
            await store.append(row(f"t{number}", 1))

    await asyncio.gather(*(play(number) for number in range(5)))
    assert (await on(database, count))["log"] == 5


OPENS = """
import asyncio, sys
from cactustown.server.store.address import open_store

async def main():
    store = open_store(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    await store.open()
    await store.close()

asyncio.run(main())
"""


async def test_many_processes_start_at_once(database: str) -> None:
    words = [sys.executable, "-W", "error", "-c", OPENS, database]
    pipe = subprocess.PIPE
    started = [subprocess.Popen(words, stdin=pipe, stdout=pipe) for _ in range(3)]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in started:
        process.communicate()
    assert [process.returncode for process in started] == [0, 0, 0]
    async with opened(database) as store:
        await store.append(row("t", 1))
