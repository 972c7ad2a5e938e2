"""Guests and their sessions: tokens, cookies, daily rotation, expiry."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.sessions import token_hash
from cactustown.server.store.schema import sessions, users
from tests.server.http.town import HOME, Town, guest, town

pytestmark = pytest.mark.anyio
DAY = 24 * 3600


def token_of(client: httpx.AsyncClient) -> str:
    return client.cookies[SESSION_COOKIE]


async def name_by(town: Town, token: str) -> str | None:
    """Who the server takes a request with this token for."""
    async with town.client(cookie=f"{SESSION_COOKIE}={token}") as client:
        person = (await client.get("/api/me")).json()["person"]
        return person["name"] if person else None


async def test_a_guest_comes_in_and_is_known(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert (await client.get("/api/me")).json() == {"person": None}
        me = await guest(client, "  Calamity   Jane ")
        assert me["name"] == "Calamity Jane"
        assert me["login"] is None
        assert (await client.get("/api/me")).json() == {"person": me}


async def test_the_database_does_not_know_the_token(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        token = token_of(client)
        assert len(token) >= 43  # 256 bits
        async with here.engine.connect() as db:
            rows = (await db.execute(select(sessions))).all()
        assert [row.token_hash for row in rows] == [token_hash(token)]
        assert token not in str(rows)


async def test_the_cookie_is_out_of_reach_of_scripts(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        async with here.client() as client:
            answer = await client.post("/api/session", json={"name": "Jo"})
            flags = answer.headers["set-cookie"].lower()
            assert "httponly" in flags
            assert "samesite=lax" in flags
            assert "path=/;" in flags
            assert "max-age=15552000" in flags
            assert "secure" not in flags
        async with here.client(base="https://localhost") as client:
            answer = await client.post("/api/session", json={"name": "Jo"})
            assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_visitor_with_a_session_keeps_it_and_takes_the_name(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        first = await guest(client, "Jo")
        second = await guest(client, "Joe")
        assert second == first | {"name": "Joe"}
        renamed = await client.patch("/api/me", json={"name": "Josephine"})
        assert renamed.json() == first | {"name": "Josephine"}
        async with here.engine.connect() as db:
            assert len((await db.execute(select(users))).all()) == 1


async def test_a_day_old_token_is_replaced_once(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        old = token_of(client)
        here.clock.pass_(DAY - 1)
        await client.get("/api/me")
        assert token_of(client) == old
        here.clock.pass_(2)
        await client.get("/api/me")
        new = token_of(client)
        assert new != old
        # A request that was on its way with the old token neither fails nor rotates again.
        async with here.client(cookie=f"{SESSION_COOKIE}={old}") as late:
            answer = await late.get("/api/me")
            assert answer.json()["person"]["name"] == "Jo"
            assert "set-cookie" not in answer.headers


async def test_the_old_token_ends_a_minute_after_the_new_one_is_used(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        old = token_of(client)
        here.clock.pass_(DAY + 1)
        await client.get("/api/me")
        await client.get("/api/me")
        here.clock.pass_(59)
        assert await name_by(here, old) == "Jo"
        here.clock.pass_(2)
        assert await name_by(here, old) is None
        assert await name_by(here, token_of(client)) == "Jo"


async def test_an_answer_that_got_lost_costs_nobody_the_name(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        person, old = await here.people.guest("Jo")
        fresh = None
        for _ in range(5):  # a client that never gets the new token
            here.clock.pass_(DAY)
            visitor = await here.people.visit(old)
            assert visitor is not None
            fresh = visitor.fresh
        async with here.engine.connect() as db:
            assert len((await db.execute(select(sessions))).all()) == 2
        assert fresh is not None
        assert await here.people.who(fresh) == person


async def test_a_session_ends_when_it_is_not_used(tmp_path: Path) -> None:
    async with town(tmp_path, session_days=7) as here:
        _, token = await here.people.guest("Jo")
        here.clock.pass_(7 * DAY - 1)
        assert await here.people.who(token) is not None
        here.clock.pass_(2)
        assert await here.people.who(token) is None
        assert await here.people.visit(token) is None
        await here.people.sweep()
        async with here.engine.connect() as db:
            assert (await db.execute(select(sessions))).all() == []


async def test_logging_out_ends_the_session_and_its_successors(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        old = token_of(client)
        here.clock.pass_(DAY + 1)
        await client.get("/api/me")
        new = token_of(client)
        answer = await client.post("/api/logout")
        assert answer.json() == {}
        assert SESSION_COOKIE not in client.cookies
        assert await name_by(here, old) is None
        assert await name_by(here, new) is None


@pytest.mark.parametrize("token", ["", "x", "ä", "a" * 5000, "';--", "%00"])
async def test_an_invented_token_is_nobody(tmp_path: Path, token: str) -> None:
    async with town(tmp_path) as here:
        headers = [(b"cookie", f"{SESSION_COOKIE}={token}".encode("latin-1"))]
        transport = httpx.ASGITransport(here.app)
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            answer = await client.get("/api/me", headers=headers)
            assert answer.json() == {"person": None}


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 25, "a\nb", "a\x00b", "a\u202eb", "a\u200bb", "\u2066a", "a\ufeff"),
        *(
            "\u3164",
            "\u2800\u2800",
            "\u0301x",
            "z" + "\u0301" * 9,
            "a\u2028b",
            "\ud800",
            "a\u00a0b",
        ),
    ],
)
async def test_names_of_odd_characters_are_refused(tmp_path: Path, name: str) -> None:
    async with town(tmp_path) as here, here.client() as client:
        if name == "\ud800":
            answer = await client.post(
                "/api/session",
                content=b'{"name": "\\ud800"}',
                headers={"content-type": "application/json"},
            )
        else:
            answer = await client.post("/api/session", json={"name": name})
        assert answer.status_code == 400
        assert set(answer.json()) == {"error", "reason"}
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", ["<b>Jo</b>", "O'Neill & Söhne", "张伟", "🌵", "José"])
async def test_names_are_inert_data(tmp_path: Path, name: str) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert (await guest(client, name))["name"] == name
    async with town(tmp_path) as here:
        person, _ = await here.people.guest("Jose\u0301")
        assert person.name == "José"
