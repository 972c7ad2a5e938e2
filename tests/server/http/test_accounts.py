"""Accounts: a guest becomes one, comes back on another device, and nobody else does."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.passwords import Passwords
from cactustown.server.people import People
from cactustown.server.store.schema import users
from tests.server.http.town import guest, town

pytestmark = pytest.mark.anyio
SECRET = "correct horse"
WISH = {"login": "jane", "password": SECRET}


async def register(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/register", json=WISH)


async def test_a_guest_who_registers_stays_the_same_person(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client, here.client() as phone:
        me = await guest(client, "Jane")
        before = client.cookies[SESSION_COOKIE]
        answer = await register(client)
        assert answer.json() == me | {"login": "jane"}
        assert client.cookies[SESSION_COOKIE] != before
        assert await here.people.who(before) is None
        again = await phone.post("/api/login", json=WISH)
        assert again.json() == me | {"login": "jane"}
        assert (await phone.get("/api/me")).json()["person"]["id"] == me["id"]


async def test_one_may_register_without_being_a_guest_before(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert (await register(client)).json()["name"] == "jane"
        async with here.client() as other:
            wish = WISH | {"login": "joe", "name": "Joe Doe"}
            assert (await other.post("/api/register", json=wish)).json()["name"] == "Joe Doe"


async def test_a_login_is_taken_once(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client, here.client() as other:
        await register(client)
        me = await guest(other)
        answer = await register(other)
        assert answer.status_code == 409
        assert answer.json()["error"] == "login_taken"
        assert (await other.get("/api/me")).json() == {"person": me}
        answer = await client.post("/api/register", json=WISH | {"login": "jane2"})
        assert answer.json()["error"] == "already_registered"


async def test_logging_in_replaces_the_session(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await register(client)
        first = client.cookies[SESSION_COOKIE]
        await client.post("/api/login", json=WISH)
        assert client.cookies[SESSION_COOKIE] != first
        assert await here.people.who(first) is None
        await client.post("/api/logout")
        assert (await client.get("/api/me")).json() == {"person": None}


async def test_unknown_login_and_wrong_password_look_the_same(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client, here.client() as other:
        await register(client)
        wrong = await other.post("/api/login", json=WISH | {"password": "wrong horse"})
        unknown = await other.post("/api/login", json=WISH | {"login": "nobody"})
        assert wrong.status_code == unknown.status_code == 403
        assert wrong.content == unknown.content
        assert "set-cookie" not in wrong.headers


async def test_the_same_work_is_done_for_an_unknown_login() -> None:
    class Counting(PasswordHasher):
        verified = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
            self.verified += 1
            return super().verify(hash, password)

    hasher = Counting(time_cost=1, memory_cost=8, parallelism=1)
    passwords = Passwords(hasher)
    assert not await passwords.fits(None, SECRET)
    assert not await passwords.fits(None, "nobody's password")
    assert not await passwords.fits("no hash at all", SECRET)
    assert await passwords.fits(await passwords.hash("Jose\u0301 rides"), "José rides")
    assert hasher.verified == 4


async def test_passwords_are_kept_as_argon2_hashes_and_renewed(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await register(client)
        async with here.engine.connect() as db:
            before = (await db.execute(select(users.c.password_hash))).scalar_one()
        assert before.startswith("$argon2id$")
        assert SECRET not in before
        stricter = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
        await People(here.engine, passwords=stricter).login("jane", SECRET)
        async with here.engine.connect() as db:
            after = (await db.execute(select(users.c.password_hash))).scalar_one()
        assert "m=16,t=2" in after


@pytest.mark.parametrize(
    "wrong",
    [
        {"login": "ja"},
        {"login": "j" * 33},
        {"login": "Jane"},
        {"login": "jane doe"},
        {"login": "jane\n"},
        {"password": "short"},
        {"password": "x" * 201},
        {"password": 12345678},
        {"admin": True},
    ],
)
async def test_bad_registrations_are_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    async with town(tmp_path) as here, here.client() as client:
        answer = await client.post("/api/register", json=WISH | wrong)
        assert answer.status_code == 400
        assert answer.json()["error"] == "bad_body"
        assert SECRET not in answer.text
