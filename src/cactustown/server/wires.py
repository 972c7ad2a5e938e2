"""uvicorn's two protocols, with what they lack: time limits, and an end that surely comes.

There is a time limit for a request's head and one for its body; an answer that nobody takes, and a
socket that is closed but not read, are cut off. What a WebSocket client may send beside messages
(pings, pieces of a message) is counted, for the application never hears of it.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.protocol import State

from cactustown.server.door import Door
from cactustown.server.limiting import Pace
from cactustown.server.sockets import TOO_FAST, WIRE

HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 30.0
TAKE_SECONDS: Final = 30.0  # in which a client must have taken something of an answer
TAKEN: Final = 4096  # bytes
LONGEST_HEAD: Final = 16 * 1024  # bytes
FREE_PIECES: Final = 256  # in which a body may come, however small it is
LEAST_PIECE: Final = 256  # bytes: so large they are on average beyond that
GRACE_SECONDS: Final = 2.0  # for a client that is being closed to read why
PART: Final = 4096  # bytes read at once: of a flood no more than that is looked at
BURST_SECONDS: Final = 10  # pings and pieces of messages that may come at once
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Length: 0\r\n\r\n"
)


class Config(uvicorn.Config):
    """uvicorn's configuration, and what the protocols below need."""

    door: Door
    frames_per_second: int


class Talk(h11.Connection):
    """What a client says; not in crumbs, for each costs as much as a large piece."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LONGEST_HEAD)
        self._pieces = 0
        self._bytes = 0  # in them

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > FREE_PIECES + self._bytes // LEAST_PIECE:
                raise h11.RemoteProtocolError("a body should not come in so small pieces")
        return event


class HttpWire(H11Protocol):
    """A connection on which requests come."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = Talk()
        self._door = cast(Config, config).door
        self._stage: object = h11.IDLE  # what the client is about, as h11 names it
        self._since = self._door.clock()
        self._unsent = 0
        self._taken_at = self._since

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self._door.come(transport, self, host):
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.go(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        stage = self.conn.their_state
        if stage is not self._stage:
            self._stage = stage
            self._since = self._door.clock()
        if stage is not h11.IDLE:
            self._door.asked(self.transport)

    def send_400_response(self, msg: str) -> None:
        """Ends a connection on which nonsense came, in the middle of a request or after it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # whoever answers it does so to nobody
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # there is an answer already
            self.transport.abort()

    def is_late(self, now: float) -> bool:
        waited = now - self._since
        if self._stage is h11.IDLE and waited > HEAD_SECONDS:
            return True
        if self._stage is h11.SEND_BODY and waited > BODY_SECONDS:
            return True
        return self._is_not_taken(now)

    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def _is_not_taken(self, now: float) -> bool:
        """Whether an answer waits, and nothing of it has been taken for long."""
        unsent = self.unsent()
        if not self._unsent - TAKEN < unsent <= self._unsent:
            self._unsent = unsent
            self._taken_at = now
        return unsent > 0 and now - self._taken_at > TAKE_SECONDS

    def end(self) -> None:
        self.transport.abort()


class SocketWire(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._door = cast(Config, config).door
        rate = cast(Config, config).frames_per_second
        self._beside = Pace(rate, rate * BURST_SECONDS)  # frames that are no message
        self._unread = b""
        self._hung_up = False

    # -- the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._door.changes(transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.go(self.transport)
        self._unread = b""
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        self.scope["extensions"][WIRE] = cast(Any, self)
        await super().run_asgi()
        if not self._hung_up:
            self._cut_in(self.close_timeout)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_in(GRACE_SECONDS)

    def is_late(self, now: float) -> bool:
        return False  # the application knows what a socket is late for

    def end(self) -> None:
        self.transport.abort()

    # -- what the application asks of it

    def unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int, reason: str) -> None:
        """Says why and closes, without waiting for a client that does not read."""
        if self._hung_up or self.disconnected or self.transport.is_closing():
            return
        self._hung_up = True
        self._unread = b""
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            if self.conn.state is State.OPEN:  # else the client has just closed it
                self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.pause_reading()
        self._cut_in(GRACE_SECONDS)

    def _cut_in(self, seconds: float) -> None:
        """Whatever the client does, the connection is gone then."""
        if self.disconnected:
            return
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(seconds, self.transport.abort)

    # -- what comes in

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Reads in small parts, none before the messages of the one before have been heard."""
        at = 0
        while at < len(self._unread) and not self.read_paused and not self._is_ending:
            part = self._unread[at : at + PART]
            at += PART
            super().data_received(part)
        self._unread = b"" if self._is_ending else self._unread[at:]

    @property
    def _is_ending(self) -> bool:
        return self._hung_up or self.disconnected or self.transport.is_closing()

    async def receive(self) -> Any:
        message = await super().receive()
        if self._unread and not self.read_paused:
            self._read_on()
        return message

    def handle_text(self, event: Frame) -> None:
        if self._may_come(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._may_come(event):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_come(event) and (event.data or event.fin):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_come(None):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_come(None):
            super().handle_pong(event)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        if self._hung_up:  # the timer was cancelled, but what is left to send may never be taken
            self._cut_in(GRACE_SECONDS)

    def _may_come(self, event: Frame | None) -> bool:
        """A whole message is the application's to count, as long as it listens."""
        if self._hung_up:
            return False
        if (event is not None and event.fin and not self.close_sent) or self._beside.take():
            return True
        self.hang_up(TOO_FAST, "too many frames")
        return False
