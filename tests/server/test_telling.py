"""Who is told what, and when: nothing that is not on disk, nobody left out, no dead links."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cactustown.rules.catalogue import VERSION
from cactustown.rules.options import Options
from cactustown.server import notes
from cactustown.server import protocol as wire
from cactustown.server.bots import BotPool
from cactustown.server.commands import choice_of
from cactustown.server.entries import Opened, Person, Played, Sat, Started, encode
from cactustown.server.store.base import Row, StoreUnavailable
from cactustown.server.store.sqlite import SqliteStore
from cactustown.server.table import Table
from tests.laws.walk import STAMPEDE_OPTIONS, TOOL_OPTIONS
from tests.server.tables import ANNA, BERT, CARL, Told, play_on, two_people, until, world

pytestmark = pytest.mark.anyio


class Log:
    """A table that is told row by row, without a store."""

    def __init__(self, options: Options, seed: int) -> None:
        opened = Opened(ANNA, options.to_json(), f"{seed:064x}")
        self.table = Table("log", opened, Row("log", 1, "~open/1", 0, encode(opened)))
        parties = list(options.parties)
        for chair in range(len(parties)):
            self.add(Sat(chair, Person(f"p{chair}", f"P{chair}")))
        self.add(Started(VERSION, "", [], parties, []))

    def add(self, entry: Any) -> None:
        if isinstance(entry, Started):
            entry = Started(entry.rules, "e1", entry.nonces, entry.parties, entry.setup)
        version = self.table.version + 1
        self.table.apply(entry, Row("log", version, f"p/{version}", version, b""))

    def play(self, seat: str, choice: str) -> None:
        self.add(Played(seat, choice, rules=VERSION))


def test_every_choice_but_a_plan_has_its_place_in_the_story() -> None:
    """Some choices make no event; the others must still be told that the game goes on."""
    unheard = 0
    for number in range(40):
        chooser = random.Random(number)
        log = Log(chooser.choice([*TOOL_OPTIONS, *STAMPEDE_OPTIONS]), number)
        game = log.table.game
        assert game is not None
        while not game.is_over:
            seat = chooser.choice(game.may_act if chooser.random() < 0.1 else game.awaited)
            silent = game.question(seat) == ("plan", "plan") and seat not in game.awaited
            told = len(log.table.story)
            choice = chooser.choice(game.choices(seat))
            log.play(seat, choice)
            if silent and choice != "unlock":
                assert len(log.table.story) == told
                continue
            assert len(log.table.story) > told
            note = log.table.story[told]
            if not isinstance(note, int):
                assert isinstance(note, notes.Chose)
                assert len(log.table.story) == told + 1
                unheard += 1
        if unheard > 3:
            return
    raise AssertionError("no choice without an event was found")


def test_duel_tokens_can_be_chosen_at_the_same_time() -> None:
    for number in range(40):
        chooser = random.Random(number)
        log = Log(Options(("sheriff", "outlaws"), "gunslinger", round_limit=8), number)
        game = log.table.game
        assert game is not None
        while not game.is_over:
            seats = list(game.awaited)
            seen = len(log.table.story)
            if len(seats) == 2 and game.question(seats[0]) == ("tokens", "tokens"):
                for seat in seats:
                    choice = chooser.choice(game.choices(seat))
                    played = choice_of(log.table, game, seat, seen, choice)  # not stale
                    log.play(played.seat, played.choice)
                return
            log.play(seats[0], chooser.choice(game.choices(seats[0])))
    raise AssertionError("no duel with tokens was found")


async def test_nobody_is_told_what_is_not_on_disk(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        anna, bert, carl = Told(ANNA), Told(BERT), Told(CARL)
        for listener in (anna, bert, carl):
            await live.come(listener, None)
        seq = len(live._table.story)
        written, append = asyncio.Event(), w.store.append

        async def late(*row: Any) -> None:
            await written.wait()
            await append(*row)

        with mock.patch.object(w.store, "append", late):
            chatting = asyncio.create_task(w.do(live, ANNA, wire.Chat, text="hello"))
            await until(lambda: len(live._table.story) > seq)
            heard = len(bert.raw)
            await live.go(carl)
            live.tell_who_is_away()
            assert len(bert.raw) == heard
            written.set()
            await chatting
        frames = bert.frames[heard:]
        assert [frame["seq"] for frame in frames] == [seq + 1] * len(frames)
        assert bert.last("table")["watching"] == 0


async def test_a_move_that_failed_is_in_no_file(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        before = await w.hub.export(live.name, ANNA)

        async def away(*row: Any) -> None:
            raise StoreUnavailable("the disk is full")

        with mock.patch.object(w.store, "append", away):
            assert live._table.game is not None
            choice = live._table.game.choices("sheriff")[0]
            version = live._table.version
            with pytest.raises(Exception, match="could not be kept"):
                await w.play(live, ANNA, "sheriff", choice)
            assert await w.hub.export(live.name, ANNA) == before
            assert live._table.version == version
        with (
            mock.patch.object(SqliteStore, "rows", away),
            mock.patch.object(w.store, "append", away),
        ):
            with pytest.raises(Exception, match="could not be kept"):
                await w.play(live, ANNA, "sheriff", choice)
            with pytest.raises(StoreUnavailable):
                await w.hub.export(live.name, ANNA)
        assert await w.hub.export("nowhere", ANNA) is None


class Follower(Told):
    """Goes to the next table the moment its name is told."""

    def __init__(self, person: Person, tables: dict[str, Any]) -> None:
        super().__init__(person)
        self.tables = tables
        self.found = False

    def send(self, frame: str) -> None:
        super().send(frame)
        name = self.frames[-1].get("next_table")
        if name is not None:
            assert name in self.tables
            self.found = True


async def test_a_rematch_is_there_before_its_name_is_told(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live)
        follower = Follower(BERT, w.hub.tables)
        await live.come(follower, None)
        rematch = wire.Rematch(id="again")
        seq = await w.hub.obey(live, ANNA, rematch)
        assert follower.found
        assert await w.hub.obey(live, ANNA, rematch) == seq
        assert await w.refused(live, BERT, wire.Rematch) == "rematched"


async def test_of_two_rematches_at_once_one_is_played(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live)
        asked = [w.hub.obey(live, person, wire.Rematch(id="again")) for person in (ANNA, BERT)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Refusal", "int"]
        states = {n: t._table.state for n, t in w.hub.tables.items() if n != live.name}
        assert sorted(states.values()) == ["closed", "open"]
        assert states[live._table.next_table or ""] == "open"


async def test_a_bot_that_errs_does_not_stop_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as w:

        async def nonsense(pool: BotPool, thought: object, asker: object) -> str:
            return "fly to the moon"

        with mock.patch.object(BotPool, "choose", nonsense):
            options = Options(("sheriff", "outlaws"), round_limit=1)
            live = await w.open(options, ["random", "greedy"])
            await live.come(Told(ANNA), None)  # else they would wait for somebody to look
            await w.do(live, ANNA, wire.Start)
            await live.come(Told(ANNA), None)
            await until(lambda: live._table.state == "over")


async def test_what_is_said_can_be_seen(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        for text in (
            "\u200d",
            "\u202eolleh",
            "\u2066x",
            "a\u2028b",
            "\u0301",
            "x\ue000",
            "\u3164\x00",
        ):
            assert await w.refused(live, BERT, wire.Chat, text=text) == "text"
        for text in ("é", "👩\u200d🚀", "می\u200cشد", "e\u0301", "5 > 3 & <b>"):
            await w.do(live, BERT, wire.Chat, text=text)
