"""Taking back by consent, and what it does to the clocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.server import protocol as wire
from cactustown.server.clocks import MINUTE, SECOND
from cactustown.server.commands import Circumstances, Refusal, decide
from cactustown.server.entries import Clock, Person
from cactustown.server.live import LiveTable
from tests.server.tables import ANNA, BERT, World, owner_of, two_people, until, world

pytestmark = pytest.mark.anyio


async def _to_a_wish(w: World, live: LiveTable) -> tuple[str, Person]:
    """Plays until somebody chose what can only be taken back by consent, and asks for it."""
    for _ in range(200):
        game = live._table.game
        assert game is not None
        seat = game.awaited[0]
        who = owner_of(live, seat)
        planning = game.question(seat) == ("plan", "plan")
        await w.play(live, who, seat)
        if planning or live._table.can_undo(seat) or game.question(seat) == ("plan", "plan"):
            continue
        await w.do(live, who, wire.UndoWish, version=len(live._table.story), seat=seat)
        assert live._table.undo is not None
        return seat, who
    raise AssertionError("nothing was shown in 200 choices")


async def test_a_wish_to_take_back_does_not_stop_the_clocks(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, clock=Clock("fast"))
        seat, _ = await _to_a_wish(w, live)
        assert live._table.game is not None
        (asked,) = live._table.to_agree()
        before = live._table.clocks.readings(w.time)
        w.time += 7 * SECOND
        after = live._table.clocks.readings(w.time)
        assert after[asked] == before[asked] - 7 * SECOND
        if live._table.game.awaited == [seat]:
            assert after[seat] == before[seat] - 7 * SECOND
        w.time += 20 * MINUTE
        w.hub.start()
        await until(lambda: live._table.undo is None)  # the silent player is replaced
        assert live._table.chair_of(asked).stand_in is not None


async def test_a_choice_taken_back_earns_no_time(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, clock=Clock("fast"))
        taken_back = 0
        for _ in range(60):
            game = live._table.game
            assert game is not None
            seat = game.awaited[0]
            who = owner_of(live, seat)
            readings = live._table.clocks.readings(w.time)
            choice = game.choices(seat)[0]
            for _ in range(3):
                await w.play(live, who, seat, choice)
                if not live._table.can_undo(seat):
                    break
                first = live._table.clocks.readings(w.time)
                await w.do(live, who, wire.UndoWish, version=len(live._table.story), seat=seat)
                assert live._table.clocks.readings(w.time)[seat] <= first[seat]
                assert live._table.clocks.readings(w.time)[seat] <= readings[seat] + 10 * SECOND
                taken_back += 1
        assert taken_back > 10


async def test_a_player_who_asked_to_take_back_may_think_better_of_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        seat, who = await _to_a_wish(w, live)
        assert live._table.game is not None
        digest = live._table.game.digest()
        other = BERT if who == ANNA else ANNA
        assert await w.refused(live, other, wire.Consent, seat=seat, agreed=False) == "not_yours"
        assert await w.refused(live, who, wire.Consent, seat=seat, agreed=True) == "not_asked"
        await w.do(live, who, wire.Consent, seat=seat, agreed=False)
        assert live._table.undo is None
        assert live._table.game.digest() == digest
        assert await w.refused(live, who, wire.Consent, seat=seat, agreed=False) == "not_asked"


async def test_asking_to_take_back_is_offered_when_it_would_be_heard(tmp_path: Path) -> None:
    """At every moment of a game, to every seat: neither in vain nor kept from anybody."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        offered = 0
        for _ in range(120):
            game = live._table.game
            assert game is not None
            for seat in game.players:
                wish = wire.UndoWish(id="1", version=len(live._table.story), seat=seat)
                try:
                    found = decide(live._table, owner_of(live, seat), wish, Circumstances())
                except Refusal:
                    found = None
                may = live._table.can_undo(seat) or live._table.can_ask_undo(seat)
                assert may == (found is not None)
                offered += may and not live._table.can_undo(seat)
            await w.play(live, owner_of(live, game.awaited[0]), game.awaited[0])
        assert offered > 10
