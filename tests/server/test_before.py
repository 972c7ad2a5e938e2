"""The database of a server of protocol 1 is opened: its games go on, and its people come in.

`before/protocol1.sql` was written by the program of then: a running game with choices taken back
and a snapshot, a table where words were given openly, a game of bots, a finished game, an account
with a password that would be too weak now, and a guest.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from cactustown.engine.journal import from_json as journal_from_json
from cactustown.game import replay
from cactustown.server import protocol as wire
from cactustown.server import snapshots
from cactustown.server.finished import finished
from cactustown.server.live import LiveTable
from cactustown.server.passwords import Passwords
from cactustown.server.people import People
from cactustown.server.store.address import engine_for
from tests.server.tables import ANNA, BERT, Told, World, play_on, until, world

pytestmark = pytest.mark.anyio
TIME = 1_790_000_000_000
RUNNING_DIGEST = "1a15e27b3ce1ee726e41e8ae6b181f870cacea782d9a059d6932aee82f41dc1a"
OVER_DIGEST = "d07015e7ba94b8c36251918af59761b662e3a023b0a4c3003a52ea1af9a7b76e"
GUESTS_TOKEN = "C7uHWIIcBkCaSh-kw4gxyIW6gIkw-kDULS1Kvnp0LEg"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A server's folder as protocol 1 left it."""
    script = Path(__file__).parent / "before" / "protocol1.sql"
    with closing(sqlite3.connect(tmp_path / "cactustown.db")) as database:
        database.executescript(script.read_text(encoding="utf-8"))
    return tmp_path


async def found(w: World, title: str) -> LiveTable:
    """The table of this title."""
    w.time = TIME + 3_600_000
    for listing in await w.store.tables_of(ANNA.id):
        if listing.title == title:
            return await w.hub.table(listing.table)
    raise AssertionError(f"no table {title}")


async def test_a_running_game_goes_on_and_can_be_proven(folder: Path) -> None:
    async with world(folder) as w:
        live = await found(w, "running")
        kept = await w.store.snapshot(live.name)
        assert kept is not None
        assert snapshots.thaw(kept) is None  # of another layout: the log was played
        assert live._table.game is not None
        assert live._table.game.digest() == RUNNING_DIGEST
        choices = [move.choice for move in live._table.game.moves]
        assert any(choice.startswith("rewind") for choice in choices)
        seat = live._table.game.awaited[0]
        owner = live._table.chair_of(seat).person
        assert owner is not None
        await w.play(live, owner, seat)
        other, asked = ("outlaws", BERT) if seat == "sheriff" else ("sheriff", ANNA)
        await w.do(live, owner, wire.UndoWish, version=len(live._table.story), seat=seat)
        if live._table.undo is not None:
            await w.do(live, asked, wire.Consent, seat=other, agreed=True)
        await play_on(w, live)
        over = finished(await live.settled())
        assert over is not None
        journal = journal_from_json(over.game.journal().to_json(), "the game")
        *_, (again, _) = replay(journal)
        assert again.digest() == over.game.digest()


async def test_words_that_were_given_openly_count(folder: Path) -> None:
    async with world(folder) as w:
        live = await found(w, "open")
        await w.do(live, ANNA, wire.Start)
        assert live._table.started is not None
        assert live._table.started.nonces == ["anna's word", "bert's word"]
        await play_on(w, live)
        assert live._table.state == "over"


async def test_a_game_of_bots_goes_on_when_somebody_looks(folder: Path) -> None:
    async with world(folder) as w:
        w.time = TIME + 3_600_000
        with closing(sqlite3.connect(folder / "cactustown.db")) as database:
            query = "SELECT \"table\" FROM tables WHERE title = 'bots'"
            (name,) = database.execute(query).fetchone()
        assert name not in await w.store.due(w.time)
        live = await w.hub.table(name)
        version = live.version
        await live.come(Told(ANNA), None)
        await until(lambda: live.version > version)


async def test_a_finished_game_verifies(folder: Path) -> None:
    async with world(folder) as w:
        over = finished(await (await found(w, "over")).settled())
        assert over is not None
        journal = over.game.journal()
        assert journal.digest == OVER_DIGEST
        *_, (again, _) = replay(journal)
        assert again.digest() == OVER_DIGEST


async def test_people_are_who_they_were(folder: Path) -> None:
    async with world(folder):
        engine = engine_for(str(folder / "cactustown.db"))
        cheap = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        people = People(engine, passwords=cheap, clock=lambda: TIME + 1)
        person, _ = await people.login("jane", "12345678")
        assert person.name == "Jane"
        guest = await people.who(GUESTS_TOKEN)
        assert guest is not None
        assert guest.name == "Anna"
        await people.close()
        await engine.dispose()
