"""A small server of the HTTP side alone, on a real store, for the tests in this folder."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from argon2 import PasswordHasher
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from cactustown.server.allowance import Allowance
from cactustown.server.entries import Opened, Person, encode
from cactustown.server.guessing import Guesses
from cactustown.server.http import app_parts
from cactustown.server.limiting import Limits
from cactustown.server.metrics import Metrics
from cactustown.server.newtable import ME, OPEN, NewTable
from cactustown.server.passwords import Passwords
from cactustown.server.people import People
from cactustown.server.ratings import Ratings
from cactustown.server.settings import Settings
from cactustown.server.store.address import engine_for, open_store
from cactustown.server.store.base import Listing, Place, Row, Store

HOME = "http://localhost"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
BEGINNING = 1_700_000_000_000


@dataclass
class Clock:
    """Time that passes when a test says so."""

    ms: int = BEGINNING

    def now_ms(self) -> int:
        return self.ms

    def seconds(self) -> float:
        return self.ms / 1000

    def pass_(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


@dataclass
class LogHub:
    """Tables that can be opened and exported, kept in a real store; nobody plays at them."""

    store: Store
    allowance: Allowance
    opened: list[NewTable] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)

    async def open(self, person: Person, wish: NewTable) -> str:
        table = secrets.token_hex(6)
        self.opened.append(wish)
        entry = Opened(person, wish.options, seed=secrets.token_hex(32), public=wish.public)
        row = Row(table, 1, f"{person.id}/open", BEGINNING, encode(entry))
        async with self.allowance.one_more(person.id):
            await self.store.append(row, _listing(table, person, wish))
        return table

    def is_unreadable(self, table: str) -> bool:
        return table in self.unreadable

    async def export(self, table: str, person: Person | None, who: str) -> bytes | None:
        listing = await self.store.listing(table)
        return None if listing is None else msgspec.json.encode({"table": table})


def _listing(table: str, person: Person, wish: NewTable) -> Listing:
    places = [
        Place(
            party,
            person.id if seat == ME else None,
            person.name if seat == ME else None,
            None if seat in (ME, OPEN) else seat,
        )
        for party, seat in zip(wish.options["parties"], wish.seats, strict=True)
    ]
    return Listing(
        table=table,
        state="open",
        public=wish.public,
        rated=wish.rated,
        host=person.id,
        title=wish.title,
        options=msgspec.json.encode(wish.options),
        clock=msgspec.json.encode(wish.clock),
        places=places,
        result=None,
        opened_at=BEGINNING,
        changed_at=BEGINNING,
        host_id=person.id,
    )


@dataclass
class Town:
    """The server with what a test wants to look at."""

    app: Starlette
    hub: LogHub
    people: People
    ratings: Ratings
    metrics: Metrics
    clock: Clock
    engine: AsyncEngine
    document: bytes

    def client(self, address: str = "203.0.113.7", **headers: str) -> httpx.AsyncClient:
        """A browser of its own; it says where it comes from, as browsers do."""
        transport = httpx.ASGITransport(self.app, client=(address, 4711))
        base = headers.pop("base", HOME)
        return httpx.AsyncClient(
            transport=transport, base_url=base, headers={"origin": base, **headers}
        )


def build(folder: Path, **wanted: Any) -> Town:
    """A server with these settings; its database is opened when it starts."""
    settings = Settings(**{"database": str(folder / "town.db"), **wanted})
    store, engine = open_store(settings.database), engine_for(settings.database)
    clock = Clock()
    guesses = Guesses(settings.wrong_passwords_per_hour, clock.seconds)
    people = People(engine, settings.session_days, Passwords(CHEAP), clock.now_ms, guesses)
    hub = LogHub(store, Allowance(store, settings.max_tables_per_person))
    ratings, metrics = Ratings(engine), Metrics()
    limits = Limits(settings, clock.seconds)
    parts = app_parts(settings, people, ratings, hub, metrics=metrics, limits=limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await store.open()
        try:
            yield
        finally:
            await engine.dispose()
            await store.close()

    app = Starlette(
        routes=[*parts.routes, Route("/broken", _broken), WebSocketRoute("/ws", _echo)],
        middleware=parts.middleware,
        exception_handlers=parts.exception_handlers,
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Town(app, hub, people, ratings, metrics, clock, engine, parts.document)


@asynccontextmanager
async def town(folder: Path, **wanted: Any) -> AsyncIterator[Town]:
    """The same, started."""
    built = build(folder, **wanted)
    async with built.app.router.lifespan_context(built.app):
        yield built


async def _broken(request: Request) -> PlainTextResponse:
    raise RuntimeError("the seed is 12345")


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("welcome")
    await socket.close()


async def guest(client: httpx.AsyncClient, name: str = "Jo") -> dict[str, Any]:
    """Comes in as a guest."""
    answer = await client.post("/api/session", json={"name": name})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def websocket_status(here: Town, **headers: str) -> int:
    """101 for a connection that is accepted, else the status it is refused with."""
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        said.append(message)

    given = {"host": "localhost", **headers}
    scope = {
        "type": "websocket",
        "path": "/ws",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("203.0.113.7", 4711),
        "extensions": {"websocket.http.response": {}},
    }
    await here.app(scope, receive, send)
    if said[0]["type"] == "websocket.accept":
        return 101
    assert b"reason" in said[1]["body"]
    status: int = said[0]["status"]
    return status
