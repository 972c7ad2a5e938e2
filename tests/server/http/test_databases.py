"""People and ratings on both databases, where many do the same at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from cactustown.server.finishes import Finish
from cactustown.server.people import LoginTaken
from cactustown.server.ratings import MOST_A_DAY
from cactustown.server.store.schema import ratings, sessions
from tests.server.http.town import BEGINNING, guest, town
from tests.server.postgres import Postgres

pytestmark = pytest.mark.anyio
DAY = 24 * 3600
SECRET = "correct horse"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "town.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def test_one_of_many_gets_the_login(tmp_path: Path, database: str) -> None:
    async with town(tmp_path, database=database) as here:
        wanted = [here.people.register(None, "jane", SECRET) for _ in range(8)]
        got = await asyncio.gather(*wanted, return_exceptions=True)
        assert sum(isinstance(found, tuple) for found in got) == 1
        assert sum(isinstance(found, LoginTaken) for found in got) == 7
        person, token = await here.people.login("jane", SECRET)
        assert await here.people.who(token) == person


async def test_requests_at_the_same_moment_all_pass(tmp_path: Path, database: str) -> None:
    async with town(tmp_path, database=database) as here:
        person, old = await here.people.guest("Jo")
        here.clock.pass_(DAY + 1)
        seen = await asyncio.gather(*(here.people.visit(old) for _ in range(8)))
        assert all(visitor is not None and visitor.person == person for visitor in seen)
        (new,) = [visitor.fresh for visitor in seen if visitor and visitor.fresh]
        assert await here.people.visit(new) is not None
        here.clock.pass_(61)
        assert await here.people.who(old) is None
        assert await here.people.who(new) == person
        await here.people.logout(new)
        async with here.engine.connect() as db:
            assert (await db.execute(select(sessions))).all() == []


async def test_nobody_logs_in_with_a_password_that_is_being_changed(
    tmp_path: Path, database: str
) -> None:
    async with town(tmp_path, database=database) as here:
        _, token = await here.people.register(None, "jane", SECRET)
        visitor = await here.people.known(token)
        assert visitor is not None
        changing = here.people.change_password(visitor, SECRET, "tumbleweed and rye")
        coming = [here.people.login("jane", SECRET) for _ in range(6)]
        await asyncio.gather(*coming[:3], changing, *coming[3:], return_exceptions=True)
        left = await here.people.sessions.of(visitor.person.id, visitor.session)
        assert [session.this for session in left] == [True]
        assert await here.people.who(token) == visitor.person


async def test_no_successor_outlives_its_session(tmp_path: Path, database: str) -> None:
    async with town(tmp_path, database=database) as here:
        _, token = await here.people.guest("Jo")
        here.clock.pass_(DAY + 1)
        work = [*(here.people.visit(token) for _ in range(4)), here.people.logout(token)]
        seen = await asyncio.gather(*work)
        fresh = [visitor.fresh for visitor in seen if visitor and visitor.fresh]
        for each in (token, *fresh):
            assert await here.people.who(each) is None


async def test_every_game_counts_and_none_twice(tmp_path: Path, database: str) -> None:
    async with town(tmp_path, database=database) as here:
        (jane, _), (joe, _) = [
            await here.people.register(None, login, SECRET) for login in ("jane", "joe")
        ]
        one = [Finish(jane.id, "sheriff", 1), Finish(joe.id, "outlaws", 2)]
        other = [Finish(joe.id, "outlaws", 1), Finish(jane.id, "sheriff", 2)]
        told = [
            here.ratings.count(f"t{number % 3}", one if number % 2 else other, BEGINNING)
            for number in range(20)
        ]
        assert sum(await asyncio.gather(*told)) == 3  # all are looked at, some are too many
        async with here.engine.connect() as db:
            assert (await db.execute(select(ratings.c.games))).scalars().all() == [MOST_A_DAY] * 2
        (best,) = await here.ratings.board("sheriff")
        assert best.person == jane.id


async def test_a_database_that_died_is_a_503_until_it_is_back(
    tmp_path: Path, postgres: Postgres
) -> None:
    async with town(tmp_path, database=postgres.new_database()) as here, here.client() as client:
        await guest(client)
        postgres.kill()
        for path in ("/api/me", "/readyz", "/api/ratings?party=sheriff"):
            answer = await client.get(path)
            assert answer.status_code == 503, path
            assert answer.json()["error"] == "unavailable"
        assert (await client.get("/healthz")).status_code == 200
        postgres.restart()
        assert (await client.get("/api/me")).json()["person"]["name"] == "Jo"
