"""Whose word is taken for where a request comes from: that of proxies the host has named."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from structlog.testing import capture_logs

from cactustown.server.limiting import address_of
from cactustown.server.proxies import MOST_TOLD, Proxies
from cactustown.server.settings import Settings

pytestmark = pytest.mark.anyio


class Seen:
    """An application that remembers whom it took a request for."""

    def __init__(self) -> None:
        self.address = ""
        self.scheme = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.address = address_of(scope)
        self.scheme = scope["scheme"]


async def ask(proxies: Proxies, peer: str, *forwarded: str, **headers: str) -> None:
    given = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    given += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Scope = {"type": "http", "scheme": "http", "client": (peer, 4711), "headers": given}

    async def receive() -> Any: ...

    async def send(message: Any) -> None: ...

    await proxies(scope, receive, send)


def test_no_proxy_is_trusted_unless_named() -> None:
    assert Settings(database="x").trusted_proxies == []


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.0.0.1", "203.0.113.7"])
async def test_no_address_is_believed_unless_it_is_named(peer: str) -> None:
    seen = Seen()
    await ask(Proxies(seen, []), peer, "198.51.100.1", x_forwarded_proto="https")
    assert seen.address in (peer, "::/64")
    assert seen.scheme == "http"


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        (["127.0.0.1"], "127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),  # 6.6.6.6: a lie
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6, 127.0.0.1"], "6.6.6.6"),
        (["10.0.0.0/8"], "10.1.2.3", ["198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        (["10.0.0.0/8"], "11.1.2.3", ["198.51.100.1"], "11.1.2.3"),
        (["10.0.0.0/8"], "::ffff:10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        (["10.1.2.3"], "::ffff:10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        (["fd00::/8"], "fd00::1", ["2001:db8::1"], "2001:db8::/64"),
        (["127.0.0.1"], "127.0.0.1", [""], "127.0.0.1"),
    ],
)
async def test_the_nearest_address_that_is_no_proxy_is_the_client(
    trusted: list[str], peer: str, forwarded: list[str], client: str
) -> None:
    seen = Seen()
    await ask(Proxies(seen, trusted), peer, *forwarded)
    assert seen.address == client


async def test_a_trusted_proxy_says_whether_it_was_asked_safely() -> None:
    seen = Seen()
    await ask(Proxies(seen, ["127.0.0.1"]), "127.0.0.1", "6.6.6.6", x_forwarded_proto="https")
    assert seen.scheme == "https"


async def test_a_proxy_that_is_not_named_is_told_of_once() -> None:
    proxies = Proxies(Seen(), ["10.0.0.1"])
    with capture_logs() as lines:
        for _ in range(3):
            await ask(proxies, "10.0.0.1", "198.51.100.1")
            await ask(proxies, "203.0.113.7")
        assert lines == []
        for _ in range(3):
            await ask(proxies, "127.0.0.1", "198.51.100.1")
        (line,) = lines
        assert line["address"] == "127.0.0.1"
        assert "trusted_proxies" in line["hint"]
        for number in range(20):  # no flood of lines, no matter who sends the header
            await ask(proxies, f"203.0.113.{number}", forwarded="for=198.51.100.1")
        assert len(lines) == MOST_TOLD
