"""The lessons: small games that begin in a situation in which there is something to learn.

Each is a recorded game to play on from, shipped as a file beside this one; `lessons.make` plays and
writes them. A lesson's dice and bots come from a fixed seed, so that it always goes the same way
for everybody who follows the advice.
"""

from __future__ import annotations

import asyncio
from functools import cache
from importlib import resources
from typing import Any, Protocol

import msgspec

from cactustown.rules.options import options_from_json
from cactustown.server.allowance import TOO_MANY_TABLES
from cactustown.server.endpoints import Call, Endpoint, not_found
from cactustown.server.entries import Branch, Person
from cactustown.server.lessons.aims import AIMS
from cactustown.server.limiting import Limits
from cactustown.server.newtable import ME, NewTable

LESSONS = tuple(AIMS)
TITLE = "lesson:"  # and the lesson's name: how lists know such a table


class Lesson(msgspec.Struct, frozen=True):
    """Who learns, against which bot, with which dice, and the game up to there."""

    me: str
    bot: str
    seed: str  # hex
    game: dict[str, Any]  # a journal; the lesson goes on from its last move


class LessonOpened(msgspec.Struct, frozen=True):
    """The id of the lesson's table."""

    table: str


class Tables(Protocol):
    """What lessons ask of the tables."""

    async def open(
        self, person: Person, wish: NewTable, seed: str = "", branch: Branch | None = None
    ) -> str: ...

    async def close_lone(self, person: Person, title: str) -> None: ...


@cache
def lesson(name: str) -> Lesson:
    """A lesson by its name."""
    file = resources.files(__name__) / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson)


class Lessons:
    """The handler."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._tables = tables
        self._limits = limits

    async def open(self, call: Call) -> LessonOpened:
        name = call.request.path_params["id"]
        if name not in LESSONS:
            raise not_found()
        self._limits.check_table(call.person.id, call.request.scope)
        chosen = await asyncio.to_thread(lesson, name)
        options = options_from_json(chosen.game["options"])
        seats = [ME if party == chosen.me else chosen.bot for party in options.parties]
        wish = NewTable(options.to_json(), seats, title=TITLE + name)
        branch = Branch(chosen.game, len(chosen.game["moves"]))
        await self._tables.close_lone(call.person, TITLE)
        return LessonOpened(
            await self._tables.open(call.person, wish, seed=chosen.seed, branch=branch)
        )

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                *("POST", "/api/lessons/{id}", self.open, LessonOpened, "Begin a lesson"),
                status=201,
                session=True,
                errors={404: "there is no such lesson", 409: TOO_MANY_TABLES},
            )
        ]
