"""Guests and accounts: how they come in, and what they may change about themselves."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec
from sqlalchemy import and_, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.engine.errors import CactusTownError
from cactustown.server.database import reads, writes
from cactustown.server.entries import Person
from cactustown.server.guessing import MOST_PROOFS, Guesses, Later, device_in, new_proof
from cactustown.server.names import clean_name
from cactustown.server.passwords import Passwords
from cactustown.server.sessions import Sessions, one_at_a_time
from cactustown.server.store.schema import users
from cactustown.server.weak_passwords import check_strength

USUAL_GUESSES: Final = 20
WRONG: Final = "the login or the password is wrong"


class LoginTaken(CactusTownError):
    """Somebody else has this login."""


class AlreadyRegistered(CactusTownError):
    """This person has an account already."""


class WrongLogin(CactusTownError):
    """The login or the password is wrong; which one is not told."""


class WrongPassword(CactusTownError):
    """The password one gave as one's own is not."""


class NoAccount(CactusTownError):
    """A guest has no password."""


class Visitor(msgspec.Struct, frozen=True):
    """Who a session belongs to."""

    person: Person
    login: str | None
    token: str
    session: str = ""  # its id
    fresh: str | None = None  # a token to be handed out instead


class Stranger(msgspec.Struct, frozen=True):
    """What is known of somebody who wants to log in, before the password is looked at."""

    address: str = ""
    device: str | None = None  # the kind of it
    proofs: Sequence[str] = ()  # of having been in before
    token: str = ""  # of a session that is to end when another begins


NOTHING_KNOWN: Final = Stranger()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class People:
    """Everybody who plays here."""

    def __init__(
        self,
        engine: AsyncEngine,
        session_days: int = 180,
        passwords: Passwords | None = None,
        clock: Callable[[], int] = now_ms,
        guesses: Guesses | None = None,
    ) -> None:
        self._engine = engine
        self._passwords = passwords or Passwords()
        self._clock = clock
        self._guesses = Guesses(USUAL_GUESSES) if guesses is None else guesses
        self.sessions = Sessions(engine, session_days, clock)
        self.ended: Callable[[Collection[str]], None] = lambda sessions: None

    async def known(self, token: str) -> Visitor | None:
        """Whose session this is."""
        found = await self.sessions.find(token)
        if found is None:
            return None
        return Visitor(Person(found.user_id, found.name), found.login, token, found.id)

    async def who(self, token: str) -> Person | None:
        """The person alone."""
        visitor = await self.known(token)
        return visitor.person if visitor else None

    async def visit(self, token: str) -> Visitor | None:
        """The same on the occasion of a request, which may bring a new token."""
        found = await self.sessions.find(token)
        if found is None:
            return None
        fresh = await self.sessions.seen(found)
        person = Person(found.user_id, found.name)
        return Visitor(person, found.login, token, found.id, fresh)

    async def guest(self, name: str, device: str | None = None) -> tuple[Person, str]:
        """Somebody new, known by a name only, and the token of the session."""
        person = Person(secrets.token_hex(8), clean_name(name))
        async with writes(self._engine) as db:
            await self._add(db, person, guest=True)
            return person, await self.sessions.begin(db, person.id, device)

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, clean_name(name))
        async with writes(self._engine) as db:
            await db.execute(update(users).where(users.c.id == person.id).values(name=renamed.name))
        return renamed

    async def register(
        self,
        visitor: Visitor | None,
        login: str,
        password: str,
        name: str = "",
        stranger: Stranger = NOTHING_KNOWN,
    ) -> tuple[Person, str]:
        """An account; a guest keeps who he is, and so his games. The session is a new one."""
        if visitor is not None and visitor.login is not None:
            raise AlreadyRegistered(f"you have an account already: {visitor.login}")
        person = visitor.person if visitor else Person(secrets.token_hex(8), "")
        if name or not visitor:
            person = Person(person.id, clean_name(name or login))
        check_strength(password, login, person.name)
        hashed = await self._passwords.hash(password, known=visitor is not None)
        account = {"name": person.name, "login": login, "password_hash": hashed, "guest": False}
        ended: list[str] = []
        try:
            async with writes(self._engine) as db:
                if visitor is None:
                    await self._add(db, person, **account)
                else:
                    mine = and_(users.c.id == person.id, users.c.login.is_(None))
                    if not (await db.execute(update(users).where(mine).values(account))).rowcount:
                        raise AlreadyRegistered("you have an account already")
                    ended = await self.sessions.end(db, visitor.token)
                token = await self.sessions.begin(db, person.id, stranger.device)
        except IntegrityError:
            raise LoginTaken(f"the login {login} is taken; choose another") from None
        self._guesses.succeeded(login, stranger.address)
        self.ended(ended)
        return person, token

    async def login(
        self, login: str, password: str, stranger: Stranger = NOTHING_KNOWN
    ) -> tuple[Person, str]:
        """A new session for whoever knows the password; the one there was ends."""
        async with reads(self._engine) as db:
            found = (await db.execute(select(users).where(users.c.login == login))).first()
        hashed = found.password_hash if found else None
        device = device_in(stranger.proofs, login, hashed or "")
        known = device is not None and found is not None
        give_back = self._guesses.take(login, device if known else None, stranger.address)
        fits = await self._fits(give_back, hashed, password, known)
        if not fits or found is None or hashed is None:
            raise WrongLogin(WRONG)
        self._guesses.succeeded(login, stranger.address)
        better = None
        if self._passwords.is_outdated(hashed):
            better = await self._passwords.hash(password, known=True)
        async with writes(self._engine) as db:
            now = await one_at_a_time(db, found.id)
            if now is None or now.password_hash != hashed:  # changed while it was looked at
                raise WrongLogin(WRONG)
            if better:
                mine = users.c.id == found.id
                await db.execute(update(users).where(mine).values(password_hash=better))
            ended = await self.sessions.end(db, stranger.token)
            token = await self.sessions.begin(db, found.id, stranger.device)
        self.ended(ended)
        return Person(found.id, found.name), token

    async def proof(self, person: Person, proofs: Sequence[str] = ()) -> list[str]:
        """What shows later that a browser was logged in; beside what it has for other accounts."""
        async with reads(self._engine) as db:
            found = (await db.execute(select(users).where(users.c.id == person.id))).first()
        if found is None or found.password_hash is None:
            return list(proofs)
        others = [p for p in proofs if not device_in([p], found.login, found.password_hash)]
        return [new_proof(found.login, found.password_hash), *others][:MOST_PROOFS]

    async def change_password(self, visitor: Visitor, old: str, new: str) -> None:
        """Another password; all other sessions end."""
        async with reads(self._engine) as db:
            mine = users.c.id == visitor.person.id
            found = (await db.execute(select(users).where(mine))).first()
        if found is None or found.password_hash is None:
            raise NoAccount("a guest has no password; make an account first")
        give_back = self._guesses.take(found.login, visitor.session, "")
        if not await self._fits(give_back, found.password_hash, old, known=True):
            raise WrongPassword("the old password is wrong")
        check_strength(new, found.login, visitor.person.name)
        hashed = await self._passwords.hash(new, known=True)
        async with writes(self._engine) as db:
            now = await one_at_a_time(db, found.id)
            if now is None or now.password_hash != found.password_hash:
                raise WrongPassword("the password has just been changed elsewhere")
            await db.execute(update(users).where(mine).values(password_hash=hashed))
            ended = await self.sessions.end_some(db, found.id, but=visitor.session)
        self.ended(ended)

    async def logout(self, token: str) -> None:
        async with writes(self._engine) as db:
            ended = await self.sessions.end(db, token)
        self.ended(ended)

    async def end_session(self, visitor: Visitor, session: str) -> bool:
        """Ends one of somebody's own sessions; False where there is none of this id."""
        async with writes(self._engine) as db:
            ended = await self.sessions.end_some(db, visitor.person.id, only=session)
        self.ended(ended)
        return bool(ended)

    async def end_others(self, visitor: Visitor) -> None:
        """Ends all of somebody's sessions but the one that asks."""
        async with writes(self._engine) as db:
            ended = await self.sessions.end_some(db, visitor.person.id, but=visitor.session)
        self.ended(ended)

    async def sweep(self) -> None:
        """Forgets sessions that have ended; to be called now and then."""
        await self.sessions.sweep()

    async def close(self) -> None:
        """Finishes with the passwords that are being looked at."""
        await self._passwords.close()

    async def has_account(self, person: str) -> bool:
        """Whether a person has more than a name."""
        mine = select(users.c.login).where(users.c.id == person)
        async with reads(self._engine) as db:
            return (await db.execute(mine)).scalar() is not None

    async def is_there(self) -> None:
        """Raises where the database does not answer."""
        async with reads(self._engine) as db:
            await db.execute(select(users.c.id).limit(1))

    async def _fits(
        self, give_back: Callable[[], None], hashed: str | None, password: str, known: bool
    ) -> bool:
        """Whether it is the password; only a wrong one that was looked at counts as a guess."""
        try:
            fits = await self._passwords.fits(hashed, password, known)
        except Later:
            give_back()
            raise
        if fits:
            give_back()
        return fits

    async def _add(self, db: AsyncConnection, person: Person, **values: object) -> None:
        row = {"id": person.id, "name": person.name, "created_at": self._clock(), **values}
        await db.execute(insert(users).values(row))
