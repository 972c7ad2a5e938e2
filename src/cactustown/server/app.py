"""The whole server as one ASGI application: store, people, tables, bots, pages and sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from cactustown.server import pages, sockets
from cactustown.server.bots import BotPool
from cactustown.server.http import app_parts
from cactustown.server.hub import Hub, Manners
from cactustown.server.limiting import Limits, frame_pace
from cactustown.server.metrics import Metrics
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.people import People
from cactustown.server.protocol import Refused, encode
from cactustown.server.ratings import Ratings
from cactustown.server.settings import Settings
from cactustown.server.store.address import engine_for, open_store
from cactustown.server.table import Table


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
    ready = False

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        nonlocal ready
        await store.open()
        hub.start()
        ready = True
        try:
            yield
        finally:
            ready = False
            await hub.stop()
            await bots.close()
            await store.close()
            await engine.dispose()

    async def socket(websocket: WebSocket) -> None:
        person = await people.who(websocket.cookies.get(SESSION_COOKIE, ""))
        if person is None:
            await websocket.accept()
            await websocket.send_text(
                encode(Refused(None, "session", "say who you are first: POST /api/session"))
            )
            await websocket.close(sockets.NO_SESSION, "no session")
            return
        await sockets.serve(websocket, person, hub, frame_pace(settings), metrics)

    parts = app_parts(
        *(settings, people, ratings, hub),
        metrics=metrics,
        limits=Limits(settings),
        is_ready=lambda: ready,
    )
    app = Starlette(
        routes=[WebSocketRoute("/ws", socket), *parts.routes, *pages.routes()],
        middleware=parts.middleware,
        exception_handlers=parts.exception_handlers,
        lifespan=life,
    )
    app.router.redirect_slashes = False
    app.state.hub = hub
    return app


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
