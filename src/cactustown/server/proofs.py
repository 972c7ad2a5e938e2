"""The proof of a finished game: all that its dice came from, for anybody to compute again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol, TypeVar

import msgspec
from starlette.responses import Response

from cactustown.engine.journal import Attempt
from cactustown.game import replay
from cactustown.server.endpoints import Call, Endpoint, Refused
from cactustown.server.finished import Finished
from cactustown.server.limiting import address_of
from cactustown.server.reading import Patience, Reading

Moment = TypeVar("Moment")

KEPT: Final = 32  # of the latest proofs: at the end of a game all its players ask


class Abandoned(msgspec.Struct, frozen=True):
    """A draw that was given up before the game."""

    seal: str
    seed: str
    commitments: list[str]
    failed: list[str]


class Proof(msgspec.Struct, frozen=True):
    """Seal, seed and nonces, and every number that was drawn, the first one of the deal first."""

    seal: str
    seed: str
    nonces: list[str]
    commitments: list[str]
    abandoned: list[Abandoned]
    drawn: bool
    parties: list[str]  # of the chairs
    draws: list[tuple[int, int, int]]  # stream (0: dice, 1: cards), n, value from 0 to n - 1


class Tables(Protocol):
    """What proofs ask of the tables."""

    @property
    def reading(self) -> Reading: ...

    async def finished(self, name: str) -> Finished | None: ...


class Proofs:
    """The handler."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: dict[str, bytes] = {}

    async def proof(self, call: Call) -> Response:
        name = call.request.path_params["id"]
        if name not in self._kept:
            game = await self._tables.finished(name)
            if game is None:
                raise _none("there is no such finished game")
            if not game.game.commitment:
                raise _none("this game went on from a recorded one, so its dice were not sealed")

            def prove(patience: Patience) -> bytes:
                return msgspec.json.encode(proven(game, patience.check))

            who = address_of(call.request.scope)
            self._kept[name] = await self._tables.reading.ask(who, prove)
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return Response(self._kept[name], media_type="application/json")

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                *("GET", "/games/{id}/proof", self.proof, Proof),
                "What the dice of a finished game came from",
                greets=False,
                errors={404: "there is no such finished game, or its dice were not sealed"},
            )
        ]


def proven(finished: Finished, pause: Callable[[], None] = lambda: None) -> Proof:
    """Plays a game again and notes every number its seal gave, taken back or not."""
    journal = finished.game.journal()
    *_, (game, _) = _paused(replay(journal, "the game"), pause)
    return Proof(
        seal=journal.commitment,
        seed=journal.seed,
        nonces=journal.nonces,
        commitments=journal.commitments,
        abandoned=[_told(attempt) for attempt in journal.abandoned],
        drawn=finished.drawn,
        parties=finished.parties,
        draws=game.draws,
    )


def _paused(moments: Iterable[Moment], pause: Callable[[], None]) -> Iterator[Moment]:
    for moment in moments:
        pause()
        yield moment


def _told(attempt: Attempt) -> Abandoned:
    found: dict[str, Any] = attempt.to_json()
    return Abandoned(**found)


def _none(reason: str) -> Refused:
    return Refused(404, "not_found", reason)
