"""How strong accounts play each party: a Plackett-Luce rating, counted once a game.

Ratings are there to be compared, so nobody may make them to order. A game counts only between
accounts with one seat each; only if it was long enough (see `finishes`); and only a few games a day
between the same two accounts: more of them tell little that is new, and a second account of one's
own cannot give more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.server.database import reads, writes
from cactustown.server.finishes import Finish
from cactustown.server.store.schema import rated_games, ratings, results, users

MU: Final = 25.0
SIGMA: Final = MU / 3
MOST_A_DAY: Final = 3  # games that count between the same two accounts
DAY_MS: Final = 24 * 3600 * 1000


class Standing(msgspec.Struct, frozen=True):
    """A line of the board: the rating is what the player very likely exceeds."""

    person: str
    name: str
    party: str
    rating: float
    games: int


class Ratings:
    """The ratings of everybody."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._model = PlackettLuce(mu=MU, sigma=SIGMA)

    async def count(
        self, table: str, finishes: Sequence[Finish], at: int, long_enough: bool = True
    ) -> bool:
        """Counts a finished rated game, if it does count; False if that was done before."""
        try:
            async with writes(self._engine) as db:
                counts = long_enough and await self._counts(db, finishes, at)
                await db.execute(insert(results).values(table=table, at=at, rated=counts))
                if counts:
                    await self._rate(db, table, finishes, at)
        except IntegrityError:
            return False
        return True

    async def board(self, party: str, limit: int = 100) -> list[Standing]:
        """The best of a party."""
        rating = ratings.c.mu - 3 * ratings.c.sigma
        query = (
            select(users.c.id, users.c.name, ratings.c.party, rating, ratings.c.games)
            .join_from(ratings, users)
            .where(ratings.c.party == party)
            .order_by(rating.desc(), users.c.id)
            .limit(limit)
        )
        async with reads(self._engine) as db:
            return [
                Standing(person, name, of, round(value, 2), games)
                for person, name, of, value, games in await db.execute(query)
            ]

    async def _counts(self, db: AsyncConnection, finishes: Sequence[Finish], at: int) -> bool:
        """Whether all are accounts with one seat each, and no two of them played too often.

        Locks them in one order, so that no two games of theirs are counted at once.
        """
        people = {finish.person for finish in finishes}
        if len(people) < max(2, len(finishes)):
            return False
        accounts = select(users.c.id).where(users.c.id.in_(people), users.c.guest.is_(False))
        locked = await db.execute(accounts.order_by(users.c.id).with_for_update())
        if set(locked.scalars()) != people:
            return False
        one, other = rated_games.alias(), rated_games.alias()
        often = (
            select(one.c.user_id)
            .join_from(one, other, one.c.table == other.c.table)
            .where(one.c.user_id.in_(people), other.c.user_id.in_(people))
            .where(one.c.user_id < other.c.user_id, one.c.at > at - DAY_MS)
            .group_by(one.c.user_id, other.c.user_id)
            .having(func.count() >= MOST_A_DAY)
        )
        return (await db.execute(often)).first() is None

    async def _rate(
        self, db: AsyncConnection, table: str, finishes: Sequence[Finish], at: int
    ) -> None:
        before = [await _rating(db, finish) for finish in finishes]
        teams = [[self._model.rating(mu=row.mu, sigma=row.sigma)] for row in before]
        after = self._model.rate(teams, ranks=[float(finish.rank) for finish in finishes])
        for finish, row, (rated,) in zip(finishes, before, after, strict=True):
            await db.execute(
                update(ratings)
                .where(ratings.c.user_id == finish.person, ratings.c.party == finish.party)
                .values(mu=rated.mu, sigma=rated.sigma, games=row.games + 1)
            )
            played = {"table": table, "user_id": finish.person, "at": at}
            await db.execute(insert(rated_games).values(played))


async def _rating(db: AsyncConnection, finish: Finish) -> Row[Any]:
    """How strong somebody was before the game."""
    assert finish.person is not None
    await _begin(db, finish.person, finish.party)
    mine = (ratings.c.user_id == finish.person) & (ratings.c.party == finish.party)
    return (await db.execute(select(ratings).where(mine))).one()


async def _begin(db: AsyncConnection, person: str, party: str) -> None:
    """A first rating, where there is none yet."""
    first = {"user_id": person, "party": party, "mu": MU, "sigma": SIGMA, "games": 0}
    if db.dialect.name == "postgresql":
        await db.execute(postgresql.insert(ratings).values(first).on_conflict_do_nothing())
    else:
        await db.execute(sqlite.insert(ratings).values(first).on_conflict_do_nothing())
