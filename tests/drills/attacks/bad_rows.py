"""Rows that are no entries, in the logs of tables at which something is due."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing

import httpx
import pytest

from cactustown.content import CURRENT_EDITION
from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options
from cactustown.server.entries import (
    AnyEntry,
    BotSat,
    HandedOver,
    Opened,
    Person,
    Sat,
    Started,
    encode,
)
from cactustown.server.listings import listing
from cactustown.server.store import queries
from cactustown.server.store.base import Listing, Row
from cactustown.server.table import Table
from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, Refused

WHAT = "60 due tables whose logs cannot be read are written into the database of a running server"
SETTINGS: dict[str, str] = {}
BAD = 60
BODIES = (b"", b"?", b"\xff\xfe", b'{"do": "fly"}', b'{"do": "stood", "chair": 9}', b"[" * 9000)
SOON_SECONDS = 15.0
OPTIONS = Options(("sheriff", "outlaws"))


async def attack(scene: Scene) -> None:
    guest = await scene.guest()
    host = Person(guest.id, "Mallory")
    began = time.monotonic()
    # The good one has waited least: those that cannot be read come first in the queue.
    _write(scene, [_bad(host, number) for number in range(BAD)], due=1)
    _write(scene, [_good(host)], due=2)
    while _length(scene, "good") <= 5:
        assert time.monotonic() < began + SOON_SECONDS, "the table after them is never looked at"
        await asyncio.sleep(0.1)
    scene.figure("seconds until another unloaded table went on", time.monotonic() - began)
    await _its_people_are_told(scene, guest)
    await _while_somebody_looks_on(scene, await scene.guest("Trent"))
    said = scene.server.written().count("table cannot be read")
    scene.figure("log lines about them", said)
    assert said <= BAD + 1, "each is said once"
    if scene.full:
        await asyncio.sleep(5)


async def _its_people_are_told(scene: Scene, guest: Guest) -> None:
    """In words, and in no list anything is missing."""
    states: dict[str, str] = {}
    until = time.monotonic() + SOON_SECONDS
    while list(states.values()).count("unreadable") < BAD:  # fetched a few at a time
        assert time.monotonic() < until, f"lists show {states}"
        await asyncio.sleep(0.2)
        answer = await scene.http.get("/api/tables", params={"limit": 100})
        assert answer.status_code == httpx.codes.OK
        states = {card["table"]: card["state"] for card in answer.json()["tables"]}
    answer = await scene.http.get("/games/bad-0.json", headers=guest.headers)
    assert (answer.status_code, answer.json()["error"]) == (httpx.codes.CONFLICT, "unreadable")
    player = Player(guest, "bad-1")
    with pytest.raises(Refused, match="unreadable"):
        await player.connect()
    await player.close()


async def _while_somebody_looks_on(scene: Scene, guest: Guest) -> None:
    table = await guest.open(scene.http, options=OPTIONS.to_json(), seats=["me", "open"])
    player = Player(guest, table)
    await player.connect()
    with closing(sqlite3.connect(scene.server.database, timeout=10)) as database, database:
        database.execute(
            'INSERT INTO log SELECT "table", max(version) + 1, ?, max(at), ? FROM log'
            ' WHERE "table" = ?',
            ("mallory/1", b"?", table),
        )
    until = time.monotonic() + SOON_SECONDS
    while True:
        try:
            await player.send("chat", text="hello?")
        except Refused as refused:
            if refused.code == "unreadable":
                break
        assert time.monotonic() < until, "the bad row is never noticed"
        await asyncio.sleep(0.1)
    await player.close()


def _bad(host: Person, number: int) -> tuple[Listing, list[Row]]:
    made, rows = _table(host, f"bad-{number}", [])
    body = BODIES[number % len(BODIES)]
    return made, [*rows, Row(rows[0].table, len(rows) + 1, "mallory/1", rows[0].at, body)]


def _good(host: Person) -> tuple[Listing, list[Row]]:
    """A bot plays against one that stands in for somebody."""
    parties = list(OPTIONS.parties)
    started = Started(VERSION, CURRENT_EDITION, [], parties, [])
    left = HandedOver(parties[0], "random", "left")
    return _table(host, "good", [Sat(0, host), BotSat(1, "random"), started, left])


def _table(host: Person, name: str, entries: Iterable[AnyEntry]) -> tuple[Listing, list[Row]]:
    now = time.time_ns() // 1_000_000
    opened = Opened(host, OPTIONS.to_json(), "5e" * 32, public=True)
    rows = [Row(name, 1, "~open/1", now, encode(opened))]
    table = Table(name, opened, rows[0])
    for number, entry in enumerate(entries, 2):
        row = Row(name, number, f"~made/{number}", now, b"")
        rows.append(Row(name, number, row.command, now, encode(table.apply(entry, row))))
    return listing(table), rows


def _write(scene: Scene, tables: list[tuple[Listing, list[Row]]], due: int) -> None:
    with closing(sqlite3.connect(scene.server.database, timeout=10)) as database, database:
        for made, rows in tables:
            database.execute(queries.LIST, queries.listing_values(made, due))
            database.executemany(queries.SEAT, queries.seat_values(made))
            database.executemany(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?)",
                [(row.table, row.version, row.command, row.at, row.body) for row in rows],
            )


def _length(scene: Scene, table: str) -> int:
    with closing(sqlite3.connect(scene.server.database, timeout=10)) as database:
        query = 'SELECT count(*) FROM log WHERE "table" = ?'
        (found,) = database.execute(query, (table,)).fetchone()
    return int(found)
