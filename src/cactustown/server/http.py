"""The HTTP side: tables, lists, exports, health; and all parts that make an app of it."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from cactustown import __version__
from cactustown.content import load_content
from cactustown.server import choices as offers
from cactustown.server.account import Account
from cactustown.server.aids import Aids
from cactustown.server.allowance import TOO_MANY_TABLES, TooManyTables
from cactustown.server.cards import TableCard, card
from cactustown.server.desk import Desk
from cactustown.server.endpoints import (
    Call,
    Endpoint,
    Refused,
    not_found,
    routes,
    server_error,
    unknown_path,
)
from cactustown.server.entries import Person
from cactustown.server.hosts import is_local
from cactustown.server.house import House
from cactustown.server.limiting import Limits, address_of
from cactustown.server.lineups import LineUp
from cactustown.server.logs import AccessLog
from cactustown.server.metrics import CONTENT_TYPE, Metrics
from cactustown.server.names import BadName
from cactustown.server.newtable import LineUpWish, NewTable, TableWish, checked, line_up_of
from cactustown.server.openapi import document
from cactustown.server.people import (
    AlreadyRegistered,
    LoginTaken,
    NoAccount,
    People,
    WrongLogin,
    WrongPassword,
)
from cactustown.server.ratings import Ratings, Standing
from cactustown.server.readiness import Readiness
from cactustown.server.reading import Busy, TookTooLong
from cactustown.server.security import Entrance, Guard
from cactustown.server.settings import Settings
from cactustown.server.store.base import Listing, Store
from cactustown.server.unreadable import UNREADABLE, Unreadable
from cactustown.server.weak_passwords import WeakPassword

ACCOUNT = "rated games are between accounts"
ANSWERS: dict[type[Exception], tuple[int, str]] = {
    BadName: (400, "bad_name"),
    LoginTaken: (409, "login_taken"),
    AlreadyRegistered: (409, "already_registered"),
    WrongLogin: (403, "wrong_login"),
    WrongPassword: (403, "wrong_old_password"),
    NoAccount: (409, "no_account"),
    WeakPassword: (400, "weak_password"),
    Busy: (503, "busy"),
    TookTooLong: (503, "busy"),
    Unreadable: (409, UNREADABLE),
    TooManyTables: (409, "too_many_tables"),
}
PARTIES = offers.parties_of(load_content().tables)  # of the edition; a host may have more
Most = Annotated[int, Meta(ge=1, le=100)]


class Hub(Protocol):
    """What the HTTP side asks of the tables."""

    @property
    def store(self) -> Store: ...

    async def open(self, person: Person, wish: NewTable) -> str:
        """Opens a table and gives its id."""

    def is_unreadable(self, table: str) -> bool:
        """Whether a table is known to be one that cannot be read."""

    async def export(self, table: str, person: Person | None, who: str) -> bytes | None:
        """The game as JSON: what this person may see, all of it when it is over."""


class Created(msgspec.Struct, frozen=True):
    """The id of a new table."""

    table: str


class Tables(msgspec.Struct, frozen=True):
    """Tables, the latest first."""

    tables: list[TableCard]


class Board(msgspec.Struct, frozen=True):
    """The best players of a party."""

    standings: list[Standing]


class Health(msgspec.Struct, frozen=True):
    """The server is there."""

    status: str
    version: str


class Some(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many to list."""

    limit: Most = 50


class OfParty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ratings to list, and how many."""

    party: Annotated[str, Meta(max_length=40, extra_json_schema={"enum": PARTIES})]
    limit: Most = 50


class Counter:
    """The handlers of tables, lists and probes."""

    def __init__(
        self,
        settings: Settings,
        people: People,
        ratings: Ratings,
        hub: Hub,
        metrics: Metrics,
        limits: Limits,
        is_ready: Callable[[], bool],
        house: House,
    ) -> None:
        self._settings = settings
        self._house = house
        self._ratings = ratings
        self._hub = hub
        self._metrics = metrics
        self._limits = limits
        self._readiness = Readiness(hub.store, people.is_there, is_ready)
        self.document: bytes = b""

    async def choices(self, call: Call) -> offers.Choices:
        return self._house.choices

    async def aids(self, call: Call) -> Aids:
        return self._house.aids

    async def line_up(self, call: Call, wish: LineUpWish) -> LineUp:
        return line_up_of(wish, self._house.content)

    async def open_table(self, call: Call, wish: TableWish) -> Created:
        new = checked(wish, self._house.content)
        if new.rated and (call.visitor is None or call.visitor.login is None):
            raise Refused(403, "account", "rated games are between accounts; make one first")
        self._limits.check_table(call.person.id, call.request.scope)
        return Created(await self._hub.open(call.person, new))

    async def lobby(self, call: Call, some: Some) -> Tables:
        return Tables(self._cards(await self._hub.store.lobby(some.limit)))

    async def table(self, call: Call) -> TableCard:
        listing = await self._hub.store.listing(call.request.path_params["id"])
        if listing is None:
            raise not_found()
        return self._cards([listing])[0]

    def _cards(self, listings: list[Listing]) -> list[TableCard]:
        return [card(found, self._hub.is_unreadable(found.table)) for found in listings]

    async def history(self, call: Call, some: Some) -> Tables:
        mine = await self._hub.store.tables_of(call.person.id, some.limit)
        return Tables(self._cards(mine))

    async def board(self, call: Call, wish: OfParty) -> Board:
        parties = self._house.parties
        if wish.party not in parties:
            raise Refused(400, "bad_query", f"a party is one of: {', '.join(parties)}")
        return Board(await self._ratings.board(wish.party, wish.limit))

    async def export(self, call: Call) -> Response:
        table = call.request.path_params["id"]
        person = call.visitor.person if call.visitor else None
        game = await self._hub.export(table, person, address_of(call.request.scope))
        if game is None:
            raise not_found()
        named = {"Content-Disposition": f'attachment; filename="cactustown-{table}.json"'}
        return Response(game, headers=named, media_type="application/json")

    async def health(self, call: Call) -> Health:
        return Health("ok", __version__)

    async def ready(self, call: Call) -> Health:
        await self._readiness.check()
        return Health("ready", __version__)

    async def metrics(self, call: Call) -> Response:
        _check_watcher(call.request, self._settings.metrics_token.get_secret_value())
        return Response(self._metrics.render(), media_type=CONTENT_TYPE)

    async def openapi(self, call: Call) -> Response:
        return Response(self.document, media_type="application/json")

    def endpoints(self) -> list[Endpoint]:
        missing = {404: "there is no such table"}
        unreadable = {409: "the table cannot be read"}
        return [
            Endpoint(
                *("GET", "/api/choices", self.choices, offers.Choices),
                "What a table can be made of",
                greets=False,
            ),
            Endpoint(
                *("GET", "/api/aids", self.aids, Aids),
                "Every party with its cards and start spaces, to be read beside the board",
                greets=False,
            ),
            Endpoint(
                *("POST", "/api/line-up", self.line_up, LineUp),
                "Which buildings some options bring into town, and which make room",
                LineUpWish,
                greets=False,
            ),
            Endpoint(
                *("POST", "/api/tables", self.open_table, Created, "Open a table", TableWish),
                status=201,
                session=True,
                errors={403: ACCOUNT, 409: TOO_MANY_TABLES},
            ),
            Endpoint(
                *("GET", "/api/tables", self.lobby, Tables, "Public tables, open or running"),
                query=Some,
                greets=False,
            ),
            Endpoint(
                *("GET", "/api/tables/{id}", self.table, TableCard, "One table"),
                greets=False,
                errors=missing,
            ),
            Endpoint(
                *("GET", "/api/history", self.history, Tables, "Your tables"),
                query=Some,
                session=True,
            ),
            Endpoint(
                *("GET", "/api/ratings", self.board, Board, "The best players of a party"),
                query=OfParty,
                greets=False,
            ),
            Endpoint(
                *("GET", "/games/{id}.json", self.export, dict[str, Any]),
                "A game as you may see it; all of it when it is over",
                errors=missing | unreadable,
            ),
            Endpoint("GET", "/healthz", self.health, Health, "The process runs", greets=False),
            Endpoint("GET", "/readyz", self.ready, Health, "It can serve", greets=False),
            Endpoint(
                *("GET", "/metrics", self.metrics, bytes, "Figures for Prometheus"),
                media="text/plain",
                greets=False,
                errors={401: "the token is missing or wrong", 403: "only from this machine"},
            ),
            Endpoint(
                *("GET", "/openapi.json", self.openapi, dict[str, Any], "This document"),
                greets=False,
            ),
        ]


@dataclass(frozen=True)
class Parts:
    """What `Starlette(...)` takes; redirecting slashes should be off."""

    routes: list[BaseRoute]
    middleware: list[Middleware]
    exception_handlers: dict[Any, Any]
    document: bytes  # OpenAPI, as JSON


def app_parts(
    settings: Settings,
    people: People,
    ratings: Ratings,
    hub: Hub,
    *,
    metrics: Metrics,
    limits: Limits,
    is_ready: Callable[[], bool] = lambda: True,
    more: Sequence[Endpoint] = (),
    house: House | None = None,
) -> Parts:
    """All of the HTTP side, and more endpoints beside it."""
    entrance = Entrance(settings.password.get_secret_value())
    desk = Desk(settings, people, limits, entrance)
    counter = Counter(
        *(settings, people, ratings, hub, metrics, limits, is_ready), house=house or House()
    )
    account = Account(desk, people, limits)
    endpoints = [*desk.endpoints(), *account.endpoints(), *counter.endpoints(), *more]
    counter.document = msgspec.json.encode(document(endpoints, "Cactus Town", __version__))
    return Parts(
        routes(endpoints, desk.greet, ANSWERS),
        [
            Middleware(AccessLog, metrics=metrics),
            Middleware(Guard, settings=settings, entrance=entrance, limits=limits),
        ],
        {HTTPException: unknown_path, Exception: server_error},
        counter.document,
    )


def _check_watcher(request: Request, token: str) -> None:
    """Metrics are for the token's owner; without one, for this machine and no proxy on it."""
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Refused(401, "no_token", "metrics need Authorization: Bearer and the token")
        return
    proxied = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    here = is_local(request.scope) and _is_loopback(request.client.host if request.client else "")
    if proxied or not here:
        raise Refused(403, "not_here", "without a metrics_token metrics are for this machine only")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
