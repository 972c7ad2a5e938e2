"""Cards tried on the board while planning: for whoever lays them and nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.commands import Refusal
from cactustown.server.entries import Person
from cactustown.server.live import LiveTable
from cactustown.server.reading import MOST_OF_ONE, Busy
from cactustown.server.trying import try_cards
from tests.server.asking import a_line, begin, codes_in_a_row, told, unnoticed
from tests.server.tables import ANNA, BERT, CARL, two_people, world

pytestmark = pytest.mark.anyio
CARDS: list[str | None] = ["arrest", None, "posse"]


async def asked(
    live: LiveTable, person: Person, seat: str, cards: list[str | None], *steps: str
) -> wire.Tried:
    return await try_cards(live, person, wire.Try(seat, cards, list(steps)))


async def refused(
    live: LiveTable, person: Person, seat: str, cards: list[str | None], *steps: str
) -> str:
    """The code with which a trial is refused."""
    with pytest.raises(Refusal) as refusal:
        await asked(live, person, seat, cards, *steps)
    return refusal.value.code


async def test_cards_are_tried_step_by_step(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        first = await asked(live, ANNA, "sheriff", CARDS)
        assert (first.table, first.seat, first.seq) == (
            *(live.name, "sheriff"),
            len(live._table.story),
        )
        assert first.view.question == "run"
        then = await asked(live, ANNA, "sheriff", CARDS, first.view.choices[0])
        assert then.view.choices != first.view.choices
        assert [card.slot for card in then.cards] == [0, 2]


async def test_a_locked_plan_may_be_tried_too(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        before = await asked(live, ANNA, "sheriff", CARDS)
        await w.play(live, ANNA, "sheriff")
        after = await asked(live, ANNA, "sheriff", CARDS)
        assert after.view.choices == before.view.choices
        assert after.cards == before.cards


async def test_nobody_else_notices(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        async with unnoticed(w, live):
            first = await asked(live, ANNA, "sheriff", CARDS)
            await asked(live, ANNA, "sheriff", CARDS, first.view.choices[-1])


async def test_who_may_not_try_what(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws"), round_limit=1), ["me", "open"])
        assert await refused(live, ANNA, "sheriff", CARDS) == "not_started"
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, ANNA, wire.Start)
        for person, seat in ((BERT, "sheriff"), (CARL, "sheriff"), (ANNA, "nobody")):
            assert await refused(live, person, seat, CARDS) == "not_yours"
        assert await refused(live, BERT, "outlaws", CARDS) == "illegal"  # another's cards
        assert await refused(live, ANNA, "sheriff", ["posse", "posse", None]) == "illegal"
        assert await refused(live, ANNA, "sheriff", CARDS, "stay") == "illegal"
        assert await refused(live, ANNA, "sheriff", [None, None, None], "stay") == "illegal"
        for person, seat in ((ANNA, "sheriff"), (BERT, "outlaws")):
            await w.play(live, person, seat)
        assert await refused(live, ANNA, "sheriff", CARDS) == "not_asked"
        assert await refused(live, BERT, "outlaws", CARDS) in ("not_asked", "illegal")


async def test_it_waits_in_line_with_what_people_look_back_at(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        answers = await asyncio.gather(
            *(asked(live, ANNA, "sheriff", CARDS) for _ in range(MOST_OF_ONE + 2)),
            return_exceptions=True,
        )
        refusals = [one for one in answers if isinstance(one, Refusal)]
        assert [(one.code, type(one.__cause__)) for one in refusals] == [("busy", Busy)]


async def test_over_a_socket(tmp_path: Path) -> None:
    trial = {"type": "try", "seat": "sheriff", "cards": CARDS}
    async with a_line(tmp_path) as (line, table):
        assert (await line.ask({**trial, "id": "t0"}))["code"] == "no_table"
        await begin(line, table)
        await line.say({**trial, "id": "t1"})
        tried = await told(line, "try")
        assert (tried["id"], tried["table"], tried["seat"]) == ("t1", table, "sheriff")
        step = {**trial, "steps": ["nonsense"], "id": "t2"}
        assert (await line.ask(step))["code"] == "illegal"
        short = {**trial, "cards": ["posse"], "id": "t3"}
        assert (await line.ask(short))["code"] == "unreadable"
        endless = {**trial, "steps": ["stay"] * (wire.MOST_STEPS + 1), "id": "t4"}
        assert (await line.ask(endless))["code"] == "unreadable"


async def test_trials_have_a_pace(tmp_path: Path) -> None:
    trial = {"type": "try", "seat": "sheriff", "cards": CARDS}
    codes = await codes_in_a_row(tmp_path, trial, 14)
    assert codes[:3] == ["not_started"] * 3
    assert "too_fast" in codes
