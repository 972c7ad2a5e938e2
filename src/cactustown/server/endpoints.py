"""The HTTP side as a list: from it come the routes and the OpenAPI document.

What arrives is decoded strictly before a handler sees it; whatever is wrong with it is answered
with a status of 400 to 499 and `{"error": code, "reason": sentence}`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cactustown.engine.errors import CactusTownError
from cactustown.server.entries import Person
from cactustown.server.people import Visitor
from cactustown.server.store.base import StoreUnavailable

MOST_BYTES = 16 * 1024
BODY_SECONDS = 20.0  # in which it must have come
LONGEST_REASON = 300
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
ROUTE = "cactustown.route"  # where the path's pattern is left in the scope, for log and metrics


class Refused(Exception):
    """A request that is answered with a reason instead of what it wanted."""

    def __init__(
        self, status: int, code: str, reason: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code
        self.reason = reason
        self.headers = dict(headers or {})

    def response(self) -> Response:
        return refusal(self.status, self.code, self.reason, self.headers)


class Error(msgspec.Struct, frozen=True):
    """Why a request was refused: a code for programs, a sentence for people."""

    error: str
    reason: str


class Nothing(msgspec.Struct, frozen=True):
    """It is done; there is nothing to say."""


@dataclass
class Call:
    """A request on its way through a handler, and the cookies its answer will set."""

    request: Request
    visitor: Visitor | None = None
    cookies: list[Callable[[Response], None]] = field(default_factory=list)

    @property
    def person(self) -> Person:
        """Who asks; only for endpoints with `session`."""
        assert self.visitor is not None
        return self.visitor.person


Handler = Callable[..., Awaitable[Any]]
Greet = Callable[[Call], Awaitable[None]]


@dataclass(frozen=True)
class Endpoint:
    """One method of one path: `handler(call)`, or `handler(call, body or query)`."""

    method: str
    path: str
    handler: Handler
    response: Any
    summary: str
    request: Any = None  # the type of the JSON body
    query: Any = None  # the type of the query parameters
    status: int = 200
    session: bool = False  # only for visitors who have one
    greets: bool = True  # finds out who asks
    media: str = "application/json"
    most_bytes: int = MOST_BYTES  # of the body
    errors: Mapping[int, str] = field(default_factory=dict)


def routes(
    endpoints: Sequence[Endpoint],
    greet: Greet,
    answers: Mapping[type[Exception], tuple[int, str]],
) -> list[BaseRoute]:
    """A route a path, so that a wrong method is answered with all that would be right.

    `greet` finds out who asks; `answers` are the status and code of errors raised on purpose.
    """
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(path, _serve(path, methods, greet, answers), methods=list(methods), name=path)
        for path, methods in by_path.items()
    ]


def _serve(
    path: str,
    methods: Mapping[str, Endpoint],
    greet: Greet,
    answers: Mapping[type[Exception], tuple[int, str]],
) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        request.scope[ROUTE] = path
        method = "GET" if request.method == "HEAD" else request.method
        try:
            return await _answer(methods[method], request, greet)
        except Refused as refused:
            return refused.response()
        except CactusTownError as error:
            status, code = answers.get(type(error), (400, "refused"))
            return refusal(status, code, str(error))
        except ClientDisconnect:
            return refusal(400, "gone", "the connection was closed before the request was whole")
        except StoreUnavailable as error:
            structlog.get_logger().error("database unavailable", why=str(error))
            return refusal(503, "unavailable", "the database cannot be reached; try again soon")

    return serve


async def _answer(endpoint: Endpoint, request: Request, greet: Greet) -> Response:
    for value in request.path_params.values():
        if not ID.fullmatch(value):
            raise not_found()
    given: list[Any] = []
    if endpoint.query is not None:
        given.append(_decode_query(request, endpoint.query))
    if endpoint.request is not None:
        given.append(await _decode_body(request, endpoint.request, endpoint.most_bytes))
    call = Call(request)
    if endpoint.greets:
        await greet(call)
    if endpoint.session and call.visitor is None:
        raise Refused(401, "no_session", "say your name first: POST /api/session")
    answer = await endpoint.handler(call, *given)
    if not isinstance(answer, Response):
        answer = Response(msgspec.json.encode(answer), endpoint.status, media_type=endpoint.media)
    for cookie in call.cookies:
        cookie(answer)
    return answer


def _decode_query(request: Request, kind: Any) -> Any:
    found = dict(request.query_params.multi_items())
    if len(found) != len(request.query_params.multi_items()):
        raise Refused(400, "bad_query", "a query parameter is given twice")
    try:
        return msgspec.convert(found, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(400, "bad_query", f"the query: {error}") from None


async def _decode_body(request: Request, kind: Any, most_bytes: int) -> Any:
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refused(415, "not_json", "the body should be JSON (Content-Type: application/json)")
    body = await _read(request, most_bytes)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(400, "bad_body", f"the body: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, "bad_json", "the body is not JSON in UTF-8") from None


async def _read(request: Request, most_bytes: int) -> bytes:
    size = request.headers.get("content-length", "0")
    body = b""
    if not (size.isascii() and size.isdecimal()) or int(size[:9]) <= most_bytes:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most_bytes:
                        break
                else:
                    return body
        except TimeoutError:
            gone = {"Connection": "close"}
            raise Refused(408, "too_slow", "the body took too long to come", gone) from None
    raise Refused(413, "too_large", f"the body is longer than {most_bytes} bytes")


def not_found() -> Refused:
    return Refused(404, "not_found", "there is nothing here")


def refusal(
    status: int, code: str, reason: str, headers: Mapping[str, str] | None = None
) -> Response:
    """An error as every part of the server answers it."""
    body = msgspec.json.encode(Error(code, reason[:LONGEST_REASON]))
    return Response(body, status, dict(headers or {}), media_type="application/json")


async def unknown_path(request: Request, error: Exception) -> Response:
    """Starlette's own refusals (no such path, wrong method) in the same form."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return not_found().response()
    if error.status_code == 405:
        allowed = ", ".join(sorted((error.headers or {}).get("Allow", "").split(", ")))
        reason = f"this path does not take {request.method[:20]}; it takes {allowed}"
        return refusal(405, "wrong_method", reason, {"Allow": allowed})
    return refusal(error.status_code, "refused", error.detail, error.headers)


async def server_error(request: Request, error: Exception) -> Response:
    """Something is broken here; the log has it, the answer tells nothing."""
    return refusal(500, "broken", "something went wrong on the server")
