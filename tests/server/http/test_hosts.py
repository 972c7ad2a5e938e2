"""By which names the server may be called: a foreign name that leads to it opens nothing."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from starlette.types import Scope

from cactustown.server.hosts import Hosts, is_local
from cactustown.server.settings import Settings
from tests.server.http.town import town, websocket_status

pytestmark = pytest.mark.anyio
LOOPBACK = ("localhost", "LOCALHOST:8620", "localhost.:1", "127.0.0.1:8620", "[::1]:8620", "[::1]")
FOREIGN = (
    *("evil.test", "evil.test:8620", "localhost.evil.test", "127.0.0.1.evil.test", "::1", "[::1"),
    *("evil.test@localhost", "localhost:8620/x", "localhost:port", "local host", "", "[]", ":8620"),
    *("203.0.113.9", "[2001:db8::9]:8620", "0.0.0.0:8620", "[::]:8620", "224.0.0.1"),
    *("localhost, evil.test", "localhost#", "2130706433", "0x7f.1", "127.1", "\xff"),
)


def scope(*hosts: str, server: tuple[str, int | None] | None = None) -> Scope:
    headers = [(b"host", host.encode("latin-1")) for host in hosts]
    return {"type": "http", "headers": headers, "server": server}


def hosts(**wanted: str) -> Hosts:
    return Hosts(Settings(database="x", **wanted))  # type: ignore[arg-type]


@pytest.mark.parametrize("host", LOOPBACK)
def test_this_machine_is_always_called_localhost(host: str) -> None:
    assert hosts().knows(scope(host))
    assert hosts(host="0.0.0.0").knows(scope(host))
    assert is_local(scope(host))


@pytest.mark.parametrize("host", FOREIGN)
def test_any_other_name_is_foreign(host: str) -> None:
    for bound in ("127.0.0.1", "0.0.0.0", "::", ""):
        assert not hosts(host=bound).knows(scope(host))
    assert not is_local(scope(host))


def test_the_bound_host_is_known_by_name_and_by_number() -> None:
    assert hosts(host="192.0.2.5").knows(scope("192.0.2.5:8620"))
    assert hosts(host="Cactus.Local").knows(scope("cactus.local:8620"))
    assert hosts(host="2001:DB8::5").knows(scope("[2001:db8:0::5]:8620"))
    assert not hosts(host="192.0.2.5").knows(scope("192.0.2.6:8620"))


def test_the_number_a_client_connected_to_is_known() -> None:
    """A rebound name is never a number, so this needs no list."""
    bound = hosts(host="0.0.0.0")
    assert bound.knows(scope("192.0.2.5:8620", server=("192.0.2.5", 8620)))
    assert bound.knows(scope("192.0.2.5:8620", server=("::ffff:192.0.2.5", 8620)))
    assert bound.knows(scope("[fe80::5]:8620", server=("fe80::5%eth0", 8620)))
    assert not bound.knows(scope("192.0.2.6:8620", server=("192.0.2.5", 8620)))
    assert not bound.knows(scope("evil.test:8620", server=("192.0.2.5", 8620)))


def test_a_wildcard_is_known_by_the_machines_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Ranch.lan")
    for bound in ("0.0.0.0", "::", ""):
        for host in ("ranch.lan:8620", "ranch", "RANCH.local.:8620"):
            assert hosts(host=bound).knows(scope(host))
        assert not hosts(host=bound).knows(scope("ranch.evil.test"))
    assert not hosts().knows(scope("ranch:8620"))


def test_a_wildcard_is_known_by_this_machines_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of all interfaces, through whichever the request came."""
    monkeypatch.setattr("cactustown.server.hosts.is_own_address", lambda number: True)
    assert hosts(host="0.0.0.0").knows(scope("192.0.2.5:8620", server=("127.0.0.1", 8620)))
    assert not hosts().knows(scope("192.0.2.5:8620", server=("127.0.0.1", 8620)))


def test_one_host_and_no_more() -> None:
    assert not hosts().knows(scope())
    assert not hosts().knows(scope("localhost", "evil.test"))
    assert not hosts().knows(scope("localhost", "localhost"))


def test_a_public_url_and_origins_are_names() -> None:
    public = hosts(public_url="https://cactus.example", origins="http://other.example:81")
    for host in ("cactus.example", "Cactus.Example:443", "other.example:81"):
        assert public.knows(scope(host))
    for host in ("localhost", "cactus.example:80", "other.example", "evil.test"):
        assert not public.knows(scope(host))
    assert hosts(origins="http://other.example:81").knows(scope("other.example:81"))
    assert hosts(origins="http://other.example:81").knows(scope("localhost"))


async def test_a_rebound_name_reads_nothing(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        async with here.client("127.0.0.1", base="http://evil.test:8620") as client:
            for path in ("/api/me", "/api/tables", "/metrics", "/openapi.json", "/games/x.json"):
                answer = await client.get(path)
                assert answer.status_code == 421, path
                assert answer.json()["error"] == "wrong_host"
                assert "public_url" in answer.json()["reason"]
            assert (await client.post("/api/session", json={"name": "Jo"})).status_code == 421
            for path in ("/healthz", "/readyz"):  # load balancers call it what they like
                assert (await client.get(path)).status_code == 200
        evil = "http://evil.test"
        assert await websocket_status(here, host="evil.test", origin=evil) == 421


async def test_metrics_are_not_read_by_another_name(tmp_path: Path) -> None:
    public = {"public_url": "https://cactus.example"}
    async with town(tmp_path, **public) as here:
        for base, status in (
            ("http://127.0.0.1:8620", 200),
            ("http://[::1]:8620", 200),
            ("http://evil.test", 421),
            ("https://cactus.example", 403),  # a proxy on this machine that does not say so
        ):
            async with here.client("127.0.0.1", base=base) as client:
                assert (await client.get("/metrics")).status_code == status
    async with town(tmp_path, **public, metrics_token="tick") as here:
        for base, status in (
            ("http://127.0.0.1:8620", 200),
            ("https://cactus.example", 200),
            ("http://evil.test", 421),
        ):
            async with here.client(base=base, authorization="Bearer tick") as client:
                assert (await client.get("/metrics")).status_code == status
