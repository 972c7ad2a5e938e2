"""Ratings: once a game, for accounts only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from cactustown.server.ratings import MU, SIGMA
from cactustown.server.store.schema import ratings, results
from tests.server.http.town import BEGINNING, Town, town

pytestmark = pytest.mark.anyio


async def account(here: Town, login: str) -> str:
    person, _ = await here.people.register(None, login, "correct horse")
    return person.id


async def test_the_winner_rises_and_the_loser_falls(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        ranking = [(jane, "sheriff", 1), (joe, "outlaws", 2)]
        assert await here.ratings.count("t1", ranking, BEGINNING)
        answer = await client.get("/api/ratings", params={"party": "sheriff"})
        (standing,) = answer.json()["standings"]
        assert standing["name"] == "jane"
        assert standing["games"] == 1
        assert standing["rating"] > 0
        async with here.engine.connect() as db:
            mu = {row.user_id: row.mu for row in await db.execute(select(ratings))}
        assert mu[jane] > MU > mu[joe]


async def test_a_game_counts_once_however_often_it_is_told(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        ranking = [(jane, "sheriff", 1), (joe, "outlaws", 2)]
        told = [here.ratings.count("t1", ranking, BEGINNING) for _ in range(5)]
        assert sorted(await asyncio.gather(*told)) == [False] * 4 + [True]
        async with here.engine.connect() as db:
            games = (await db.execute(select(ratings.c.games))).scalars().all()
            counted = (await db.execute(select(results))).all()
        assert games == [1, 1]
        assert [tuple(row) for row in counted] == [("t1", BEGINNING, True)]


async def test_guests_and_bots_are_opponents_without_a_rating(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane = await account(here, "jane")
        visitor, _ = await here.people.guest("Jo")
        ranking = [(jane, "sheriff", 1), (visitor.id, "outlaws", 2), (None, "hunters", 2)]
        assert await here.ratings.count("t1", ranking, BEGINNING)
        assert await here.ratings.count("t2", [(None, "sheriff", 1), (None, "outlaws", 2)], 1)
        async with here.engine.connect() as db:
            rated = (await db.execute(select(ratings.c.user_id))).scalars().all()
        assert rated == [jane]


async def test_who_sits_on_two_chairs_is_not_rated(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        ranking = [(jane, "sheriff", 1), (jane, "outlaws", 2), (joe, "hunters", 3)]
        await here.ratings.count("t1", ranking, BEGINNING)
        async with here.engine.connect() as db:
            rated = (await db.execute(select(ratings.c.user_id))).scalars().all()
        assert rated == [joe]


async def test_a_tie_between_equals_changes_no_mean(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        await here.ratings.count("t1", [(jane, "sheriff", 1), (joe, "outlaws", 1)], BEGINNING)
        async with here.engine.connect() as db:
            rows = (await db.execute(select(ratings))).all()
        assert [row.mu for row in rows] == [pytest.approx(MU), pytest.approx(MU)]
        assert all(row.sigma < SIGMA for row in rows)


async def test_the_board_is_sorted_and_bounded(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        people = [await account(here, f"player{number}") for number in range(4)]
        for number, person in enumerate(people):
            for game in range(number + 1):
                ranking = [(person, "sheriff", 1), (None, "outlaws", 2)]
                await here.ratings.count(f"{person}-{game}", ranking, BEGINNING)
        board = await here.ratings.board("sheriff", 3)
        assert [standing.person for standing in board] == people[:0:-1]
        assert await here.ratings.board("dancer") == []
