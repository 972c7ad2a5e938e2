"""What somebody may change about their account: the password, and where they are signed in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cactustown.server.desk import Desk, Password, told_when
from cactustown.server.endpoints import Call, Endpoint, Nothing, not_found
from cactustown.server.limiting import Limits, address_of
from cactustown.server.people import People, Visitor
from cactustown.server.sessions import Session


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password there is, and the one there shall be."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class MySessions(msgspec.Struct, frozen=True):
    """Where you are signed in: here first, then the latest."""

    sessions: list[Session]


class Account:
    """The handlers."""

    def __init__(self, desk: Desk, people: People, limits: Limits) -> None:
        self._desk = desk
        self._people = people
        self._limits = limits

    async def change_password(self, call: Call, wish: NewPassword) -> Nothing:
        self._limits.check("passwords", address_of(call.request.scope))
        with told_when():
            await self._people.change_password(_visitor(call), wish.old, wish.new)
        await self._desk.remember(call, call.person)
        return Nothing()

    async def my_sessions(self, call: Call) -> MySessions:
        visitor = _visitor(call)
        return MySessions(await self._people.sessions.of(visitor.person.id, visitor.session))

    async def end_session(self, call: Call) -> Nothing:
        visitor, session = _visitor(call), call.request.path_params["id"]
        if not await self._people.end_session(visitor, session):
            raise not_found()
        if session == visitor.session:
            self._desk.forget(call)
        return Nothing()

    async def end_other_sessions(self, call: Call) -> Nothing:
        await self._people.end_others(_visitor(call))
        return Nothing()

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                *("PUT", "/api/password", self.change_password, Nothing),
                "Take another password; all your other sessions end",
                NewPassword,
                session=True,
                errors={
                    403: "the old password is wrong, or the request comes from another site",
                    409: "you have no account",
                },
            ),
            Endpoint(
                *("GET", "/api/sessions", self.my_sessions, MySessions),
                "Where you are signed in",
                session=True,
            ),
            Endpoint(
                *("DELETE", "/api/sessions", self.end_other_sessions, Nothing),
                "End all your sessions but this one",
                session=True,
            ),
            Endpoint(
                *("DELETE", "/api/sessions/{id}", self.end_session, Nothing),
                "End one of your sessions",
                session=True,
                errors={404: "you have no such session"},
            ),
        ]


def _visitor(call: Call) -> Visitor:
    assert call.visitor is not None
    return call.visitor
