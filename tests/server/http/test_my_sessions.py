"""Where somebody is signed in, and how it ends: one session, all others, by another password."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cactustown.server.devices import device_of
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.store.schema import sessions
from tests.server.http.town import BEGINNING, Town, guest, town

pytestmark = pytest.mark.anyio
HOUR = 3600
DAY = 24 * HOUR
SECRET = "correct horse"
WISH = {"login": "jane", "password": SECRET}
PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def listed(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await client.get("/api/sessions")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sessions"]
    return found


async def is_in(client: httpx.AsyncClient) -> bool:
    return (await client.get("/api/me")).json()["person"] is not None


async def register(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/register", json=WISH)
    assert answer.status_code == 200, answer.text


async def login(client: httpx.AsyncClient, password: str = SECRET) -> int:
    wish = WISH | {"password": password}
    return (await client.post("/api/login", json=wish)).status_code


async def test_sessions_are_listed_with_a_rough_word_for_the_device(tmp_path: Path) -> None:
    async with (
        town(tmp_path) as here,
        here.client(**{"user-agent": DESK}) as client,
        here.client(**{"user-agent": PHONE}) as phone,
    ):
        await register(client)
        here.clock.pass_(HOUR / 2)
        await login(phone)
        here.clock.pass_(2 * HOUR)
        mine = await listed(client)
        assert [(s["device"], s["this"]) for s in mine] == [("linux", True), ("android", False)]
        assert [s["began_at"] - BEGINNING for s in mine] == [0, HOUR * 500]
        assert [s["seen_at"] - BEGINNING for s in mine] == [HOUR * 2500, HOUR * 500]
        assert [(s["device"], s["this"]) for s in await listed(phone)] == [
            *(("android", True), ("linux", False))
        ]
        async with here.engine.connect() as db:
            rows = str((await db.execute(select(sessions))).all())
        assert "Mozilla" not in rows
        assert "Pixel" not in rows


async def test_what_is_told_is_no_key(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        (session,) = await listed(client)
        async with here.engine.connect() as db:
            (row,) = (await db.execute(select(sessions))).all()
        assert session["id"] not in client.cookies[SESSION_COOKIE]
        assert session["id"] not in row.token_hash
        async with here.client() as nobody:
            assert (await nobody.get("/api/sessions")).status_code == 401
            assert (await nobody.delete("/api/sessions")).status_code == 401


async def test_a_new_token_is_the_same_session(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        (first,) = await listed(client)
        for _ in range(3):
            here.clock.pass_(DAY + 1)
            token = client.cookies[SESSION_COOKIE]
            (now,) = await listed(client)
            assert client.cookies[SESSION_COOKIE] != token
            assert now["id"] == first["id"]
            assert now["began_at"] == BEGINNING


async def test_a_session_of_an_older_version_goes_on(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        async with here.engine.begin() as db:
            unknown = {"session": None, "began_at": None, "device": None}
            await db.execute(update(sessions).values(unknown))
        (first,) = await listed(client)
        assert first["began_at"] == BEGINNING
        here.clock.pass_(DAY + 1)
        for _ in range(2):
            (now,) = await listed(client)
            assert now["id"] == first["id"]
            assert now["began_at"] == BEGINNING
        await client.post("/api/logout")
        async with here.engine.connect() as db:
            assert (await db.execute(select(sessions))).all() == []


async def test_one_of_them_is_ended(tmp_path: Path) -> None:
    async with (
        town(tmp_path) as here,
        here.client() as client,
        here.client() as phone,
        here.client() as stranger,
    ):
        await register(client)
        await login(phone)
        await guest(stranger, "Joe")
        this, other = await listed(client)
        assert (await stranger.delete(f"/api/sessions/{other['id']}")).status_code == 404
        assert await is_in(phone)
        assert (await client.delete(f"/api/sessions/{other['id']}")).json() == {}
        assert not await is_in(phone)
        assert (await client.delete(f"/api/sessions/{other['id']}")).status_code == 404
        assert (await client.delete(f"/api/sessions/{this['id']}")).status_code == 200
        assert SESSION_COOKIE not in client.cookies
        assert await is_in(stranger)


async def test_all_others_are_ended(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client, here.client() as phone:
        ended: list[str] = []
        here.people.ended = ended.extend
        await register(client)
        await login(phone)
        _, other = await listed(client)
        assert (await client.delete("/api/sessions")).status_code == 200
        assert ended == [other["id"]]
        assert not await is_in(phone)
        assert await is_in(client)


async def change(client: httpx.AsyncClient, old: str, new: str) -> tuple[int, str]:
    answer = await client.put("/api/password", json={"old": old, "new": new})
    return answer.status_code, answer.json().get("error", "")


async def test_another_password_ends_all_other_sessions(tmp_path: Path) -> None:
    async with (
        town(tmp_path, logins_per_minute=100) as here,
        here.client() as client,
        here.client("203.0.113.8") as phone,
        here.client("203.0.113.9") as other,
    ):
        await register(client)
        await login(phone)
        assert await change(phone, "wrong horse", "tumbleweed and rye") == (
            *(403, "wrong_old_password"),
        )
        assert await change(phone, SECRET, "password1") == (400, "weak_password")
        assert await change(phone, SECRET, "short") == (400, "bad_body")
        assert await is_in(client)
        assert await change(phone, SECRET, "tumbleweed and rye") == (200, "")
        assert not await is_in(client)
        assert await is_in(phone)
        assert await login(other) == 403
        assert await login(other, "tumbleweed and rye") == 200
        assert len(await listed(other)) == 2


async def test_guests_have_no_password_to_change(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert await change(client, SECRET, "tumbleweed and rye") == (401, "no_session")
        await guest(client)
        assert await change(client, SECRET, "tumbleweed and rye") == (409, "no_account")


@pytest.mark.parametrize("password", ["password", "abababab", "12345678", "janejane", "jane1852!"])
async def test_a_password_that_is_guessed_first_makes_no_account(
    tmp_path: Path, password: str
) -> None:
    async with town(tmp_path) as here, here.client() as client:
        answer = await client.post("/api/register", json=WISH | {"password": password})
        assert answer.status_code == 400
        assert answer.json()["error"] == "weak_password"
        assert "set-cookie" not in answer.headers
        await register(client)


async def test_an_old_password_that_is_weak_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with town(tmp_path) as here, here.client() as client:
        with monkeypatch.context() as before:
            before.setattr("cactustown.server.people.check_strength", lambda *words: None)
            await client.post("/api/register", json=WISH | {"password": "password"})
        assert await login(client, "password") == 200


async def test_a_session_that_ended_is_not_renewed(tmp_path: Path) -> None:
    """A request that was on its way when its owner logged out brings no session back."""
    async with town(tmp_path) as here:
        _, token = await here.people.guest("Jo")
        here.clock.pass_(DAY + 1)
        found = await here.people.sessions.find(token)
        assert found is not None
        await here.people.logout(token)
        assert await here.people.sessions.seen(found) is None
        await no_sessions(here)


async def no_sessions(here: Town) -> None:
    async with here.engine.connect() as db:
        assert (await db.execute(select(sessions))).all() == []


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", "iphone"),
        ("Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)", "ipad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "windows"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)", "chromebook"),
        (PHONE, "android"),
        (DESK, "linux"),
        ("curl/8", None),
        ("", None),
        (" " * 600 + "windows", None),
    ],
)
def test_devices(user_agent: str, device: str | None) -> None:
    assert device_of(user_agent) == device
