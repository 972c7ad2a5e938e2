"""Hellos to a table where much was said, whose answers nobody reads."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import suppress

from websockets.exceptions import ConnectionClosed

from cactustown.server.entries import Person, Said, encode
from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, deaf

WHAT = "40 hellos that nobody reads, at a table where 7,855 lines were said"
SETTINGS: dict[str, str] = {}
HELLOS = 40
SOCKETS = 5
LINES, FEW_LINES = 7_855, 1_500
CLOSED_SECONDS = 15.0


async def attack(scene: Scene) -> None:
    mallory = await scene.guest()
    options = {"parties": ["sheriff", "outlaws"]}
    table = await mallory.open(scene.http, options=options, seats=["me", "open"])
    lines = LINES if scene.full else FEW_LINES
    table = await asyncio.to_thread(_old_table, scene, mallory, table, lines)
    sockets = [await deaf(mallory) for _ in range(SOCKETS if scene.full else 1)]
    for _ in range(HELLOS):
        for line in sockets:
            with suppress(ConnectionClosed):
                await line.send(f'{{"type":"hello","table":"{table}"}}')
    began = time.monotonic()
    if scene.full:  # the hellos wait for their turn; none of the answers waits for long
        while time.monotonic() < began + CLOSED_SECONDS:
            await asyncio.sleep(0.5)
    reader = Player(mallory, table)
    await reader.connect()
    await reader.hear()
    assert reader.gaps == 0, "a client that reads must get the whole story, newest part first"
    scene.figure("story", reader.seq)
    await reader.close()
    for line in sockets:
        line.transport.abort()


def _old_table(scene: Scene, who: Guest, table: str, lines: int) -> str:
    """A table like this one from before talk had a limit, put straight into the database."""
    lots, name = random.Random(1), f"old-{table}"
    with sqlite3.connect(scene.server.database, timeout=30) as database:
        for kind in ("log", "tables", "places"):
            found = database.execute(f'SELECT * FROM {kind} WHERE "table" = ?', (table,))
            at = [column[0] for column in found.description].index("table")
            for row in found.fetchall():
                row = (*row[:at], name, *row[at + 1 :])
                database.execute(f"INSERT INTO {kind} VALUES ({', '.join('?' * len(row))})", row)
        query = 'SELECT max(version), max(at) FROM log WHERE "table" = ?'
        version, at = database.execute(query, (name,)).fetchone()
        rows = []
        for number in range(1, lines + 1):
            text = " ".join(f"{lots.getrandbits(32):x}" for _ in range(12))
            body = encode(Said(Person(who.id, "Mallory"), text))
            rows.append((name, version + number, f"~old/{number}", at, body))
        columns = 'log("table", version, command, at, body)'
        database.executemany(f"INSERT INTO {columns} VALUES (?, ?, ?, ?, ?)", rows)
    return name
