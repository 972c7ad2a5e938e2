"""A client as light as one can be: a guest, a socket, and what the server told so far."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

OVERDUE = 20.0  # seconds without an answer after which something is wrong


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
    before: int = 0
    seat: str | None = None
    code: str = ""
    reason: str = ""
    view: Seen | None = None
    state: str = ""


_FRAMES = msgspec.json.Decoder(Frame)
_PING = "ping"  # waits for its pong under this name
_GONE = Frame("gone")  # what those hear who wait when the connection ends


class Refused(Exception):
    """The server said no."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(f"{frame.code}: {frame.reason}")
        self.code = frame.code


def visitors(url: str, connections: int = 8, address: str | None = None) -> httpx.AsyncClient:
    """Requests to a server, by many guests at once: none takes another's cookie.

    They come from an address of this machine's, such as 127.0.0.2, if one is named.
    """
    limits = httpx.Limits(max_connections=connections)
    http = httpx.AsyncClient(
        base_url=url,
        transport=httpx.AsyncHTTPTransport(limits=limits, local_address=address, trust_env=False),
        timeout=OVERDUE,
        trust_env=False,
    )
    http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return http


class Guest:
    """Somebody without an account: a cookie."""

    def __init__(self, url: str, cookie: str, name: str = "", address: str | None = None) -> None:
        self.url = url
        self.cookie = cookie
        self.id = name
        self.address = address  # of this machine's, from which sockets are opened; None: any

    @property
    def headers(self) -> dict[str, str]:
        """What shows that a request is this guest's."""
        return {"cookie": self.cookie, "origin": self.url}

    @classmethod
    async def come(cls, http: httpx.AsyncClient, name: str, address: str | None = None) -> Guest:
        """A new guest of the server; `http` should be one of `visitors`, of the same address."""
        answer = await http.post("/api/session", json={"name": name})
        answer.raise_for_status()
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return cls(str(http.base_url).rstrip("/"), cookie, answer.json()["id"], address)

    async def open(self, http: httpx.AsyncClient, **wish: Any) -> str:
        """A new table's name."""
        answer = await http.post("/api/tables", json=wish, headers=self.headers)
        answer.raise_for_status()
        name: str = answer.json()["table"]
        return name

    async def export(self, http: httpx.AsyncClient, table: str) -> dict[str, Any]:
        """A game as this guest may see it."""
        answer = await http.get(f"/games/{table}.json", headers=self.headers)
        answer.raise_for_status()
        game: dict[str, Any] = answer.json()
        return game


async def dial(guest: Guest, **how: Any) -> ClientConnection:
    """A socket of somebody's, as it is."""
    return await connect(
        guest.url.replace("http", "ws", 1) + "/ws",
        additional_headers={"Cookie": guest.cookie},
        origin=guest.url,  # type: ignore[arg-type]
        compression=None,
        proxy=None,
        ping_interval=None,
        max_size=None,
        **how,
    )


async def deaf(guest: Guest) -> ClientConnection:
    """A socket that takes next to nothing until it is read from."""
    host, _, port = guest.url.removeprefix("http://").partition(":")
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, (host, int(port)))
    return await dial(guest, sock=own, max_queue=1)


class Player:
    """One socket at one table; keeps the latest view of each of its seats."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest = guest
        self.table = table
        self.views: dict[str | None, Seen] = {}
        self.state = ""
        self.news = asyncio.Event()
        self.closed = asyncio.Event()
        self.closed.set()
        self.left = False  # went by itself
        self.gaps = 0  # updates that did not join on to what was known
        self.told: dict[str | None, int] = {}  # seat -> how much of the story it knows
        self.owed: dict[str | None, tuple[int, int]] = {}  # seat -> what of it is still to come
        self._greeted_seats: set[str | None] = set()  # updated since the last hello
        self._asking: set[asyncio.Task[None]] = set()
        self._since = 0
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Frame]] = {}
        self._greeted: asyncio.Future[Frame] | None = None
        self._number = 0

    @property
    def seq(self) -> int:
        """How much of the story all seats of this player know."""
        known = {seat: self.owed.get(seat, (seq, seq))[0] for seat, seq in self.told.items()}
        own = [seq for seat, seq in known.items() if seat is not None]
        return min(own or known.values(), default=0)

    @property
    def close_code(self) -> int | None:
        """With what the last connection ended."""
        return None if self._socket is None else self._socket.close_code

    async def connect(self, since: int | None = None) -> None:
        """Says hello; returns when the table has answered."""
        try:
            address = (self.guest.address, 0) if self.guest.address else None
            self._socket = await dial(self.guest, local_addr=address)
        except (OSError, EOFError, WebSocketException) as error:
            raise ConnectionError("the server is not there") from error
        self.closed.clear()
        self.left = False
        self.told = dict.fromkeys(self.told, since or 0)
        self._since = since or 0
        self.owed.clear()
        self._greeted_seats.clear()
        self._greeted = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(self._socket))
        await self._say({"type": "hello", "table": self.table, "since": since})
        await _answer_to(self._greeted)

    async def drop(self) -> None:
        """The connection ends without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self.gone()

    async def close(self) -> None:
        """The connection ends properly."""
        self.left = True
        if self._socket is not None:
            await self._socket.close()
        await self.gone()

    async def gone(self) -> None:
        if self._reading is not None:
            await self._reading

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self.take(text)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.closed.set()
            self.news.set()
            for waiting in (*self._waiting.values(), self._greeted):
                if waiting is not None and not waiting.done():
                    waiting.set_result(_GONE)
            self._waiting.clear()

    def take(self, text: str | bytes) -> None:
        """Learns what a frame says."""
        frame = _FRAMES.decode(text)
        match frame.type:
            case "update":
                self._update(frame)
            case "story":
                self._older(frame)
            case "table":
                self.state = frame.state
                self.news.set()
            case "ack" | "refused" if frame.id in self._waiting:
                self._answer(frame.id, frame)
            case "pong":
                self._answer(_PING, frame)
            case "refused":
                self._greet(frame)

    def _answer(self, name: str, frame: Frame) -> None:
        waiting = self._waiting.pop(name, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(frame)

    def _update(self, frame: Frame) -> None:
        known = self.told.get(frame.seat, self.told.get(None, self._since))
        if frame.seat not in self.told and None in self.owed:  # from before the seat was theirs
            self._owe(frame.seat, *self.owed[None])
        if frame.since > known and frame.seat not in self._greeted_seats:
            self._owe(frame.seat, known, frame.since)
        elif frame.since != known:
            self.gaps += 1
        self._greeted_seats.add(frame.seat)
        self.told[frame.seat] = frame.seq
        if frame.view is not None:
            self.views[frame.seat] = frame.view
        self._greet(frame)
        self.news.set()

    def _owe(self, seat: str | None, known: int, since: int) -> None:
        """The newest part came first: asks for the one before it."""
        self.owed[seat] = known, since
        asking = asyncio.create_task(self._ask_for_story(seat, since))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)

    async def _ask_for_story(self, seat: str | None, before: int) -> None:
        with contextlib.suppress(ConnectionError):  # then it is asked for after the next hello
            await self._say({"type": "story", "seat": seat, "before": before})

    def _older(self, frame: Frame) -> None:
        known, end = self.owed.pop(frame.seat, (0, -1))
        if frame.before != end or frame.since >= end:
            self.gaps += 1
        elif frame.since > known:
            self._owe(frame.seat, known, frame.since)
        self.news.set()

    def _greet(self, frame: Frame) -> None:
        if self._greeted is not None and not self._greeted.done():
            self._greeted.set_result(frame)

    async def send(self, kind: str, command: str = "", **fields: Any) -> Frame:
        """Sends a command and waits for its ack; raises Refused or ConnectionError."""
        self._number += 1
        name = command or f"{random.getrandbits(64):x}-{self._number}"
        return await self._ask(name, {"type": kind, "id": name, **fields})

    async def hear(self) -> None:
        """Returns when all frames sent until now have come, and the story is whole."""
        await self._ask(_PING, {"type": "ping"})
        while self.owed:
            await self._ask(_PING, {"type": "ping"})

    async def _ask(self, name: str, frame: dict[str, Any]) -> Frame:
        waiting: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._waiting[name] = waiting
        await self._say(frame)
        return await _answer_to(waiting)

    async def _say(self, frame: dict[str, Any]) -> None:
        if self._socket is None or self.closed.is_set():
            raise ConnectionError("not connected")
        try:
            await self._socket.send(msgspec.json.encode(frame), text=True)
        except (ConnectionClosed, OSError) as error:
            raise ConnectionError("the server is gone") from error

    def turn(self) -> tuple[str, Seen] | None:
        """A seat of this player's that is awaited, and its view."""
        for seat, view in self.views.items():
            if seat is not None and view.result is None and seat in view.awaited and view.choices:
                return seat, view
        return None

    @property
    def is_over(self) -> bool:
        return any(view.result is not None for view in self.views.values())


async def _answer_to(waiting: asyncio.Future[Frame]) -> Frame:
    answer = await asyncio.wait_for(waiting, OVERDUE)
    if answer is _GONE:
        raise ConnectionError("the server is gone")
    if answer.type == "refused":
        raise Refused(answer)
    return answer
