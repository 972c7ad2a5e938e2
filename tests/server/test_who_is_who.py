"""At a table nobody can be taken for another, and people who were asked to go stay away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server import snapshots
from cactustown.server.entries import Person
from cactustown.server.live import load
from tests.server.tables import ANNA, BERT, CARL, Told, play_on, two_people, world

pytestmark = pytest.mark.anyio
PAIR = Options(("sheriff", "outlaws"))
THREE = Options(("sheriff", "outlaws", "dancer"))


def renamed(person: Person, name: str) -> Person:
    return Person(person.id, name)


def items(table: Any, event: str) -> list[dict[str, Any]]:
    told = [table.item(number, None) for number in range(len(table.story))]
    return [item for item in told if item["event"] == event]


async def test_nobody_sits_down_under_the_name_of_another(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(THREE, ["open", "open", "open"])
        for name in ("Anna", "anna", "АNNA", "Ａnna", "Αννα"):
            person = Person("mallory", name)
            assert await w.refused(live, person, wire.Sit, chair=0) == "name_taken", name
        await w.do(live, BERT, wire.Sit, chair=1)
        assert await w.refused(live, Person("x", "Веrt"), wire.Sit, chair=0) == "name_taken"
        await w.do(live, ANNA, wire.Sit, chair=0)
        await w.do(live, ANNA, wire.Sit, chair=2)  # oneself is nobody else
        await w.do(live, BERT, wire.Stand, chair=1)
        await w.do(live, Person("bert2", "Bert"), wire.Sit, chair=1)
        assert await w.refused(live, BERT, wire.Sit, chair=2) == "taken"


async def test_a_new_name_does_not_reach_a_table(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(THREE, ["me", "open", "open"])
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, renamed(BERT, "Anna"), wire.Chat, text="it is me, Anna")
        await w.do(live, renamed(BERT, "Anna"), wire.Sit, chair=2)
        await w.do(live, renamed(ANNA, "Bert"), wire.Chat, text="it is me, Bert")
        assert [item["name"] for item in items(live._table, "said")] == ["Bert", "Anna"]
        assert [chair.person and chair.person.name for chair in live._table.chairs] == [
            *("Anna", "Bert", "Bert")
        ]
        for chair in (1, 2):
            await w.do(live, BERT, wire.Stand, chair=chair)
        assert await w.refused(live, renamed(BERT, "Anna"), wire.Sit, chair=1) == "name_taken"
        await w.do(live, renamed(BERT, "Berta"), wire.Sit, chair=1)
        assert live._table.chairs[1].person == renamed(BERT, "Berta")


async def test_a_rematch_is_opened_under_the_old_name(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live)
        await w.do(live, renamed(BERT, "Anna"), wire.Rematch)
        again = await w.hub.table(live._table.next_table or "")
        assert again.opened.host == BERT
        await w.do(again, ANNA, wire.Sit, chair=0)


async def test_a_player_who_was_asked_to_go_stays_away(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(THREE, ["me", "open", "open"])
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, ANNA, wire.Stand, chair=1)
        for chair in (1, 2):
            assert await w.refused(live, BERT, wire.Sit, chair=chair) == "kicked"
        assert await w.refused(live, renamed(BERT, "Berta"), wire.Sit, chair=1) == "kicked"
        await w.do(live, CARL, wire.Sit, chair=1)
        await w.do(live, CARL, wire.Stand, chair=1)
        await w.do(live, CARL, wire.Sit, chair=1)  # those who went unasked may come back
        await w.do(live, ANNA, wire.Stand, chair=0)
        await w.do(live, ANNA, wire.Sit, chair=0)
        read, _ = await load(w.store, live.name, w.hub.reading)
        assert read.kicked == live._table.kicked == {BERT.id}
        thawed = snapshots.thaw(snapshots.freeze(live._table))
        assert thawed is not None
        assert thawed.kicked == {BERT.id}
        assert thawed.known == live._table.known


async def test_people_have_numbers_at_a_table(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(THREE, ["me", "open", "random"])
        told = Told(CARL)
        await live.come(told, None)
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, BERT, wire.Chat, text="hello")
        await w.do(live, ANNA, wire.Stand, chair=1)
        await w.do(live, Person("bert2", "Bert"), wire.Sit, chair=1)
        await w.do(live, Person("bert2", "Bert"), wire.Chat, text="hello again")
        await w.do(live, ANNA, wire.Chat, text="hello both")
        story = [live._table.item(number, None) for number in range(len(live._table.story))]
        whose = [(item["event"], item.get("who")) for item in story]
        assert whose == [
            *(("opened", 0), ("sat", 0), ("bot_sat", None), ("sat", 1), ("said", 1)),
            *(("kicked", 1), ("sat", 2), ("said", 2), ("said", 0)),
        ]
        chairs = told.last("table")["chairs"]
        assert [chair["who"] for chair in chairs] == [0, 2, None]
        read, _ = await load(w.store, live.name, w.hub.reading)
        assert read.story == live._table.story
        everything = "".join(told.raw)
        assert not any(f'"{person}"' in everything for person in ("anna", "bert", "bert2", "carl"))


async def test_an_older_snapshot_is_passed_over(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        kept = snapshots.freeze(live._table)
        body = msgspec.json.decode(kept.body)
        older = {k: v for k, v in body.items() if k not in ("kicked", "known")}
        assert (
            snapshots.thaw(msgspec.structs.replace(kept, body=msgspec.json.encode(older))) is None
        )


@pytest.mark.parametrize(
    "text", ["\u3164", "\u2800\u2800", "z" + "\u0301" * 9, "\ufe0f", " \u0301"]
)
async def test_what_shows_nothing_is_not_said(tmp_path: Path, text: str) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        assert await w.refused(live, ANNA, wire.Chat, text=text) == "text"
        await w.do(live, ANNA, wire.Chat, text="❤\ufe0f नमस्ते שָׁלוֹם 👩\u200d🌾")
