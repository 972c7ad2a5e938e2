"""What every store promises, whatever it keeps things in."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import msgspec
import pytest

from cactustown.server.store.base import (
    AlreadyDone,
    Conflict,
    Place,
    Row,
    Snapshot,
    Store,
    StoreUnavailable,
)
from tests.server.stores.some import listing, opened, row, until

pytestmark = pytest.mark.anyio


async def test_rows_come_back_in_order_and_as_they_were(database: str) -> None:
    written = [
        row("t", 1, "ann/a", 10, b'{"do": "opened"}'),
        row("t", 2, "bob/\u00e9\u4e2d", 10, bytes(range(256))),
        row("t", 3, "ann/b", 2**52, b""),
    ]
    async with opened(database) as store:
        for each in written:
            await store.append(each)
        await store.append(row("u", 1))
        assert await store.rows("t") == written
        assert await store.rows("t", after=1) == written[1:]
        assert await store.rows("t", after=3) == []
        assert await store.rows("nowhere") == []
    async with opened(database) as store:
        assert await store.rows("t") == written


async def test_the_first_to_write_a_version_wins(database: str) -> None:
    async with opened(database) as store:
        await store.append(row("t", 1, "ann/1"))
        with pytest.raises(Conflict):
            await store.append(row("t", 1, "bob/1"))
        assert await store.rows("t") == [row("t", 1, "ann/1")]


async def test_a_log_has_no_gaps(database: str) -> None:
    async with opened(database) as store:
        with pytest.raises(Conflict):
            await store.append(row("t", 2))
        await store.append(row("t", 1))
        with pytest.raises(Conflict):
            await store.append(row("t", 3))
        assert await store.rows("t") == [row("t", 1)]


async def test_a_command_counts_once(database: str) -> None:
    async with opened(database) as store:
        await store.append(row("t", 1, "ann/1"))
        await store.append(row("t", 2, "ann/2"))
        for version in (1, 2, 3, 7):
            with pytest.raises(AlreadyDone) as refused:
                await store.append(row("t", version, "ann/1", body=b"other"))
            assert refused.value.version == 1
        await store.append(row("u", 1, "ann/1"))  # elsewhere it is another command
        assert len(await store.rows("t")) == 2


async def test_of_many_at_once_one_wins_each_version(database: str) -> None:
    """200 rows over 20 tables: in each table ten people try each version, all at once."""
    async with opened(database) as store:

        async def play(table: str, person: str) -> list[Row]:
            mine = []
            version = 1
            while version <= 10:
                wanted = row(table, version, f"{person}/{version}")
                try:
                    await store.append(wanted)
                except Conflict:
                    pass
                else:
                    mine.append(wanted)
                version += 1
            return mine

        tables = [f"t{number}" for number in range(20)]
        people = [f"p{number}" for number in range(10)]
        pairs = [(table, person) for table in tables for person in people]
        random.Random(1).shuffle(pairs)
        won = await asyncio.gather(*(play(table, person) for table, person in pairs))
        acknowledged = sorted((each.table, each.version, each) for rows in won for each in rows)
        assert len(acknowledged) == 200
        kept = [each for table in sorted(tables) for each in await store.rows(table)]
        assert [each for _, _, each in acknowledged] == kept


async def test_the_same_command_sent_at_once_from_everywhere(database: str) -> None:
    async with opened(database) as store, opened(database) as other:
        sent = [
            where.append(row("t", version, "ann/1"))
            for version in (1, 1, 2, 1)
            for where in (store, other)
        ]
        answers = await asyncio.gather(*sent, return_exceptions=True)
        assert answers.count(None) == 1
        # A version too far ahead may have come before the first.
        refused = [answer for answer in answers if answer is not None]
        assert all(isinstance(answer, AlreadyDone | Conflict) for answer in refused)
        assert await store.rows("t") == await other.rows("t") == [row("t", 1, "ann/1")]


async def test_two_processes_race(database: str) -> None:
    """Two stores on one database write the same 50 versions: one winner each, both see the same."""
    async with opened(database) as left, opened(database) as right:

        async def race(store: Store, person: str) -> int:
            won = 0
            for version in range(1, 51):
                try:
                    await store.append(row("t", version, f"{person}/{version}"))
                    won += 1
                except Conflict:
                    await until(lambda v=version: _has(store, v))  # type: ignore[misc]
            return won

        assert sum(await asyncio.gather(race(left, "ann"), race(right, "bob"))) == 50
        rows = await left.rows("t")
        assert [each.version for each in rows] == list(range(1, 51))
        assert rows == await right.rows("t")


async def _has(store: Store, version: int) -> bool:
    return bool(await store.rows("t", after=version - 1))


async def test_listing_comes_and_changes_with_its_row(database: str) -> None:
    async with opened(database) as store:
        assert await store.listing("t") is None
        first = listing("t", "ann", None, "bob")
        await store.append(row("t", 1), first)
        assert await store.listing("t") == first
        await store.append(row("t", 2))
        assert await store.listing("t") == first
        second = listing("t", "ann", "cat", state="over", result="outlaws", changed_at=9)
        with pytest.raises(Conflict):
            await store.append(row("t", 2, "bob/2"), second)
        assert await store.listing("t") == first
        await store.append(row("t", 3), second)
        assert await store.listing("t") == second
        empty = listing("u")
        await store.append(row("u", 1), empty)
        assert await store.listing("u") == empty


async def test_lobby_shows_public_tables_that_are_not_over_latest_first(database: str) -> None:
    tables = [
        listing("old", "ann", changed_at=1),
        listing("new", "ann", "bob", changed_at=3),
        listing("running", "ann", state="running", changed_at=2),
        listing("private", "ann", public=False, changed_at=4),
        listing("over", "ann", state="over", changed_at=5),
        listing("closed", "ann", state="closed", changed_at=6),
    ]
    async with opened(database) as store:
        for each in tables:
            await store.append(row(each.table, 1), each)
        assert await store.lobby() == [tables[1], tables[2], tables[0]]
        assert await store.lobby(limit=2) == [tables[1], tables[2]]


async def test_tables_of_a_person(database: str) -> None:
    tables = [
        listing("one", "ann", "bob", changed_at=1),
        listing("two", "bob", "bob", None, state="over", public=False, changed_at=2),
        listing("three", "ann", changed_at=3),
    ]
    async with opened(database) as store:
        for each in tables:
            await store.append(row(each.table, 1), each)
        assert await store.tables_of("bob") == [tables[1], tables[0]]
        assert await store.tables_of("bob", limit=1) == [tables[1]]
        assert await store.tables_of("nobody") == []


async def test_a_chair_that_is_kept_brings_the_table_to_its_person(database: str) -> None:
    """But it is no table they play at: it counts for nobody."""
    kept = Place("outlaws", None, "Bob", None, kept="bob")
    table = msgspec.structs.replace(listing("again", "ann"), places=[kept])
    async with opened(database) as store:
        await store.append(row("again", 1), table)
        assert await store.tables_of("bob") == [table]
        assert await store.live_tables_of("bob") == set()


async def test_live_tables_of_a_person_are_those_opened_and_those_sat_at(database: str) -> None:
    hosted = msgspec.structs.replace
    tables = [
        listing("sits", "bob", "bob", state="running"),
        hosted(listing("opened", None), host_id="bob"),
        hosted(listing("both", "bob"), host_id="bob"),
        hosted(listing("over", "bob", state="over"), host_id="bob"),
        hosted(listing("closed", "bob", state="closed"), host_id="bob"),
        hosted(listing("other", "ann"), host_id="ann"),
    ]
    async with opened(database) as store:
        for each in tables:
            await store.append(row(each.table, 1), each)
        assert await store.listing("opened") == tables[1]
        assert await store.live_tables_of("bob") == {"sits", "opened", "both"}
        assert await store.live_tables_of("nobody") == set()


async def test_due_is_noted_with_each_row(database: str) -> None:
    async with opened(database) as store:
        await store.append(row("a", 1), listing("a"), due=200)
        await store.append(row("b", 1), listing("b"), due=100)
        await store.append(row("c", 1), listing("c"))
        assert await store.due(99) == []
        assert await store.due(100) == ["b"]
        assert await store.due(300) == ["b", "a"]
        await store.append(row("b", 2), due=250)
        await store.append(row("a", 2), listing("a", state="running"))
        await store.append(row("c", 2), due=50)
        assert await store.due(300) == ["c", "b"]
        with pytest.raises(Conflict):
            await store.append(row("c", 2, "bob/1"), due=1)
        await store.append(row("c", 3))
        assert await store.due(300) == ["b"]


async def test_until_when_the_tables_were_looked_after(database: str) -> None:
    async with opened(database) as store, opened(database) as other:
        assert await store.served() is None
        for until, noted in ((5_000_000_000_000, 5_000_000_000_000), (7, 5_000_000_000_000)):
            await store.serve(until)
            assert await store.served() == await other.served() == noted
        assert await store.time() > 1_700_000_000_000  # in milliseconds, too


async def test_the_latest_snapshot_stays(database: str) -> None:
    async with opened(database) as store:
        assert await store.snapshot("t") is None
        await store.keep(Snapshot("t", 3, b"three"))
        await store.keep(Snapshot("t", 2, b"two"))
        await store.keep(Snapshot("u", 1, b"one"))
        assert await store.snapshot("t") == Snapshot("t", 3, b"three")
        await store.keep(Snapshot("t", 5, bytes(100_000)))
        assert await store.snapshot("t") == Snapshot("t", 5, bytes(100_000))


async def test_what_cannot_be_written_spoils_nothing_else(database: str) -> None:
    """Half a letter fits no database: it is refused, and what was written with it is kept."""
    async with opened(database) as store:
        rows = [row(f"t{number}", 1) for number in range(20)]
        bad = row("bad", 1, "ann/\ud800")
        answers = await asyncio.gather(
            *(store.append(each) for each in (*rows[:10], bad, *rows[10:])),
            return_exceptions=True,
        )
        assert isinstance(answers[10], ValueError)
        assert answers.count(None) == 20
        assert await store.rows("bad") == []
        await store.append(row("bad", 1))


async def test_cancelling_breaks_nothing(database: str) -> None:
    async with opened(database) as store:
        for number in range(30):
            tasks = [
                asyncio.create_task(store.append(row(f"t{number}", 1))),
                asyncio.create_task(store.rows(f"t{number}")),
            ]
            for _ in range(number % 5):
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for number in range(30):  # written or not, it can be sent again
            with suppress(AlreadyDone):
                await store.append(row(f"t{number}", 1))
            assert await store.rows(f"t{number}") == [row(f"t{number}", 1)]


async def test_closing_finishes_what_waits(database: str) -> None:
    async with opened(database) as store:
        waiting = [asyncio.create_task(store.append(row(f"t{n}", 1))) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [None] * 50
        for refused in (store.append(row("u", 1)), store.rows("u"), store.listing("u")):
            with pytest.raises(StoreUnavailable):
                await refused
        await store.open()
        assert len(await store.rows("t49")) == 1


async def test_another_process_hears_of_every_row(database: str) -> None:
    async with opened(database) as store, opened(database) as other:
        heard: list[tuple[str, int]] = []
        own: list[tuple[str, int]] = []
        other.on_news(lambda table, version: heard.append((table, version)))
        store.on_news(lambda table, version: own.append((table, version)))
        for version in range(1, 6):
            await store.append(row("t", version), listing("t"))
        await store.append(row("with:colon", 1))
        told = [*(("t", version) for version in range(1, 6)), ("with:colon", 1)]
        await until(lambda: heard == told)
        await other.append(row("t", 6))
        await until(lambda: own == [("t", 6)])
        assert heard == told


async def test_who_is_present(database: str) -> None:
    async with opened(database) as store:
        assert await store.present("t") == set()
        await store.announce("t", "ann", True)
        await store.announce("t", "ann", True)
        await store.announce("t", "bob", True)
        await store.announce("u", "cat", True)
        assert await store.present("t") == {"ann", "bob"}
        await store.announce("t", "ann", False)
        await store.announce("t", "nobody", False)
        assert await store.present("t") == {"bob"}
        assert await store.present("u") == {"cat"}
