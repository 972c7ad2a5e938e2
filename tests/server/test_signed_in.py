"""A socket lives no longer than its session."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from cactustown.server.people import People
from cactustown.server.signed_in import SignedIn
from cactustown.server.sockets import NO_SESSION
from cactustown.server.store.address import engine_for
from tests.drills.inprocess import Served, served, unlimited
from tests.drills.wire import Guest, Player, visitors
from tests.server.http.town import town

pytestmark = pytest.mark.anyio
ACCOUNT = {"login": "jane", "password": "correct horse"}
PAIR = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "open"]}


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    async with served(unlimited(folder)) as here, visitors(here.url) as http:
        yield here, http


async def signed_in(http: httpx.AsyncClient, path: str) -> Guest:
    """Another session of Jane's, as a client that keeps one cookie."""
    answer = await http.post(path, json=ACCOUNT)
    answer.raise_for_status()
    cookies = [value.partition(";")[0] for value in answer.headers.get_list("set-cookie")]
    (cookie,) = [cookie for cookie in cookies if cookie.startswith("cactustown_session=")]
    return Guest(str(http.base_url).rstrip("/"), cookie, answer.json()["id"])


def socket_of(guest: Guest) -> connect:
    return connect(guest.url.replace("http", "ws") + "/ws", additional_headers=guest.headers)


async def closed_with(socket: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    async with asyncio.timeout(20):
        await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


async def test_logging_out_closes_the_sockets_of_that_session(tmp_path: Path) -> None:
    async with running(tmp_path) as (here, http):
        jane = await signed_in(http, "/api/register")
        phone = await signed_in(http, "/api/login")
        table = await jane.open(http, **PAIR)
        player = Player(phone, table)
        await player.connect()
        live = await here.hub.table(table)
        async with socket_of(jane) as one, socket_of(jane) as other:
            (await http.post("/api/logout", headers=jane.headers)).raise_for_status()
            assert await closed_with(one) == await closed_with(other) == NO_SESSION
        await player.hear()  # another session of the same person goes on
        assert len(live.listeners) == 1
        async with socket_of(jane) as again:
            assert await closed_with(again) == NO_SESSION
        await player.close()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("DELETE", "/api/sessions", None),
        ("DELETE", "/api/sessions/{other}", None),
        ("PUT", "/api/password", {"old": "correct horse", "new": "tumbleweed and rye"}),
    ],
)
async def test_whatever_ends_another_session_closes_its_sockets(
    tmp_path: Path, method: str, path: str, body: dict[str, Any] | None
) -> None:
    async with running(tmp_path) as (_, http):
        jane = await signed_in(http, "/api/register")
        phone = await signed_in(http, "/api/login")
        listed = (await http.get("/api/sessions", headers=jane.headers)).json()["sessions"]
        async with socket_of(jane) as own, socket_of(phone) as others:
            address = path.format(other=listed[1]["id"])
            answer = await http.request(method, address, json=body, headers=jane.headers)
            answer.raise_for_status()
            assert await closed_with(others) == NO_SESSION
            await own.send('{"type": "ping"}')
            while "pong" not in str(await own.recv()):
                pass


async def test_a_guest_who_registers_comes_back_with_the_new_session(tmp_path: Path) -> None:
    async with running(tmp_path) as (_, http):
        guest = await Guest.come(http, "Jane")
        async with socket_of(guest) as before:
            answer = await http.post("/api/register", json=ACCOUNT, headers=guest.headers)
            answer.raise_for_status()
            assert await closed_with(before) == NO_SESSION


async def test_nothing_is_obeyed_after_the_session_ended(tmp_path: Path) -> None:
    async with running(tmp_path) as (here, http):
        guest = await Guest.come(http, "Jane")
        table = await guest.open(http, **PAIR)
        live = await here.hub.table(table)
        player = Player(guest, table)
        await player.connect()
        length = len(live._table.story)
        (listener,) = live.listeners
        listener.dismiss()  # type: ignore[attr-defined]
        for number in range(5):
            with pytest.raises(ConnectionError):
                await player.send("chat", f"late-{number}", text="am I still here?")
        await player.gone()
        assert len(live._table.story) == length
        assert not live.listeners


class Socket:
    """A socket that only notes that it was told to go."""

    def __init__(self) -> None:
        self.told = 0

    def dismiss(self) -> None:
        self.told += 1


async def test_sessions_that_end_elsewhere_are_found(tmp_path: Path) -> None:
    async with town(tmp_path, session_days=7) as here:
        others = engine_for(str(tmp_path / "town.db"))
        elsewhere = People(others, clock=here.clock.now_ms)
        door = SignedIn(here.people)
        sockets = []
        for name in ("Anna", "Bert"):
            _, token = await here.people.guest(name)
            visitor = await door.greet(token)
            assert visitor is not None
            sockets.append(Socket())
            door.come(visitor, sockets[-1])
        await door.look()
        assert [socket.told for socket in sockets] == [0, 0]
        await elsewhere.logout(token)
        await door.look()
        await door.look()
        assert [socket.told for socket in sockets] == [0, 1]
        here.clock.pass_(8 * 24 * 3600)  # sessions that nobody used end by themselves
        await door.look()
        assert [socket.told for socket in sockets] == [1, 1]
        await others.dispose()


async def test_a_session_that_ends_while_its_socket_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with town(tmp_path) as here:
        door = SignedIn(here.people)
        _, token = await here.people.guest("Anna")
        known = here.people.known
        asked = 0

        async def slowly(token: str) -> Any:
            nonlocal asked
            found = await known(token)
            asked += 1
            if asked == 1:
                await here.people.logout(token)
            return found

        monkeypatch.setattr(here.people, "known", slowly)
        assert await door.greet(token) is None
        assert asked == 2
