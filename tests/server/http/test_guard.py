"""The guard round everything: headers, hosts, origins, forged requests, the private password."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from cactustown.server.security import ENTER_COOKIE, origin_allowed
from cactustown.server.settings import Settings
from tests.server.http.town import HOME, guest, town, websocket_status

pytestmark = pytest.mark.anyio


async def post(client: httpx.AsyncClient, **headers: str) -> httpx.Response:
    """A request that would change something, with exactly these headers about its origin."""
    request = client.build_request("PATCH", "/api/me", json={"name": "Eve"})
    del request.headers["origin"]
    request.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return await client.send(request)


async def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        for path in ("/api/me", "/api/nothing", "/nothing", "/healthz", "/openapi.json"):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            policy = headers["content-security-policy"].split("; ")
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in headers["content-security-policy"]
        assert (await client.get("/api/me")).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"origin": HOME}, True),
        ({"origin": "http://evil.test"}, False),
        ({"origin": "http://localhost.evil.test"}, False),
        ({"origin": "http://localhost:81"}, False),
        ({"origin": "null"}, False),
        ({"origin": "file://localhost"}, False),
        ({}, False),
        ({"sec_fetch_site": "same-origin"}, True),
        ({"sec_fetch_site": "none"}, True),
        ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "cross-site"}, False),
        ({"origin": "http://evil.test", "sec_fetch_site": "same-origin"}, False),
    ],
)
async def test_other_sites_cannot_act_for_a_person(
    tmp_path: Path, headers: dict[str, str], allowed: bool
) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client, "Jo")
        answer = await post(client, **headers)
        assert answer.status_code == (200 if allowed else 403)
        if not allowed:
            assert answer.json()["error"] == "foreign_origin"
        name = (await client.get("/api/me")).json()["person"]["name"]
        assert name == ("Eve" if allowed else "Jo")


async def test_a_program_without_cookies_needs_no_origin(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        request = client.build_request("POST", "/api/session", json={"name": "Script"})
        del request.headers["origin"]
        assert (await client.send(request)).status_code == 200


async def test_a_public_url_is_the_only_name_and_origin(tmp_path: Path) -> None:
    wanted = {"public_url": "https://cactus.example/", "origins": "https://other.example"}
    async with town(tmp_path, **wanted) as here:
        async with here.client() as client:
            answer = await client.get("/api/me")
            assert answer.status_code == 421
            assert answer.json()["error"] == "wrong_host"
            assert (await client.get("/healthz")).status_code == 200
        async with here.client(base="https://cactus.example") as client:
            answer = await client.post("/api/session", json={"name": "Jo"})
            assert "secure" in answer.headers["set-cookie"].lower()
            assert (await post(client, origin="https://other.example")).status_code == 200
            assert (await post(client, origin="http://cactus.example")).status_code == 403


async def test_sockets_are_only_for_our_own_pages(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        assert await websocket_status(here, origin=HOME) == 101
        assert await websocket_status(here) == 101  # no browser leaves it out
        assert await websocket_status(here, origin="http://evil.test") == 403


@pytest.mark.parametrize("origin", ["http://[", "//", "http://", "http://a b", "\xff"])
def test_an_odd_origin_is_a_foreign_one(origin: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", origin.encode("latin-1"))]
    assert not origin_allowed({"type": "http", "headers": headers}, Settings(database="x"))


async def test_a_private_server_asks_for_its_password(tmp_path: Path) -> None:
    async with town(tmp_path, password="open sesame") as here, here.client() as client:
        for path in ("/api/me", "/api/tables", "/api/choices", "/games/x.json", "/openapi.json"):
            answer = await client.get(path)
            assert answer.status_code == 401, path
            assert answer.json()["error"] == "private"
        assert (await client.get("/healthz")).status_code == 200
        assert await websocket_status(here, origin=HOME) == 401
        wrong = await client.post("/api/enter", json={"password": "open barley"})
        assert wrong.status_code == 403
        assert "set-cookie" not in wrong.headers
        right = await client.post("/api/enter", json={"password": "open sesame"})
        assert right.status_code == 200
        assert "httponly" in right.headers["set-cookie"].lower()
        assert "sesame" not in right.headers["set-cookie"]
        assert (await client.get("/api/me")).status_code == 200
        cookie = f"{ENTER_COOKIE}={client.cookies[ENTER_COOKIE]}"
        assert await websocket_status(here, origin=HOME, cookie=cookie) == 101
        assert await websocket_status(here, origin=HOME, cookie=cookie + "0") == 401


async def test_an_open_server_asks_nobody(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert (await client.get("/api/me")).status_code == 200


async def test_metrics_are_for_this_machine_or_the_token(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        async with here.client() as client:
            assert (await client.get("/metrics")).status_code == 403
        async with here.client("127.0.0.1") as client:
            answer = await client.get("/metrics")
            assert answer.headers["content-type"].startswith("text/plain")
            assert "cactustown_resident_memory_bytes" in answer.text
            proxied = await client.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"})
            assert proxied.status_code == 403


async def test_a_metrics_token_opens_them_from_anywhere(tmp_path: Path) -> None:
    async with town(tmp_path, metrics_token="tick") as here, here.client() as client:
        assert (await client.get("/metrics")).status_code == 401
        for given, status in (("Bearer tick", 200), ("Bearer tock", 401), ("Bearer ü", 401)):
            headers = {"authorization": given.encode()}
            answer = await client.get("/metrics", headers=headers)  # type: ignore[arg-type]
            assert answer.status_code == status
