"""Long reading beside the event loop: what goes first, what is refused, what is given up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cactustown import game as games
from cactustown.engine.journal import Move, from_json
from cactustown.game import Game
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server import reading as at
from cactustown.server.commands import Refusal
from cactustown.server.entries import Branch
from cactustown.server.live import LiveTable
from cactustown.server.newtable import NewTable
from cactustown.server.reading import Busy, Patience, Reading, TookTooLong
from cactustown.server.replays import Eyes, replayed
from cactustown.server.table import PLANNING, Table
from tests.games.test_going_back import play
from tests.games.test_standing import Count
from tests.server.tables import ANNA, BERT, Told, World, owner_of, two_people, world

pytestmark = pytest.mark.anyio


@pytest.fixture
async def reading() -> AsyncIterator[Reading]:
    made = Reading()
    yield made
    made.close()


class Gate:
    """Work that goes on when it is told to; remembers in which order it began."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self._open = threading.Event()

    def work(self, name: str) -> Callable[[Patience], str]:
        def wait(patience: Patience) -> str:
            self.began.append(name)
            self._open.wait(60)
            return name

        return wait

    def open(self) -> None:
        self._open.set()


async def _queued() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_loads_go_first_and_find_a_thread_in_any_case(reading: Reading) -> None:
    gate = Gate()
    asked = [
        asyncio.create_task(reading.ask(name, gate.work(name))) for name in ("anna", "bert", "carl")
    ]
    await _queued()
    assert len(reading._running) == at.ASKED_AT_ONCE
    loads = [asyncio.create_task(reading.load(gate.work(f"table {n}"))) for n in range(3)]
    await _queued()
    assert len(reading._running) == at.THREADS
    gate.open()
    assert await asyncio.gather(*asked, *loads) == [
        *("anna", "bert", "carl", "table 0", "table 1", "table 2")
    ]
    assert set(gate.began[:3]) == {"anna", "bert", "table 0"}
    assert set(gate.began[3:5]) & {"table 1", "table 2"}


async def test_for_each_person_one_thing_at_a_time(reading: Reading) -> None:
    gate = Gate()
    heap = [
        asyncio.create_task(reading.ask("anna", gate.work(f"anna {n}")))
        for n in range(1 + at.MOST_OF_ONE)
    ]
    await _queued()
    with pytest.raises(Busy, match="wait for it first"):
        await reading.ask("anna", gate.work("one more"))
    other = asyncio.create_task(reading.ask("bert", gate.work("bert")))
    await _queued()
    assert len(reading._running) == 2
    gate.open()
    assert await other == "bert"
    await asyncio.gather(*heap)
    assert "bert" in gate.began[:2]
    assert await reading.ask("anna", gate.work("again")) == "again"


async def test_where_too_many_wait_the_next_is_refused(reading: Reading) -> None:
    gate = Gate()
    crowd = [
        asyncio.create_task(reading.ask(f"guest {n}", gate.work(str(n))))
        for n in range(at.MOST_ASKED + at.ASKED_AT_ONCE)
    ]
    await _queued()
    with pytest.raises(Busy, match="too many people"):
        await reading.ask("late", gate.work("late"))
    gate.open()
    assert len(await asyncio.gather(*crowd)) == len(crowd)


async def test_a_question_that_waits_too_long_is_refused(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at, "WAIT_SECONDS", 0.01)
    gate = Gate()
    running = [asyncio.create_task(reading.ask(n, gate.work(n))) for n in ("anna", "bert")]
    await _queued()
    with pytest.raises(Busy, match="busy"):
        await reading.ask("carl", gate.work("carl"))
    assert not reading._asked
    gate.open()
    assert await asyncio.gather(*running) == ["anna", "bert"]
    assert gate.began == ["anna", "bert"]


async def test_nothing_is_read_for_people_who_are_gone(reading: Reading) -> None:
    ended = threading.Event()
    begun = threading.Event()

    def endless(patience: Patience) -> None:
        begun.set()
        try:
            while True:
                patience.check()
        finally:
            ended.set()

    asked = asyncio.create_task(reading.ask("anna", endless))
    await asyncio.to_thread(begun.wait)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await asyncio.to_thread(ended.wait, 60)


async def test_what_takes_too_long_is_given_up(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at, "ASK_SECONDS", 0.0)
    game = Game.new(("sheriff", "outlaws"), seed=1)
    play(game, 10, 1)
    with pytest.raises(TookTooLong, match="given up"):
        await reading.ask("anna", lambda p: replayed(game.journal(), Eyes(None), None, p))
    with pytest.raises(TookTooLong):
        await reading.ask("anna", lambda p: Game.branch(game.journal(), 5, bytes(32), (), p.check))


async def test_people_who_wait_when_the_server_stops_are_told_so(reading: Reading) -> None:
    gate = Gate()
    crowd = [asyncio.create_task(reading.ask(n, gate.work(n))) for n in ("anna", "bert", "carl")]
    await _queued()
    reading.close()
    assert {type(end) for end in await asyncio.gather(*crowd, return_exceptions=True)} == {Busy}
    with pytest.raises(Busy, match="stopping"):
        await reading.load(gate.work("late"))
    gate.open()


async def test_errors_reach_the_person_who_asked(reading: Reading) -> None:
    def wrong(patience: Patience) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await reading.load(wrong)


class Threads:
    """In which threads choices are applied."""

    def __init__(self) -> None:
        self.seen: set[bool] = set()
        self._apply = games.apply  # type: ignore[attr-defined]

    def apply(self, *given: Any) -> None:
        self.seen.add(threading.current_thread() is threading.main_thread())
        self._apply(*given)


async def test_whatever_plays_a_log_again_leaves_the_event_loop(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        for _ in range(70):
            game = live._table.game
            assert game is not None
            seat = game.awaited[0]
            choices = [choice for choice in game.choices(seat) if choice != "unlock"]
            await w.play(live, owner_of(live, seat), seat, w.lots.choice(choices))
        threads = Threads()
        with mock.patch.object(games, "apply", threads.apply):
            await live.look_back(Told(ANNA), "sheriff", 50)
            del w.hub.tables[live.name]
            await w.hub.table(live.name)
            again = w.hub.tables[live.name]
            again._lost = True
            await again.settled()
            branch = Branch(live._table.game.journal().to_json(), 40)  # type: ignore[union-attr]
            wish = NewTable(live._table.opened.options, ["me", "random"])
            other = await w.hub.table(await w.hub.open(ANNA, wish, branch=branch))
            await w.do(other, ANNA, wire.Start)
        assert threads.seen == {False}


async def test_games_that_go_on_from_files_begin_in_turn(tmp_path: Path) -> None:
    """One host with twenty long files must not keep everybody's tables from being loaded."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        branch = Branch(live._table.game.journal().to_json(), 0)  # type: ignore[union-attr]
        wish = NewTable(live._table.opened.options, ["me", "random"])
        other = await w.hub.table(await w.hub.open(ANNA, wish, branch=branch))
        with mock.patch.object(Reading, "ask", side_effect=Busy("later")):
            assert await refusal(w.do(other, ANNA, wire.Start)) == "busy"
        await w.do(other, ANNA, wire.Start)


async def refusal(asked: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as refused:
        await asked
    return refused.value.code


async def test_a_crowd_at_a_closed_door_is_told_so(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        with mock.patch.object(Reading, "ask", side_effect=Busy("later")):
            with pytest.raises(Refusal) as refused:
                await live.look_back(Told(ANNA), "sheriff", 1)
            assert refused.value.code == "busy"
            with pytest.raises(Busy):
                await w.hub.export(live.name, ANNA)
        del w.hub.tables[live.name]
        with mock.patch.object(Reading, "load", side_effect=Busy("later")):
            with pytest.raises(Refusal) as refused:
                await w.hub.table(live.name)
            assert refused.value.code == "busy"
            with pytest.raises(Busy):
                await w.hub.export(live.name, ANNA)


async def _take_back(w: World, live: LiveTable, seat: str) -> None:
    await w.do(live, owner_of(live, seat), wire.UndoWish, version=len(live._table.story), seat=seat)
    for other in live._table.to_agree():
        await w.do(live, owner_of(live, other), wire.Consent, seat=other, agreed=True)


async def test_a_table_with_200_takings_back_loads_as_its_moves_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = Count()
    monkeypatch.setattr(games, "apply", count.apply)
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws"), round_limit=60), ["me", "open"])
        await w.do(live, BERT, wire.Sit, chair=1)
        await w.do(live, ANNA, wire.Start)
        choices = 0
        while len(rewinds(live)) < 200:
            game = live._table.game
            assert game is not None
            seat = game.awaited[0]
            before = game.question(seat)
            await w.play(live, owner_of(live, seat), seat, w.lots.choice(game.choices(seat)))
            choices += 1
            after = game.question(seat)
            if choices % 3 and PLANNING not in (before, after) and not game.can_undo(seat):
                await _take_back(w, live, seat)
        rows = await w.store.rows(live.name)
        count.choices = 0
        table = Table.from_rows(rows)
        assert table.game is not None
        assert table.game.digest() == live._table.game.digest()  # type: ignore[union-attr]
        assert choices <= count.choices <= 2 * choices


def rewinds(live: LiveTable) -> list[Move]:
    assert live._table.game is not None
    return [move for move in live._table.game.moves if move.choice.startswith("rewind")]


def _so_many_rewinds(game: Game, times: int) -> dict[str, Any]:
    journal = game.journal()
    journal.seed = journal.commitment = journal.digest = ""
    for _ in range(times):
        journal.moves.append(Move("sheriff", f"rewind {len(journal.moves) - 1}", ()))
    return journal.to_json()


def test_the_work_of_the_worst_file_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000 moves, 1,000 of them to and fro: some thirty choices each, not all before them."""
    count = Count()
    monkeypatch.setattr(games, "apply", count.apply)
    game = Game.new(("sheriff", "outlaws"), seed=2)
    play(game, 60, 2)
    file = from_json(_so_many_rewinds(game, 1000))
    count.choices = 0
    replayed(file, Eyes(None), None, Patience(600))
    assert count.choices <= 60 + 1000 * 32
