"""One WebSocket a client: frames in, frames out, nothing that a frame says is believed."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Final, Protocol

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cactustown import __version__
from cactustown.server.commands import STALE, Refusal
from cactustown.server.crowd import Crowd
from cactustown.server.entries import Person
from cactustown.server.hints import hint
from cactustown.server.hub import Hub
from cactustown.server.limiting import Manner, address_of
from cactustown.server.live import LiveTable, NoSuchTable
from cactustown.server.metrics import Metrics
from cactustown.server.protocol import (
    PROTOCOL,
    Ack,
    AnyCommand,
    Chat,
    FromServer,
    Hello,
    Hint,
    Look,
    Ping,
    Play,
    Pong,
    Refused,
    Story,
    Try,
    Welcome,
    encode,
    read,
)
from cactustown.server.trying import try_cards

log = structlog.get_logger()
MOST_WARNINGS: Final = 100  # frames refused for coming too fast before the socket is closed
FINISH_SECONDS: Final = 5.0
FIRST_SECONDS: Final = 10.0  # within which a client says something
TOO_SLOW: Final = 4008
TOO_FAST: Final = 4029
SILENT: Final = 4408
NO_SESSION: Final = 4401
TRY_AGAIN: Final = 1013
UNREADABLE: Final = "unreadable"
TOO_FAST_CODE: Final = "too_fast"
WIRE: Final = "cactustown.wire"  # where the scope has the connection below the socket


class Wire(Protocol):
    """The connection below a socket."""

    def unsent(self) -> int:
        """The bytes given to it that the client has not taken."""

    def hang_up(self, code: int, reason: str) -> None:
        """Ends the socket at once, whether or not the client reads."""


class Connection:
    """A person's socket; frames are put on a queue, so that no slow reader holds up a table."""

    def __init__(self, socket: WebSocket, person: Person, crowd: Crowd) -> None:
        self.person = person
        self.table: LiveTable | None = None
        self.socket = socket
        self.address = address_of(socket.scope)
        self._crowd = crowd
        self._wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
        self._waiting: deque[str] = deque()
        self._bytes = 0  # of what waits
        self._sending: asyncio.Task[None] | None = None
        self._dropped = False
        self.is_dismissed = False
        self._leaving: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None

    @property
    def who(self) -> str:
        return self.person.id

    @property
    def held(self) -> int:
        """The bytes that wait for the client, here and on the wire."""
        return self._bytes + (self._wire.unsent() if self._wire is not None else 0)

    def send(self, frame: str) -> None:
        """Puts a frame on the queue; a client that leaves too much there is disconnected."""
        if self._dropped:
            return
        self._waiting.append(frame)
        self._count(sys.getsizeof(frame))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())
        self._crowd.weigh(self)

    def tell(self, frame: FromServer) -> None:
        self.send(encode(frame))

    def begin_hint(self, thinking: Coroutine[None, None, None]) -> None:
        """Thinks of a hint meanwhile: what else the client says does not wait for it."""
        self._hinting = asyncio.create_task(thinking)

    @property
    def is_hinted(self) -> bool:
        """Whether a hint is being thought of."""
        return self._hinting is not None and not self._hinting.done()

    def _count(self, size: int) -> None:
        self._bytes += size
        self._crowd.waiting += size

    def _forget(self) -> None:
        """Sends nothing more."""
        self._dropped = True
        self._waiting.clear()
        self._count(-self._bytes)
        for task in (self._sending, self._hinting):
            if task is not None:
                task.cancel()

    def drop(self) -> None:
        """The client reads too slowly: the socket ends now, not when the client has caught up."""
        if self._dropped:
            return
        self._forget()
        if self._wire is not None:
            self._wire.hang_up(TOO_SLOW, "too slow")
        else:
            self._sending = asyncio.create_task(self._close())

    async def _close(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # it may be gone already
            await self.socket.close(TOO_SLOW, "too slow")

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                frame = self._waiting.popleft()
                await self.socket.send_text(frame)
                self._count(-sys.getsizeof(frame))
        except (WebSocketDisconnect, RuntimeError, OSError):  # it is gone; the reader will notice
            self._sending = None
            self._forget()
        finally:
            if not self._dropped:
                self._sending = None

    def dismiss(self) -> None:
        """The session has ended: from this moment on nothing is told and nothing obeyed."""
        self.is_dismissed = True
        self._forget()
        if self.socket.application_state is WebSocketState.CONNECTED:  # else `serve` tells it
            self._leaving = asyncio.create_task(self.leave())

    async def leave(self) -> None:
        """Tells the client that its session has ended."""
        if self.table is not None:
            await self.table.go(self)
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self._part(NO_SESSION, "the session has ended")

    async def close(self, code: int, reason: str) -> None:
        """Sends what waits, if the client takes it, and says why this is the end."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=FINISH_SECONDS)
        if not self._dropped:
            await self._part(code, reason)

    async def _part(self, code: int, reason: str) -> None:
        if self._wire is not None and self._wire.unsent():
            self._wire.hang_up(code, reason)
        else:
            await self.socket.close(code, reason)

    async def end(self) -> None:
        """Sends nothing more."""
        self._forget()
        tasks = [task for task in (self._sending, self._hinting) if task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)


async def serve(connection: Connection, hub: Hub, manner: Manner, metrics: Metrics) -> None:
    """Talks with one client until it goes."""
    socket, person = connection.socket, connection.person
    await socket.accept()
    if connection.is_dismissed:
        await connection.leave()
    connection.tell(Welcome(PROTOCOL, person.name, __version__))
    metrics.sockets.inc()
    try:
        await _listen(socket, connection, hub, manner, metrics)
    except WebSocketDisconnect:
        pass
    finally:
        metrics.sockets.dec()
        if connection.table is not None:
            await connection.table.go(connection)
        await connection.end()


async def _listen(
    socket: WebSocket, connection: Connection, hub: Hub, manner: Manner, metrics: Metrics
) -> None:
    warnings = 0
    patience: float | None = FIRST_SECONDS
    while socket.application_state is WebSocketState.CONNECTED:
        try:
            message = await asyncio.wait_for(socket.receive(), patience)
        except TimeoutError:
            await connection.close(SILENT, "say hello to a table")
            return
        patience = None
        if message["type"] == "websocket.disconnect":
            return
        if connection.is_dismissed:
            return
        text = message.get("text")
        if manner.frames.take(connection.who):
            warnings += 1
            if warnings > MOST_WARNINGS:
                await connection.close(TOO_FAST, "too many frames")
                return
            metrics.refusals.labels(TOO_FAST_CODE).inc()
            connection.tell(
                Refused(_id_in(text or ""), TOO_FAST_CODE, "too many frames; slow down")
            )
            continue
        if text is None:
            connection.tell(Refused(None, UNREADABLE, "frames are text"))
            continue
        await _answer(text, connection, hub, manner, metrics)


async def _answer(
    text: str, connection: Connection, hub: Hub, manner: Manner, metrics: Metrics
) -> None:
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
            await asyncio.sleep(manner.stories.turn(connection.who))
            await _hello(frame, connection, hub)
        case Story():
            await asyncio.sleep(manner.stories.turn(connection.who))
            await _story(frame, connection)
        case Look():
            await _look(frame, connection, manner)
        case Hint():
            _hint(frame, connection, hub, manner)
        case Try():
            await _try(frame, connection, manner)
        case _:
            await _command(frame, connection, hub, manner, metrics)


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


async def _story(frame: Story, connection: Connection) -> None:
    try:
        if connection.table is None:
            raise Refusal("no_table", "say hello to a table first")
        await connection.table.tell_story(connection, frame.seat, frame.before)
    except Refusal as refusal:
        connection.tell(Refused(None, refusal.code, refusal.reason))


async def _look(frame: Look, connection: Connection, manner: Manner) -> None:
    try:
        if connection.table is None:
            raise Refusal("no_table", "say hello to a table first")
        if manner.looks.take(connection.who):
            raise Refusal(TOO_FAST_CODE, "too many looks back; slow down")
        await connection.table.look_back(connection, frame.seat, frame.seq)
    except Refusal as refusal:
        connection.tell(Refused(None, refusal.code, refusal.reason))


async def _try(frame: Try, connection: Connection, manner: Manner) -> None:
    try:
        if connection.table is None:
            raise Refusal("no_table", "say hello to a table first")
        if manner.tries.take(connection.who):
            raise Refusal(TOO_FAST_CODE, "too much is tried at once; slow down")
        connection.tell(await try_cards(connection.table, connection.person, frame))
    except Refusal as refusal:
        connection.tell(Refused(frame.id, refusal.code, refusal.reason))
    except Exception:
        log.exception("cards could not be tried", seat=frame.seat)
        connection.tell(Refused(frame.id, "busy", "this cannot be tried just now"))


def _hint(frame: Hint, connection: Connection, hub: Hub, manner: Manner) -> None:
    live = connection.table
    if live is None:
        connection.tell(Refused(frame.id, "no_table", "say hello to a table first"))
    elif connection.is_hinted:
        connection.tell(Refused(frame.id, "busy", "a hint is being thought of already"))
    elif manner.hints.take(connection.who):
        connection.tell(Refused(frame.id, TOO_FAST_CODE, "too many hints; slow down"))
    else:
        connection.begin_hint(_think(frame, connection, hub, live))


async def _think(frame: Hint, connection: Connection, hub: Hub, live: LiveTable) -> None:
    """Tells a hint, unless its client has gone on to another table."""
    told: FromServer
    try:
        told = await hint(hub.bots, live, connection.person, frame)
    except Refusal as refusal:
        told = Refused(frame.id, refusal.code, refusal.reason)
    except Exception:
        log.exception("hint failed", table=live.name)
        told = Refused(frame.id, "busy", "there is no hint just now; try again")
    if connection.table is live:
        connection.tell(told)


async def _command(
    command: AnyCommand, connection: Connection, hub: Hub, manner: Manner, metrics: Metrics
) -> None:
    live = connection.table
    if live is None:
        connection.tell(Refused(command.id, "no_table", "say hello to a table first"))
        return
    try:
        talks = isinstance(command, Chat) and not live.has_done(connection.person, command)
        if talks and manner.chat.take(connection.who):
            raise Refusal(TOO_FAST_CODE, "too much is said at once; slow down")
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
