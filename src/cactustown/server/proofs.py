"""The proof of a finished game: all that its dice came from, for anybody to compute again."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

import msgspec
from starlette.responses import Response

from cactustown.engine.journal import Attempt, Journal
from cactustown.game import replay
from cactustown.server.endpoints import Call, Endpoint, Refused

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


class Finished(msgspec.Struct, frozen=True):
    """A game that is over: its journal, and how the chairs got their parties."""

    journal: Journal
    drawn: bool
    parties: list[str]


class Tables(Protocol):
    """What proofs ask of the tables."""

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
            if not game.journal.seed or not game.journal.commitment:
                raise _none("this game went on from a recorded one, so its dice were not sealed")
            proof = await asyncio.to_thread(proven, game)
            self._kept[name] = msgspec.json.encode(proof)
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


def proven(finished: Finished) -> Proof:
    """Plays a game again and notes every number its seal gave, taken back or not."""
    journal = finished.journal
    *_, (game, _) = replay(journal, "the game")
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


def _told(attempt: Attempt) -> Abandoned:
    found: dict[str, Any] = attempt.to_json()
    return Abandoned(**found)


def _none(reason: str) -> Refused:
    return Refused(404, "not_found", reason)
