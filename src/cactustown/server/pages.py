"""The client's files: one page for all its addresses, and what the page loads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import cactustown

WEB = Path(cactustown.__file__).parent / "_web"
ADDRESSES = (
    *("/", "/new", "/lobby", "/mine", "/rules", "/ratings", "/settings", "/learn"),
    *("/t/{id}", "/replay/{id}", "/learn/{id}", "/quick-start", "/aids", "/aids/{id}"),
)
FILES = ("/api/", "/games/", "/assets/")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
SMALLEST_ZIPPED = 1000  # bytes; only these files are: they hold no secret that sizes could tell
NOT_BUILT = """<!doctype html><html lang=en><meta charset=utf-8><title>Cactus Town</title>
<h1>Cactus Town</h1><p>The server is running, but its page has not been built: run make web.</p>"""

Handler = Callable[[Request, Exception], Awaitable[Response]]


class Assets(StaticFiles):
    """Files whose names change with their contents: kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == HTTPStatus.OK:
            response.headers["cache-control"] = FOR_EVER
        return response


def routes(web: Path = WEB) -> list[BaseRoute]:
    """The page and its files, or a word that it is not built."""
    index = web / "index.html"
    if not index.exists():

        async def not_built(request: Request) -> Response:
            return HTMLResponse(NOT_BUILT)

        return [Route(address, not_built) for address in ADDRESSES]

    async def page(request: Request) -> Response:
        return FileResponse(index, headers={"cache-control": ASK_FIRST})

    files = [path for path in web.iterdir() if path.is_file() and path != index]
    return [
        *(Route(address, page) for address in ADDRESSES),
        *(Route(f"/{path.name}", _file(path)) for path in files),
        Mount("/assets", GZipMiddleware(Assets(directory=web / "assets"), SMALLEST_ZIPPED)),
    ]


def lost(otherwise: Handler, web: Path = WEB) -> Handler:
    """A wrong link gets the page in a browser, which says so; programs get `otherwise`."""
    index = web / "index.html"

    async def handler(request: Request, error: Exception) -> Response:
        missing = isinstance(error, HTTPException) and error.status_code == HTTPStatus.NOT_FOUND
        asked_for_page = "text/html" in request.headers.get("accept", "")
        if missing and asked_for_page and not request.url.path.startswith(FILES) and index.exists():
            return FileResponse(index, HTTPStatus.NOT_FOUND, headers={"cache-control": ASK_FIRST})
        return await otherwise(request, error)

    return handler


def _file(path: Path) -> Callable[[Request], Awaitable[Response]]:
    async def file(request: Request) -> Response:
        return FileResponse(path, headers={"cache-control": ASK_FIRST})

    return file
