"""Another game with the same people: their chairs are kept for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cactustown.server import protocol as wire
from cactustown.server.entries import Person
from cactustown.server.listings import listing
from cactustown.server.live import LiveTable, load
from cactustown.server.turns import is_awaited
from tests.server.tables import (
    ANNA,
    BERT,
    CARL,
    PAIR,
    Told,
    World,
    play_on,
    two_people,
    until,
    world,
)

pytestmark = pytest.mark.anyio


async def rematch(w: World, live: LiveTable, asker: Person) -> LiveTable:
    """The table of the next game."""
    await w.do(live, asker, wire.Rematch)
    assert live._table.next_table is not None
    return await w.hub.table(live._table.next_table)


@asynccontextmanager
async def played_again(folder: Path, asker: Person) -> AsyncIterator[tuple[World, LiveTable]]:
    """Anna and Bert have played to the end; one of them has opened the next game."""
    async with world(folder) as w:
        live = await two_people(w)
        await play_on(w, live)
        yield w, await rematch(w, live, asker)


async def test_a_rematch_seats_the_asker_and_the_bots(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "random"])
        await w.do(live, ANNA, wire.Start)
        assert await w.refused(live, ANNA, wire.Rematch) == "not_over"
        while live._table.state != "over":
            await until(
                lambda: live._table.state == "over" or live._table.game.awaited == ["sheriff"]  # type: ignore[union-attr]
            )
            if live._table.state != "over":
                await w.play(live, ANNA, "sheriff")
        assert await w.refused(live, CARL, wire.Rematch) == "not_seated"
        again = await rematch(w, live, ANNA)
        assert again._table.opened.previous == live.name
        assert again._table.opened.seed != live._table.opened.seed
        assert [(chair.person, chair.bot) for chair in again._table.chairs] == [
            (ANNA, None),
            (None, "random"),
        ]


async def test_a_rematch_keeps_the_others_chairs_for_them(tmp_path: Path) -> None:
    async with played_again(tmp_path, BERT) as (w, again):
        anna, carl = Told(ANNA), Told(CARL)
        await again.come(anna, None)
        await again.come(carl, None)
        chairs = anna.last("table")["chairs"]
        assert [(c["party"], c["name"]) for c in chairs] == [("sheriff", None), ("outlaws", "Bert")]
        assert [(c["kept"], c["kept_for_you"]) for c in chairs] == [("Anna", True), (None, False)]
        assert [c["kept_for_you"] for c in carl.last("table")["chairs"]] == [False, False]
        assert await w.refused(again, CARL, wire.Sit, chair=0) == "kept"
        assert await w.refused(again, CARL, wire.Stand, chair=0) == "not_host"
        assert await w.refused(again, BERT, wire.Start) == "chairs"
        await w.do(again, ANNA, wire.Sit, chair=0)
        assert anna.last("table")["chairs"][0]["kept"] is None
        await w.do(again, BERT, wire.Sit, chair=1)
        await w.do(again, BERT, wire.Start)
        assert again._table.state == "running"


async def test_a_chair_that_is_kept_can_be_given_up_or_freed(tmp_path: Path) -> None:
    async with played_again(tmp_path, ANNA) as (w, again):
        await w.do(again, BERT, wire.Stand, chair=1)  # has had enough
        await w.do(again, CARL, wire.Sit, chair=1)
        await w.do(again, CARL, wire.Stand, chair=1)
        assert await w.refused(again, ANNA, wire.Stand, chair=1) == "free"
        await w.do(again, BERT, wire.Sit, chair=1)  # nobody asked him to go


async def test_lists_tell_for_whom_a_chair_is_kept(tmp_path: Path) -> None:
    """Until somebody sits there, or the table is closed."""
    async with played_again(tmp_path, ANNA) as (w, again):
        place = listing(again._table).places[1]
        assert (place.person, place.name, place.kept) == (None, "Bert", "bert")
        awaited = [is_awaited(again._table, who.id) for who in (ANNA, BERT, CARL)]
        assert awaited == [False, True, False]
        assert again.name in {found.table for found in await w.store.tables_of("bert")}
        await w.do(again, BERT, wire.Sit, chair=1)
        assert listing(again._table).places[1].kept is None
        await w.do(again, BERT, wire.Stand, chair=1)
        assert not is_awaited(again._table, BERT.id)


async def test_a_closed_table_keeps_no_chair(tmp_path: Path) -> None:
    async with played_again(tmp_path, ANNA) as (w, again):
        await w.do(again, ANNA, wire.Close)
        assert [place.kept for place in listing(again._table).places] == [None, None]
        assert not is_awaited(again._table, BERT.id)
        mine = {found.table: found for found in await w.store.tables_of("bert")}
        assert again.name not in mine


async def test_a_bot_takes_a_chair_that_was_kept(tmp_path: Path) -> None:
    async with played_again(tmp_path, ANNA) as (w, again):
        await w.do(again, ANNA, wire.Stand, chair=1)  # the host frees it
        await w.do(again, ANNA, wire.SeatBot, chair=1, bot="random")
        assert again._table.chairs[1].kept is None
        read, _ = await load(w.store, again.name, w.hub.reading)
        assert read.chairs == again._table.chairs
