"""The whole server as one ASGI application: store, people, tables, bots, pages and sockets."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from cactustown.server import pages, sockets
from cactustown.server.bots import BotPool
from cactustown.server.http import app_parts
from cactustown.server.hub import Hub, Manners
from cactustown.server.lessons import Lessons
from cactustown.server.limiting import Limits, frame_pace, look_pace
from cactustown.server.metrics import Metrics
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.people import People
from cactustown.server.proofs import Proofs
from cactustown.server.protocol import Refused, encode
from cactustown.server.ratings import Ratings
from cactustown.server.replays import Replays
from cactustown.server.settings import Settings
from cactustown.server.store.address import engine_for, open_store
from cactustown.server.store.base import StoreUnavailable
from cactustown.server.table import Table
from cactustown.server.turns import Awaited

SWEEP_SECONDS = 3600


def make_app(settings: Settings) -> Starlette:
    """The application; everything is opened when it starts and closed when it stops."""
    metrics = Metrics()
    store = open_store(settings.database)
    engine = engine_for(settings.database)
    people = People(engine, settings.session_days)
    ratings = Ratings(engine)
    bots = BotPool(settings.bot_workers, settings.bot_seconds)
    manners = Manners(settings.pace, settings.away_seconds, settings.idle_minutes * 60)
    hub = Hub(store, bots, manners, rate=lambda table: count(ratings, table), metrics=metrics)
    limits = Limits(settings)
    ready = False

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        nonlocal ready
        await store.open()
        hub.start()
        sweeping = asyncio.create_task(_sweep(people))
        ready = True
        try:
            yield
        finally:
            ready = False
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
            await hub.stop()
            await bots.close()
            await store.close()
            await engine.dispose()

    async def socket(websocket: WebSocket) -> None:
        try:
            person = await people.who(websocket.cookies.get(SESSION_COOKIE, ""))
        except StoreUnavailable:
            await websocket.accept()
            await websocket.close(sockets.TRY_AGAIN, "the database cannot be reached")
            return
        if person is None:
            await websocket.accept()
            await websocket.send_text(
                encode(Refused(None, "session", "say who you are first: POST /api/session"))
            )
            await websocket.close(sockets.NO_SESSION, "no session")
            return
        connection = sockets.Connection(websocket, person, look_pace(settings))
        await sockets.serve(connection, hub, frame_pace(settings), metrics)

    parts = app_parts(
        *(settings, people, ratings, hub),
        metrics=metrics,
        limits=limits,
        is_ready=lambda: ready,
        more=[
            *Replays(hub, limits).endpoints(),
            *Proofs(hub).endpoints(),
            *Lessons(hub, limits).endpoints(),
            *Awaited(hub).endpoints(),
        ],
    )
    app = Starlette(
        routes=[WebSocketRoute("/ws", socket), *parts.routes, *pages.routes()],
        middleware=parts.middleware,
        exception_handlers={
            **parts.exception_handlers,
            HTTPException: pages.lost(parts.exception_handlers[HTTPException]),
        },
        lifespan=life,
    )
    app.router.redirect_slashes = False
    app.state.hub = hub
    return app


async def _sweep(people: People) -> None:
    """Forgets sessions that have ended, now and then."""
    while True:
        with contextlib.suppress(StoreUnavailable):
            await people.sweep()
        await asyncio.sleep(SWEEP_SECONDS)


async def count(ratings: Ratings, table: Table) -> None:
    """Brings the ratings up to date with a finished game: the winner before all others."""
    assert table.game is not None
    winner = table.game.result
    ranking = [
        (chair.person.id if chair.person else None, chair.party or "", _rank(chair.party, winner))
        for chair in table.chairs
    ]
    await ratings.count(table.name, ranking, table.at)


def _rank(party: str | None, winner: str | None) -> int:
    return 1 if party == winner or winner == "draw" else 2
