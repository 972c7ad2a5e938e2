"""How strong accounts play each party: a Plackett-Luce rating, counted once a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Row, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.server.database import reads, writes
from cactustown.server.store.schema import ratings, results, users

MU: Final = 25.0
SIGMA: Final = MU / 3
BOT_SIGMA: Final = SIGMA / 4  # a bot's strength is known better, and never changes


class Finish(NamedTuple):
    """How a seat ended: rank 1 won; equal ranks are a tie."""

    person: str | None  # None: a bot
    party: str
    rank: int


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
        self, table: str, ranking: Sequence[tuple[str | None, str, int]], at: int
    ) -> bool:
        """Counts a finished rated game; False if it had been counted before.

        Guests and bots are opponents, but have no rating of their own; nor has, in this game,
        who sat on more than one chair.
        """
        finishes = [Finish(*finish) for finish in ranking]
        try:
            async with writes(self._engine) as db:
                await db.execute(insert(results).values(table=table, at=at, rated=True))
                await self._rate(db, finishes)
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

    async def _rate(self, db: AsyncConnection, finishes: list[Finish]) -> None:
        before = await self._before(db, finishes)
        if len(finishes) < 2 or not before:
            return
        teams = []
        for finish in finishes:
            row = before.get((finish.person, finish.party))
            mu, sigma = (row.mu, row.sigma) if row else (MU, SIGMA if finish.person else BOT_SIGMA)
            teams.append([self._model.rating(mu=mu, sigma=sigma)])
        after = self._model.rate(teams, ranks=[float(finish.rank) for finish in finishes])
        for finish, (rated,) in zip(finishes, after, strict=True):
            row = before.get((finish.person, finish.party))
            if row is not None:
                await db.execute(
                    update(ratings)
                    .where(ratings.c.user_id == finish.person, ratings.c.party == finish.party)
                    .values(mu=rated.mu, sigma=rated.sigma, games=row.games + 1)
                )

    async def _before(
        self, db: AsyncConnection, finishes: list[Finish]
    ) -> dict[tuple[str | None, str], Row[Any]]:
        """The ratings to be changed, locked in one order, so that games do not wait in circles."""
        chairs = [(finish.person, finish.party) for finish in finishes if finish.person]
        sits_on = Counter(person for person, _ in chairs)
        accounts = select(users.c.id).where(users.c.id.in_(sits_on), users.c.guest.is_(False))
        rated = set((await db.execute(accounts)).scalars())
        found: dict[tuple[str | None, str], Row[Any]] = {}
        for person, party in sorted(chairs):
            if person in rated and sits_on[person] == 1:
                await _begin(db, person, party)
                mine = (ratings.c.user_id == person) & (ratings.c.party == party)
                locked = select(ratings).where(mine).with_for_update()
                found[person, party] = (await db.execute(locked)).one()
        return found


async def _begin(db: AsyncConnection, person: str, party: str) -> None:
    """A first rating, where there is none yet."""
    first = {"user_id": person, "party": party, "mu": MU, "sigma": SIGMA, "games": 0}
    if db.dialect.name == "postgresql":
        await db.execute(postgresql.insert(ratings).values(first).on_conflict_do_nothing())
    else:
        await db.execute(sqlite.insert(ratings).values(first).on_conflict_do_nothing())
