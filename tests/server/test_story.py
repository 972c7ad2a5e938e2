"""A long story is told from its newest part on, and has an end."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cactustown.rules.options import Options
from cactustown.server import commands, frames, live
from cactustown.server import protocol as wire
from cactustown.server.commands import Refusal
from cactustown.server.entries import Person, Said
from cactustown.server.frames import FURTHEST, MOST_BYTES, NEWEST, PART
from cactustown.server.live import LiveTable
from tests.server.tables import ANNA, BERT, CARL, Told, World, play_on, two_people, world

pytestmark = pytest.mark.anyio


async def said(table: LiveTable, lines: int, text: str = "howdy") -> None:
    """So many lines in the story, as a table of an older version may have."""
    for number in range(len(table._table.done), len(table._table.done) + lines):
        await table.write(f"~said/{number}", lambda _: Said(ANNA, text))


async def chatty(w: World, lines: int, text: str = "howdy") -> LiveTable:
    table = await w.open(Options(("sheriff", "outlaws")), ["me", "open"])
    await said(table, lines, text)
    return table


async def whole(table: LiveTable, told: Told, seat: str | None = None) -> list[dict[str, Any]]:
    """All of the story, asked for part by part."""
    update = told.last("update")
    story: list[dict[str, Any]] = update["story"]
    since = update["since"]
    while since:
        await table.tell_story(told, seat, since)
        part = told.last("story")
        assert part["before"] == since
        assert 0 < len(part["story"]) <= PART
        assert part["since"] == since - len(part["story"])
        assert len(told.raw[-1]) < 2 * MOST_BYTES
        story, since = part["story"] + story, part["since"]
    return story


async def test_a_hello_brings_the_newest_part_and_the_rest_comes_on_demand(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, 1200)
        await table.come(told := Told(CARL), None)
        update = told.last("update")
        assert len(update["story"]) == NEWEST
        assert update["since"] == update["seq"] - NEWEST
        story = await whole(table, told)
        assert [item["n"] for item in story] == list(range(update["seq"]))


async def test_long_lines_make_short_parts(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, 300, "💥" * 500)
        await table.come(told := Told(CARL), None)
        assert len(told.raw[-1].encode()) < 2 * MOST_BYTES
        assert 0 < len(told.last("update")["story"]) < NEWEST
        assert len(await whole(table, told)) == len(table._table.story)


async def test_a_client_not_far_behind_gets_all_of_it_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, FURTHEST + 100, "!")
        seq = len(table._table.story)
        for since in (seq, seq - 1, seq - NEWEST - 50):
            await table.come(told := Told(CARL), since)
            assert told.last("update")["since"] == since
        await table.come(told := Told(CARL), 3)
        assert told.last("update")["since"] > 3
        assert [item["n"] for item in await whole(table, told)] == list(range(seq))


async def test_parts_are_masked_like_everything_else(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await two_people(w)
        await play_on(w, table, 40)
        seq = len(table._table.story)
        for person, seat in ((ANNA, "sheriff"), (BERT, "outlaws"), (CARL, None)):
            await table.tell_story(told := Told(person), seat, seq + 5)
            own = [table._table.item(number, seat) for number in range(seq)]
            assert told.last("story")["story"] == own[-PART:]
            assert told.last("story")["before"] == seq
        for person, seat in ((ANNA, "outlaws"), (CARL, "sheriff"), (CARL, "nobody")):
            with pytest.raises(Refusal, match="not your seat"):
                await table.tell_story(Told(person), seat, seq)


async def test_a_part_may_be_asked_for_before_anything(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, 0)
        await table.tell_story(told := Told(CARL), None, 0)
        assert told.last("story")["story"] == []


async def test_a_table_hears_so_many_lines_and_no_more(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, commands.MOST_LINES - 1)
        await w.do(table, ANNA, wire.Chat, text="the last word")
        assert await w.refused(table, ANNA, wire.Chat, text="and another") == "chat_full"
        await w.do(table, BERT, wire.Sit, chair=1)
        await w.do(table, ANNA, wire.Start)  # the game goes on


async def test_a_log_has_an_end_but_bots_may_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MOST_OF_ONE", 10)
    monkeypatch.setattr(commands, "MOST_COMMANDS", 25)
    async with world(tmp_path) as w:
        table = await two_people(w)
        seat = "sheriff"
        for _ in range(9):
            with suppress(Refusal):
                await w.do(table, ANNA, wire.Chat, text="again")
        assert await w.refused(table, ANNA, wire.Chat, text="again") == "full"
        await w.do(table, BERT, wire.Chat, text="I have not said anything")
        while table._table.version < commands.MOST_COMMANDS:
            await said(table, 1)
        assert await w.refused(table, BERT, wire.Chat, text="hello?") == "full"
        await w.do(table, ANNA, wire.Leave, seat=seat)
        assert table._table.chair_of(seat).stand_in is not None


async def test_a_full_table_can_still_be_left_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or whoever fills it up would keep it, and a place among their tables, from its people."""
    async with world(tmp_path) as w:
        table = await w.open(Options(("sheriff", "outlaws")), ["open", "open"])
        await w.do(table, BERT, wire.Sit, chair=0)
        monkeypatch.setattr(commands, "MOST_OF_ONE", 1)
        monkeypatch.setattr(commands, "MOST_COMMANDS", 1)
        assert await w.refused(table, BERT, wire.Sit, chair=1) == "full"
        await w.do(table, BERT, wire.Stand, chair=0)
        await w.do(table, ANNA, wire.Close)


async def test_a_rematch_refused_to_a_player_who_did_too_much_opens_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as w:
        table = await two_people(w)
        await play_on(w, table)
        monkeypatch.setattr(commands, "MOST_OF_ONE", 1)
        before = set(w.hub.tables)
        assert await w.refused(table, ANNA, wire.Rematch) == "full"
        assert set(w.hub.tables) == before


async def test_only_so_many_watch_but_players_always_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 3)
    async with world(tmp_path) as w:
        table = await two_people(w)
        watchers = [Told(Person(f"w{n}", "Watcher")) for n in range(3)]
        for watcher in watchers:
            await table.come(watcher, None)
        with pytest.raises(Refusal) as refusal:
            await table.come(Told(CARL), None)
        assert refusal.value.code == "crowded"
        for person in (ANNA, BERT, ANNA):
            await table.come(told := Told(person), None)
            assert told.last("update")
        await table.go(watchers[0])
        await table.come(Told(CARL), None)


async def test_what_a_table_plays_with_is_one_text_for_all(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        table = await chatty(w, 0)
        assert frames.box_info(table._table) is frames.box_info(table._table)
