"""Too much of anything is refused with the time to wait, and only to who overdoes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cactustown.server.limiting import (
    FEWEST_TO_SWEEP,
    Limit,
    Manner,
    Pace,
    address_of,
)
from cactustown.server.settings import Settings
from tests.server.http.town import Clock, guest, town

pytestmark = pytest.mark.anyio
WISH = {"login": "jane", "password": "wrong horse"}


async def test_requests_are_limited_by_address(tmp_path: Path) -> None:
    async with town(tmp_path, requests_per_minute=5) as here, here.client() as client:
        for _ in range(5):
            assert (await client.get("/api/me")).status_code == 200
        answer = await client.get("/api/me")
        assert answer.status_code == 429
        assert answer.json()["error"] == "too_many"
        assert int(answer.headers["retry-after"]) == 12
        async with here.client("203.0.113.8") as neighbour:
            assert (await neighbour.get("/api/me")).status_code == 200
        assert (await client.get("/healthz")).status_code == 200
        here.clock.pass_(12)
        assert (await client.get("/api/me")).status_code == 200


@pytest.mark.parametrize("probe", ["/healthz", "/readyz", "/metrics"])
async def test_probes_are_limited_like_everything_else(tmp_path: Path, probe: str) -> None:
    async with town(tmp_path, requests_per_minute=5) as here, here.client("127.0.0.1") as client:
        answers = [(await client.get(probe)).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]
        assert (await client.get("/api/me")).status_code == 200  # counted apart


async def test_passwords_cannot_be_tried_out(tmp_path: Path) -> None:
    private: dict[str, Any] = {"logins_per_minute": 3, "password": "sesame"}
    async with town(tmp_path, **private) as here, here.client() as client:
        answers = [await client.post("/api/enter", json={"password": "x"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    async with town(tmp_path, logins_per_minute=3) as here, here.client() as client:
        answers = [await client.post("/api/login", json=WISH) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
        assert (await client.post("/api/register", json=WISH)).status_code == 429
        here.clock.pass_(20)
        assert (await client.post("/api/login", json=WISH)).status_code == 403


async def test_guests_are_limited_by_address(tmp_path: Path) -> None:
    async with town(tmp_path, guests_per_hour=2) as here:
        statuses = []
        for _ in range(3):
            async with here.client() as client:
                answer = await client.post("/api/session", json={"name": "Jo"})
                statuses.append(answer.status_code)
        assert statuses == [200, 200, 429]


async def test_tables_are_limited_by_person(tmp_path: Path) -> None:
    wish = {"options": {}, "seats": ["open", "open"]}
    async with town(tmp_path, tables_per_hour=2) as here:
        async with here.client() as client:
            await guest(client)
            for status in (201, 201, 429):
                assert (await client.post("/api/tables", json=wish)).status_code == status
        async with here.client() as other:
            await guest(other)
            assert (await other.post("/api/tables", json=wish)).status_code == 201


async def test_tables_are_limited_by_address(tmp_path: Path) -> None:
    wish = {"options": {}, "seats": ["open", "open"]}
    async with town(tmp_path, tables_per_hour_per_address=3) as here:
        statuses = []
        for _ in range(2):
            async with here.client() as client:
                await guest(client)
                for _ in range(2):
                    statuses.append((await client.post("/api/tables", json=wish)).status_code)
        assert statuses == [201, 201, 201, 429]
        async with here.client("203.0.113.8") as elsewhere:
            await guest(elsewhere)
            assert (await elsewhere.post("/api/tables", json=wish)).status_code == 201


def test_a_person_may_burst_but_not_flood() -> None:
    clock = Clock()
    frames = Manner(Settings(database="x"), clock.seconds).frames
    assert [frames.take("anna") for _ in range(41)] == [0.0] * 40 + [pytest.approx(0.05)]
    assert frames.take("bert") == 0
    clock.pass_(0.5)
    assert [frames.take("anna") == 0 for _ in range(11)] == [True] * 10 + [False]
    clock.pass_(3600)
    assert sum(frames.take("anna") == 0 for _ in range(100)) == 40


def test_people_who_came_long_ago_are_forgotten() -> None:
    clock = Clock()
    limit = Limit(10, 60, clock.seconds)
    for number in range(FEWEST_TO_SWEEP):
        limit.take(str(number))
    clock.pass_(60)
    limit.take("new")
    assert len(limit) == 1


def test_a_full_bucket_is_full() -> None:
    clock = Clock()
    pace = Pace(1, 1, clock.seconds)
    assert pace.is_full
    pace.take()
    assert not pace.is_full


def test_looks_back_trials_talk_and_hints_are_dearer_than_messages() -> None:
    clock = Clock()
    manner = Manner(Settings(database="x"), clock.seconds)
    for limit, burst, seconds in (
        *((manner.looks, 10, 0.5), (manner.tries, 10, 0.5), (manner.chat, 10, 1.0)),
        (manner.hints, 5, 2.0),
    ):
        assert [limit.take("anna") == 0 for _ in range(burst + 1)] == [True] * burst + [False]
        clock.pass_(seconds)
        assert [limit.take("anna") == 0 for _ in range(2)] == [True, False]


def test_questions_for_stories_wait_for_a_turn() -> None:
    clock = Clock()
    stories = Manner(Settings(database="x"), clock.seconds).stories
    assert [stories.turn("anna") for _ in range(22)] == [0.0] * 20 + [0.5, 1.0]
    assert stories.turn("bert") == 0
    clock.pass_(1)
    assert stories.turn("anna") == 0.5


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("203.0.113.7", 1), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("::ffff:203.0.113.7", 1), "203.0.113.7"),
        (("testclient", 1), "testclient"),
        (None, "local"),
    ],
)
def test_addresses_are_counted_by_household(client: tuple[str, int] | None, counted: str) -> None:
    assert address_of({"type": "http", "client": client}) == counted
