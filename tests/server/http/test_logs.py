"""The log and the metrics: enough to run a server by, and never a secret."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from cactustown.server.calm import AGAIN_SECONDS, KIND_PACE, MOST_KINDS, Calm
from cactustown.server.logs import configure
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.settings import Settings
from tests.server.http.town import Clock, guest, town, websocket_status

anyio = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def log_to(stream: io.StringIO, **wanted: Any) -> None:
    configure(Settings(database="x", **wanted), stream)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@anyio
async def test_a_request_is_one_line_without_query_or_secrets(tmp_path: Path) -> None:
    log_to(stream := io.StringIO())
    async with town(tmp_path) as here, here.client() as client:
        await guest(client, "Canary")
        token = client.cookies[SESSION_COOKIE]
        wish = {"login": "canary", "password": "canary horse"}
        await client.post("/api/register", json=wish)
        answer = await client.get("/api/tables?limit=7")
        await client.get("/table/private-canary")
        await client.get("/healthz")
    found = [line for line in lines(stream) if line["event"] == "request"]
    assert [line["route"] for line in found] == [
        *("/api/session", "/api/register", "/api/tables", "/table/…")
    ]
    assert found[2]["status"] == 200
    assert found[2]["method"] == "GET"
    assert found[2]["request"] == answer.headers["x-request-id"]
    for secret in ("canary", "limit=7", token):
        assert secret not in str(found)


def test_whatever_is_named_like_a_secret_is_masked() -> None:
    log_to(stream := io.StringIO())
    structlog.get_logger().info(
        "happened",
        token="canary",
        Set_Cookie="canary",
        seed=b"canary",
        row={"nonces": ["canary"], "inner": {"choice": "canary"}, "version": 3},
        rows=[{"body": "canary"}],
        raw=b"canary",
        table="t1",
    )
    (line,) = lines(stream)
    assert "canary" not in stream.getvalue()
    assert line["table"] == "t1"
    assert line["row"]["version"] == 3


def test_libraries_log_in_the_same_form() -> None:
    log_to(stream := io.StringIO(), log_level="warning")
    logging.getLogger("uvicorn.error").info("not important")
    logging.getLogger("uvicorn.error").warning("listening on %s", "127.0.0.1")
    (line,) = lines(stream)
    assert line["event"] == "listening on 127.0.0.1"
    assert line["level"] == "warning"


@anyio
async def test_a_refused_socket_is_a_line(tmp_path: Path) -> None:
    log_to(stream := io.StringIO())
    async with town(tmp_path) as here:
        assert await websocket_status(here, origin="http://evil.test") == 403
        assert await websocket_status(here) == 101
    found = [line for line in lines(stream) if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"]) for line in found] == [
        ("WEBSOCKET", "/ws", 403)
    ]


def test_libraries_do_not_chatter() -> None:
    log_to(stream := io.StringIO())
    uvicorn, alembic = logging.getLogger("uvicorn.error"), logging.getLogger("alembic.x")
    uvicorn.info('%s - "WebSocket %s" [accepted]', "127.0.0.1", "/ws?token=canary")
    uvicorn.info("connection open")
    alembic.info("Context impl SQLiteImpl.")
    alembic.info("Running upgrade %s -> %s", "0001", "0002")
    assert [line["event"] for line in lines(stream)] == ["Running upgrade 0001 -> 0002"]


def test_text_is_for_people() -> None:
    log_to(stream := io.StringIO(), log_format="text")
    structlog.get_logger().info("table opened", table="t1", seed="canary")
    assert "table opened" in stream.getvalue()
    assert "table=t1" in stream.getvalue()
    assert "canary" not in stream.getvalue()


def test_errors_are_logged_without_what_the_variables_held() -> None:
    log_to(stream := io.StringIO())
    seed = "canary" + str(len("x"))
    try:
        raise RuntimeError("broken" if seed else "")
    except RuntimeError:
        structlog.get_logger().exception("failed")
    (line,) = lines(stream)
    assert "RuntimeError: broken" in line["exception"]
    assert "canary1" not in stream.getvalue()


@anyio
async def test_requests_are_counted_by_route(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        async with here.client() as client:
            await client.get("/api/tables/one")
            await client.get("/api/tables/two")
            await client.get("/invented/by/somebody")
            await client.request("BREW", "/api/me")
        here.metrics.moves.inc()
        here.metrics.refusals.labels("stale").inc()
        async with here.client("127.0.0.1") as client:
            text = (await client.get("/metrics")).text
    counted = {
        line.rpartition(" ")[0]: float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if line and line[0] != "#"
    }
    get = 'cactustown_requests_total{method="GET",route="%s",status="404"}'
    assert counted[get % "/api/tables/{id}"] == 2
    assert counted[get % "other"] == 1
    assert 'method="BREW"' not in text
    assert counted["cactustown_moves_total"] == 1
    assert counted['cactustown_refusals_total{code="stale"}'] == 1
    assert counted["cactustown_resident_memory_bytes"] > 1_000_000


def test_a_warning_that_comes_again_and_again_is_written_once() -> None:
    log_to(stream := io.StringIO())
    asyncio_log = logging.getLogger("asyncio")
    for _ in range(1235):
        asyncio_log.error("socket.accept() out of system resource")
    asyncio_log.error("something else")
    assert [line["event"] for line in lines(stream)] == [
        "socket.accept() out of system resource",
        "something else",
    ]


def test_how_many_were_kept_back_is_told() -> None:
    clock, told = Clock(), []
    calm = Calm(lambda line: told.append(line.getMessage()), clock.seconds)
    line = logging.LogRecord("asyncio", logging.ERROR, "", 0, "out of %s", ("files",), None)
    assert [calm.filter(line) for _ in range(1235)] == [True] + [False] * 1234
    calm.tell()
    assert told == []
    clock.pass_(AGAIN_SECONDS)
    calm.tell()
    calm.tell()
    assert told == ["… and 1,234 more like it: out of %s"]
    clock.pass_(AGAIN_SECONDS)
    assert calm.filter(line)
    assert len(told) == 1


def test_nobody_writes_the_log_full_with_requests() -> None:
    clock, told = Clock(), []
    calm = Calm(lambda line: told.append(line.getMessage()), clock.seconds)

    def request(status: int, number: int) -> logging.LogRecord:
        said = {"event": "request", "status": status, "address": str(number), "ms": number}
        return logging.LogRecord("access", logging.INFO, "", 0, said, None, None)

    assert sum(calm.filter(request(429, n)) for n in range(1000)) == KIND_PACE[1]
    assert sum(calm.filter(request(200, n)) for n in range(400)) == 400  # others are still told
    clock.pass_(1)
    assert sum(calm.filter(request(404, n)) for n in range(1000)) == KIND_PACE[0]
    assert told == [f"… and {1000 - int(KIND_PACE[1])} more like it: request"]


def test_wordings_are_not_kept_for_ever() -> None:
    clock = Clock()
    calm = Calm(lambda line: None, clock.seconds)
    for number in range(10 * MOST_KINDS):
        calm.filter(logging.LogRecord("x", logging.INFO, "", 0, f"no {number}", None, None))
    assert len(calm._kinds) <= MOST_KINDS
