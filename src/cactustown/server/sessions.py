"""Who is signed in where: tokens, their daily change, and how they end.

A session is a random token in a cookie; the database has only its hash. Once a day it is replaced:
the new token counts at once, the old one until a minute after the new one was first used, so that
neither requests on their way nor an answer that got lost cost anybody their name. All tokens of a
session have its id; whoever ends it ends them all.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.server.database import reads, writes
from cactustown.server.store.schema import sessions, users

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
GRACE: Final = MINUTE
NEVER: Final = 0  # seen_at of a token that replaces another and was not used yet
ID_BYTES: Final = 8
ASKED_AT_ONCE: Final = 500

# The id of a session. Those of versions that gave none are known by their first token.
_FIRST_TOKEN: Final = func.coalesce(sessions.c.replaces, sessions.c.token_hash)
_ID: Final[ColumnElement[str]] = func.coalesce(
    sessions.c.session, func.substr(_FIRST_TOKEN, 1, 2 * ID_BYTES)
)


class Session(msgspec.Struct, frozen=True):
    """Where somebody is signed in: since when, last seen when (at most an hour off), on what."""

    id: str
    this: bool  # the one that asks
    device: str | None  # a rough word, such as android, iphone, windows, mac or linux
    began_at: int
    seen_at: int


def token_hash(token: str) -> str:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """The sessions of everybody."""

    def __init__(self, engine: AsyncEngine, days: int, clock: Callable[[], int]) -> None:
        self._engine = engine
        self._ms = days * DAY
        self._clock = clock

    async def find(self, token: str) -> Row[Any] | None:
        """The session of a token, with its `id`, and whose it is."""
        if not token:
            return None
        query = (
            select(sessions, _ID.label("id"), users.c.name, users.c.login)
            .join_from(sessions, users)
            .where(sessions.c.token_hash == token_hash(token))
            .where(sessions.c.expires_at > self._clock())
        )
        async with reads(self._engine) as db:
            return (await db.execute(query)).first()

    async def seen(self, found: Row[Any]) -> str | None:
        """Notes that a session is used; gives the token that shall follow, when it is time."""
        now = self._clock()
        if found.seen_at == NEVER:
            await self._first_use(found, now)
        elif now - found.seen_at >= HOUR:
            async with writes(self._engine) as db:
                mine = sessions.c.token_hash == found.token_hash
                await db.execute(update(sessions).where(mine).values(seen_at=now))
        if now - found.created_at >= DAY and found.expires_at > now + GRACE:
            return await self._rotate(found, now)
        return None

    async def begin(self, db: AsyncConnection, user_id: str, device: str | None) -> str:
        """A new session; its token."""
        now = self._clock()
        new = {"session": secrets.token_hex(ID_BYTES), "began_at": now, "device": device}
        return await self._add(db, user_id, seen_at=now, **new)

    async def end(self, db: AsyncConnection, token: str) -> list[str]:
        """Ends the session of a token, if there is one; what ended."""
        if not token:
            return []
        query = select(sessions.c.user_id, _ID.label("id"))
        found = await db.execute(query.where(sessions.c.token_hash == token_hash(token)))
        for row in found.all():
            return await self.end_some(db, row.user_id, only=row.id)
        return []

    async def end_some(
        self, db: AsyncConnection, user_id: str, only: str | None = None, but: str | None = None
    ) -> list[str]:
        """Ends one session of somebody, or all but one; what ended."""
        await one_at_a_time(db, user_id)
        some = sessions.c.user_id == user_id
        if only is not None:
            some &= only == _ID
        if but is not None:
            some &= but != _ID
        ended = (await db.execute(select(_ID).where(some).distinct())).scalars().all()
        await db.execute(delete(sessions).where(some))
        return list(ended)

    async def of(self, user_id: str, this: str) -> list[Session]:
        """Where somebody is signed in, the session that asks first, then the latest."""
        began = func.min(func.coalesce(sessions.c.began_at, sessions.c.created_at))
        query = (
            select(_ID.label("id"), func.max(sessions.c.device).label("device"))
            .add_columns(began.label("began_at"), func.max(sessions.c.seen_at).label("seen_at"))
            .where(sessions.c.user_id == user_id, sessions.c.expires_at > self._clock())
            .group_by(_ID)
        )
        async with reads(self._engine) as db:
            rows = (await db.execute(query)).all()
        found = [Session(r.id, r.id == this, r.device, r.began_at, r.seen_at) for r in rows]
        return sorted(found, key=lambda session: (not session.this, -session.seen_at, session.id))

    async def still_there(self, whose: Collection[tuple[str, str]]) -> set[str]:
        """Which of these sessions have not ended; they are named with the person whose they are."""
        there: set[str] = set()
        for some in _in_parts(sorted({person for person, _ in whose})):
            query = select(_ID).where(sessions.c.user_id.in_(some)).distinct()
            async with reads(self._engine) as db:
                found = await db.execute(query.where(sessions.c.expires_at > self._clock()))
                there.update(found.scalars())
        return there & {session for _, session in whose}

    async def sweep(self) -> None:
        """Forgets sessions that have ended; to be called now and then."""
        async with writes(self._engine) as db:
            await db.execute(delete(sessions).where(sessions.c.expires_at <= self._clock()))

    async def _add(self, db: AsyncConnection, user_id: str, **values: object) -> str:
        token = secrets.token_urlsafe(32)
        now = self._clock()
        row = {"token_hash": token_hash(token), "user_id": user_id, "created_at": now, **values}
        await db.execute(insert(sessions).values(expires_at=now + self._ms, **row))
        return token

    async def _rotate(self, old: Row[Any], now: int) -> str | None:
        """A successor, unless one was given out within the hour and may be on its way."""
        following = and_(sessions.c.user_id == old.user_id, sessions.c.replaces == old.token_hash)
        async with writes(self._engine) as db:
            await one_at_a_time(db, old.user_id)
            mine = select(sessions.c.token_hash).where(sessions.c.token_hash == old.token_hash)
            if (await db.execute(mine)).first() is None:  # it has ended meanwhile
                return None
            recent = following & (sessions.c.created_at > now - HOUR)
            if (await db.execute(select(sessions.c.token_hash).where(recent))).first():
                return None
            lost = following & (sessions.c.seen_at == NEVER)
            await db.execute(delete(sessions).where(lost))
            began = old.began_at or old.created_at
            same = {"session": old.id, "began_at": began, "device": old.device}
            replaces = old.token_hash
            return await self._add(db, old.user_id, seen_at=NEVER, replaces=replaces, **same)

    async def _first_use(self, new: Row[Any], now: int) -> None:
        """The client has the new token: the one before it ends in a minute."""
        before = and_(
            sessions.c.user_id == new.user_id,
            or_(sessions.c.token_hash == new.replaces, sessions.c.replaces == new.replaces),
            sessions.c.token_hash != new.token_hash,
            sessions.c.seen_at != NEVER,
            sessions.c.expires_at > now + GRACE,
        )
        async with writes(self._engine) as db:
            await one_at_a_time(db, new.user_id)
            mine = sessions.c.token_hash == new.token_hash
            await db.execute(update(sessions).where(mine).values(seen_at=now))
            await db.execute(update(sessions).where(before).values(expires_at=now + GRACE))


async def one_at_a_time(db: AsyncConnection, user_id: str) -> Row[Any] | None:
    """Lets nobody else change this person's password or sessions meanwhile; the person's row."""
    mine = select(users).where(users.c.id == user_id)
    return (await db.execute(mine.with_for_update())).first()


def _in_parts(people: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(people), ASKED_AT_ONCE):
        yield people[start : start + ASKED_AT_ONCE]
