"""Somebody with many addresses guesses the password of one account, and many at once of others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

import httpx

from tests.drills.attack import Scene
from tests.drills.wire import visitors

WHAT = "400 passwords guessed from 40 addresses, 10 each; the owner comes in meanwhile"
SETTINGS: dict[str, str] = {}
A_MINUTE = 10  # guesses that one address has
AN_HOUR = 20  # that all strangers have of one account
OWNER = "127.0.0.3"
ELSEWHERE = "127.0.0.4"
ACCOUNT = {"login": "jane", "password": "tumbleweed and rye"}


async def attack(scene: Scene) -> None:
    addresses = [f"127.0.1.{n}" for n in range(1, 41 if scene.full else 5)]
    async with visitors(scene.url, address=OWNER) as home:
        made = await home.post("/api/register", json=ACCOUNT)
        made.raise_for_status()
        cookie = "; ".join(_cookies(made))
        guesses = asyncio.gather(*(_guess(scene.url, address, "jane") for address in addresses))
        slow = [await _login(scene.url, ELSEWHERE, cookie) for _ in range(2)]
        found = _counted(await guesses)
        scene.figure("guesses", sum(found.values()))
        scene.figure("looked at", found[httpx.codes.FORBIDDEN])
        most = AN_HOUR + 1  # one comes back while it lasts
        assert found[httpx.codes.FORBIDDEN] <= most, f"{found[403]} guesses were looked at"
        assert set(found) <= {httpx.codes.FORBIDDEN, httpx.codes.TOO_MANY_REQUESTS}, found
        after = await home.post("/api/login", json=ACCOUNT)
        assert after.status_code == httpx.codes.OK, "the owner's address was locked out"
        slow.append(await _login(scene.url, ELSEWHERE, cookie))
    assert slow[-1] == httpx.codes.OK, "the owner's browser was locked out"
    if scene.full:
        await _many_accounts(scene, addresses)


async def _many_accounts(scene: Scene, addresses: Iterable[str]) -> None:
    """Passwords of an account each: whoever does not get a place in the line is told so."""
    guessed = [_guess(scene.url, f"127.0.2.{n}", f"user{n}") for n, _ in enumerate(addresses, 1)]
    found = _counted(await asyncio.gather(*guessed))
    scene.figure("of many accounts", sum(found.values()))
    assert set(found) <= {httpx.codes.FORBIDDEN, httpx.codes.TOO_MANY_REQUESTS}, found


async def _guess(url: str, address: str, login: str) -> Counter[int]:
    """All the guesses of one address at once."""
    async with visitors(url, connections=A_MINUTE, address=address) as http:
        wishes = [{"login": login, "password": f"wrong horse {n}"} for n in range(A_MINUTE)]
        answers = await asyncio.gather(*(http.post("/api/login", json=wish) for wish in wishes))
    return Counter(answer.status_code for answer in answers)


async def _login(url: str, address: str, cookie: str) -> int:
    """The owner, from another address, by the browser used before."""
    headers = {"cookie": cookie, "origin": url}
    async with visitors(url, address=address) as http:
        return (await http.post("/api/login", json=ACCOUNT, headers=headers)).status_code


def _cookies(answer: httpx.Response) -> list[str]:
    """What the browser keeps when its owner logs out."""
    kept = (value.partition(";")[0] for value in answer.headers.get_list("set-cookie"))
    return [cookie for cookie in kept if not cookie.startswith("cactustown_session=")]


def _counted(counts: Iterable[Counter[int]]) -> Counter[int]:
    return sum(counts, Counter[int]())
