"""What is not on disk nobody gets to see, by whatever door they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.commands import Refusal
from cactustown.server.entries import Person
from cactustown.server.hub import Manners
from cactustown.server.live import LiveTable
from cactustown.server.store.base import Row, StoreUnavailable
from cactustown.server.turns import is_awaited
from tests.server.tables import (
    ANNA,
    BERT,
    CARL,
    Told,
    World,
    owner_of,
    play_on,
    two_people,
    until,
    world,
)

pytestmark = pytest.mark.anyio
OTHER = {ANNA: BERT, BERT: ANNA}


async def before_the_end(w: World) -> tuple[LiveTable, str, str]:
    """A table whose next choice ends the game: the seat and the choice."""
    live = await two_people(w)
    while True:
        game = live._table.game
        assert game is not None
        seat = game.awaited[0]
        for choice in game.choices(seat):
            twin = game.clone()
            twin.play(seat, choice)
            if twin.is_over and not twin._journal.moves[-1].chance:
                return live, seat, choice
        choices = [choice for choice in game.choices(seat) if choice != "unlock"]
        await w.play(live, owner_of(live, seat), seat, w.lots.choice(choices))


class Stuck:
    """A database that writes nothing until it is told how it ends."""

    def __init__(self, w: World) -> None:
        self.asked = asyncio.Event()
        self.end = asyncio.Event()
        self.fails = True
        self._append = w.store.append

    async def append(self, *row: Any) -> None:
        self.asked.set()
        await self.end.wait()
        if self.fails:
            raise StoreUnavailable("the database is locked")
        await self._append(*row)


@asynccontextmanager
async def stuck(w: World, live: LiveTable, seat: str, choice: str) -> AsyncIterator[Stuck]:
    """While the winning choice waits to be written."""
    database = Stuck(w)
    with mock.patch.object(w.store, "append", database.append):
        winning = asyncio.create_task(w.play(live, owner_of(live, seat), seat, choice))
        await database.asked.wait()
        yield database
        database.end.set()
        if database.fails:
            with pytest.raises(Refusal, match="could not be kept"):
                await winning
        else:
            await winning


async def asks(w: World, live: LiveTable, person: Person, seat: str) -> list[Any]:
    """Everything that can be asked from outside, all at once; what came of it."""
    listener = Told(person)
    questions: list[Coroutine[Any, Any, Any]] = [
        live.look_back(listener, seat, 10_000),
        w.hub.export(live.name, person),
        w.hub.export(live.name, None),
        w.hub.finished(live.name),
        live.come(listener, None),
        live.show(listener),
        w.do(live, person, wire.Rematch),
        w.do(live, person, wire.Chat, text="well?"),
    ]
    return await asyncio.gather(*questions, return_exceptions=True)


@pytest.mark.parametrize("fails", [True, False])
async def test_nobody_sees_a_move_that_is_not_on_disk(fails: bool, tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live, seat, choice = await before_the_end(w)
        who = OTHER[owner_of(live, seat)]
        before = await w.hub.export(live.name, who)
        tables = set(w.hub.tables)
        async with stuck(w, live, seat, choice) as database:
            database.fails = fails
            asked = asyncio.create_task(asks(w, live, who, seat))
            await asyncio.sleep(0.05)
            assert live.at_rest is None
            assert set(w.hub.tables) == tables  # no table for the next game
            assert not asked.done()
            database.end.set()
            answers = await asked
        looked, mine, everybodys, finished, _, _, rematch, said = answers
        if fails:
            assert isinstance(looked, Refusal)
            assert looked.code == "not_yours"
            assert mine == before
            assert b"cactustown-seat" in everybodys
            assert finished is None
            assert isinstance(rematch, Refusal)
            assert isinstance(said, int | Refusal)
        else:
            assert looked is None
            assert b"cactustown-journal" in mine
            assert b"cactustown-journal" in everybodys
            assert finished is not None
            assert isinstance(rematch, int)


async def test_a_look_at_ones_own_seat_shows_what_is_on_disk(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live, seat, choice = await before_the_end(w)
        person = owner_of(live, seat)
        listener = Told(person)
        seq = len(live._table.story)
        async with stuck(w, live, seat, choice) as database:
            looking = asyncio.create_task(live.look_back(listener, seat, 10_000))
            database.end.set()
            await looking
        assert listener.last("moment")["seq"] == seq
        assert listener.last("moment")["view"]["result"] is None


async def test_turns_and_clocks_wait_for_what_is_written(tmp_path: Path) -> None:
    async with world(tmp_path, Manners(pace=0, away=0)) as w:
        live, seat, choice = await before_the_end(w)
        who = owner_of(live, seat)
        async with stuck(w, live, seat, choice) as database:
            turn = asyncio.create_task(live.settled())
            await w.hub._tick()
            w.hub._look_after(live)
            live.tell_who_is_away()
            assert not turn.done()
            database.end.set()
            assert is_awaited(await turn, who.id)


async def test_a_bot_whose_move_failed_moves_again(tmp_path: Path) -> None:
    """Whose turn it is says the log, not a move that was never kept; nobody need come and look."""
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws"), round_limit=1), ["me", "random"])
        append, failed = w.store.append, asyncio.Event()

        async def locked(row: Row, *more: Any) -> None:
            if row.command.startswith("~outlaws") and not failed.is_set():
                failed.set()
                raise StoreUnavailable("the database is locked")
            await append(row, *more)

        await w.do(live, ANNA, wire.Start)
        w.hub.start()
        with mock.patch.object(w.store, "append", locked):
            await failed.wait()
            before = live.version
            await until(lambda: live.version > before)


async def test_somebody_else_learns_nothing_by_waiting(tmp_path: Path) -> None:
    """A finished game is everybody's; one that only seems to be is not."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live)
        stranger = Told(CARL)
        await live.look_back(stranger, "sheriff", 5)
        assert stranger.last("moment")["seat"] == "sheriff"
