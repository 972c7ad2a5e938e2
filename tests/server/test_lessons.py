"""The lessons: who follows the advice learns what they are for, and who does not still can."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from cactustown.engine import journal as journals
from cactustown.game import Game
from cactustown.server import protocol as wire
from cactustown.server.lessons import LESSONS, TITLE, lesson
from cactustown.server.lessons.aims import AIMS, is_reached
from cactustown.server.lessons.make import PLOTS, make
from cactustown.server.lessons.scenes import ENOUGH, SCENES, TRIALS, Scene, Table, reaches
from tests.server.test_app import application

pytestmark = pytest.mark.anyio

FEW = 4


def test_lessons_are_as_they_are_made() -> None:
    assert set(PLOTS) | set(SCENES) == set(LESSONS)
    for name in PLOTS:
        made = json.loads(json.dumps(make(PLOTS[name])))
        shipped = lesson(name)
        assert made == {
            "me": shipped.me,
            "bot": shipped.bot,
            "seed": shipped.seed,
            "game": shipped.game,
        }, "run python -m cactustown.server.lessons.make"


def begun(name: str, seed: str = "") -> tuple[Game, Scene]:
    """A lesson as it begins, and who plays there."""
    chosen = lesson(name)
    journal = journals.from_json(chosen.game)
    game = Game.branch(journal, len(journal.moves), bytes.fromhex(seed or chosen.seed))
    return game, Scene(chosen.me, {}, game.round, bot=chosen.bot)


@pytest.mark.parametrize("name", SCENES)
def test_the_aim_is_near_whatever_the_dice_do(name: str) -> None:
    game, scene = begun(name)
    assert game.awaited == [scene.me]
    journal = journals.from_json(lesson(name).game)
    reached = sum(reaches(scene, AIMS[name], journal, number) for number in range(TRIALS))
    assert reached >= ENOUGH - 2, f"{reached} of {TRIALS}"


@pytest.mark.parametrize("name", LESSONS)
def test_who_does_something_else_can_still_reach_the_aim_or_try_again(name: str) -> None:
    """A round at random: the aim comes about later, or the lesson ends."""
    reached = 0
    for number in range(FEW):
        game, scene = begun(name, number.to_bytes(32, "big").hex())
        contrary, plain = (Table.of(game, scene, number, me) for me in ("random", "greedy"))
        before, first = game.event_count, game.round
        while not game.is_over:
            table = contrary if game.round == first else plain
            table.play(game.awaited[0])
        reached += is_reached(AIMS[name], game, before)
        assert game.round <= 9
    assert reached, "it never came about"


@pytest.mark.parametrize("name", PLOTS)
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
