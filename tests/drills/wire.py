"""A client as light as one can be: a guest, a socket, and what the server told so far."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


class Seen(msgspec.Struct):
    """What a player needs of a view."""

    awaited: list[str]
    choices: list[str]
    result: str | None


class Frame(msgspec.Struct):
    """What a client needs of any frame."""

    type: str
    id: str | None = None
    seq: int = 0
    since: int = 0
    seat: str | None = None
    code: str = ""
    reason: str = ""
    view: Seen | None = None
    state: str = ""


_FRAMES = msgspec.json.Decoder(Frame)
OVERDUE = 20.0


class Refused(Exception):
    """The server said no."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(f"{frame.code}: {frame.reason}")
        self.code = frame.code


class Guest:
    """Somebody without an account: a cookie."""

    def __init__(self, url: str, cookie: str) -> None:
        self.url = url
        self.cookie = cookie

    @classmethod
    async def come(cls, http: httpx.AsyncClient, name: str) -> Guest:
        """A new guest of the server."""
        answer = await http.post("/api/session", json={"name": name})
        answer.raise_for_status()
        cookie = answer.headers["set-cookie"].partition(";")[0]
        http.cookies.clear()
        return cls(str(http.base_url).rstrip("/"), cookie)

    async def open(self, http: httpx.AsyncClient, **wish: Any) -> str:
        """A new table's name."""
        answer = await http.post(
            "/api/tables", json=wish, headers={"cookie": self.cookie, "origin": self.url}
        )
        answer.raise_for_status()
        name: str = answer.json()["table"]
        return name


class Player:
    """One socket at one table; keeps the latest view of each of its seats."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest = guest
        self.table = table
        self.seq = 0
        self.views: dict[str | None, Seen] = {}
        self.state = ""
        self.news = asyncio.Event()
        self.closed = asyncio.Event()
        self.gaps = 0  # updates that did not join on to what was known
        self._since: dict[str | None, int] = {}
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Frame]] = {}
        self._number = 0

    async def connect(self, since: int | None = None) -> None:
        """Says hello; returns when the first view has come."""
        self.closed.clear()
        self._since = {}
        self._socket = await connect(
            self.guest.url.replace("http", "ws", 1) + "/ws",
            additional_headers={"Cookie": self.guest.cookie},
            origin=self.guest.url,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            max_size=None,
        )
        self._reading = asyncio.create_task(self._read())
        await self._socket.send(
            msgspec.json.encode({"type": "hello", "table": self.table, "since": since}).decode()
        )

    async def drop(self) -> None:
        """The connection ends without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self.gone()

    async def close(self) -> None:
        """The connection ends properly."""
        if self._socket is not None:
            await self._socket.close()
        await self.gone()

    async def gone(self) -> None:
        if self._reading is not None:
            await self._reading

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                self._take(_FRAMES.decode(text))
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.closed.set()
            self.news.set()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the server is gone"))
            self._waiting.clear()

    def _take(self, frame: Frame) -> None:
        match frame.type:
            case "update":
                if frame.since != self._since.get(frame.seat, frame.since):
                    self.gaps += 1
                self._since[frame.seat] = frame.seq
                self.seq = max(self.seq, frame.seq)
                if frame.view is not None:
                    self.views[frame.seat] = frame.view
                self.news.set()
            case "table":
                self.state = frame.state
                self.news.set()
            case "ack" | "refused" if frame.id in self._waiting:
                waiting = self._waiting.pop(frame.id)
                if not waiting.done():
                    waiting.set_result(frame)

    async def send(self, kind: str, command: str = "", **fields: Any) -> Frame:
        """Sends a command and waits for its ack; raises Refused or ConnectionError."""
        if self._socket is None or self.closed.is_set():
            raise ConnectionError("not connected")
        self._number += 1
        name = command or f"{random.getrandbits(64):x}-{self._number}"
        waiting: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._waiting[name] = waiting
        try:
            await self._socket.send(
                msgspec.json.encode({"type": kind, "id": name, **fields}).decode()
            )
        except (ConnectionClosed, OSError) as error:
            raise ConnectionError("the server is gone") from error
        answer = await asyncio.wait_for(waiting, OVERDUE)
        if answer.type == "refused":
            raise Refused(answer)
        return answer

    def turn(self) -> tuple[str, Seen] | None:
        """A seat of this player's that is awaited, and its view."""
        for seat, view in self.views.items():
            if seat is not None and view.result is None and seat in view.awaited and view.choices:
                return seat, view
        return None

    @property
    def is_over(self) -> bool:
        return any(view.result is not None for view in self.views.values())
