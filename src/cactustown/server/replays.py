"""Finished games once more: all their boards for a replay, and tables that play on from one."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
from msgspec import Meta
from starlette.responses import Response

from cactustown.bots import NAMES
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.engine.journal import Journal
from cactustown.engine.journal import from_json as journal_from_json
from cactustown.game import Game, replay
from cactustown.rules.options import options_from_json
from cactustown.seatview import SeatView
from cactustown.server.allowance import TOO_MANY_TABLES
from cactustown.server.box import Box, box
from cactustown.server.endpoints import Call, Endpoint, not_found
from cactustown.server.entries import Branch, Person
from cactustown.server.finished import Finished
from cactustown.server.house import House
from cactustown.server.items import GameEvent
from cactustown.server.limiting import Limits, address_of
from cactustown.server.newtable import ME, NewTable
from cactustown.server.reading import Patience, Reading
from cactustown.server.rulesets import ruleset

MOST_JOURNAL_BYTES = 512 * 1024
MOST_MOVES = 2000
File = Annotated[dict[str, Any], Meta(description="a saved game, as exported")]
SeatName = Annotated[str, Meta(max_length=40)]


class ReplayMoment(msgspec.Struct, frozen=True):
    """The board after a move, and what the move led to."""

    move: int
    party: str | None  # None: the deal
    choice: str | None
    story: list[GameEvent]
    view: SeatView


class Replayed(msgspec.Struct, frozen=True):
    """A whole game as one seat lived it (null: as a spectator did), or with everything open."""

    seat: str | None
    open: bool  # with the secrets of every seat
    parties: list[str]
    names: list[str | None]
    options: dict[str, Any]
    result: str | None
    commitment: str
    seed: str
    nonces: list[str]
    box: Box
    moments: list[ReplayMoment]


class SeatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose eyes to look through (nobody's: a spectator's), or everything open."""

    seat: SeatName = ""
    open: bool = False


class FileWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file to be replayed, and whose eyes to look through, or everything open."""

    game: File
    seat: SeatName = ""
    open: bool = False


class BranchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to play on from: as a party, against bots."""

    game: File
    move: Annotated[int, Meta(ge=0, le=MOST_MOVES)]
    me: SeatName
    bot: Annotated[str, Meta(max_length=40)] = "greedy"


class BranchCreated(msgspec.Struct, frozen=True):
    """The id of the new table."""

    table: str


class Tables(Protocol):
    """What replays ask of the tables."""

    @property
    def reading(self) -> Reading: ...

    async def finished(self, name: str) -> Finished | None: ...

    async def open(
        self, person: Person, wish: NewTable, seed: str = "", branch: Branch | None = None
    ) -> str: ...


class Replays:
    """The handlers."""

    def __init__(self, tables: Tables, limits: Limits, house: House | None = None) -> None:
        self._tables = tables
        self._limits = limits
        self._house = house or House()

    async def of_table(self, call: Call, wish: SeatQuery) -> Response:
        found = await self._tables.finished(call.request.path_params["id"])
        if found is None:
            raise not_found()

        def replay_it(patience: Patience) -> bytes:
            journal = found.game.journal()
            return _encoded(replayed(journal, _eyes(wish), found.names, patience))

        who = address_of(call.request.scope)
        return _as_json(await self._tables.reading.ask(who, replay_it))

    async def of_file(self, call: Call, wish: FileWish) -> Response:
        self._limits.check_table(call.person.id, call.request.scope)

        def replay_it(patience: Patience) -> bytes:
            journal = _journal(wish.game, self._house)
            return _encoded(replayed(journal, _eyes(wish), None, patience))

        return _as_json(await self._tables.reading.ask(call.person.id, replay_it))

    async def play_on(self, call: Call, wish: BranchWish) -> BranchCreated:
        self._limits.check_table(call.person.id, call.request.scope)
        if wish.bot not in NAMES:
            raise BadOptions(f"there is no bot {wish.bot!r}; there are: {', '.join(NAMES)}")

        def branch_it(patience: Patience) -> tuple[Journal, Game]:
            journal = _journal(wish.game, self._house)
            return journal, Game.branch(journal, wish.move, bytes(32), pause=patience.check)

        journal, game = await self._tables.reading.ask(call.person.id, branch_it)
        if wish.me not in game.players:
            raise BadOptions(f"nobody plays {wish.me!r}; there are: {', '.join(game.players)}")
        seats = [ME if party == wish.me else wish.bot for party in game.players]
        table = NewTable(game.options.to_json() | {"parties": game.players}, seats)
        branch = Branch(journal.to_json(), wish.move)
        return BranchCreated(await self._tables.open(call.person, table, branch=branch))

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint(
                *("GET", "/games/{id}/replay", self.of_table, Replayed),
                "A finished game, board by board",
                query=SeatQuery,
                greets=False,
                errors={404: "there is no such finished game"},
            ),
            Endpoint(
                *("POST", "/api/replay", self.of_file, Replayed, "Replay a game from a file"),
                FileWish,
                session=True,
                most_bytes=MOST_JOURNAL_BYTES,
            ),
            Endpoint(
                *("POST", "/api/branch", self.play_on, BranchCreated, "Play on from a moment"),
                BranchWish,
                status=201,
                session=True,
                most_bytes=MOST_JOURNAL_BYTES,
                errors={409: TOO_MANY_TABLES},
            ),
        ]


class Eyes(NamedTuple):
    """Through which a game that is over is looked at."""

    seat: str | None  # None: a spectator's
    open: bool = False  # every secret is seen, whoever looks

    def story(self, game: Game, since: int) -> list[GameEvent]:
        return game.all_events(since) if self.open else game.events_since(since, self.seat)

    def view(self, game: Game) -> SeatView:
        return game.open_view() if self.open else game.view(self.seat)


def _eyes(wish: SeatQuery | FileWish) -> Eyes:
    return Eyes(wish.seat or None, wish.open)


def replayed(
    journal: Journal, eyes: Eyes, names: list[str | None] | None, patience: Patience
) -> Replayed:
    """Every board of a game as it was seen."""
    moments: list[ReplayMoment] = []
    game: Game | None = None
    told = 0
    for number, (game, move) in enumerate(replay(journal, "the file")):
        patience.check()
        if number == 0 and eyes.seat is not None:
            game.seat(eyes.seat)
        moments.append(
            ReplayMoment(
                move=number,
                party=move.party if move else None,
                choice=move.choice if move else None,
                story=eyes.story(game, told),
                view=eyes.view(game),
            )
        )
        told = game.event_count
    assert game is not None
    return Replayed(
        seat=eyes.seat,
        open=eyes.open,
        parties=game.parties,
        names=names or [None] * len(game.parties),
        options=game.options.to_json(),
        result=game.result,
        commitment=journal.commitment,
        seed=journal.seed,
        nonces=journal.nonces,
        box=box(
            ruleset(
                options_from_json(journal.options),
                *(journal.edition, journal.rules, journal.override),
            )
        ),
        moments=moments,
    )


def _encoded(game: Replayed) -> bytes:
    """As JSON: megabytes of it for a long game, so it is made where the game is read."""
    return msgspec.json.encode(game)


def _as_json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def _journal(file: dict[str, Any], house: House) -> Journal:
    """A game that a client brings: with content of its own only if that is the host's too."""
    journal = journal_from_json(file, "the file")
    if not house.has(journal.override):
        other = "none" if house.box is None else "other content"
        raise BadFile(
            f"the file was played with content of somebody's own; this server has {other}"
        )
    if len(journal.moves) > MOST_MOVES:
        raise BadFile(f"the file has more than {MOST_MOVES} moves")
    return journal
