"""Tables: sitting, starting, playing, taking back, leaving; each refusal changes nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cactustown.cli.app import app
from cactustown.engine.journal import loads
from cactustown.game import replay
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server import snapshots
from cactustown.server.clocks import DAY, MINUTE, SECOND
from cactustown.server.entries import Clock
from cactustown.server.live import load
from tests.server.tables import (
    ANNA,
    BERT,
    CARL,
    PAIR,
    Told,
    owner_of,
    play_on,
    seated,
    two_people,
    until,
    world,
)

pytestmark = pytest.mark.anyio


async def test_people_sit_down_and_the_host_starts(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        assert await w.refused(live, ANNA, wire.Start) == "chairs"
        assert await w.refused(live, BERT, wire.Sit, chair=0) == "taken"
        assert await w.refused(live, BERT, wire.Sit, chair=7) == "no_chair"
        assert await w.refused(live, BERT, wire.Sit, chair=1, commitment="x" * 64) == "commitment"
        await w.do(live, BERT, wire.Sit, chair=1)
        assert await w.refused(live, BERT, wire.Start) == "not_host"
        await w.do(live, ANNA, wire.Start)
        assert live._table.state == "running"
        assert live._table.seats_of(BERT.id) == ["outlaws"]
        assert await w.refused(live, CARL, wire.Sit, chair=1) == "started"


async def test_the_host_asks_somebody_to_go_and_seats_a_bot(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        await w.do(live, BERT, wire.Sit, chair=1)
        assert await w.refused(live, CARL, wire.Stand, chair=1) == "not_host"
        await w.do(live, ANNA, wire.Stand, chair=1)
        assert await w.refused(live, ANNA, wire.SeatBot, chair=1, bot="deep thought") == "no_bot"
        await w.do(live, ANNA, wire.SeatBot, chair=1, bot="random")
        assert [item["event"] for item in _story(live._table)] == [
            *("opened", "sat", "sat", "kicked", "bot_sat")
        ]


def _story(table: object) -> list[dict[str, object]]:
    from cactustown.server.table import Table

    assert isinstance(table, Table)
    return [table.item(number, None) for number in range(len(table.story))]


async def test_all_seats_of_one_person_are_told_in_one_piece(tmp_path: Path) -> None:
    """The table first, then every seat, as far as the story goes; whatever happens."""
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws", "dancer")), ["me"] * 3)
        await w.do(live, ANNA, wire.Start)
        anna = Told(ANNA)
        await live.come(anna, None)
        for at in range(30):
            table, heard, told = live._table, len(anna.frames), len(live._table.story)
            assert table.game is not None
            seat = table.game.awaited[0]
            if at % 7 == 6 and table.can_undo(seat):
                await w.do(live, ANNA, wire.UndoWish, version=len(table.story), seat=seat)
            else:
                await w.play(live, ANNA, seat)
            if len(live._table.story) == told:
                continue  # nothing that the other seats may know of
            piece = [frame for frame in anna.frames[heard:] if frame["type"] != "table"]
            assert [frame["seat"] for frame in piece] == ["sheriff", "outlaws", "dancer"]
            assert {frame["seq"] for frame in anna.frames[heard:]} == {len(live._table.story)}
            assert all(frame["type"] == "table" for frame in anna.frames[heard : -len(piece)])


async def test_a_closed_table_stays_closed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        assert await w.refused(live, BERT, wire.Close) == "not_host"
        await w.do(live, ANNA, wire.Close)
        assert live._table.state == "closed"
        assert await w.refused(live, BERT, wire.Sit, chair=1) == "started"


async def test_parties_are_drawn_by_the_sealed_seed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        orders = set()
        for number in range(12):
            live = await w.open(PAIR, ["me", "open"], draw=True)
            assert [chair.party for chair in live._table.chairs] == [None, None]
            await seated(w, live, f"word {number}")
            await w.do(live, ANNA, wire.Start)
            orders.add(tuple(chair.party for chair in live._table.chairs))
        assert orders == {("sheriff", "outlaws"), ("outlaws", "sheriff")}


async def test_a_choice_needs_the_seat_the_turn_the_version_and_to_be_offered(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        seq = len(live._table.story)
        plan = "plan " + " ".join(live._table.game.view("sheriff").parties["sheriff"].cards[:3])  # type: ignore[union-attr]
        good = {"version": seq, "seat": "sheriff", "choice": plan}
        assert await w.refused(live, CARL, wire.Play, **good) == "not_yours"
        assert await w.refused(live, BERT, wire.Play, **good) == "not_yours"
        assert await w.refused(live, ANNA, wire.Play, **{**good, "version": 1}) == "stale"
        assert await w.refused(live, ANNA, wire.Play, **{**good, "version": seq + 1}) == "ahead"
        assert await w.refused(live, ANNA, wire.Play, **{**good, "choice": "fly"}) == "illegal"
        assert await w.refused(live, ANNA, wire.Play, **{**good, "seat": "nobody"}) == "not_yours"
        await w.do(live, ANNA, wire.Play, **good)


async def test_one_plan_does_not_make_another_stale(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        seen = len(live._table.story)
        await w.play(live, ANNA, "sheriff")
        assert len(live._table.story) > seen
        assert live._table.game is not None
        choice = live._table.game.choices("outlaws")[0]
        await w.do(live, BERT, wire.Play, version=seen, seat="outlaws", choice=choice)


async def test_the_same_command_counts_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        assert live._table.game is not None
        command = wire.Play(
            id="mine",
            version=len(live._table.story),
            seat="sheriff",
            choice=live._table.game.choices("sheriff")[0],
        )
        acks = await asyncio.gather(*(w.hub.obey(live, ANNA, command) for _ in range(5)))
        assert len(set(acks)) == 1
        assert len(live._table.game.moves) == 1
        w.hub.tables.clear()
        again = await w.hub.table(live.name)
        assert await w.hub.obey(again, ANNA, command) == acks[0]


async def test_a_changed_plan_is_told_to_nobody_else(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        anna, bert, carl = Told(ANNA), Told(BERT), Told(CARL)
        for listener in (anna, bert, carl):
            await live.come(listener, None)
        await w.play(live, ANNA, "sheriff")
        sizes = len(anna.raw), len(bert.raw), len(carl.raw)
        assert live._table.game is not None
        other = live._table.game.choices("sheriff")[5]
        await w.play(live, ANNA, "sheriff", other)
        assert (len(anna.raw), len(bert.raw), len(carl.raw)) == (sizes[0] + 1, *sizes[1:])
        assert anna.view()["parties"]["sheriff"]["plan"] == other.split()[1:4]


async def test_a_client_that_was_away_gets_what_it_missed_once(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        always, sometimes = Told(BERT), Told(BERT)
        await live.come(always, None)
        seen: list[int] = []
        since = None
        for _ in range(12):
            await live.come(sometimes, since)
            await play_on(w, live, 3)
            await live.go(sometimes)
            await play_on(w, live, 2)
            for frame in sometimes.frames:
                if frame["type"] == "update":
                    seen += [item["n"] for item in frame["story"]]
                    since = frame["seq"]
            sometimes.frames.clear()
        assert since is not None
        assert seen == list(range(since))
        told = [i for f in always.frames if f["type"] == "update" for i in f["story"]]
        assert [item["n"] for item in told] == list(range(len(live._table.story)))


async def test_a_table_is_the_same_after_its_log_is_read_again(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live)
        await w.do(live, BERT, wire.Chat, text="good game")
        await live.settled()
        table, kept = await load(w.store, live.name, w.hub.reading)
        assert kept > 0  # a snapshot was used
        rows = await w.store.rows(live.name)
        from_log = type(table).from_rows(rows)
        for other in (table, from_log):
            assert _story(other) == _story(live._table)
            assert other.done == live._table.done
            assert other.asked_at == live._table.asked_at
            assert other.game is not None
            assert live._table.game is not None
            assert other.game.digest() == live._table.game.digest()


async def test_a_snapshot_at_any_row_gives_the_same_table(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "me"], clock=Clock("fast"))
        await w.do(live, ANNA, wire.Start)
        frozen = 0
        for _ in range(60):
            w.time += 700
            await play_on(w, live, 1)
            assert live._table.game is not None
            if not live._table.game.can_freeze or live._table.game.is_over:
                continue
            frozen += 1
            twin = snapshots.thaw(snapshots.freeze(live._table))
            assert twin is not None
            assert snapshots.freeze(twin) == snapshots.freeze(live._table)
            assert _story(twin) == _story(live._table)
        assert frozen > 10


async def test_a_finished_game_is_exported_whole_and_verifies(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        early = await w.hub.export(live.name, BERT)
        assert early is not None
        assert b"cactustown-seat" in early
        assert w.hub.tables[live.name]._table.opened.seed.encode() not in early
        await play_on(w, live)
        whole = await w.hub.export(live.name, None)
        assert whole is not None
        journal = loads(whole.decode())
        assert journal.seed == live._table.opened.seed
        assert journal.nonces == ["bert's word"]
        *_, (game, _) = replay(journal)
        assert game.result == journal.result is not None


async def test_drawn_parties_are_verified_too(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"], draw=True)
        await seated(w, live)
        await w.do(live, ANNA, wire.Start)
        await play_on(w, live)
        whole = await w.hub.export(live.name, None)
    assert whole is not None
    file = tmp_path / "game.json"
    file.write_bytes(whole)
    assert CliRunner().invoke(app, ["verify", str(file)]).exit_code == 0
    told = json.loads(whole)
    told["players"].reverse()
    file.write_text(json.dumps(told))
    refused = CliRunner().invoke(app, ["verify", str(file)])
    assert refused.exit_code == 1
    assert "draws other parties" in refused.output


async def test_undo_at_once_until_something_is_shown_then_by_consent(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        assert live._table.game is not None
        asked = free = 0
        for _ in range(80):
            game = live._table.game
            if game.is_over or (asked > 2 and free > 2):
                break
            seat = game.awaited[0]
            who = owner_of(live, seat)
            planning = game.question(seat) == ("plan", "plan")
            await w.play(live, who, seat)
            if planning or game.is_over:
                continue
            moves, digest = len(game.moves), game.digest()
            wish = {"version": len(live._table.story), "seat": seat}
            if live._table.can_undo(seat):
                free += 1
                await w.do(live, who, wire.UndoWish, **wish)
                assert live._table.undo is None
            elif game.question(seat) != ("plan", "plan"):
                asked += 1
                other = BERT if who is ANNA else ANNA
                theirs = "outlaws" if seat == "sheriff" else "sheriff"
                await w.do(live, who, wire.UndoWish, **wish)
                assert await w.refused(live, who, wire.Consent, seat=seat, agreed=True) == (
                    "not_asked"
                )
                await w.do(live, other, wire.Consent, seat=theirs, agreed=False)
                assert game.digest() == digest
                await w.do(live, who, wire.UndoWish, **wish)
                await w.do(live, other, wire.Consent, seat=theirs, agreed=True)
            else:
                continue
            assert len(game.moves) == moves + 1
            assert game.events_since(0)[-1]["event"] == "undone"
            await w.play(live, who, seat)
        assert asked > 2
        assert free > 2
        await play_on(w, live)
        rows = await w.store.rows(live.name)
        again = type(live._table).from_rows(rows)
        assert again.game is not None
        assert again.game.digest() == live._table.game.digest()


async def test_a_player_who_leaves_is_played_by_a_bot_and_comes_back(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await w.do(live, BERT, wire.Leave, seat="outlaws")
        assert await w.refused(live, BERT, wire.Leave, seat="outlaws") == "stand_in"
        await until(lambda: live._table.game is not None and len(live._table.game.moves) > 0)
        await w.do(live, BERT, wire.Return, seat="outlaws")
        assert await w.refused(live, BERT, wire.Return, seat="outlaws") == "present"
        assert live._table.chair_of("outlaws").player is None


async def test_a_player_who_leaves_may_say_which_bot_plays_on(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        assert await w.refused(live, BERT, wire.Leave, seat="outlaws", bot="nobody") == "no_bot"
        await w.do(live, BERT, wire.Leave, seat="outlaws", bot="random")
        assert live._table.chair_of("outlaws").stand_in == "random"


async def test_only_players_who_are_away_can_be_replaced(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        bert, anna = Told(BERT), Told(ANNA)
        await live.come(bert, None)
        await live.come(anna, None)
        assert await w.refused(live, ANNA, wire.Replace, seat="outlaws") == "not_away"
        assert await w.refused(live, CARL, wire.Replace, seat="outlaws") == "not_seated"
        await live.go(bert)
        assert anna.last("table")["chairs"][1]["present"] is False
        assert anna.last("table")["replaceable"] == ["outlaws"]
        await w.do(live, ANNA, wire.Replace, seat="outlaws")
        assert live._table.chair_of("outlaws").stand_in == "greedy"


async def test_a_bot_plays_its_whole_game(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["random", "random"])
        await live.come(Told(ANNA), None)
        await w.do(live, ANNA, wire.Start)
        await until(lambda: live._table.state == "over", 60)
        assert live._table.due() is None


async def test_a_bot_goes_on_after_the_server_was_away(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "random"])
        await w.do(live, ANNA, wire.Start)
        await w.do(live, ANNA, wire.Leave, seat="sheriff", bot="random")
        name = live.name
    async with world(tmp_path) as w:
        w.time += 10_000
        w.hub.start()
        await until(lambda: name in w.hub.tables and w.hub.tables[name]._table.state == "over", 60)


async def test_clocks_run_for_those_awaited_and_a_bot_takes_over(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, clock=Clock("fast"))
        start = 5 * MINUTE + 10 * SECOND
        assert live._table.clocks.readings(w.time) == {"sheriff": start, "outlaws": start}
        w.time += 30 * SECOND
        await w.play(live, ANNA, "sheriff")
        w.time += 30 * SECOND
        told = live._table.clocks.readings(w.time)
        assert told == {"sheriff": start - 30 * SECOND, "outlaws": start - 60 * SECOND}
        for _ in range(3):  # unlocking and locking again earns no time
            await w.play(live, ANNA, "sheriff", "unlock")
            await w.play(live, ANNA, "sheriff")
        assert live._table.clocks.readings(w.time) == told
        w.time += 10 * MINUTE
        w.hub.start()
        await until(lambda: live._table.chair_of("outlaws").stand_in is not None)
        assert live._table.chair_of("sheriff").stand_in is None


async def test_correspondence_gives_days_for_each_decision(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, clock=Clock("days", 3))
        w.time += 2 * DAY
        await w.play(live, ANNA, "sheriff")
        await w.play(live, BERT, "outlaws")
        assert live._table.game is not None
        now = live._table.game.awaited[0]
        assert live._table.clocks.readings(w.time)[now] == 3 * DAY


async def test_only_people_who_sit_at_the_table_talk_there(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        assert await w.refused(live, CARL, wire.Chat, text="hello") == "not_seated"
        assert await w.refused(live, BERT, wire.Chat, text="   ") == "text"
        assert await w.refused(live, BERT, wire.Chat, text="x" * 501) == "text"
        assert await w.refused(live, BERT, wire.Chat, text="a\x00b") == "text"
        await w.do(live, BERT, wire.Chat, text=" <b>hi</b> ")
        assert _story(live._table)[-1]["text"] == "<b>hi</b>"
