"""Ratings: once a game, for accounts only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from cactustown.server.finishes import Finish
from cactustown.server.ratings import DAY_MS, MOST_A_DAY, MU, SIGMA
from cactustown.server.store.schema import ratings, results
from tests.server.http.town import BEGINNING, Town, town

pytestmark = pytest.mark.anyio


async def account(here: Town, login: str) -> str:
    person, _ = await here.people.register(None, login, "correct horse")
    return person.id


def duel(winner: str, loser: str) -> list[Finish]:
    return [Finish(winner, "sheriff", 1), Finish(loser, "outlaws", 2)]


async def games(here: Town) -> dict[str, int]:
    """How many games each person's ratings come from."""
    async with here.engine.connect() as db:
        return {row.user_id: row.games for row in await db.execute(select(ratings))}


async def test_the_winner_rises_and_the_loser_falls(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        ranking = duel(jane, joe)
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
        ranking = duel(jane, joe)
        told = [here.ratings.count("t1", ranking, BEGINNING) for _ in range(5)]
        assert sorted(await asyncio.gather(*told)) == [False] * 4 + [True]
        async with here.engine.connect() as db:
            games = (await db.execute(select(ratings.c.games))).scalars().all()
            counted = (await db.execute(select(results))).all()
        assert games == [1, 1]
        assert [tuple(row) for row in counted] == [("t1", BEGINNING, True)]


async def test_with_a_guest_or_a_bot_a_game_counts_for_nobody(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        visitor, _ = await here.people.guest("Jo")
        for number, third in enumerate((visitor.id, None)):
            ranking = [*duel(jane, joe), Finish(third, "hunters", 2)]
            assert await here.ratings.count(f"t{number}", ranking, BEGINNING)
        assert await here.ratings.count("t2", duel(jane, visitor.id), BEGINNING)
        assert await games(here) == {}
        async with here.engine.connect() as db:
            assert (await db.execute(select(results.c.rated))).scalars().all() == [False] * 3


async def test_with_somebody_on_two_chairs_a_game_does_not_count(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        ranking = [*duel(jane, joe), Finish(jane, "hunters", 2)]
        await here.ratings.count("t1", ranking, BEGINNING)
        assert await games(here) == {}


async def test_a_game_too_short_does_not_count(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        assert await here.ratings.count("t1", duel(jane, joe), BEGINNING, long_enough=False)
        assert await games(here) == {}
        assert not await here.ratings.count("t1", duel(jane, joe), BEGINNING)


async def test_only_a_few_games_a_day_count_between_the_same_two(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe, ann = [await account(here, name) for name in ("jane", "joe", "ann")]
        told = [here.ratings.count(f"a{n}", duel(jane, joe), BEGINNING) for n in range(8)]
        await asyncio.gather(*told)
        assert await games(here) == {jane: MOST_A_DAY, joe: MOST_A_DAY}
        await here.ratings.count("b", [*duel(joe, jane), Finish(ann, "hunters", 2)], BEGINNING)
        await here.ratings.count("c", duel(jane, ann), BEGINNING)
        await here.ratings.count("d", duel(jane, joe), BEGINNING + DAY_MS)
        assert await games(here) == {jane: MOST_A_DAY + 2, joe: MOST_A_DAY + 1, ann: 1}


async def test_a_tie_between_equals_changes_no_mean(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        jane, joe = await account(here, "jane"), await account(here, "joe")
        await here.ratings.count(
            "t1", [Finish(jane, "sheriff", 1), Finish(joe, "outlaws", 1)], BEGINNING
        )
        async with here.engine.connect() as db:
            rows = (await db.execute(select(ratings))).all()
        assert [row.mu for row in rows] == [pytest.approx(MU), pytest.approx(MU)]
        assert all(row.sigma < SIGMA for row in rows)


async def test_the_board_is_sorted_and_bounded(tmp_path: Path) -> None:
    async with town(tmp_path) as here:
        people = [await account(here, f"player{number}") for number in range(4)]
        rivals = [await account(here, f"rival{number}") for number in range(4)]
        for number, person in enumerate(people):
            for rival in rivals[: number + 1]:
                await here.ratings.count(f"{person}-{rival}", duel(person, rival), BEGINNING)
        board = await here.ratings.board("sheriff", 3)
        assert [standing.person for standing in board] == people[:0:-1]
        assert await here.ratings.board("dancer") == []
