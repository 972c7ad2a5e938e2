"""Guests, accounts and their sessions.

A session is a random token in a cookie; the database has only its hash. Once a day it is replaced:
the new token counts at once, the old one until a minute after the new one was first used, so that
neither requests on their way nor an answer that got lost cost anybody their name.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Row, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.engine.errors import CactusTownError
from cactustown.server.database import reads, writes
from cactustown.server.entries import Person
from cactustown.server.names import clean_name
from cactustown.server.passwords import Passwords
from cactustown.server.store.schema import sessions, users

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
GRACE: Final = MINUTE
NEVER: Final = 0  # seen_at of a session that replaces another and was not used yet


class LoginTaken(CactusTownError):
    """Somebody else has this login."""


class AlreadyRegistered(CactusTownError):
    """This person has an account already."""


class WrongLogin(CactusTownError):
    """The login or the password is wrong; which one is not told."""


class Visitor(msgspec.Struct, frozen=True):
    """Who a session belongs to."""

    person: Person
    login: str | None
    token: str
    fresh: str | None = None  # a token to be handed out instead


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def token_hash(token: str) -> str:
    """What the database knows of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class People:
    """Everybody who plays here."""

    def __init__(
        self,
        engine: AsyncEngine,
        session_days: int = 180,
        passwords: Passwords | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._engine = engine
        self._session_ms = session_days * DAY
        self._passwords = passwords or Passwords()
        self._clock = clock

    async def who(self, token: str) -> Person | None:
        """Whose session this is."""
        found = await self._session(token)
        return Person(found.user_id, found.name) if found else None

    async def visit(self, token: str) -> Visitor | None:
        """The same on the occasion of a request, which may bring a new token."""
        found = await self._session(token)
        if found is None:
            return None
        now = self._clock()
        if found.seen_at == NEVER:
            await self._first_use(found, now)
        fresh = None
        if now - found.created_at >= DAY and found.expires_at > now + GRACE:
            fresh = await self._rotate(found, now)
        return Visitor(Person(found.user_id, found.name), found.login, token, fresh)

    async def guest(self, name: str) -> tuple[Person, str]:
        """Somebody new, known by a name only, and the token of the session."""
        person = Person(secrets.token_hex(8), clean_name(name))
        async with writes(self._engine) as db:
            await self._add(db, person, guest=True)
            return person, await self._begin_session(db, person.id)

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, clean_name(name))
        async with writes(self._engine) as db:
            await db.execute(update(users).where(users.c.id == person.id).values(name=renamed.name))
        return renamed

    async def register(
        self, visitor: Visitor | None, login: str, password: str, name: str = ""
    ) -> tuple[Person, str]:
        """An account; a guest keeps who he is, and so his games. The session is a new one."""
        if visitor is not None and visitor.login is not None:
            raise AlreadyRegistered(f"you have an account already: {visitor.login}")
        person = visitor.person if visitor else Person(secrets.token_hex(8), "")
        if name or not visitor:
            person = Person(person.id, clean_name(name or login))
        hashed = await self._passwords.hash(password)
        account = {"name": person.name, "login": login, "password_hash": hashed, "guest": False}
        try:
            async with writes(self._engine) as db:
                if visitor is None:
                    await self._add(db, person, **account)
                else:
                    mine = and_(users.c.id == person.id, users.c.login.is_(None))
                    if not (await db.execute(update(users).where(mine).values(account))).rowcount:
                        raise AlreadyRegistered("you have an account already")
                    await _end_session(db, visitor.token)
                return person, await self._begin_session(db, person.id)
        except IntegrityError:
            raise LoginTaken(f"the login {login} is taken; choose another") from None

    async def login(self, login: str, password: str, old_token: str = "") -> tuple[Person, str]:
        """A new session for who knows the password; the one there was ends."""
        async with reads(self._engine) as db:
            found = (await db.execute(select(users).where(users.c.login == login))).first()
        hashed = found.password_hash if found else None
        if not await self._passwords.fits(hashed, password) or found is None:
            raise WrongLogin("the login or the password is wrong")
        better = None
        if self._passwords.is_outdated(found.password_hash):
            better = await self._passwords.hash(password)
        async with writes(self._engine) as db:
            if better:
                mine = users.c.id == found.id
                await db.execute(update(users).where(mine).values(password_hash=better))
            await _end_session(db, old_token)
            return Person(found.id, found.name), await self._begin_session(db, found.id)

    async def logout(self, token: str) -> None:
        async with writes(self._engine) as db:
            await _end_session(db, token)

    async def sweep(self) -> None:
        """Forgets sessions that have ended; to be called now and then."""
        async with writes(self._engine) as db:
            await db.execute(delete(sessions).where(sessions.c.expires_at <= self._clock()))

    async def has_account(self, person: str) -> bool:
        """Whether a person has more than a name."""
        mine = select(users.c.login).where(users.c.id == person)
        async with reads(self._engine) as db:
            return (await db.execute(mine)).scalar() is not None

    async def is_there(self) -> None:
        """Raises where the database does not answer."""
        async with reads(self._engine) as db:
            await db.execute(select(users.c.id).limit(1))

    async def _session(self, token: str) -> Row[Any] | None:
        if not token:
            return None
        query = (
            select(sessions, users.c.name, users.c.login)
            .join_from(sessions, users)
            .where(sessions.c.token_hash == token_hash(token))
            .where(sessions.c.expires_at > self._clock())
        )
        async with reads(self._engine) as db:
            return (await db.execute(query)).first()

    async def _add(self, db: AsyncConnection, person: Person, **values: object) -> None:
        row = {"id": person.id, "name": person.name, "created_at": self._clock(), **values}
        await db.execute(insert(users).values(row))

    async def _begin_session(
        self, db: AsyncConnection, user_id: str, replaces: str | None = None
    ) -> str:
        token = secrets.token_urlsafe(32)
        now = self._clock()
        await db.execute(
            insert(sessions).values(
                token_hash=token_hash(token),
                user_id=user_id,
                created_at=now,
                seen_at=NEVER if replaces else now,
                expires_at=now + self._session_ms,
                replaces=replaces,
            )
        )
        return token

    async def _rotate(self, old: Row[Any], now: int) -> str | None:
        """A successor, unless one was given out within the hour and may be on its way."""
        following = and_(sessions.c.user_id == old.user_id, sessions.c.replaces == old.token_hash)
        async with writes(self._engine) as db:
            mine = select(sessions.c.token_hash).where(sessions.c.token_hash == old.token_hash)
            await db.execute(mine.with_for_update())  # one request at a time
            recent = following & (sessions.c.created_at > now - HOUR)
            if (await db.execute(select(sessions.c.token_hash).where(recent))).first():
                return None
            lost = following & (sessions.c.seen_at == NEVER)
            await db.execute(delete(sessions).where(lost))
            return await self._begin_session(db, old.user_id, old.token_hash)

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
            mine = sessions.c.token_hash == new.token_hash
            await db.execute(update(sessions).where(mine).values(seen_at=now))
            await db.execute(update(sessions).where(before).values(expires_at=now + GRACE))


async def _end_session(db: AsyncConnection, token: str) -> None:
    """Ends a session at once, and what came just before or after it."""
    if not token:
        return
    hashed = token_hash(token)
    mine = sessions.c.token_hash == hashed
    before = (await db.execute(select(sessions.c.replaces).where(mine))).scalar()
    kin = or_(mine, sessions.c.replaces == hashed)
    if before:
        kin = or_(kin, sessions.c.token_hash == before, sessions.c.replaces == before)
    await db.execute(delete(sessions).where(kin))
