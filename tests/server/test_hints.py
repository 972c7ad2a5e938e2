"""Hints: what to choose and why, for whoever asks and nobody else."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.bots import BotPool, Lane
from cactustown.server.commands import Refusal
from cactustown.server.entries import Person
from cactustown.server.hints import hint
from cactustown.server.live import LiveTable
from tests.server.asking import a_line, begin, codes_in_a_row, told, unnoticed
from tests.server.tables import ANNA, BERT, CARL, PAIR, Told, World, two_people, until, world

pytestmark = pytest.mark.anyio
HANGS = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")


async def asked(w: World, live: LiveTable, person: Person, seat: str) -> wire.Advice:
    return await hint(w.hub.bots, live, person, wire.Hint(seat))


async def refused(w: World, live: LiveTable, person: Person, seat: str) -> str:
    """The code with which a hint is refused."""
    with pytest.raises(Refusal) as refusal:
        await asked(w, live, person, seat)
    return refusal.value.code


async def both_plan(w: World, live: LiveTable) -> None:
    for person, seat in ((ANNA, "sheriff"), (BERT, "outlaws")):
        await w.play(live, person, seat)


async def test_a_plan_is_advised_card_by_card(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        game = live._table.game
        assert game is not None
        advice = await asked(w, live, ANNA, "sheriff")
        assert advice.choice in game.choices("sheriff")
        assert advice.plan is not None
        assert advice.choice == "plan " + " ".join(advice.plan)
        own = game.view("sheriff").parties["sheriff"].cards
        assert {*advice.plan, advice.shot} == set(own)
        assert (advice.table, advice.seat, advice.seq) == (
            live.name,
            "sheriff",
            len(live._table.story),
        )
        assert len(advice.reasons) <= 3


async def test_a_move_is_advised_in_the_words_it_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await both_plan(w, live)
        game = live._table.game
        assert game is not None
        (seat,) = game.awaited
        person = ANNA if seat == "sheriff" else BERT
        advice = await asked(w, live, person, seat)
        assert advice.choice in game.choices(seat)
        assert (advice.plan, advice.shot) == (None, None)
        assert await asked(w, live, person, seat) == advice  # the same view, the same hint


async def test_a_plan_laid_already_is_advised_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        before = await asked(w, live, ANNA, "sheriff")
        await w.play(live, ANNA, "sheriff")
        after = await asked(w, live, ANNA, "sheriff")
        assert (after.choice, after.reasons) == (before.choice, before.reasons)


async def test_nobody_else_notices(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        async with unnoticed(w, live):
            await asked(w, live, ANNA, "sheriff")


async def test_bots_do_not_wait_for_hints(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "greedy"])
        await w.do(live, ANNA, wire.Start)
        w.hub.bots._hints = Lane(1, HANGS)
        thinking = asyncio.create_task(asked(w, live, ANNA, "sheriff"))
        await until(lambda: bool(w.hub.bots._hints._all))
        await live.come(Told(ANNA), None)
        await until(
            lambda: live._table.game is not None and live._table.game.awaited == ["sheriff"]
        )
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)


async def test_who_may_not_have_a_hint(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws"), round_limit=1), ["me", "open"])
        assert await refused(w, live, ANNA, "sheriff") == "not_started"
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, ANNA, wire.Start)
        assert await refused(w, live, BERT, "sheriff") == "not_yours"
        assert await refused(w, live, CARL, "sheriff") == "not_yours"
        assert await refused(w, live, ANNA, "nobody") == "not_yours"
        await both_plan(w, live)
        assert live._table.game is not None
        idle = "outlaws" if live._table.game.awaited == ["sheriff"] else "sheriff"
        person = ANNA if idle == "sheriff" else BERT
        assert await refused(w, live, person, idle) == "not_asked"
        await w.do(live, person, wire.Leave, seat=idle)
        assert await refused(w, live, person, idle) == "stand_in"


async def test_there_are_none_in_rated_games(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"], rated=True)
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, ANNA, wire.Start)
        assert await refused(w, live, ANNA, "sheriff") == "rated"
        assert await refused(w, live, BERT, "sheriff") == "not_yours"


async def test_a_hint_that_comes_too_late_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat is asked something else by then."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        advise = w.hub.bots.advise

        async def slowly(*question: Any) -> Any:
            await both_plan(w, live)
            return await advise(*question)

        monkeypatch.setattr(w.hub.bots, "advise", slowly)
        assert await refused(w, live, ANNA, "sheriff") in ("stale", "not_asked")


async def test_who_gets_no_answer_in_time_is_told_so(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        pool = w.hub.bots = BotPool(1, 0.2, HANGS)
        assert await refused(w, live, ANNA, "sheriff") == "busy"
        await pool.close()


async def test_over_a_socket(tmp_path: Path) -> None:
    """One at a time, with the id of the question; what else is said meanwhile does not wait."""
    async with a_line(tmp_path) as (line, table):
        assert await line.ask({"type": "hint", "id": "q0", "seat": "sheriff"}) == {
            "type": "refused",
            "id": "q0",
            "code": "no_table",
            "reason": "say hello to a table first",
        }
        await begin(line, table)
        await line.say({"type": "hint", "id": "q1", "seat": "sheriff"})
        second = await line.ask({"type": "hint", "id": "q2", "seat": "sheriff"})
        assert second["code"] == "busy"
        assert (await line.ask({"type": "chat", "id": "c", "text": "hm"}))["type"] == "ack"
        advice = await told(line, "hint")
        assert (advice["id"], advice["table"], advice["seat"]) == ("q1", table, "sheriff")
        nobody = await line.ask({"type": "hint", "id": "q3", "seat": "outlaws"})
        assert nobody["code"] == "not_yours"
        await line.say({"type": "hint", "seat": "outlaws"})
        await line.until(lambda: "" in line.answers)
        assert line.answers[""][0]["id"] is None
        await line.say({"type": "hint", "id": "q4", "seat": "sheriff"})  # and goes


async def test_hints_have_a_pace(tmp_path: Path) -> None:
    codes = await codes_in_a_row(tmp_path, {"type": "hint", "seat": "sheriff"}, 8)
    assert codes[:3] == ["not_started"] * 3
    assert "too_fast" in codes
