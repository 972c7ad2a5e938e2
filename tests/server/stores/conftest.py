"""A fresh database for every test, of both kinds; coroutines are tests too."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'town.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()
