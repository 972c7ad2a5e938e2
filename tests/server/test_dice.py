"""Nonces are promised by their hash before any is revealed: nobody can choose one after that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cactustown.engine.chance import commitment
from cactustown.engine.journal import loads
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server import snapshots
from cactustown.server.entries import Clock, Person, Sat, encode
from cactustown.server.fairness import promise
from cactustown.server.live import LiveTable
from cactustown.server.sealing import MOST_ATTEMPTS, MOST_LEFT, REVEAL, REVEAL_BY_DAYS
from cactustown.server.store.base import Row
from cactustown.server.table import Table
from cactustown.server.turns import is_awaited
from tests.server.tables import ANNA, BERT, CARL, SEED, Told, World, play_on, world

pytestmark = pytest.mark.anyio
PAIR = Options(("sheriff", "outlaws"))
ANNAS, BERTS = "anna's word", "bert's word"


async def promised(w: World, **how: Any) -> LiveTable:
    """Anna and Bert have promised; nobody has revealed yet."""
    live = await w.open(PAIR, ["me", "open"], **how)
    await promise_both(w, live)
    return live


async def promise_both(w: World, live: LiveTable) -> None:
    await w.do(live, ANNA, wire.Sit, chair=0, commitment=promise(ANNAS))
    await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))


async def reveal_both(w: World, live: LiveTable) -> None:
    await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
    await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)


def told(live: LiveTable, event: str = "") -> list[dict[str, Any]]:
    """The items of the story, or those of one kind."""
    items = [live._table.item(number, None) for number in range(len(live._table.story))]
    return [item for item in items if event in ("", item["event"])]


async def test_turns_name_those_who_owe_a_word(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"], clock=Clock("days", 3))
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        assert awaited(live) == ["Anna"]  # has not promised yet
        await w.do(live, ANNA, wire.Sit, chair=0, commitment=promise(ANNAS))
        assert awaited(live) == ["Anna", "Bert"]
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        assert awaited(live) == ["Bert"]
        await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)
        assert awaited(live) == []  # the host may start, but need not
        await w.do(live, BERT, wire.Stand, chair=1)
        assert awaited(live) == []  # first somebody must sit there
        await w.do(live, CARL, wire.Sit, chair=1, commitment="")
        assert awaited(live) == ["Anna"]  # all was drawn anew


def awaited(live: LiveTable) -> list[str]:
    """The names of those whose turn it is said to be."""
    return [who.name for who in (ANNA, BERT, CARL) if is_awaited(live._table, who.id)]


async def test_the_game_begins_when_all_that_was_promised_is_revealed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        assert await w.refused(live, ANNA, wire.Start) == "revealing"
        await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)
        assert await w.refused(live, ANNA, wire.Start) == "revealing"
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        await w.do(live, ANNA, wire.Start)
        (started,) = told(live, "game_started")
        assert started["seal"] == commitment(bytes.fromhex(SEED))
        assert started["nonces"] == [ANNAS, BERTS]
        assert started["commitments"] == [promise(ANNAS), promise(BERTS)]
        assert started["attempts"] == 0


async def test_nothing_can_be_promised_once_somebody_has_revealed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise("another"))
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        for word in ("another", BERTS):
            other = promise(word)
            assert await w.refused(live, BERT, wire.Sit, chair=1, commitment=other) == "revealing"
        assert await w.refused(live, BERT, wire.Sit, chair=1) == "revealing"
        assert await w.refused(live, BERT, wire.Reveal, chair=1, nonce="another") == "nonce"
        assert await w.refused(live, BERT, wire.Reveal, chair=0, nonce=ANNAS) == "not_yours"
        assert await w.refused(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS) == "revealed"
        assert await w.refused(live, ANNA, wire.Reveal, chair=9, nonce=ANNAS) == "no_chair"
        await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)


async def test_a_nonce_is_a_short_visible_word(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        for word in ("", "x" * 65, "a\nb"):
            live = await promised(w)
            await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(word))
            assert await w.refused(live, BERT, wire.Reveal, chair=1, nonce=word) == "nonce"
            for wrong in ("F" * 64, "f" * 63, "f" * 65, "f" * 63 + "\uff46"):
                code = await w.refused(live, BERT, wire.Sit, chair=1, commitment=wrong)
                assert code == "commitment"


async def test_nothing_is_revealed_before_everybody_has_promised(tmp_path: Path) -> None:
    """Not while a chair is free, nor before the page of everybody seated here has spoken."""
    async with world(tmp_path) as w:
        live = await w.open(Options(("sheriff", "outlaws", "hunters")), ["me", "open", "open"])
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        assert await w.refused(live, BERT, wire.Reveal, chair=1, nonce=BERTS) == "early"
        await w.do(live, ANNA, wire.SeatBot, chair=2, bot="random")
        assert live._table.reveal_due() is None
        assert await w.refused(live, BERT, wire.Reveal, chair=1, nonce=BERTS) == "early"
        assert await w.refused(live, ANNA, wire.Start) == "revealing"
        await w.do(live, ANNA, wire.Sit, chair=0, commitment=promise(ANNAS))
        assert live._table.reveal_due() == w.time + REVEAL
        await reveal_both(w, live)
        assert live._table.reveal_due() is None
        await w.do(live, ANNA, wire.Start)


async def test_where_nobody_promises_anything_there_is_nothing_to_wait_for(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "random"])
        await w.do(live, ANNA, wire.Start)
        assert told(live, "game_started")[0]["nonces"] == []
        declined = await w.open(PAIR, ["me", "open"])
        await w.do(declined, BERT, wire.Sit, chair=1)
        await w.do(declined, ANNA, wire.Start)


async def test_one_person_against_bots_promises_and_reveals(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "random"])
        await w.do(live, ANNA, wire.Sit, chair=0, commitment=promise(ANNAS))
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        await w.do(live, ANNA, wire.Start)
        assert live._table.game is not None
        assert live._table.game.journal().nonces == [ANNAS]


async def test_everybody_is_told_that_a_nonce_came_and_nobody_which(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        bert, carl = Told(BERT), Told(CARL)
        for listener in (bert, carl):
            await live.come(listener, None)
        await promise_both(w, live)
        story = len(live._table.story)
        info = carl.last("table")
        assert [chair["commitment"] for chair in info["chairs"]] == [promise(ANNAS), promise(BERTS)]
        assert info["reveal_ms"] == REVEAL
        w.time += 1000
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        for listener in (bert, carl):
            info = listener.last("table")
            assert [chair["revealed"] for chair in info["chairs"]] == [True, False]
            assert info["reveal_ms"] == REVEAL - 1000
            assert ANNAS not in "".join(listener.raw)
        assert len(live._table.story) == story
        await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)
        assert bert.last("table")["reveal_ms"] is None


@pytest.mark.parametrize(("clock", "span"), [(Clock(), REVEAL), (Clock("days", 2), REVEAL_BY_DAYS)])
async def test_a_player_who_does_not_reveal_in_time_loses_the_chair(
    tmp_path: Path, clock: Clock, span: int
) -> None:
    async with world(tmp_path) as w:
        live = await promised(w, clock=clock)
        seal = live._table.commitment
        w.time += 5
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        w.time += span - 6
        await w.hub._tick()
        assert live._table.chairs[1].person == BERT
        w.time += 1
        await w.hub._tick()
        assert [chair.person for chair in live._table.chairs] == [ANNA, None]
        assert live._table.commitment != seal
        assert [(item["chair"], item["name"]) for item in told(live, "unrevealed")] == [(1, "Bert")]
        events = [item["event"] for item in told(live)]
        assert events[-2:] == ["unrevealed", "redrawn"]
        assert told(live, "redrawn")[0]["text"] == live._table.commitment
        carl = Told(CARL)
        await live.come(carl, None)
        info = carl.last("table")
        assert [(c["commitment"], c["revealed"]) for c in info["chairs"]] == [("", False)] * 2
        (attempt,) = info["attempts"]
        assert attempt["seal"] == seal
        assert attempt["commitments"] == [promise(ANNAS), promise(BERTS)]
        assert attempt["failed"] == ["Bert"]


async def test_after_a_draw_was_given_up_nobody_is_left_out(tmp_path: Path) -> None:
    """Else a player who reads the seed could start, or promise, before the others' pages do."""
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        w.time += REVEAL
        await w.hub._tick()
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        assert await w.refused(live, ANNA, wire.Start) == "revealing"
        assert await w.refused(live, BERT, wire.Reveal, chair=1, nonce=BERTS) == "early"
        await w.do(live, BERT, wire.Sit, chair=1)
        assert await w.refused(live, ANNA, wire.Start) == "revealing"
        await promise_both(w, live)
        await reveal_both(w, live)
        await w.do(live, ANNA, wire.Start)
        assert told(live, "game_started")[0]["attempts"] == 1


async def test_a_player_who_fails_twice_is_barred_from_the_table(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        bert = Told(BERT)
        await live.come(bert, None)
        for _ in range(2):
            assert not bert.last("table")["barred"]
            await promise_both(w, live)
            await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
            w.time += REVEAL
            await w.hub._tick()
        assert bert.last("table")["barred"]
        code = await w.refused(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        assert code == "barred"
        other = await w.open(PAIR, ["me", "open"])
        await w.do(other, BERT, wire.Sit, chair=1, commitment=promise(BERTS))


async def test_nobody_can_stand_up_for_ever_after_nonces_were_revealed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        for _ in range(MOST_LEFT):
            assert not live._table.sealing.is_barred(BERT.id)
            seal = live._table.commitment
            await promise_both(w, live)
            await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
            await w.do(live, BERT, wire.Stand, chair=1)
            assert live._table.commitment != seal
        assert [item["name"] for item in told(live, "redrawn")] == ["Bert"] * MOST_LEFT
        assert live._table.sealing.is_barred(BERT.id)
        assert not live._table.sealing.is_barred(ANNA.id)


async def test_before_anybody_has_revealed_chairs_change_freely(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        seal = live._table.commitment
        await w.do(live, BERT, wire.Stand, chair=1)
        await w.do(live, BERT, wire.Sit, chair=1, commitment=promise(BERTS))
        await w.do(live, ANNA, wire.Stand, chair=1)
        assert live._table.commitment == seal
        assert not live._table.sealing.attempts


async def test_a_host_who_asks_somebody_to_go_has_it_drawn_anew_by_name(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, BERT, wire.Reveal, chair=1, nonce=BERTS)
        await w.do(live, ANNA, wire.Stand, chair=1)
        assert told(live, "redrawn")[0]["name"] == "Anna"
        (attempt,) = live._table.sealing.attempts
        assert (attempt.by, attempt.failed) == ("Anna", [])
        assert live._table.chairs[0].commitment is None


async def test_a_table_is_not_drawn_anew_for_ever(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        for number in range(MOST_ATTEMPTS):
            assert live._table.state == "open", number
            guest = Person(f"guest-{number}", f"Guest {number}")  # nobody is asked to go twice
            await w.do(live, ANNA, wire.Sit, chair=0, commitment=promise(ANNAS))
            await w.do(live, guest, wire.Sit, chair=1, commitment=promise(BERTS))
            await w.do(live, guest, wire.Reveal, chair=1, nonce=BERTS)
            await w.do(live, ANNA, wire.Stand, chair=1)
        assert live._table.state == "closed"


async def test_a_table_that_nobody_has_loaded_gives_up_as_well(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        del w.hub.tables[live.name]
        w.time += REVEAL + 10_000
        await w.hub._tick()
        await w.hub._tick()
        again = await w.hub.table(live.name)
        assert [chair.person for chair in again._table.chairs] == [ANNA, None]


async def test_time_in_which_the_server_was_down_is_nobodys_fault(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        w.time += 10 * REVEAL
        w.hub.start()
        await w.hub._tick()
        assert live._table.chairs[1].person == BERT
        await reveal_both(w, live)
        await w.do(live, ANNA, wire.Start)


async def test_log_and_snapshot_tell_the_same_of_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        w.time += REVEAL
        await w.hub._tick()
        await promise_both(w, live)
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        played = Table.from_rows(await w.store.rows(live.name))
        thawed = snapshots.thaw(snapshots.freeze(live._table))
        assert thawed is not None
        for twin in (played, thawed):
            assert snapshots.freeze(twin) == snapshots.freeze(live._table)
            assert twin.commitment == live._table.commitment
            assert twin.reveal_due() == live._table.reveal_due()


async def test_the_journal_tells_of_draws_that_were_given_up(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await promised(w)
        await w.do(live, ANNA, wire.Reveal, chair=0, nonce=ANNAS)
        w.time += REVEAL
        await w.hub._tick()
        await promise_both(w, live)
        await reveal_both(w, live)
        await w.do(live, ANNA, wire.Start)
        await play_on(w, live)
        whole = await w.hub.export(live.name, None)
        assert whole is not None
        journal = loads(whole.decode())
        assert journal.seed != SEED
        assert journal.commitments == [promise(ANNAS), promise(BERTS)]
        (attempt,) = journal.abandoned
        assert attempt.seed == SEED
        assert attempt.seal == commitment(bytes.fromhex(SEED))
        assert attempt.failed == ("Bert",)
        assert loads(journal.dumps()) == journal


async def test_nonces_in_an_older_log_count_as_given(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        rows = await w.store.rows(live.name)
        old = json.loads(encode(Sat(1, BERT, BERTS)))
        del old["commitment"]
        row = Row(live.name, 3, "bert/1", w.time, json.dumps(old).encode())
        table = Table.from_rows([*rows, row])
        assert table.sealing.is_ready(table.chairs)
        await w.store.append(row, None, None)
        await live.catch_up()
        await w.do(live, ANNA, wire.Start)
        (started,) = told(live, "game_started")
        assert (started["nonces"], started["commitments"]) == ([BERTS], [])


async def test_a_nonce_in_an_older_log_may_still_be_replaced_by_a_promise(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await w.open(PAIR, ["me", "open"])
        await live.write("bert/1", lambda table: Sat(1, BERT, BERTS))
        await promise_both(w, live)
        await reveal_both(w, live)
        await w.do(live, ANNA, wire.Start)
        assert live._table.started is not None
        assert live._table.started.commitments == [promise(ANNAS), promise(BERTS)]
