"""One WebSocket a client: frames in, frames out, nothing that a frame says is believed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Final

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cactustown import __version__
from cactustown.server.commands import STALE, Refusal
from cactustown.server.entries import Person
from cactustown.server.hub import Hub
from cactustown.server.limiting import Pace
from cactustown.server.live import LiveTable, NoSuchTable
from cactustown.server.metrics import Metrics
from cactustown.server.protocol import (
    PROTOCOL,
    Ack,
    AnyCommand,
    FromServer,
    Hello,
    Look,
    Ping,
    Play,
    Pong,
    Refused,
    Welcome,
    encode,
    read,
)

log = structlog.get_logger()
MOST_WAITING: Final = 256  # frames; who reads slower is disconnected and may come back
MOST_WARNINGS: Final = 100  # frames refused for coming too fast before the socket is closed
FINISH_SECONDS: Final = 5.0
TOO_SLOW: Final = 4008
TOO_FAST: Final = 4029
NO_SESSION: Final = 4401
TRY_AGAIN: Final = 1013
UNREADABLE: Final = "unreadable"


class Connection:
    """A person's socket; frames are put on a queue, so that no slow reader holds up a table."""

    def __init__(self, socket: WebSocket, person: Person, looks: Pace) -> None:
        self.person = person
        self.table: LiveTable | None = None
        self.looks = looks
        self.socket = socket
        self._waiting: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._dropped = False
        self.is_dismissed = False
        self._leaving: asyncio.Task[None] | None = None

    def send(self, frame: str) -> None:
        """Puts a frame on the queue."""
        if self._dropped:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._dropped = True
            self._waiting.clear()
            return
        self._waiting.append(frame)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    def tell(self, frame: FromServer) -> None:
        self.send(encode(frame))

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self.socket.send_text(self._waiting.popleft())
            if self._dropped:
                await self.socket.close(TOO_SLOW, "too slow")
        except (WebSocketDisconnect, RuntimeError, OSError):  # it is gone; the reader will notice
            self._dropped = True
            self._waiting.clear()
        finally:
            self._sending = None

    def dismiss(self) -> None:
        """The session has ended: from this moment on nothing is told and nothing obeyed."""
        self.is_dismissed = self._dropped = True
        self._waiting.clear()
        if self.socket.application_state is WebSocketState.CONNECTED:  # else it is told by `serve`
            self._leaving = asyncio.create_task(self.leave())

    async def leave(self) -> None:
        """Tells the client that its session has ended."""
        if self.table is not None:
            await self.table.go(self)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.socket.close(NO_SESSION, "the session has ended")

    async def finish(self) -> None:
        """Sends what waits, if the client takes it."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=FINISH_SECONDS)

    async def end(self) -> None:
        """Sends nothing more."""
        self._dropped = True
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)


async def serve(connection: Connection, hub: Hub, pace: Pace, metrics: Metrics) -> None:
    """Talks with one client until it goes."""
    socket, person = connection.socket, connection.person
    await socket.accept()
    if connection.is_dismissed:
        await connection.leave()
    connection.tell(Welcome(PROTOCOL, person.name, __version__))
    metrics.sockets.inc()
    try:
        await _listen(socket, connection, hub, pace, metrics)
    except WebSocketDisconnect:
        pass
    finally:
        metrics.sockets.dec()
        if connection.table is not None:
            await connection.table.go(connection)
        await connection.end()


async def _listen(
    socket: WebSocket, connection: Connection, hub: Hub, pace: Pace, metrics: Metrics
) -> None:
    warnings = 0
    while socket.application_state is WebSocketState.CONNECTED:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if connection.is_dismissed:
            return
        text = message.get("text")
        if not pace.take():
            warnings += 1
            if warnings > MOST_WARNINGS:
                await connection.finish()
                await socket.close(TOO_FAST, "too many frames")
                return
            metrics.refusals.labels("too_fast").inc()
            connection.tell(Refused(_id_in(text or ""), "too_fast", "too many frames; slow down"))
            continue
        if text is None:
            connection.tell(Refused(None, UNREADABLE, "frames are text"))
            continue
        await _answer(text, connection, hub, metrics)


async def _answer(text: str, connection: Connection, hub: Hub, metrics: Metrics) -> None:
    try:
        frame = read(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        metrics.refusals.labels(UNREADABLE).inc()
        connection.tell(Refused(_id_in(text), UNREADABLE, str(error)))
        return
    match frame:
        case Ping():
            connection.tell(Pong())
        case Hello():
            await _hello(frame, connection, hub)
        case Look():
            await _look(frame, connection)
        case _:
            await _command(frame, connection, hub, metrics)


class _Named(msgspec.Struct):
    id: str | None = None


def _id_in(text: str) -> str | None:
    """The id of a frame that cannot be read otherwise, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def _hello(frame: Hello, connection: Connection, hub: Hub) -> None:
    try:
        live = await hub.table(frame.table)
        if connection.table is not None:
            await connection.table.go(connection)
            connection.table = None
        await live.come(connection, frame.since)
    except NoSuchTable:
        connection.tell(Refused(None, "no_table", "there is no such table"))
    except Refusal as refusal:
        connection.tell(Refused(None, refusal.code, refusal.reason))
    else:
        connection.table = live


async def _look(frame: Look, connection: Connection) -> None:
    try:
        if connection.table is None:
            raise Refusal("no_table", "say hello to a table first")
        if not connection.looks.take():
            raise Refusal("too_fast", "too many looks back; slow down")
        await connection.table.look_back(connection, frame.seat, frame.seq)
    except Refusal as refusal:
        connection.tell(Refused(None, refusal.code, refusal.reason))


async def _command(command: AnyCommand, connection: Connection, hub: Hub, metrics: Metrics) -> None:
    live = connection.table
    if live is None:
        connection.tell(Refused(command.id, "no_table", "say hello to a table first"))
        return
    try:
        with metrics.ack_seconds.time():
            seq = await hub.obey(live, connection.person, command)
    except Refusal as refusal:
        metrics.refusals.labels(refusal.code).inc()
        connection.tell(Refused(command.id, refusal.code, refusal.reason))
        if refusal.code == STALE:
            await live.show(connection)
        return
    if isinstance(command, Play):
        metrics.moves.inc()
    connection.tell(Ack(command.id, seq))
