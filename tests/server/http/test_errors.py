"""Whatever is wrong with a request: a refusal in one form, never a 5xx, nothing changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cactustown.server.endpoints import MOST_BYTES
from cactustown.server.openapi import SESSION_COOKIE
from tests.server.http.conftest import Caller
from tests.server.http.town import HOME, guest, town

JSON = {"content-type": "application/json"}
PATHS = ("session", "register", "login", "enter", "tables")
anyio = pytest.mark.anyio


def assert_refused(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"error", "reason"}
    assert answer.json()["error"] == code


@anyio
async def test_unknown_paths_and_methods(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        for path in ("/api/nothing", "/nothing", "/api/me/", "//api/me", "/api/tables/a/b"):
            assert_refused(await client.get(path), 404, "not_found")
        wrong = await client.delete("/api/me")
        assert_refused(wrong, 405, "wrong_method")
        assert wrong.headers["allow"] == "GET, HEAD, PATCH"
        head = await client.head("/api/me")
        assert head.status_code == 200


@anyio
@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b'{"name": "Jo"}', {}, 415, "not_json"),
        (b'{"name": "Jo"}', {"content-type": "text/plain"}, 415, "not_json"),
        (b"name=Jo", {"content-type": "application/x-www-form-urlencoded"}, 415, "not_json"),
        (b"", JSON, 400, "bad_json"),
        (b"{", JSON, 400, "bad_json"),
        (b'{"name": "\xff"}', JSON, 400, "bad_json"),
        (b'{"name": "\\ud800"}', JSON, 400, "bad_json"),
        (b"[" * 10_000, JSON, 400, "bad_body"),
        (b'{"name": NaN}', JSON, 400, "bad_json"),
        (b"[]", JSON, 400, "bad_body"),
        (b"{}", JSON, 400, "bad_body"),
        (b'{"name": 5}', JSON, 400, "bad_body"),
        (b'{"name": "Jo", "id": "x"}', JSON, 400, "bad_body"),
        (b'{"name": "' + b"x" * MOST_BYTES + b'"}', JSON, 413, "too_large"),
    ],
)
async def test_bad_bodies(
    tmp_path: Path, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    async with town(tmp_path) as here, here.client() as client:
        answer = await client.post("/api/session", content=body, headers=headers)
        assert_refused(answer, status, code)
        assert "set-cookie" not in answer.headers


@anyio
async def test_nested_too_deeply(tmp_path: Path) -> None:
    body = b'{"seats": ["me"], "options": {"parties": ' + b"[" * 9000 + b"]" * 7000
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        answer = await client.post("/api/tables", content=body, headers=JSON)
        assert_refused(answer, 400, "bad_json")


@anyio
async def test_a_large_body_is_not_read_to_its_end(tmp_path: Path) -> None:
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        while True:
            sent += 1
            yield b" " * 4096

    async with town(tmp_path) as here, here.client() as client:
        answer = await client.post("/api/session", content=endless(), headers=JSON)
        assert_refused(answer, 413, "too_large")
        assert sent <= 6
        announced = JSON | {"content-length": "99999999999999999999"}
        answer = await client.post("/api/session", content=endless(), headers=announced)
        assert_refused(answer, 413, "too_large")


@anyio
@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "limit=1&limit=2", "limit=", "offset=1", "limit=%ff"],
)
async def test_bad_queries(tmp_path: Path, query: str) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert_refused(await client.get(f"/api/tables?{query}"), 400, "bad_query")
        assert_refused(await client.get("/api/ratings"), 400, "bad_query")
        assert_refused(await client.get("/api/ratings?party=moles"), 400, "bad_query")


@anyio
@pytest.mark.parametrize("host", ["[", "a b", "", "\xff"])
async def test_odd_hosts_do_no_harm(tmp_path: Path, host: str) -> None:
    async with town(tmp_path) as here:
        transport = httpx.ASGITransport(here.app)
        headers = {b"host": host.encode("latin-1")}
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            answer = await client.post("/api/session", json={"name": "Jo"}, headers=headers)
            assert answer.status_code == 200


@anyio
async def test_a_database_that_is_away_is_a_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cactustown.server.lately.SECONDS", 0)  # looks anew each time
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        assert (await client.get("/readyz")).json()["status"] == "ready"
        await here.hub.store.close()
        assert_refused(await client.get("/api/tables"), 503, "unavailable")
        assert_refused(await client.get("/readyz"), 503, "unavailable")
        assert (await client.get("/healthz")).status_code == 200


@anyio
async def test_a_fault_of_ours_tells_nothing(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        transport = httpx.ASGITransport(here.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            answer = await client.get("/broken")
            assert_refused(answer, 500, "broken")
            assert "12345" not in answer.text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
wishes = st.fixed_dictionaries(
    {},
    optional={
        "name": json_values,
        "login": st.just("fuzz") | json_values,
        "password": st.just("12345678") | json_values,
        "title": st.text(),
        "seats": st.lists(st.sampled_from(["me", "open", "greedy"]) | json_values, max_size=6),
        "options": st.dictionaries(
            st.sampled_from(["parties", "mode", "abilities", "alternative", "round_limit", "solo"]),
            st.lists(st.sampled_from(["sheriff", "outlaws", "dancer", "ranger"])) | json_values,
        ),
        "clock": json_values,
    },
)


@settings(
    max_examples=300,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.sampled_from(PATHS), st.binary(max_size=200) | (json_values | wishes).map(json.dumps))
def test_no_body_breaks_the_server(caller: Caller, path: str, body: bytes | str) -> None:
    data = body if isinstance(body, bytes) else body.encode()
    cookie = f"{SESSION_COOKIE}={caller.token}" if path == "tables" else ""
    answer = caller.client.post(f"/api/{path}", data=data, headers=JSON | {"cookie": cookie})
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error", "reason"}
