"""Tables over HTTP: wishing, listing, exporting."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cactustown.bots import LEVELS
from cactustown.content import load_content
from cactustown.game import Game
from cactustown.rules.options import Options, options_from_json
from cactustown.server.choices import choices
from cactustown.server.entries import Clock
from cactustown.server.newtable import (
    LineUpWish,
    TableWish,
    checked,
    line_up_of,
    options_schema,
)
from tests.server.http.town import guest, town

pytestmark = pytest.mark.anyio
WISH: dict[str, Any] = {
    "options": {"parties": ["outlaws", "sheriff", "hunters"], "mode": "gunslinger"},
    "seats": ["me", "open", "greedy"],
    "public": True,
    "title": " Friday   night ",
    "clock": {"kind": "days", "days": 3},
}


async def test_a_table_is_opened_as_wished_in_seating_order(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        me = await guest(client)
        answer = await client.post("/api/tables", json=WISH)
        assert answer.status_code == 201
        (new,) = here.hub.opened
        assert new.options["parties"] == ["sheriff", "outlaws", "hunters"]
        assert new.seats == ["open", "me", "greedy"]
        assert new.clock == Clock("days", 3)
        assert new.title == "Friday night"
        assert Game.of(options_from_json(new.options)).players == new.options["parties"]
        table = answer.json()["table"]
        card = (await client.get(f"/api/tables/{table}")).json()
        assert card["options"] == new.options
        assert [place["person"] for place in card["places"]] == [None, me["id"], None]
        assert (await client.get("/api/tables")).json() == {"tables": [card]}
        assert (await client.get("/api/history")).json() == {"tables": [card]}


async def test_private_tables_are_found_by_link_only(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client, here.client() as friend:
        await guest(client)
        answer = await client.post("/api/tables", json=WISH | {"public": False})
        table = answer.json()["table"]
        assert (await friend.get("/api/tables")).json() == {"tables": []}
        assert (await friend.get(f"/api/tables/{table}")).status_code == 200


async def test_opening_and_history_need_a_name(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        assert (await client.post("/api/tables", json=WISH)).status_code == 401
        assert (await client.get("/api/history")).status_code == 401
        assert (await client.patch("/api/me", json={"name": "Jo"})).status_code == 401


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"options": {"parties": ["sheriff"]}}, "2 to 5 can play"),
        ({"options": {"parties": ["sheriff", "sheriff", "outlaws"]}}, "named twice"),
        ({"options": {"parties": ["sheriff", "outlaws", "moles"]}}, "there is no party 'moles'"),
        ({"options": {"parties": ["sheriff", "outlaws", 3]}}, "should hold words"),
        ({"options": {"parties": "sheriff"}}, "cannot be 'sheriff'"),
        ({"options": {"color": "red"}}, "no option 'color'"),
        ({"options": {"mode": "easy"}}, "basic, gunslinger"),
        ({"options": {"round_limit": 10**40}}, "round_limit"),
        ({"options": {"round_limit": 100}}, "99 at most"),
        ({"options": {"alternative": ["bakery"]}, "seats": ["me", "me"]}, "no buildings 'bakery'"),
        ({"options": {"replace": ["money"]}, "seats": ["me", "me"]}, "take the place of: money"),
        ({"options": {}}, "3 seats for 2 parties"),
        ({"seats": ["me", "open", "deep blue"]}, "greedy"),
        ({"stand_in": "nobody"}, "there is no bot 'nobody'"),
        ({"clock": {"kind": "days"}}, "1 to 14"),
        ({"clock": {"kind": "fast", "days": 2}}, "no days"),
        ({"clock": {"kind": "sundial"}}, "sundial"),
        ({"clock": {"kind": "days", "days": 15}}, "<= 14"),
        ({"title": "x" * 41}, "<= 40"),
        ({"title": "a\u202eb"}, "visible"),
        ({"rated": True, "seats": ["me", "me", "open"]}, "of its own"),
        ({"rated": True, "options": {"round_limit": 2}, "seats": ["me", "open"]}, "3 rounds"),
        ({"seed": "00"}, "seed"),
        ({"seats": []}, ">= 1"),
        ({"public": "yes"}, "bool"),
    ],
)
async def test_a_wish_that_cannot_be_is_explained(
    tmp_path: Path, wrong: dict[str, Any], why: str
) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        answer = await client.post("/api/tables", json=WISH | wrong)
        assert answer.status_code == 400
        assert why in answer.json()["reason"]
        assert here.hub.opened == []


async def test_hot_seat_and_solo(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        for wish in (
            {"options": {}, "seats": ["me", "me"]},
            {"options": {"parties": ["outlaws"], "solo": True}, "seats": ["me"]},
        ):
            assert (await client.post("/api/tables", json=wish)).status_code == 201


async def test_nobody_sits_at_too_many_tables(tmp_path: Path) -> None:
    async with town(tmp_path, max_tables_per_person=2) as here, here.client() as client:
        await guest(client)
        for status in (201, 201, 409):
            assert (await client.post("/api/tables", json=WISH)).status_code == status


async def test_tables_one_opened_count_though_one_sits_nowhere(tmp_path: Path) -> None:
    wish = {"options": {}, "seats": ["expert", "expert"]}
    async with town(tmp_path, max_tables_per_person=2) as here, here.client() as client:
        await guest(client)
        answers = [await client.post("/api/tables", json=wish) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 409]
        assert answers[-1].json()["error"] == "too_many_tables"
        assert "2 is the most" in answers[-1].json()["reason"]


async def test_many_tables_wished_for_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async with town(tmp_path, max_tables_per_person=2) as here, here.client() as client:
        await guest(client)
        asked = [client.post("/api/tables", json=WISH) for _ in range(6)]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
        assert sorted(statuses) == [201, 201, 409, 409, 409, 409]


async def test_rated_tables_are_opened_by_accounts(tmp_path: Path) -> None:
    wish = {"options": {}, "seats": ["me", "open"], "rated": True, "stand_in": "expert"}
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        refused = await client.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["error"]) == (403, "account")
        assert here.hub.opened == []
        account = {"login": "jane", "password": "correct horse"}
        assert (await client.post("/api/register", json=account)).status_code == 200
        assert (await client.post("/api/tables", json=wish)).status_code == 201
        assert here.hub.opened[0].stand_in == "greedy"


async def test_choices_make_tables(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        choices = (await client.get("/api/choices")).json()
        assert [bot["name"] for bot in choices["bots"]] == list(LEVELS)
        assert all(bot["about"].endswith(".") for bot in choices["bots"])
        assert [bot["rating"] for bot in choices["bots"]] == [b.rating for b in LEVELS.values()]
        for setup in choices["setups"][::10]:
            options = {"parties": setup["parties"], "solo": setup["solo"]}
            wish = {"options": options, "seats": ["open"] * len(setup["parties"])}
            assert (await client.post("/api/tables", json=wish)).status_code == 201


async def test_the_line_up_of_options_is_told_before_a_table_is_opened(tmp_path: Path) -> None:
    """BLD-1, BLD-2."""
    options = {
        "parties": ["sheriff", "outlaws"],
        "mode": "gunslinger",
        "alternative": ["founder", "cattle"],
        "replace": ["fur"],
    }
    async with town(tmp_path) as here, here.client() as client:
        answer = await client.post("/api/line-up", json={"options": options})
        assert answer.status_code == 200
        assert answer.json() == {
            "comes": [
                {"kind": "cattle", "buildings": ["cattle-yard", "weigh-house"]},
                {"kind": "founder", "buildings": ["town-hall"]},
            ],
            "leaves": [
                {"kind": "fur", "buildings": ["tannery", "trappers-lodge"]},
                {"kind": "guest", "buildings": ["hotel"]},
            ],
            "idle": [{"kind": "cattle", "missing": ["cowboy"]}],
        }
        for wrong, reason in (
            ({"replace": ["fur", "news", "guest"]}, "nothing comes that could take the place of"),
            ({"alternative": ["bakery" * 1000]}, "no buildings"),
            ({"replace": [3]}, "it should hold words"),
            ({"screens": "shut"}, "open, closed"),
        ):
            refused = await client.post("/api/line-up", json={"options": {**options, **wrong}})
            assert refused.status_code == 400
            assert reason in refused.json()["reason"]


def test_everything_offered_can_be_chosen() -> None:
    """BLD-1: any group, in both modes, for any type that may leave."""
    offered = choices()
    for mode in offered.modes:
        for group in offered.alternative:
            for leaves in offered.replace:
                options = Options(
                    ("sheriff", "outlaws"),
                    mode,
                    alternative=(group.kind,),
                    replace=(leaves.kind,),
                )
                made = line_up_of(LineUpWish(options.to_json()))
                assert [come.buildings for come in made.comes] == [group.buildings]
                assert made.leaves[0].kind == leaves.kind
    kinds = [group.kind for group in offered.alternative]
    checked(TableWish(Options(alternative=tuple(kinds)).to_json(), ["open", "open"]))


def test_what_a_group_comes_with_is_told() -> None:
    found = {group.kind: group for group in choices().alternative}
    assert (found["cattle"].party, found["cattle"].effect) == ("cowboy", "stampede")
    assert (found["poultry"].option, found["poultry"].effect) == ("chicken", "chicken")
    assert (found["pets"].option, found["pets"].effect) == ("pets", "pet")
    assert (found["dice"].party, found["dice"].option) == ("", "")
    assert found["no-cactus"].effect == "no-cactus"


def test_where_even_sides_change_something_is_told() -> None:
    content = load_content()
    for setup in choices().setups:
        for programming in ("straight", "reverse"):
            options = Options(tuple(setup.parties), programming=programming, solo=setup.solo)
            assert (programming in setup.even) == content.evens(options)


async def test_exports_are_files(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        table = (await client.post("/api/tables", json=WISH)).json()["table"]
        answer = await client.get(f"/games/{table}.json")
        assert answer.json() == {"table": table}
        assert answer.headers["content-disposition"].endswith(f'-{table}.json"')
        assert answer.headers["cache-control"] == "no-store"
        for missing in ("/games/none.json", "/games/..json", "/games/a%00.json", "/games/a.txt"):
            assert (await client.get(missing)).status_code == 404


def test_the_schema_of_options_knows_every_option() -> None:
    assert list(options_schema()["properties"]) == list(Options().to_json())


async def test_a_table_that_cannot_be_read_is_shown_as_such(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        table = (await client.post("/api/tables", json=WISH)).json()["table"]
        here.hub.unreadable.add(table)
        card = (await client.get(f"/api/tables/{table}")).json()
        assert (card["state"], card["title"]) == ("unreadable", "Friday night")
        for path in ("/api/tables", "/api/history"):
            assert (await client.get(path)).json() == {"tables": [card]}


@pytest.mark.parametrize("column", ["options", "clock"])
@pytest.mark.parametrize(
    "bad", [b"", b"{", b"\xff", b"[]", b"null", b'{"parties": 5}', b'{"parties": [1], "kind": 5}']
)
async def test_a_damaged_line_spoils_no_list(tmp_path: Path, column: str, bad: bytes) -> None:
    async with town(tmp_path) as here, here.client() as client:
        await guest(client)
        tables = [(await client.post("/api/tables", json=WISH)).json()["table"] for _ in range(2)]
        with sqlite3.connect(tmp_path / "town.db") as connection:
            query = f'UPDATE tables SET {column} = ? WHERE "table" = ?'
            connection.execute(query, (bad, tables[0]))
        connection.close()
        for path in ("/api/tables", "/api/history"):
            found = {card["table"]: card for card in (await client.get(path)).json()["tables"]}
            assert set(found) == set(tables)
            assert found[tables[0]]["options"]["parties"]
            assert found[tables[1]]["state"] == "open"
            if column == "options" or bad not in (b'{"parties": 5}',):
                assert found[tables[0]]["state"] == "unreadable"
