"""A real server inside a test: sockets, database and log are real, time may be the test's own."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import structlog

from cactustown.server.app import make_app
from cactustown.server.door import Door
from cactustown.server.hub import Hub
from cactustown.server.logs import configure
from cactustown.server.run import SENT_AHEAD, TownServer, serving
from cactustown.server.settings import Settings
from cactustown.server.store.sqlite import SqliteStore
from cactustown.server.store.sqlite_writer import connect

NO_LIMIT = 1_000_000_000


@dataclass
class Served:
    """A server that listens on a free port of this machine."""

    url: str
    hub: Hub
    door: Door


def unlimited(folder: Path, **settings: Any) -> Settings:
    """Settings of a server that nobody can ask too much of, and whose bots do not dawdle."""
    limits = (
        *("frames_per_second", "requests_per_minute", "guests_per_hour", "tables_per_hour"),
        *("max_tables_per_person", "tables_per_hour_per_address", "logins_per_minute"),
        *("max_connections_per_address", "max_sockets_per_person"),
    )
    usual = {"pace": 0, "bot_workers": 1, "log_format": "json", "log_level": "debug"}
    return Settings(
        **{
            "database": str(folder / "cactustown.db"),
            **dict.fromkeys(limits, NO_LIMIT),
            **usual,
            **settings,
        }
    )


class _Server(TownServer):
    """Leaves the signals to the test runner."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def hasty() -> AbstractContextManager[object]:
    """Stores opened meanwhile do not wait for the disk."""

    def connect_hastily(store: SqliteStore) -> sqlite3.Connection:
        connection = connect(store.path, store.patience)
        connection.execute("PRAGMA synchronous=OFF")
        return connection

    return mock.patch.object(SqliteStore, "_connect", connect_hastily)


@asynccontextmanager
async def served(settings: Settings, durable: bool = False) -> AsyncIterator[Served]:
    """A server in this event loop, as `cactustown serve` runs it.

    Where it is not about what survives a power cut, nothing waits for the disk.
    """
    with contextlib.nullcontext() if durable else hasty():
        async with _served(settings) as made:
            yield made


@asynccontextmanager
async def _served(settings: Settings) -> AsyncIterator[Served]:
    app = make_app(settings)
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    config = serving(app, settings)
    server = _Server(config)
    running = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            if running.done():
                running.result()
                raise RuntimeError("the server ended while it was starting")
            await asyncio.sleep(0.005)
        host, port = listening.getsockname()
        yield Served(f"http://{host}:{port}", app.state.hub, config.door)
    finally:
        server.should_exit = True
        await running
        listening.close()


@contextmanager
def logged(settings: Settings) -> Iterator[io.StringIO]:
    """All that is logged meanwhile, in the form the server gives it."""
    root = logging.getLogger()
    own = logging.getLogger("cactustown")
    handlers, level, own_level = root.handlers[:], root.level, own.level
    text = io.StringIO()
    configure(settings, text)
    try:
        yield text
    finally:
        structlog.reset_defaults()
        root.handlers[:] = handlers
        root.setLevel(level)
        own.setLevel(own_level)
