"""Slices of `make crash`: the server, and its database, killed while people play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills import crash
from tests.server.postgres import Postgres
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server

pytestmark = pytest.mark.anyio


async def test_nothing_promised_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    found = await crash.drill(tmp_path, 5, kills=10)
    assert found.wrongs == []
    assert found.kills == 10
    assert found.acks > 0


async def test_nor_when_postgresql_is_killed_too(tmp_path: Path, postgres: Postgres) -> None:
    found = await crash.drill(tmp_path, 5, kills=2, database_kills=1, postgres=postgres)
    assert found.wrongs == []
    assert (found.kills, found.database_kills) == (2, 1)
    assert found.acks > 0


async def test_people_play_on_after_a_server_was_told_to_stop(tmp_path: Path) -> None:
    found = await crash.drill(tmp_path, 5, stops=3)
    assert found.wrongs == []
    assert found.stops == 3
    assert found.acks > 0
