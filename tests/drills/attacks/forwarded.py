"""A new address with every request, as if a proxy had said so."""

from __future__ import annotations

from collections import Counter

from cactustown.server.settings import Settings
from tests.drills.attack import Scene

WHAT = "one address names another in X-Forwarded-For with each password it tries and guest it makes"
SETTINGS: dict[str, str] = {}
BY_DEFAULT = Settings(database="x")
REFILLED = 10  # goes that come back while the attack lasts
TOO_MANY = 429


async def attack(scene: Scene) -> None:
    tries = 60 if scene.full else 30
    passwords: Counter[int] = Counter()
    for number in range(tries):
        wish = {"login": f"nobody{number}", "password": "correct horse battery"}
        answer = await scene.http.post("/api/login", json=wish, headers=_pretending(number))
        passwords[answer.status_code] += 1
    taken = tries - passwords[TOO_MANY]
    scene.figure("passwords taken", taken)
    assert taken <= BY_DEFAULT.logins_per_minute + REFILLED, f"{taken} passwords could be tried"

    guests: Counter[int] = Counter()
    for number in range(BY_DEFAULT.guests_per_hour + tries):
        wish = {"name": f"Nobody {number}"}
        answer = await scene.http.post("/api/session", json=wish, headers=_pretending(number))
        guests[answer.status_code] += 1
    scene.figure("guests made", guests[200])
    assert guests[200] <= BY_DEFAULT.guests_per_hour + REFILLED, f"{guests[200]} guests came"
    assert guests[TOO_MANY] > 0, "nobody was told to wait"

    figures = await scene.http.get("/metrics", headers=_pretending(0))
    assert figures.status_code == 403, "figures are for this machine, not for people behind a proxy"


def _pretending(number: int) -> dict[str, str]:
    address = f"198.51.{number // 256}.{number % 256}"
    return {
        "x-forwarded-for": f"{address}, 203.0.{number // 256}.{number % 256}",
        "x-real-ip": address,
        "forwarded": f"for={address}",
    }
