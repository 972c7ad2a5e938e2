"""The whole server as one ASGI application: store, people, tables, bots, pages and sockets."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import event
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from cactustown.server import pages, sockets
from cactustown.server.bots import BotPool
from cactustown.server.crowd import Crowd
from cactustown.server.endpoints import Refused as TooMuch
from cactustown.server.finishes import finishes, is_long_enough
from cactustown.server.guessing import Guesses
from cactustown.server.house import House
from cactustown.server.http import app_parts
from cactustown.server.hub import Hub, Manners
from cactustown.server.lessons import Lessons
from cactustown.server.limiting import Limits, Manner, address_of
from cactustown.server.metrics import Metrics
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.people import People
from cactustown.server.proofs import Proofs
from cactustown.server.protocol import Refused, encode
from cactustown.server.ratings import Ratings
from cactustown.server.replays import Replays
from cactustown.server.settings import Settings
from cactustown.server.signed_in import SignedIn
from cactustown.server.store.address import engine_for, open_store
from cactustown.server.store.base import StoreUnavailable
from cactustown.server.table import Table
from cactustown.server.timekeeping import Timekeeper
from cactustown.server.turns import Awaited

SWEEP_SECONDS = 3600


def make_app(settings: Settings, house: House | None = None) -> Starlette:
    """The application; everything is opened when it starts and closed when it stops."""
    house = house or House.with_file(settings.content)
    metrics = Metrics()
    store = open_store(settings.database)
    engine = engine_for(settings.database)
    event.listen(
        *(engine.sync_engine, "handle_error"),
        lambda context: store.health.note(context.original_exception),
    )
    time = Timekeeper()
    guesses = Guesses(settings.wrong_passwords_per_hour)
    people = People(engine, settings.session_days, clock=time, guesses=guesses)
    signed_in = SignedIn(people)
    ratings = Ratings(engine)
    bots = BotPool(settings.bot_workers, settings.bot_seconds)
    manners = Manners(
        pace=settings.pace,
        away=settings.away_seconds,
        idle=settings.idle_minutes * 60,
        tables_a_person=settings.max_tables_per_person,
    )
    hub = Hub(
        *(store, bots, manners, time),
        rate=lambda table: count(ratings, table),
        metrics=metrics,
        has_account=people.has_account,
        box=house.box,
    )
    limits = Limits(settings)
    manner, crowd = Manner(settings), Crowd(settings)
    ready = False

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        nonlocal ready
        await store.open()
        await hub.take_up(time)
        hub.start()
        sweeping = asyncio.create_task(_sweep(people))
        looking = asyncio.create_task(signed_in.look_for_ever())
        ready = True
        try:
            yield
        finally:
            ready = False
            for task in (sweeping, looking):
                task.cancel()
            await asyncio.gather(sweeping, looking, return_exceptions=True)
            await hub.stop()
            await bots.close()
            await store.close()
            await people.close()
            await engine.dispose()

    async def socket(websocket: WebSocket) -> None:
        try:
            visitor = await signed_in.greet(websocket.cookies.get(SESSION_COOKIE, ""))
        except StoreUnavailable:
            await websocket.accept()
            await websocket.close(sockets.TRY_AGAIN, "the database cannot be reached")
            return
        if visitor is None:
            await websocket.accept()
            await websocket.send_text(
                encode(Refused(None, "session", "say who you are first: POST /api/session"))
            )
            await websocket.close(sockets.NO_SESSION, "no session")
            return
        try:
            crowd.check(visitor.person.id, address_of(websocket.scope))
        except TooMuch as refused:
            await websocket.send_denial_response(refused.response())
            return
        connection = sockets.Connection(websocket, visitor.person, crowd)
        crowd.come(connection)
        signed_in.come(visitor, connection)
        try:
            await sockets.serve(connection, hub, manner, metrics)
        finally:
            signed_in.go(visitor, connection)
            crowd.go(connection)

    parts = app_parts(
        *(settings, people, ratings, hub),
        metrics=metrics,
        limits=limits,
        is_ready=lambda: ready,
        house=house,
        more=[
            *Replays(hub, limits, house).endpoints(),
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
    """Brings the ratings up to date with a finished game."""
    await ratings.count(table.name, finishes(table), table.at, is_long_enough(table))
