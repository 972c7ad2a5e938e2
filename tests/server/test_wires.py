"""Connections that dawdle, flood or do not read are closed; on real sockets, by a test clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import h11
import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from cactustown.server import crowd, sockets
from cactustown.server.sockets import SILENT, TOO_FAST, TOO_SLOW
from cactustown.server.wires import (
    BODY_SECONDS,
    FREE_PIECES,
    HEAD_SECONDS,
    LEAST_PIECE,
    TAKE_SECONDS,
)
from tests.drills.inprocess import Served, logged, served, unlimited
from tests.drills.line import OVERDUE, dial, new_table, newcomer, visitors
from tests.drills.wire import Guest, deaf
from tests.server.tables import until

pytestmark = pytest.mark.anyio
HEAD = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@asynccontextmanager
async def caller(
    server: Served,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection on which anything may be said."""
    host, _, port = server.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def everything(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection is closed."""
    heard = b""
    with suppress(ConnectionError):
        while part := await asyncio.wait_for(reader.read(1000), OVERDUE):
            heard += part
    return heard


def only(server: Served) -> Any:
    """The server's end of the only connection."""
    ((wire, _),) = server.door._inside.values()
    return wire


def later(server: Served, seconds: float) -> None:
    """So much later by the door's clock it looks round."""
    now = time.monotonic() + seconds
    server.door.clock = lambda: now
    server.door.sweep()


@pytest.mark.parametrize(
    ("said", "unread", "seconds"),
    [
        (b"", b"", HEAD_SECONDS),
        (b"GET / HT", b"GET / HT", HEAD_SECONDS),
        (HEAD, HEAD, HEAD_SECONDS),
        (HEAD + b"Content-Length: 20\r\n\r\n{", b"", BODY_SECONDS),
    ],
)
async def test_a_half_sent_request_has_so_long(
    said: bytes, unread: bytes, seconds: float, tmp_path: Path
) -> None:
    async with served(unlimited(tmp_path)) as server, caller(server) as (reader, writer):
        writer.write(said)
        await until(lambda: len(server.door) == 1 and only(server).conn.trailing_data[0] == unread)
        if seconds == BODY_SECONDS:
            await until(lambda: only(server)._stage is h11.SEND_BODY)
        later(server, seconds - 1)
        assert len(server.door) == 1
        later(server, seconds + 1)
        assert await everything(reader) == b""
        await until(lambda: len(server.door) == 0)


async def test_a_second_request_has_no_longer(tmp_path: Path) -> None:
    async with served(unlimited(tmp_path)) as server, caller(server) as (reader, writer):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"}")
        writer.write(b"GET /hea")
        await until(lambda: only(server).conn.trailing_data[0] == b"GET /hea")
        later(server, HEAD_SECONDS + 1)
        assert await everything(reader) == b""


async def test_a_client_whose_body_does_not_come_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cactustown.server.endpoints.BODY_SECONDS", 0)
    async with served(unlimited(tmp_path)) as server, caller(server) as (reader, writer):
        writer.write(HEAD + b"Content-Length: 20\r\n\r\n{")
        answer = await everything(reader)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b'"too_slow"' in answer


CRUMBS = b"1\r\n \r\n"


async def test_a_body_in_crumbs_is_given_up(tmp_path: Path) -> None:
    """Each costs as much as a whole body, also when it has been answered already."""
    head = HEAD.replace(b"/api/session", b"/nowhere") + b"Transfer-Encoding: chunked\r\n\r\n"
    with logged(unlimited(tmp_path)) as log:
        async with served(unlimited(tmp_path)) as server, caller(server) as (reader, writer):
            writer.write(head)
            await reader.readuntil(b"}")
            said = 0
            with suppress(ConnectionError):
                while said < 3_000_000:
                    writer.write(CRUMBS * FREE_PIECES)
                    await writer.drain()
                    await asyncio.sleep(0)
                    said += len(CRUMBS) * FREE_PIECES
            assert said < 3_000_000
            await until(lambda: len(server.door) == 0)
    assert "Traceback" not in log.getvalue()


@pytest.mark.parametrize("waits", [False, True])
async def test_nonsense_for_a_body_is_no_failure_of_ours(waits: bool, tmp_path: Path) -> None:
    """Neither before the request is answered nor afterwards."""
    head = HEAD.replace(b"/api/session", b"/nowhere") + b"Transfer-Encoding: chunked\r\n\r\n"
    with logged(unlimited(tmp_path)) as log:
        async with served(unlimited(tmp_path)) as server, caller(server) as (reader, writer):
            writer.write(head if waits else head + b"no size\r\n")
            if waits:
                await reader.readuntil(b"}")
                writer.write(b"no size\r\n")
            await everything(reader)
            await until(lambda: len(server.door) == 0)
    assert "Traceback" not in log.getvalue()


async def test_a_large_body_may_come_in_usual_pieces(tmp_path: Path) -> None:
    piece = b" " * LEAST_PIECE
    body = b"%x\r\n%b\r\n" % (len(piece), piece) * 3 * FREE_PIECES
    async with served(unlimited(tmp_path)) as server, visitors(server.url) as http:
        cookie = await newcomer(http, "Anna")
        host = server.url.removeprefix("http://").encode()
        async with caller(server) as (reader, writer):
            writer.write(
                b"POST /api/replay HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\nCookie: %b\r\n"
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                % (host, host, cookie.encode())
            )
            writer.write(body + b"0\r\n\r\n")
            answer = await asyncio.wait_for(reader.readuntil(b"}"), OVERDUE)
            assert answer.startswith(b"HTTP/1.1 400")
            assert b'"bad_json"' in answer


async def test_an_answer_nobody_takes_is_cut(tmp_path: Path) -> None:
    async with served(unlimited(tmp_path)) as server, caller(server) as (_, writer):
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
        await until(lambda: only(server).transport.get_write_buffer_size() > 0)
        later(server, 0)
        later(server, TAKE_SECONDS - 1)
        assert len(server.door) == 1
        later(server, TAKE_SECONDS + 1)
        await until(lambda: len(server.door) == 0)


async def test_beyond_the_cap_connections_are_turned_away_quietly(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, max_connections_per_address=10, trusted_proxies=[])
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            cookie = await newcomer(http, "Anna")
            await http.aclose()
            await until(lambda: len(server.door) == 0)
            open_ones = [await dial(server.url, cookie) for _ in range(10)]
            for _ in range(20):
                async with caller(server) as (reader, _):
                    assert (await everything(reader)).startswith(b"HTTP/1.1 503")
            await open_ones[0].close()
            async with visitors(server.url) as again:
                assert (await again.get("/healthz")).status_code == 200
            for one in open_ones:
                await one.close()
    assert log.getvalue().count("too many connections from one address") == 1


async def test_a_person_has_so_many_sockets(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, max_sockets_per_person=2)
    async with served(settings) as server, visitors(server.url) as http:
        anna, bert = [await newcomer(http, name) for name in ("Anna", "Bert")]
        open_ones = [await dial(server.url, anna) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refusal:
            await dial(server.url, anna)
        assert refusal.value.response.status_code == 429
        open_ones += [await dial(server.url, bert)]
        await open_ones[0].close()
        open_ones += [await dial(server.url, anna)]
        for one in open_ones:
            await one.close()


async def test_a_socket_that_says_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "FIRST_SECONDS", 0.01)
    async with served(unlimited(tmp_path)) as server, visitors(server.url) as http:
        socket = await dial(server.url, await newcomer(http, "Anna"))
        await asyncio.wait_for(socket.wait_closed(), OVERDUE)
        assert socket.close_code == SILENT


def frames(opcode: Opcode, number: int, fin: bool = True) -> bytes:
    """So many empty frames, masked as a client's are."""
    return Frame(opcode, b"", fin).serialize(mask=True) * number


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(
            Frame(Opcode.TEXT, b"{", False).serialize(mask=True)
            + frames(Opcode.CONT, 100_000, fin=False),
            id="empty pieces of a message",
        ),
        pytest.param(frames(Opcode.PING, 100_000), id="pings"),
        pytest.param(frames(Opcode.PONG, 100_000), id="pongs"),
        pytest.param(frames(Opcode.TEXT, 100_000), id="empty messages"),
    ],
)
async def test_a_flood_of_frames_ends_the_socket(flood: bytes, tmp_path: Path) -> None:
    settings = unlimited(tmp_path, frames_per_second=20)
    async with served(settings) as server, visitors(server.url) as http:
        socket = await dial(server.url, await newcomer(http, "Anna"))
        with suppress(OSError, ConnectionClosed):
            socket.transport.write(flood)
        heard = 0
        with suppress(ConnectionClosed):
            while True:
                await asyncio.wait_for(socket.recv(), OVERDUE)
                heard += 1
        assert socket.close_code == TOO_FAST
        assert heard < 200
        await until(lambda: not server.hub.metrics.sockets._value.get())


GOODBYE = Frame(Opcode.CLOSE, b"", True).serialize(mask=True)
NO_FRAME = b"\xf3\x80\0\0\0\0"


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(frames(Opcode.PING, 300) + GOODBYE, id="pings and a goodbye"),
        pytest.param(frames(Opcode.TEXT, 300) + GOODBYE, id="messages and a goodbye"),
        pytest.param(frames(Opcode.TEXT, 300) + NO_FRAME, id="messages and nonsense"),
    ],
)
async def test_a_flood_on_a_socket_that_ends_is_no_failure_of_ours(
    flood: bytes, tmp_path: Path
) -> None:
    settings = unlimited(tmp_path, frames_per_second=20)
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            socket = await dial(server.url, await newcomer(http, "Anna"))
            await socket.recv()
            socket.transport.write(flood)
            await asyncio.wait_for(socket.wait_closed(), OVERDUE)
            await until(lambda: not server.hub.metrics.sockets._value.get())
    assert "Traceback" not in log.getvalue()


async def test_frames_in_pieces_and_pings_are_fine_in_moderation(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, frames_per_second=20)
    async with served(settings) as server, visitors(server.url) as http:
        socket = await dial(server.url, await newcomer(http, "Anna"))
        await socket.recv()
        await socket.send(['{"type"', "", ':"pi', "", 'ng"}'])
        assert await socket.recv() == '{"type":"pong"}'
        await asyncio.wait_for(await socket.ping(), OVERDUE)
        await socket.close()


async def test_a_client_that_does_not_read_is_disconnected_at_once_with_4008(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "MOST_FOR_ONE", 200_000)
    async with served(unlimited(tmp_path)) as server, visitors(server.url) as http:
        cookie = await newcomer(http, "Anna")
        wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "greedy"]}
        table = await new_table(http, cookie, **wish)
        live = server.hub.tables[table]
        line = await deaf(Guest(server.url, cookie))
        before = live.used_at
        for _ in range(100):
            with suppress(ConnectionClosed):
                await line.send(f'{{"type":"hello","table":"{table}"}}')
        await until(lambda: live.used_at > before and not live.listeners)  # came, and had to go
        with suppress(ConnectionClosed):
            while True:
                await line.recv()
        assert line.close_code == TOO_SLOW
        await until(lambda: len(server.door) <= 1)  # the visitor's


async def test_many_sockets_of_a_person_share_one_pace(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, frames_per_second=20)
    async with served(settings) as server, visitors(server.url) as http:
        cookie = await newcomer(http, "Anna")
        lines = [await dial(server.url, cookie) for _ in range(10)]
        pongs = 0
        for line in lines:
            await line.recv()
            for _ in range(20):
                await line.send('{"type":"ping"}')
            for _ in range(20):
                pongs += "pong" in str(await line.recv())
        assert 40 <= pongs < 100  # of 200; 40 at once and 20 a second
        for line in lines:
            await line.close()


async def test_talk_is_slower_than_moves_and_said_once(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, frames_per_second=20)
    async with served(settings) as server, visitors(server.url) as http:
        cookie = await newcomer(http, "Anna")
        wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "open"]}
        table = await new_table(http, cookie, **wish)
        line = await dial(server.url, cookie)
        await line.send(f'{{"type":"hello","table":"{table}"}}')
        answers = []
        for number in [*range(15), 0]:
            await line.send(f'{{"type":"chat","id":"c{number}","text":"{number}"}}')
            while '"ack"' not in (frame := str(await line.recv())) and '"refused"' not in frame:
                pass
            answers.append("ack" in frame[:15])
        assert answers[:10] == [True] * 10
        assert not all(answers[10:15])
        assert answers[15]  # what was said already may be sent again
        await line.close()


async def test_probes_ask_the_database_once_a_second(tmp_path: Path) -> None:
    async with served(unlimited(tmp_path)) as server, visitors(server.url) as http:
        looked = 0
        lobby = server.hub.store.lobby

        async def counted(limit: int = 100) -> object:
            nonlocal looked
            looked += 1
            return await lobby(limit)

        server.hub.store.lobby = counted  # type: ignore[method-assign,assignment]
        answers = await asyncio.gather(*(http.get("/readyz") for _ in range(50)))
        assert {answer.status_code for answer in answers} == {httpx.codes.OK}
        assert looked <= 5
