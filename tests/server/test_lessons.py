"""The lessons: who follows the advice learns what they are for."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from cactustown.server import protocol as wire
from cactustown.server.lessons import LESSONS, TITLE, lesson
from cactustown.server.lessons.make import PLOTS, make
from tests.server.test_app import application

pytestmark = pytest.mark.anyio


def test_lessons_are_as_they_are_made() -> None:
    assert set(PLOTS) == set(LESSONS)
    for name in LESSONS:
        made = json.loads(json.dumps(make(PLOTS[name])))
        shipped = lesson(name)
        assert made == {
            "me": shipped.me,
            "bot": shipped.bot,
            "seed": shipped.seed,
            "game": shipped.game,
        }, "run python -m cactustown.server.lessons.make"


@pytest.mark.parametrize("name", LESSONS)
async def test_the_advice_leads_through_the_lesson(tmp_path: Path, name: str) -> None:
    plot = PLOTS[name]
    async with application(tmp_path) as (client, hub):
        assert (await client.post(f"/api/lessons/{name}")).status_code == 401
        await client.post("/api/session", json={"name": "Anna"})
        answer = await client.post(f"/api/lessons/{name}")
        assert answer.status_code == 201
        live = await hub.table(answer.json()["table"])
        assert live._table.opened.title == TITLE + name
        person = live._table.opened.host
        await hub.obey(live, person, wire.Start(id="s"))
        game = live._table.game
        assert game is not None
        for number, choice in enumerate(plot.advice):
            while game.awaited != [plot.me]:
                await asyncio.sleep(0.01)
            command = wire.Play(
                id=f"p{number}", version=len(live._table.story), seat=plot.me, choice=choice
            )
            await hub.obey(live, person, command)
        ends = [(event["event"], event.get("standee")) for event in game.all_events()]
        assert plot.ends_with in ends
        assert not game.is_over


async def test_a_lesson_begun_anew_leaves_no_table_behind(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, hub):
        person = (await client.post("/api/session", json={"name": "Anna"})).json()["id"]
        for _ in range(3):
            answer = await client.post(f"/api/lessons/{LESSONS[0]}")
            assert answer.status_code == 201
            live = await hub.table(answer.json()["table"])
            await hub.obey(live, live._table.opened.host, wire.Start(id="s"))
        assert await hub.store.live_tables_of(person) == {live.name}


async def test_there_are_no_other_lessons(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, _):
        await client.post("/api/session", json={"name": "Anna"})
        assert (await client.post("/api/lessons/flying")).status_code == 404
