"""The whole application: pages, replays of finished games, playing on from one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import from_json
from cactustown.game import Game
from cactustown.rules.options import Options
from cactustown.server import protocol as wire
from cactustown.server.app import make_app
from cactustown.server.endpoints import unknown_path
from cactustown.server.entries import Opened, Person, Sat
from cactustown.server.hub import Hub
from cactustown.server.pages import ADDRESSES, lost, routes
from cactustown.server.reading import Patience
from cactustown.server.replays import Eyes, replayed
from cactustown.server.settings import Settings
from cactustown.server.turns import is_awaited
from tests.games.test_going_back import play

pytestmark = pytest.mark.anyio
ORIGIN = "http://localhost"


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Hub]]:
    app = make_app(Settings(database=str(folder / "town.db"), bot_workers=1, pace=0))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        headers = {"origin": ORIGIN}
        async with httpx.AsyncClient(
            transport=transport, base_url=ORIGIN, headers=headers
        ) as client:
            yield client, app.state.hub


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    game = Game.new(("sheriff", "outlaws", "dancer"), seed=5, nonces=["a word"])
    play(game, 10_000, 5)
    assert game.is_over
    return game.journal().to_json()


async def test_a_file_is_replayed_through_anybodys_eyes(
    tmp_path: Path, finished: dict[str, Any]
) -> None:
    async with application(tmp_path) as (client, _):
        refused = await client.post("/api/replay", json={"game": finished})
        assert refused.status_code == 401
        await client.post("/api/session", json={"name": "Anna"})
        for seat in ("", "sheriff"):
            answer = await client.post("/api/replay", json={"game": finished, "seat": seat})
            assert answer.status_code == 200
            told = answer.json()
            assert len(told["moments"]) == len(finished["moves"]) + 1
            assert told["moments"][-1]["view"]["result"] == finished["result"]
            numbers = [item["n"] for moment in told["moments"] for item in moment["story"]]
            assert numbers == list(range(len(numbers)))
            own = told["moments"][0]["view"]["parties"]["outlaws"]["targets"]
            assert own is None


async def test_a_finished_game_is_replayed_with_everything_open(
    tmp_path: Path, finished: dict[str, Any]
) -> None:
    async with application(tmp_path) as (client, _):
        await client.post("/api/session", json={"name": "Anna"})
        wish = {"game": finished, "seat": "sheriff", "open": True}
        told = (await client.post("/api/replay", json=wish)).json()
        assert (told["seat"], told["open"]) == ("sheriff", True)
        first, last = told["moments"][0]["view"], told["moments"][-1]["view"]
        assert all(building["name"] for building in first["buildings"].values())
        assert all(party["targets"] is not None for party in first["parties"].values())
        planned = [
            item for one in told["moments"] for item in one["story"] if item["event"] == "planned"
        ]
        assert {item["party"] for item in planned} == set(told["parties"])
        assert all(item["first"] for item in planned)
        assert all(None not in party["plan"] for party in last["parties"].values())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "something else"}, "not a saved game"),
        ({"moves": [["sheriff", "fly", []]]}, "cannot choose"),
        ({"content": {"edition": "e1", "override": {"limit": {}}}}, "content of somebody's own"),
    ],
)
async def test_a_file_that_is_no_game_is_refused(
    tmp_path: Path, finished: dict[str, Any], change: dict[str, Any], why: str
) -> None:
    async with application(tmp_path) as (client, _):
        await client.post("/api/session", json={"name": "Anna"})
        answer = await client.post("/api/replay", json={"game": {**finished, **change}})
        assert answer.status_code == 400
        assert why in answer.json()["reason"]


async def test_playing_on_from_a_moment(tmp_path: Path, finished: dict[str, Any]) -> None:
    async with application(tmp_path) as (client, hub):
        await client.post("/api/session", json={"name": "Anna"})
        wish = {"game": finished, "move": 9, "me": "outlaws", "bot": "random"}
        answer = await client.post("/api/branch", json=wish)
        assert answer.status_code == 201
        live = await hub.table(answer.json()["table"])
        person = live._table.opened.host
        await hub.obey(live, person, wire.Start(id="s"))
        game = live._table.game
        assert game is not None
        assert [move.choice for move in game.moves][:9] == [m[1] for m in finished["moves"][:9]]
        assert live._table.seats_of(person.id) == ["outlaws"]
        bad = await client.post("/api/branch", json={**wish, "me": "ranger"})
        assert bad.status_code == 400
        late = await client.post("/api/branch", json={**wish, "move": len(finished["moves"])})
        assert late.status_code == 400


async def test_a_running_game_is_not_replayed(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, _):
        await client.post("/api/session", json={"name": "Anna"})
        wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "me"]}
        table = (await client.post("/api/tables", json=wish)).json()["table"]
        for eyes in ("", "?seat=sheriff", "?open=true", "?seat=sheriff&open=true"):
            assert (await client.get(f"/games/{table}/replay{eyes}")).status_code == 404
        assert (await client.get("/games/nothing/replay")).status_code == 404
        assert (await client.get("/games/nothing.json")).status_code == 404


def test_a_replay_needs_a_seat_that_plays(finished: dict[str, Any]) -> None:
    with pytest.raises(CactusTownError, match="there is no seat"):
        replayed(from_json(finished), Eyes("ranger"), None, Patience(60))


async def test_the_pages_files_are_zipped_and_kept(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Cactus Town</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "page-1a2b.js").write_text("// " + "cactus " * 1000)
    app = Starlette(routes=routes(tmp_path))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
        for address in ("/", "/t/some-table", "/rules"):
            page = await client.get(address)
            assert "Cactus Town" in page.text
            assert page.headers["cache-control"] == "no-cache"
        script = await client.get("/assets/page-1a2b.js")
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        assert (await client.get("/icon.svg")).text == "<svg/>"
        assert (await client.get("/assets/nothing.js")).status_code == 404


async def test_without_its_page_the_server_says_how_to_build_it(tmp_path: Path) -> None:
    assert len(routes(tmp_path)) == len(ADDRESSES)


async def test_a_wrong_link_is_answered_by_the_page_in_browsers_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Cactus Town</title>")
    (tmp_path / "assets").mkdir()
    app = Starlette(
        routes=routes(tmp_path),
        exception_handlers={HTTPException: lost(unknown_path, tmp_path)},
    )
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        browser = {"accept": "text/html,*/*"}
        page = await client.get("/nowhere", headers=browser)
        assert page.status_code == 404
        assert page.text.startswith("<title>")
        assert (await client.get("/", headers=browser)).status_code == 200
        for path, headers in (("/nowhere", {}), ("/api/nothing", browser)):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == 404
            assert answer.json()["error"] == "not_found"


async def test_an_invitation_to_a_rematch_is_announced(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, hub):
        me = (await client.post("/api/session", json={"name": "Anna"})).json()
        other = Person("bert", "Bert")
        options = Options(("sheriff", "outlaws"))
        kept = [Person(me["id"], "Anna"), None]
        opened = Opened(other, options.to_json(), "5e" * 32, kept=kept)
        await hub._open("again", opened, [None, Sat(1, other)])
        assert (await client.get("/api/turns")).json() == {"tables": ["again"]}
        (card,) = (await client.get("/api/history")).json()["tables"]
        assert [place["kept"] for place in card["places"]] == [me["id"], None]
        live = await hub.table("again")
        await hub.obey(live, kept[0], wire.Stand(id="no", chair=0))  # type: ignore[arg-type]
        assert (await client.get("/api/turns")).json() == {"tables": []}


async def test_where_somebody_is_awaited(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, hub):
        assert (await client.get("/api/turns")).status_code == 401
        await client.post("/api/session", json={"name": "Anna"})
        wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["me", "me"]}
        table = (await client.post("/api/tables", json=wish)).json()["table"]
        assert (await client.get("/api/turns")).json() == {"tables": []}
        live = await hub.table(table)
        person = live._table.opened.host
        await hub.obey(live, person, wire.Start(id="s"))
        assert (await client.get("/api/turns")).json() == {"tables": [table]}
        for seat in ("sheriff", "outlaws"):
            assert not is_awaited(live._table, "somebody else")
            await hub.obey(live, person, wire.Leave(id=seat, seat=seat))
        assert (await client.get("/api/turns")).json() == {"tables": []}
