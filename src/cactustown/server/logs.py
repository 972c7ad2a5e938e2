"""The log: one line a happening, as text for people or JSON for machines, never a secret."""

from __future__ import annotations

import logging
import logging.config
import secrets
import sys
import time
from collections.abc import MutableMapping
from contextlib import nullcontext
from typing import Any, TextIO

import structlog
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cactustown.server.calm import Calm
from cactustown.server.endpoints import ROUTE
from cactustown.server.limiting import address_of
from cactustown.server.metrics import Metrics
from cactustown.server.settings import Settings

SECRET_WORDS = (
    *("token", "cookie", "password", "secret", "seed", "nonce", "choice", "body", "plan"),
    *("authorization", "target", "login"),
)
HIDDEN = "***"
QUIET = ("/healthz", "/readyz", "/metrics")
# Lines of uvicorn for every socket, with its address and query; sockets refused are logged here.
CHATTER = ("connection ", '%s - "WebSocket', "ASGI callable returned without completing")
ACCEPTED = 101
EventDict = MutableMapping[str, Any]


def without_secrets(_logger: object, _method: str, line: EventDict) -> EventDict:
    """Masks whatever is named like a secret, at any depth, and never writes raw bytes."""
    return {key: _masked(key, value) for key, value in line.items()}


def _masked(key: str, value: Any) -> Any:
    if any(word in key.lower() for word in SECRET_WORDS):
        return HIDDEN
    if isinstance(value, MutableMapping):
        return {inner: _masked(str(inner), kept) for inner, kept in value.items()}
    if isinstance(value, list | tuple):
        return [_masked("", kept) for kept in value]
    return HIDDEN if isinstance(value, bytes | bytearray) else value


def configure(settings: Settings, stream: TextIO | None = None) -> Calm:
    """Sends everything, libraries included, to one stream in one form, and not too much of it."""
    stream = stream or sys.stderr
    as_json = settings.log_format == "json"
    if settings.log_format == "auto":
        as_json = not stream.isatty()
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=stream.isatty())
    )
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.addFilter(_is_news)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    handler.addFilter(_calmly)
    calm = Calm(lambda line: _write(handler, line))
    handler.addFilter(calm)
    # Libraries write cookies, frames and rows to their logs when debugged.
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    root.setLevel(max(level, logging.INFO))
    logging.getLogger("cactustown").setLevel(level)
    return calm


def _write(handler: logging.Handler, line: logging.LogRecord) -> None:
    """Past the filters."""
    with handler.lock or nullcontext():
        handler.emit(line)


def _calmly(record: logging.LogRecord) -> bool:
    """A client that sent what is no text is no failure of the server: no traceback for it."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
        record.levelno, record.levelname = logging.INFO, "INFO"
    return True


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line of a library is worth keeping."""
    if record.name.startswith("alembic"):
        return record.levelno >= logging.WARNING or "Running upgrade" in str(record.msg)
    return record.name != "uvicorn.error" or not str(record.msg).startswith(CHATTER)


class AccessLog:
    """A line and a count for every request: by route, without query, with an id."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._log = structlog.get_logger("cactustown.access")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = secrets.token_hex(8)
        begun = time.perf_counter()
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request_id):
            try:
                await self._app(scope, receive, send_with_id)
            finally:
                self._write(scope, scope["method"], status, time.perf_counter() - begun)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Only a refused socket is a line: the others live for hours and have their own."""
        begun = time.perf_counter()
        status = 0

        async def send_first(message: Message) -> None:
            nonlocal status
            if not status:
                unaccepted = message.get("status", 403)
                status = ACCEPTED if message["type"] == "websocket.accept" else unaccepted
                if status != ACCEPTED:
                    self._write(scope, "WEBSOCKET", status, time.perf_counter() - begun)
            await send(message)

        await self._app(scope, receive, send_first)

    def _write(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        route = scope.get(ROUTE, "other")
        self._metrics.request(route, method, status)
        write = self._log.debug if route in QUIET else self._log.info
        write(
            "request",
            method=method[:10],
            route=route if route != "other" else _first_part(scope["path"]),
            status=status,
            ms=round(seconds * 1000, 1),
            address=address_of(scope),
        )


def _first_part(path: str) -> str:
    """Where a path begins: the rest may be the link of a private table."""
    first, slash, _ = path.lstrip("/").partition("/")
    return f"/{first[:40]}{slash and '/…'}"
