"""What the tests of the HTTP side share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import pytest
from schemathesis.python import asgi

from cactustown.server.openapi import SESSION_COOKIE
from tests.server.http.town import build
from tests.server.postgres import postgres as postgres
from tests.server.postgres import postgres_server as postgres_server

PLENTY = 1_000_000
LIMITED = (
    *("requests_per_minute", "logins_per_minute", "guests_per_hour"),
    *("tables_per_hour", "tables_per_hour_per_address", "max_tables_per_person"),
)


@dataclass
class Caller:
    """For thousands of generated requests: a client without cookies, and the token of a guest."""

    client: asgi.ASGIClient
    token: str


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    named: dict[str, Any] = {"origins": f"http://{asgi.HOST}"}  # as this client calls any server
    town = build(tmp_path_factory.mktemp("api"), **dict.fromkeys(LIMITED, PLENTY), **named)
    app: Any = town.app
    with asgi.get_client(app) as client:
        client.headers["sec-fetch-site"] = "same-origin"
        token = client.post("/api/session", json={"name": "Fuzz"}).cookies[SESSION_COOKIE]
        assert token is not None
        client.cookies.clear()
        client.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield Caller(client, token)
    asgi.shutdown_lifespans()
