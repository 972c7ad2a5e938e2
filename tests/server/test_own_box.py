"""A host's own box: new tables are played with it, and go on with it whatever the host has then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import msgspec
import pytest

from cactustown.content import CURRENT_EDITION
from cactustown.engine.errors import BadContent
from cactustown.engine.journal import from_json
from cactustown.game import Game, replay
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.app import make_app
from cactustown.server.bot_worker import Thought, choose
from cactustown.server.entries import Branch, Opened, OwnBox, decode, encode
from cactustown.server.finished import finished
from cactustown.server.house import House
from cactustown.server.hub import Hub
from cactustown.server.live import LiveTable
from cactustown.server.newtable import NewTable
from cactustown.server.proofs import proven
from cactustown.server.reading import Patience
from cactustown.server.replays import Eyes, replayed
from cactustown.server.rulesets import ruleset
from cactustown.server.settings import Settings
from cactustown.server.snapshots import freeze, thaw
from cactustown.server.table import Table
from cactustown.server.thinking import _thought
from tests.own_box import POSSE, POSSE_TOML
from tests.server.tables import (
    ANNA,
    BERT,
    Told,
    World,
    play_on,
    play_until_settled,
    two_people,
    until,
    world,
)

pytestmark = pytest.mark.anyio
BOX = OwnBox(CURRENT_EDITION, POSSE)
CHANGED = OwnBox(CURRENT_EDITION, {"card": {"sheriff": {"posse": {"second_shot": 9}}}})
OWN = Options(("sheriff", "vigilantes", "outlaws"), round_limit=3)


def second_shot(table: Table) -> int:
    """Of the posse, as the table plays it."""
    rules = table.ruleset.rules if table.game is None else table.game.rules
    return rules.card_value[rules.card_names.index("posse")]


async def own_game(w: World, *, start: bool = True) -> LiveTable:
    """Anna plays all parties, with a box of the host's own."""
    w.hub.box = BOX
    live = await w.open(OWN, ["me", "me", "me"])
    if start:
        await w.do(live, ANNA, wire.Start)
    return live


# -- what the log keeps


async def test_a_new_table_is_played_with_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        assert second_shot(live._table) == 7
        told = Told(ANNA)
        await live.come(told, None)
        shown = told.last("box")["box"]
        assert shown["own"] is True
        assert [party["name"] for party in shown["parties"]] == [
            *("sheriff", "vigilantes", "outlaws")
        ]
        assert shown["parties"][1]["cards"][0]["name"] == "night-ride"


async def test_tables_without_one_are_as_ever(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w)
        told = Told(ANNA)
        await live.come(told, None)
        assert told.last("box")["box"]["own"] is False
        assert live._table.override == {}
        w.hub.box = BOX  # the server is started again with one
        carried = Table.from_rows(await w.store.rows(live.name))
        assert second_shot(carried) != 7
        assert carried.override == {}


@pytest.mark.parametrize("box", [None, CHANGED])
@pytest.mark.parametrize("moves", [0, 1, 8])
async def test_a_game_goes_on_with_its_box_whatever_the_host_has_then(
    tmp_path: Path, box: OwnBox | None, moves: int
) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        await play_on(w, live, moves)
        assert live._table.game is not None
        before = live._table.game.digest()
        w.hub.box = box
        w.hub.tables.clear()  # as after a restart
        live = await w.hub.table(live.name)
        game = live._table.game
        assert game is not None
        assert game.digest() == before
        assert second_shot(live._table) == 7
        await play_on(w, live)
        assert live._table.state == "over"
        fresh = await w.open(Options(("sheriff", "outlaws")), ["me", "me"])
        await w.do(fresh, ANNA, wire.Start)
        assert second_shot(fresh._table) == (9 if box else ruleset_shot())


def ruleset_shot() -> int:
    """Of the posse with the edition as it is."""
    rules = ruleset(Options(("sheriff", "outlaws"))).rules
    return rules.card_value[rules.card_names.index("posse")]


async def test_a_table_that_waits_begins_with_the_box_it_was_opened_with(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w, start=False)
        w.hub.box = None
        w.hub.tables.clear()
        live = await w.hub.table(live.name)
        assert second_shot(live._table) == 7
        await w.do(live, ANNA, wire.Start)
        assert second_shot(live._table) == 7
        assert live._table.started is not None
        assert live._table.started.edition == BOX.edition


async def test_a_box_stays_with_the_edition_it_was_made_for(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        w.hub.box = OwnBox("e1", {"card": {"sheriff": {"posse": {"second_shot": 5}}}})
        live = await w.open(Options(("sheriff", "outlaws")), ["me", "me"])
        assert live._table.edition == "e1"
        await w.do(live, ANNA, wire.Start)
        assert live._table.game is not None
        assert live._table.game.content.edition == "e1"


async def test_a_snapshot_keeps_the_box(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        await play_until_settled(w, live, 6)
        again = thaw(freeze(live._table))
        assert again is not None
        assert again.game is not None
        assert live._table.game is not None
        assert again.game.digest() == live._table.game.digest()
        assert second_shot(again) == 7


def test_an_old_log_has_no_box_and_a_new_one_says_it() -> None:
    opened = Opened(ANNA, {"parties": ["sheriff", "outlaws"]}, "00")
    old = msgspec.json.decode(encode(opened))
    del old["box"]
    found = decode(msgspec.json.encode(old))
    assert found == opened
    own = msgspec.structs.replace(opened, box=BOX)
    assert decode(encode(own)) == own
    assert list(decode(encode(own)).box.override) == list(POSSE)  # type: ignore[union-attr]


# -- what follows from the log


async def test_bots_think_with_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        w.hub.box = None
        game = live._table.game
        assert game is not None
        for bot in ("random", "greedy", "wily", "normal"):
            live._table.chair_of("vigilantes").stand_in = bot
            thought, _ = _thought(live._table, "vigilantes", bot)
            assert thought.override == POSSE
            packed = msgspec.json.decode(msgspec.json.encode(thought), type=Thought)
            assert choose(packed) in game.choices("vigilantes")


async def test_bots_in_their_processes_play_it_to_the_end(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        w.hub.box = BOX
        live = await w.open(replace(OWN, round_limit=1), ["random", "greedy", "random"])
        told = Told(ANNA)
        await live.come(told, None)
        await w.do(live, ANNA, wire.Start)
        w.hub.start()
        await until(lambda: live._table.state == "over")
        game = live._table.game
        assert game is not None
        assert {move.party for move in game.moves} >= {"vigilantes"}


async def test_a_finished_game_is_exported_replayed_and_proven(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        early = msgspec.json.decode(await live.export(ANNA, "anna") or b"")
        assert early["content"] == {"edition": CURRENT_EDITION, "override": POSSE}
        await play_on(w, live)
        over = finished(live._table)
        assert over is not None
        file = msgspec.json.decode(await live.export(BERT, "bert") or b"")
        journal = from_json({k: v for k, v in file.items() if k not in ("players", "drawn")})
        assert journal.override == POSSE
        *_, (game, _) = replay(journal)
        assert game.digest() == over.game.digest()
        shown = replayed(over.game.journal(), Eyes(None), None, Patience(60))
        assert shown.box.own
        assert "vigilantes" in [party.name for party in shown.box.parties]
        assert proven(over).seal == over.game.commitment


async def test_a_rematch_is_played_with_the_same_box(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await own_game(w)
        await play_on(w, live)
        w.hub.box = None
        await w.do(live, ANNA, wire.Rematch)
        next_table = live._table.next_table
        assert next_table is not None
        again = await w.hub.table(next_table)
        assert again._table.override == POSSE
        assert [chair.party for chair in again._table.chairs] == list(OWN.parties)


async def test_a_game_to_play_on_from_has_its_own_box(tmp_path: Path) -> None:
    """A game of the plain edition, such as a lesson, is not played on with the host's box."""
    plain = Game.new(("sheriff", "outlaws"), seed=3).journal()
    wish = NewTable(Options(("sheriff", "outlaws")).to_json(), ["me", "me"])
    async with world(tmp_path) as w:
        w.hub.box = BOX
        name = await w.hub.open(ANNA, wish, branch=Branch(plain.to_json(), 0))
        live = await w.hub.table(name)
        assert live._table.override == {}
        assert live._table.opened.box is None


# -- the whole application


@asynccontextmanager
async def application(
    folder: Path, content: str = ""
) -> AsyncIterator[tuple[httpx.AsyncClient, Hub]]:
    settings = Settings(database=str(folder / "town.db"), bot_workers=1, pace=0, content=content)
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        here = {"base_url": "http://localhost", "headers": {"origin": "http://localhost"}}
        async with httpx.AsyncClient(transport=transport, **here) as client:  # type: ignore[arg-type]
            await client.post("/api/session", json={"name": "Anna"})
            yield client, app.state.hub


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "my-box.toml"
    path.write_text(POSSE_TOML)
    return str(path)


WISH = {"options": OWN.to_json(), "seats": ["me", "me", "me"]}


async def test_the_page_is_offered_what_the_box_has(tmp_path: Path, file: str) -> None:
    async with application(tmp_path, file) as (client, hub):
        choices = (await client.get("/api/choices")).json()
        assert choices["parties"][:3] == ["ranger", "sheriff", "vigilantes"]
        assert "vigilantes+outlaws" in [setup["name"] for setup in choices["setups"]]
        table = (await client.post("/api/tables", json=WISH)).json()["table"]
        live = await hub.table(table)
        assert live._table.override == POSSE
        assert (await client.get("/api/ratings?party=vigilantes")).status_code == 200
    async with application(tmp_path) as (client, hub):
        assert "vigilantes" not in (await client.get("/api/choices")).json()["parties"]
        refused = await client.post("/api/tables", json=WISH)
        assert refused.status_code == 400
        assert "there is no party 'vigilantes'" in refused.json()["reason"]
        assert (await hub.table(table))._table.override == POSSE
        assert (await client.get("/api/ratings?party=vigilantes")).status_code == 400


async def test_files_of_the_own_box_are_taken_and_foreign_ones_refused(
    tmp_path: Path, file: str
) -> None:
    house = House.with_file(file)
    own = Game.new(OWN.parties, content=house.content, seed=1, round_limit=1)
    for party in own.players:
        own.play(party, own.choices(party)[0])
    mine = own.journal().to_json()
    foreign = House(CHANGED).content
    other = Game.new(("sheriff", "outlaws"), content=foreign, seed=1).journal().to_json()
    branch = {"move": 1, "me": "vigilantes", "bot": "random"}
    async with application(tmp_path, file) as (client, hub):
        told = await client.post("/api/replay", json={"game": mine})
        assert told.status_code == 200
        assert told.json()["box"]["own"] is True
        opened = await client.post("/api/branch", json={"game": mine, **branch})
        assert opened.status_code == 201
        live = await hub.table(opened.json()["table"])
        assert live._table.override == POSSE
        for address, more in (("replay", {}), ("branch", {**branch, "me": "outlaws"})):
            refused = await client.post(f"/api/{address}", json={"game": other, **more})
            assert refused.status_code == 400
            assert "this server has other content" in refused.json()["reason"]
    async with application(tmp_path) as (client, _):
        refused = await client.post("/api/replay", json={"game": mine})
        assert refused.status_code == 400
        assert "this server has none" in refused.json()["reason"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[card.sheriff.posse]\nsecond_shoot = 2", "did you mean 'second_shot'"),
        ("[card", "is not TOML"),
        ('[card.sheriff.posse]\nicons = ["track"]', "which no module of this game knows"),
    ],
)
def test_a_bad_file_is_told_before_the_server_starts(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadContent, match=told) as refused:
        House.with_file(str(path))
    assert str(path) in str(refused.value)
    with pytest.raises(BadContent):
        make_app(Settings(database=str(tmp_path / "town.db"), content=str(path)))


def test_no_file_is_the_edition() -> None:
    house = House.with_file("")
    assert house.box is None
    assert house.has({})
    assert not house.has(POSSE)
    assert House(BOX).has(POSSE)
    assert House(BOX).has({})
