"""Slices of `make restore`: a backup while people play, a crash, the backup restored."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills import restore
from tests.server.postgres import Postgres
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server

pytestmark = pytest.mark.anyio


def check(found: restore.Findings) -> None:
    assert found.wrongs == []
    assert found.before > 0
    assert found.lost > 0, "nothing happened after the backup"
    assert found.went_on > 0


async def test_all_that_was_promised_before_the_backup_is_there(tmp_path: Path) -> None:
    check(await restore.drill(tmp_path, 5, seconds=0.5))
    assert list(tmp_path.glob("*.before-restore-*"))


async def test_on_postgresql_too(tmp_path: Path, postgres: Postgres) -> None:
    check(await restore.drill(tmp_path, 5, seconds=0.5, postgres=postgres))
    assert list(tmp_path.glob("*.before-restore-*.dump"))
