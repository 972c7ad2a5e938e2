"""Passwords are not guessed from many addresses, and the owner still comes in."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from cactustown.server.desk import FAMILIAR_COOKIE
from cactustown.server.guessing import (
    MOST_KEPT,
    Guesses,
    Later,
    device_in,
    new_proof,
    read_proofs,
)
from cactustown.server.passwords import KEPT_FREE, MOST_WAITING, Passwords
from tests.server.http.town import CHEAP, Clock, Town, town

pytestmark = pytest.mark.anyio
SECRET = "correct horse"
WISH = {"login": "jane", "password": SECRET}
MOST = 6


async def guess(here: Town, number: int, login: str = "jane") -> httpx.Response:
    """A wrong password from an address of its own."""
    async with here.client(f"198.51.100.{number}") as client:
        return await client.post("/api/login", json={"login": login, "password": "wrong horse"})


async def test_many_addresses_share_one_allowance(tmp_path: Path) -> None:
    async with town(tmp_path, wrong_passwords_per_hour=MOST) as here, here.client() as client:
        await client.post("/api/register", json=WISH)
        answers = [await guess(here, number) for number in range(MOST + 4)]
        assert [answer.status_code for answer in answers] == [403] * MOST + [429] * 4
        assert answers[-1].json()["error"] == "too_many"
        assert int(answers[-1].headers["retry-after"]) == 3600 / MOST
        here.clock.pass_(3600 / MOST)
        assert (await guess(here, 1)).status_code == 403
        assert (await guess(here, 2)).status_code == 429
        assert (await guess(here, 1, "joe")).status_code == 403


async def test_an_unknown_login_is_counted_alike(tmp_path: Path) -> None:
    async with town(tmp_path, wrong_passwords_per_hour=MOST) as here, here.client() as client:
        await client.post("/api/register", json=WISH)
        known = [await guess(here, number) for number in range(MOST + 1)]
        unknown = [await guess(here, number, "nobody") for number in range(MOST + 1)]
        assert [a.content for a in known] == [a.content for a in unknown]


async def test_the_owner_comes_in_by_browser_or_address(tmp_path: Path) -> None:
    async with (
        town(tmp_path, wrong_passwords_per_hour=MOST) as here,
        here.client("203.0.113.1") as home,
        here.client("203.0.113.2") as cafe,
    ):
        await home.post("/api/register", json=WISH)
        await cafe.post("/api/login", json=WISH)
        await home.post("/api/logout")
        for number in range(MOST + 1):
            await guess(here, number)
        async with here.client("203.0.113.3") as elsewhere:
            assert (await elsewhere.post("/api/login", json=WISH)).status_code == 429
            elsewhere.cookies.set(FAMILIAR_COOKIE, home.cookies[FAMILIAR_COOKIE])
            assert (await elsewhere.post("/api/login", json=WISH)).status_code == 200
        async with here.client("203.0.113.2") as same_address:
            assert (await same_address.post("/api/login", json=WISH)).status_code == 200


async def test_whoever_is_known_guesses_no_more_than_others(tmp_path: Path) -> None:
    settings = {"wrong_passwords_per_hour": MOST, "logins_per_minute": 100}
    async with town(tmp_path, **settings) as here, here.client() as home:
        await home.post("/api/register", json=WISH)
        wrong = WISH | {"password": "wrong horse"}
        answers = [await home.post("/api/login", json=wrong) for _ in range(MOST + 1)]
        assert [answer.status_code for answer in answers] == [403] * MOST + [429]


async def test_guesses_at_the_same_moment_are_counted(tmp_path: Path) -> None:
    async with town(tmp_path, wrong_passwords_per_hour=MOST) as here, here.client() as client:
        await client.post("/api/register", json=WISH)
        answers = await asyncio.gather(*(guess(here, number) for number in range(20)))
        assert sorted(answer.status_code for answer in answers) == [403] * MOST + [429] * 14


async def test_a_password_that_is_not_looked_at_is_no_guess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with town(tmp_path, wrong_passwords_per_hour=MOST) as here:
        with monkeypatch.context() as busy:
            busy.setattr("cactustown.server.passwords.MOST_WAITING", 0)
            answers = [await guess(here, number) for number in range(MOST + 1)]
        assert {answer.json()["reason"] for answer in answers} == {
            "too many people log in just now; try again in a moment"
        }
        assert (await guess(here, 1)).status_code == 403


def test_right_passwords_cost_nothing() -> None:
    clock = Clock()
    guesses = Guesses(2, clock.seconds)
    for _ in range(5):
        guesses.take("jane", None, "a")()
    for _ in range(2):
        guesses.take("jane", None, "a")
    with pytest.raises(Later):
        guesses.take("jane", None, "b")


def test_memory_is_bounded() -> None:
    guesses = Guesses(2, Clock().seconds)
    for number in range(MOST_KEPT + 10):
        guesses.take(f"login{number}", None, "a")
        guesses.succeeded("jane", f"address{number}")
    assert len(guesses) == MOST_KEPT
    guesses.take("jane", None, "address0")  # forgotten: a stranger again


@pytest.mark.parametrize("forged", ["", "-", "x-", "abc-def", "ä-ö", "\ud800-\udfff", "." * 50])
def test_a_forged_proof_shows_nothing(forged: str) -> None:
    assert device_in(read_proofs(forged), "jane", "$argon2id$…") is None
    real = new_proof("jane", "$argon2id$…")
    assert device_in([forged, real], "jane", "$argon2id$…") == real.partition("-")[0]
    assert device_in([real], "joe", "$argon2id$…") is None
    assert device_in([real], "jane", "$another$") is None


async def test_a_browser_is_known_by_a_few_accounts_once_each(tmp_path: Path) -> None:
    async with town(tmp_path, logins_per_minute=100) as here, here.client() as client:
        for login in ("jane", "joe", "jim", "jill", "jack"):
            await client.post("/api/register", json=WISH | {"login": login})
            await client.post("/api/logout")
        for _ in range(3):
            await client.post("/api/login", json=WISH)
        proofs = read_proofs(client.cookies[FAMILIAR_COOKIE])
        assert len(proofs) == len(set(proofs)) == 4


async def test_the_line_before_the_passwords_is_short() -> None:
    passwords = Passwords(CHEAP)
    gate = threading.Event()
    held = asyncio.ensure_future(passwords._work(False, gate.wait))
    waiting = [asyncio.ensure_future(passwords.fits(None, SECRET)) for _ in range(MOST_WAITING - 1)]
    await asyncio.sleep(0)
    with pytest.raises(Later, match="in a moment"):
        await passwords.fits(None, SECRET)
    known = [
        asyncio.ensure_future(passwords.fits(None, SECRET, known=True)) for _ in range(KEPT_FREE)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Later):
        await passwords.fits(None, SECRET, known=True)
    known[0].cancel()  # whoever goes away leaves the work to be done, and the place taken
    await asyncio.sleep(0)
    with pytest.raises(Later):
        await passwords.hash(SECRET, known=True)
    gate.set()
    await asyncio.gather(held, *waiting, *known[1:])
    assert await passwords.fits(await passwords.hash(SECRET), SECRET)
    await passwords.close()
