"""Old games: a log written under older rules is brought forward, and its game goes on."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cactustown import Game, Options
from cactustown.rules.catalogue import VERSION
from cactustown.server import protocol as wire
from cactustown.server import upgrade
from cactustown.server.entries import Played, Said, Started, decode, encode
from cactustown.server.store.base import Row
from cactustown.server.table import Table
from cactustown.server.unreadable import Unreadable
from tests.server.tables import ANNA, play_on, two_people, world


def older(row: Row) -> Row:
    """The row as a program of rules version 0 might have written it."""
    entry = decode(row.body)
    if isinstance(entry, Played):
        entry = msgspec.structs.replace(entry, rules=0, choice=f"choose {entry.choice}")
    elif isinstance(entry, Started):
        entry = msgspec.structs.replace(entry, rules=0)
    return msgspec.structs.replace(row, body=encode(entry))


def from_zero(entry: upgrade.RuledEntry) -> upgrade.RuledEntry:
    if isinstance(entry, Played):
        return msgspec.structs.replace(entry, rules=1, choice=entry.choice.removeprefix("choose "))
    return msgspec.structs.replace(entry, rules=1)


@pytest.mark.anyio
async def test_a_live_game_crosses_a_change_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        await play_on(w, live, 20)
        old = [older(row) for row in await w.store.rows(live.name)]
        with pytest.raises(Unreadable) as unreadable:
            Table.from_rows(old)
        assert "rules version 0" in unreadable.value.why
        monkeypatch.setitem(upgrade.STEPS, 0, from_zero)
        carried = Table.from_rows(old)
        assert carried.game is not None
        assert live._table.game is not None
        assert carried.game.digest() == live._table.game.digest()
        assert carried.asked_at == live._table.asked_at
        live._table = carried
        await play_on(w, live)
        assert live._table.state == "over"


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


def test_entries_without_rules_stay_as_they_are() -> None:
    said = Said(ANNA, "hello")
    assert upgrade.brought_forward(said) is said


def test_a_newer_log_is_refused() -> None:
    with pytest.raises(upgrade.TooNew, match=f"{VERSION + 1}"):
        upgrade.brought_forward(Played("sheriff", "stay", [], VERSION + 1))


def test_every_version_since_the_first_has_a_step() -> None:
    assert set(upgrade.STEPS) == set(range(1, VERSION))
