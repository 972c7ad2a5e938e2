"""Who may talk to the server at all: right host, own origin, the password of a private one.

One thin ASGI layer round everything, WebSockets included; it also sets the security headers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cactustown.server.endpoints import Refused
from cactustown.server.hosts import Hosts, is_local
from cactustown.server.limiting import Limits, address_of
from cactustown.server.settings import Settings

ENTER_COOKIE = "cactustown_enter"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
PROBES = ("/healthz", "/readyz")  # asked by machines, by whatever name or address; tell no secret
FIGURES = "/metrics"
WATCHED = (*PROBES, FIGURES)  # counted apart: whoever asks too much must not blind the host
PRIVATE = ("/api/", "/games/", "/openapi.json")  # what a private server keeps to itself
ENTRANCE = "/api/enter"
NOT_KEPT = ("/api/", "/games/", "/metrics", "/healthz", "/readyz")  # never cached
CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
WRONG_HOST = (
    "this server is not called by that name; whoever runs it can set public_url to the address by"
    " which people find it"
)
NO_STORE = (b"cache-control", b"no-store")


class Entrance:
    """The password of a private server, and the cookie that shows it was given."""

    def __init__(self, password: str) -> None:
        self._password = hashlib.sha256(password.encode()).digest()
        # Slow to guess from a stolen cookie, and the same in all processes of a server.
        self._proof = (
            hashlib.scrypt(password.encode(), salt=b"cactustown enter", n=2**14, r=8, p=1).hex()
            if password
            else ""
        )

    @property
    def is_open(self) -> bool:
        return not self._proof

    def enter(self, password: str) -> str:
        """The cookie's value for people who know the password; an open server takes any."""
        if self.is_open:
            return ""
        given = hashlib.sha256(password.encode()).digest()
        if not hmac.compare_digest(given, self._password):
            raise Refused(403, "wrong_password", "this is not the password of this server")
        return self._proof

    def knows(self, cookie: str) -> bool:
        """Whether this cookie was given by `enter`."""
        return self.is_open or hmac.compare_digest(cookie.encode(), self._proof.encode())


def origin_allowed(scope: Scope, settings: Settings) -> bool:
    """Whether a request says that it comes from our own pages, or says nothing.

    Browsers always say it when they open a WebSocket or send an unsafe request.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin", "").lower()
    if not origin or origin in settings.origins:
        return True
    if settings.public_url:
        return origin == settings.public_url
    host = headers.get("host", "").lower()
    return bool(host) and origin in (f"http://{host}", f"https://{host}")


def _is_forgeable(headers: Headers) -> bool:
    """An unsafe request with cookies that does not say where it comes from."""
    if "origin" in headers or "cookie" not in headers:
        return False
    return headers.get("sec-fetch-site", "") not in ("same-origin", "none")


def _cookie(scope: Scope) -> str:
    return HTTPConnection(scope).cookies.get(ENTER_COOKIE, "")


class Guard:
    """The layer itself."""

    def __init__(
        self, app: ASGIApp, settings: Settings, entrance: Entrance, limits: Limits
    ) -> None:
        self._app = app
        self._settings = settings
        self._hosts = Hosts(settings)
        self._entrance = entrance
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            send = _with_headers(send, scope["path"])
        elif scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Refused as refused:
            await _refuse(refused, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        path = scope["path"]
        self._limits.check("probes" if path in WATCHED else "requests", address_of(scope))
        if path in PROBES:
            return
        if not self._is_called_right(scope):
            raise Refused(421, "wrong_host", WRONG_HOST)
        headers = Headers(scope=scope)
        is_socket = scope["type"] == "websocket"
        if is_socket or scope["method"] not in SAFE_METHODS:
            forgeable = not is_socket and _is_forgeable(headers)
            if forgeable or not origin_allowed(scope, self._settings):
                raise Refused(403, "foreign_origin", "the request comes from another site")
        kept = is_socket or (path.startswith(PRIVATE) and path != ENTRANCE)
        if kept and not self._entrance.knows(_cookie(scope)):
            raise Refused(401, "private", "this server is private: POST /api/enter its password")

    def _is_called_right(self, scope: Scope) -> bool:
        """Whether the Host header names this server; figures are read beside a public URL too."""
        if self._hosts.knows(scope):
            return True
        return scope["path"] == FIGURES and is_local(scope)


def _with_headers(send: Send, path: str) -> Send:
    extra: Iterable[tuple[bytes, bytes]] = HEADERS
    if path.startswith(NOT_KEPT):
        extra = (*HEADERS, NO_STORE)

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *extra]
        await send(message)

    return send_with_headers


async def _refuse(refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await refused.response()(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refused.reason})
