"""Rated games: between accounts, one stand-in for all, and whoever lets a bot choose loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.finishes import Finish, finishes, is_long_enough
from cactustown.server.live import LiveTable
from cactustown.server.table import Table
from tests.server.tables import ANNA, BERT, World, play_on, until, world

pytestmark = pytest.mark.anyio
TWO = Options(("sheriff", "outlaws"), round_limit=3)


async def begun(w: World) -> LiveTable:
    live = await w.open(TWO, ["me", "open"], rated=True, stand_in="expert")
    await w.do(live, BERT, wire.Sit, chair=1)
    await w.do(live, ANNA, wire.Start)
    return live


def ranks(table: Table) -> dict[str | None, int]:
    return {finish.person: finish.rank for finish in finishes(table)}


async def test_guests_do_not_sit_down_at_rated_tables(tmp_path: Path) -> None:
    async def has_account(person: str) -> bool:
        return person == ANNA.id

    async with world(tmp_path) as w:
        w.hub.has_account = has_account
        live = await w.open(TWO, ["me", "open"], rated=True)
        assert await w.refused(live, BERT, wire.Sit, chair=1) == "account"
        other = await w.open(TWO, ["me", "open"])
        await w.do(other, BERT, wire.Sit, chair=1)


async def test_the_same_bot_stands_in_for_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await begun(w)
        left = {"seat": "outlaws", "bot": "expert"}
        assert await w.refused(live, BERT, wire.Leave, **left) == "rated"
        await w.do(live, BERT, wire.Leave, seat="outlaws")
        assert live._table.chair_of("outlaws").stand_in == "greedy"


async def test_a_player_for_whom_a_bot_chose_is_last_whoever_wins(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await begun(w)
        await w.do(live, BERT, wire.Leave, seat="outlaws")
        await until(lambda: live._table.chair_of("outlaws").bot_chose)
        await w.do(live, BERT, wire.Return, seat="outlaws")
        await play_on(w, live)
        won = live._table.game.result if live._table.game else None
        anna = 1 if won in ("sheriff", "draw") else 2
        assert ranks(live._table) == {ANNA.id: anna, BERT.id: 3}
        again = Table.from_rows(await w.store.rows(live.name))
        assert ranks(again) == ranks(live._table)


async def test_a_player_back_before_the_bot_has_chosen_has_lost_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await begun(w)
        w.hub._look_after = lambda live: None  # type: ignore[method-assign]
        live.after_change = lambda live: None
        await w.do(live, BERT, wire.Leave, seat="outlaws")
        await w.do(live, BERT, wire.Return, seat="outlaws")
        await play_on(w, live)
        assert 3 not in ranks(live._table).values()
        assert {finish.person for finish in finishes(live._table)} == {ANNA.id, BERT.id}
        assert all(isinstance(finish, Finish) for finish in finishes(live._table))


async def test_a_game_is_long_enough_after_three_rounds_and_a_minute(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await begun(w)
        w.time += 59_000
        await play_on(w, live)
        assert live._table.game is not None
        assert live._table.game.round == 3
        assert not is_long_enough(live._table)
        live = await begun(w)
        w.time += 60_000
        await play_on(w, live)
        assert is_long_enough(live._table)
