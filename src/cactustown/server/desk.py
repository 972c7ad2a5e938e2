"""The front desk: who comes in, under which name, with or without an account."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from cactustown.server.devices import device_of
from cactustown.server.endpoints import Call, Endpoint, Nothing, Refused
from cactustown.server.entries import Person
from cactustown.server.guessing import SEPARATOR, Later, read_proofs
from cactustown.server.limiting import Limits, address_of
from cactustown.server.names import LONGEST_NAME
from cactustown.server.openapi import SESSION_COOKIE
from cactustown.server.people import People, Stranger
from cactustown.server.security import ENTER_COOKIE, Entrance
from cactustown.server.settings import Settings

FAMILIAR_COOKIE = "cactustown_familiar"
FAMILIAR_SECONDS = 400 * 24 * 3600  # as long as browsers keep anything
# Longer than a name may be: spaces round it do not count.
Name = Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)]
Login = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{3,32}\Z")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name: 1 to 24 visible characters."""

    name: Name


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A login and its password."""

    login: Login
    password: Annotated[str, Meta(max_length=200)]


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A login and a password of 8 characters or more; the name where it shall be another."""

    login: Login
    password: Password
    name: Annotated[str, Meta(max_length=4 * LONGEST_NAME)] = ""


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of a private server."""

    password: Annotated[str, Meta(max_length=200)]


class Me(msgspec.Struct, frozen=True):
    """Who you are; without a login you are a guest."""

    id: str
    name: str
    login: str | None


class Here(msgspec.Struct, frozen=True):
    """Who you are, if you said so."""

    person: Me | None


class Desk:
    """The handlers, and the cookies they hand out."""

    def __init__(
        self, settings: Settings, people: People, limits: Limits, entrance: Entrance
    ) -> None:
        self._settings = settings
        self._people = people
        self._limits = limits
        self._entrance = entrance

    async def greet(self, call: Call) -> None:
        """Looks whose session a request has, and hands out a fresh token when it is time."""
        visitor = await self._people.visit(_token(call.request))
        call.visitor = visitor
        if visitor and visitor.fresh:
            self._hand_out(call, visitor.fresh)

    async def me(self, call: Call) -> Here:
        visitor = call.visitor
        return Here(_me(visitor.person, visitor.login) if visitor else None)

    async def begin_session(self, call: Call, wish: Named) -> Me:
        if call.visitor:
            return await self.rename(call, wish)
        self._limits.check("guests", address_of(call.request.scope))
        person, token = await self._people.guest(wish.name, _device(call.request))
        self._hand_out(call, token)
        return _me(person, None)

    async def rename(self, call: Call, wish: Named) -> Me:
        assert call.visitor is not None
        person = await self._people.rename(call.visitor.person, wish.name)
        return _me(person, call.visitor.login)

    async def register(self, call: Call, wish: Registration) -> Me:
        self._limits.check("passwords", address_of(call.request.scope))
        with told_when():
            person, token = await self._people.register(
                call.visitor, wish.login, wish.password, wish.name, _stranger(call.request)
            )
        self._hand_out(call, token)
        await self.remember(call, person)
        return _me(person, wish.login)

    async def login(self, call: Call, wish: Credentials) -> Me:
        self._limits.check("passwords", address_of(call.request.scope))
        with told_when():
            person, token = await self._people.login(
                wish.login, wish.password, _stranger(call.request)
            )
        self._hand_out(call, token)
        await self.remember(call, person)
        return _me(person, wish.login)

    async def logout(self, call: Call) -> Nothing:
        await self._people.logout(_token(call.request))
        self.forget(call)
        return Nothing()

    def forget(self, call: Call) -> None:
        """The browser has no session any more, but can still show that it had one."""
        call.cookies.clear()
        self._set_cookie(call, SESSION_COOKIE, "", 0)

    async def remember(self, call: Call, person: Person) -> None:
        """From now on the browser can show that it was let into this account."""
        proofs = await self._people.proof(person, _proofs(call.request))
        if proofs:
            self._set_cookie(call, FAMILIAR_COOKIE, SEPARATOR.join(proofs), FAMILIAR_SECONDS)

    async def enter(self, call: Call, key: Key) -> Nothing:
        self._limits.check("passwords", address_of(call.request.scope))
        proof = self._entrance.enter(key.password)
        if proof:
            self._set_cookie(call, ENTER_COOKIE, proof, self._seconds)
        return Nothing()

    @property
    def _seconds(self) -> int:
        return self._settings.session_days * 24 * 3600

    def _hand_out(self, call: Call, token: str) -> None:
        call.cookies.clear()
        self._set_cookie(call, SESSION_COOKIE, token, self._seconds)

    def _set_cookie(self, call: Call, name: str, value: str, seconds: int) -> None:
        scheme = call.request.scope.get("scheme")
        secure = scheme == "https" or self._settings.public_url.startswith("https:")

        def on(response: Response) -> None:
            response.set_cookie(
                name, value, seconds, path="/", secure=secure, httponly=True, samesite="lax"
            )

        call.cookies.append(on)

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("GET", "/api/me", self.me, Here, "Who you are"),
            Endpoint("PATCH", "/api/me", self.rename, Me, "Take another name", Named, session=True),
            Endpoint(
                *("POST", "/api/session", self.begin_session, Me, "Come in as a guest"), Named
            ),
            Endpoint(
                *("POST", "/api/register", self.register, Me, "Make an account"),
                Registration,
                errors={409: "the login is taken, or you have an account"},
            ),
            Endpoint(
                *("POST", "/api/login", self.login, Me, "Come in with an account"),
                Credentials,
                greets=False,
                errors={403: "the login or the password is wrong"},
            ),
            Endpoint("POST", "/api/logout", self.logout, Nothing, "End the session", greets=False),
            Endpoint(
                *("POST", "/api/enter", self.enter, Nothing, "Enter a private server"),
                Key,
                greets=False,
                errors={403: "the password is wrong"},
            ),
        ]


@contextmanager
def told_when() -> Iterator[None]:
    """Tells people who come too often when to come back."""
    try:
        yield
    except Later as later:
        seconds = str(max(1, math.ceil(later.seconds)))
        raise Refused(429, "too_many", str(later), {"Retry-After": seconds}) from None


def _stranger(request: Request) -> Stranger:
    address = address_of(request.scope)
    return Stranger(address, _device(request), _proofs(request), _token(request))


def _device(request: Request) -> str | None:
    return device_of(request.headers.get("user-agent", ""))


def _proofs(request: Request) -> list[str]:
    cookie = request.cookies.get(FAMILIAR_COOKIE, "")
    return read_proofs(cookie) if cookie else []


def _token(request: Request) -> str:
    return request.cookies.get(SESSION_COOKIE, "")


def _me(person: Person, login: str | None) -> Me:
    return Me(person.id, person.name, login)
