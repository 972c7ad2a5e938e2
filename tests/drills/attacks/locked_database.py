"""A database that cannot be written for a while, as when another program keeps it locked."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import httpx

from tests.drills.attack import Scene

WHAT = "another program locks the database: /readyz says no, and yes again afterwards"
SETTINGS: dict[str, str] = {}
SOON_SECONDS = 10.0


async def attack(scene: Scene) -> None:
    assert await _status(scene) == httpx.codes.OK
    with closing(sqlite3.connect(scene.server.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        scene.figure("seconds until no", await _until(scene, httpx.codes.SERVICE_UNAVAILABLE))
        other.execute("ROLLBACK")
    scene.figure("seconds until yes", await _until(scene, httpx.codes.OK))


async def _until(scene: Scene, status: int) -> float:
    began = time.monotonic()
    while await _status(scene) != status:
        assert time.monotonic() < began + SOON_SECONDS, f"/readyz does not turn to {status}"
        await asyncio.sleep(0.25)
    return time.monotonic() - began


async def _status(scene: Scene) -> int:
    return (await scene.http.get("/readyz")).status_code
