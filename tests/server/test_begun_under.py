"""Old games: a game goes on under the rules it was begun under."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cactustown import Game, Options
from cactustown.game import read_journal
from cactustown.reading import FIRST
from cactustown.rules.catalogue import PLAYABLE, VERSION
from cactustown.server import protocol as wire
from cactustown.server.begun_under import TooNew, check_version
from cactustown.server.entries import Played, Said, Started, decode, encode
from cactustown.server.snapshots import freeze, thaw
from cactustown.server.store.base import Row
from cactustown.server.table import Table
from cactustown.server.unreadable import Unreadable
from tests.server.tables import ANNA, play_on, play_until_settled, two_people, world

OLD_GAME = Path(__file__).parents[1] / "games/finished/module-tools.json"


def under(version: int, row: Row) -> Row:
    """The row as a program whose newest rules are this version would have written it."""
    entry = decode(row.body)
    if isinstance(entry, Played | Started):
        entry = msgspec.structs.replace(entry, rules=version)
    return msgspec.structs.replace(row, body=encode(entry))


@pytest.mark.anyio
@pytest.mark.parametrize("version", PLAYABLE)
async def test_a_live_game_goes_on_under_its_own_rules(tmp_path: Path, version: int) -> None:
    """A log of any version is played under that version, and so is what comes after."""
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live, 20)
        carried = Table.from_rows([under(version, row) for row in await w.store.rows(live.name)])
        assert carried.game is not None
        assert carried.game.rules.reading.version == carried.rules_version == version
        live._table = carried
        await play_on(w, live)
        assert live._table.state == "over"
        *_, last = [decode(row.body) for row in await w.store.rows(live.name)]
        assert isinstance(last, Played)
        assert last.rules == version


@pytest.mark.anyio
async def test_a_snapshot_keeps_the_rules_of_its_game(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_until_settled(w, live, 8)
        old = Table.from_rows([under(FIRST, row) for row in await w.store.rows(live.name)])
        again = thaw(freeze(old))
        assert again is not None
        assert again.game is not None
        assert again.game.rules.reading.version == FIRST


@pytest.mark.anyio
async def test_a_log_of_forgotten_rules_is_fenced_off(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        with pytest.raises(Unreadable) as unreadable:
            Table.from_rows([under(0, row) for row in await w.store.rows(live.name)])
        assert "rules version 0" in unreadable.value.why


@pytest.mark.anyio
async def test_chairs_keep_their_parties_when_a_new_edition_seats_them_otherwise(
    tmp_path: Path,
) -> None:
    """A table may be opened before the edition changes and started after it."""
    order = ("dancer", "outlaws", "sheriff")
    assert Game.of(Options(order)).players != list(order)
    async with world(tmp_path) as w:
        live = await w.open(Options(order), ["me", "random", "random"])
        assert [chair.party for chair in live._table.chairs] == list(order)
        await w.do(live, ANNA, wire.Start)
        assert live._table.seats_of(ANNA.id) == ["dancer"]
        assert [chair.party for chair in live._table.chairs] == list(order)


def test_entries_without_rules_are_of_any_version() -> None:
    check_version(Said(ANNA, "hello"))


def test_a_newer_log_is_refused() -> None:
    with pytest.raises(TooNew, match=f"{VERSION + 1}"):
        check_version(Played("sheriff", "stay", [], VERSION + 1))


def test_an_own_file_goes_on_under_its_rules() -> None:
    """A journal of version 1 is replayed, branched and saved as one."""
    journal = read_journal(OLD_GAME)
    assert journal.rules == FIRST
    assert Game.load(OLD_GAME).rules.reading.version == FIRST
    assert Game.branch(journal, 3, b"0" * 32).journal().rules == FIRST
