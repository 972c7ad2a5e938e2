"""A socket that remembers every frame as it came, byte for byte."""

from __future__ import annotations

import asyncio
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

OVERDUE = 60.0  # seconds without an answer after which something is wrong
PING = '{"type":"ping"}'
PONG = '{"type":"pong"}'


def visitors(url: str) -> httpx.AsyncClient:
    """Requests to a server; nobody's cookie is kept."""
    http = httpx.AsyncClient(base_url=url, timeout=OVERDUE, trust_env=False)
    http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return http


async def dial(url: str, cookie: str, origin: str | None = "") -> ClientConnection:
    """A socket, opened as a browser does; without an origin given it is the server's own."""
    return await connect(
        url.replace("http", "ws", 1) + "/ws",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=url if origin == "" else origin,  # type: ignore[arg-type]
        compression=None,
        proxy=None,
        ping_interval=None,
        max_size=None,
    )


async def newcomer(http: httpx.AsyncClient, name: str) -> str:
    """The cookie of a new guest."""
    answer = await http.post("/api/session", json={"name": name})
    assert answer.status_code == httpx.codes.OK
    return answer.headers["set-cookie"].partition(";")[0]


async def new_table(http: httpx.AsyncClient, cookie: str, **wish: Any) -> str:
    """The name of a table that somebody opens."""
    headers = {"cookie": cookie, "origin": str(http.base_url).rstrip("/")}
    answer = await http.post("/api/tables", json=wish, headers=headers)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    name: str = answer.json()["table"]
    return name


class Line:
    """One socket of one person."""

    def __init__(self, url: str, cookie: str) -> None:
        self.url = url
        self.cookie = cookie
        self.frames: list[str] = []
        self.answers: dict[str, list[dict[str, Any]]] = {}  # command -> acks and refusals
        self.close_code: int | None = None
        self._news = asyncio.Event()
        self._pongs = 0
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self, origin: str | None = "") -> None:
        """Connects; says nothing yet."""
        self.close_code = None
        self._socket = await dial(self.url, self.cookie, origin)
        self._reading = asyncio.create_task(self._read(self._socket))

    @property
    def is_open(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str), "the server sends text only"
                self._take(text)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.close_code = socket.close_code
            self._news.set()

    def _take(self, text: str) -> None:
        if text == PONG:
            self._pongs += 1
        else:
            self.frames.append(text)
            if text.startswith(('{"type":"ack"', '{"type":"refused"')):
                frame = msgspec.json.decode(text)
                self.answers.setdefault(frame["id"] or "", []).append(frame)
        self._news.set()

    async def say(self, frame: str | bytes | dict[str, Any]) -> None:
        """Sends anything: a dict as JSON, text as it is, bytes as a binary frame."""
        assert self._socket is not None
        if isinstance(frame, dict):
            frame = msgspec.json.encode(frame).decode()
        await self._socket.send(frame)

    async def until(self, true: Any, what: str = "an answer") -> None:
        """Waits for something to become true by a frame, or for the connection to end."""
        async with asyncio.timeout(OVERDUE):
            while not true():
                if not self.is_open:
                    raise ConnectionError(f"closed with {self.close_code} while waiting for {what}")
                self._news.clear()
                await self._news.wait()

    async def caught_up(self) -> None:
        """Waits until all that was sent before has been answered and all that was told is here."""
        pongs = self._pongs
        await self.say(PING)
        await self.until(lambda: self._pongs > pongs, "a pong")

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Sends a command and gives its ack or refusal."""
        heard = self.answers.setdefault(command["id"], [])
        number = len(heard)
        await self.say(command)
        await self.until(lambda: len(heard) > number)
        return heard[number]

    async def closed(self) -> int | None:
        """Waits for the server to end the connection; the code with which it did."""
        assert self._reading is not None
        async with asyncio.timeout(OVERDUE):
            await self._reading
        return self.close_code

    async def drop(self) -> None:
        """The connection ends without a word, whatever is on its way."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self._gone()

    async def close(self) -> None:
        """The connection ends properly."""
        if self._socket is not None:
            await self._socket.close()
        await self._gone()

    async def _gone(self) -> None:
        if self._reading is not None:
            await self._reading
