"""A fresh database for every test, of both kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'town.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
