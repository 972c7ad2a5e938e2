"""What the dice of a finished game came from is there for anybody, and can be computed again."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest

from cactustown.engine.journal import loads
from cactustown.game import replay
from cactustown.server import protocol as wire
from cactustown.server.commands import Refusal
from cactustown.server.entries import Branch
from cactustown.server.fairness import drawn, promise
from cactustown.server.live import LiveTable
from cactustown.server.newtable import NewTable
from cactustown.server.proofs import Proof, proven
from tests.server.tables import (
    ANNA,
    BERT,
    BERTS_WORD,
    Told,
    World,
    play_on,
    two_people,
    until,
    world,
)
from tests.server.test_app import application

pytestmark = pytest.mark.anyio
STREAMS = (b"dice", b"cards")


def drawn_again(proof: Proof) -> list[tuple[int, int, int]]:
    """The draws as anybody computes them from seed and nonces, without a word of this program."""
    mixed = "\n".join(proof.nonces).encode()
    key = hmac.new(bytes.fromhex(proof.seed), mixed, hashlib.sha256).digest()
    counts = [0, 0]
    again = []
    for stream, n, _ in proof.draws:
        while True:
            message = STREAMS[stream] + counts[stream].to_bytes(8, "big")
            counts[stream] += 1
            block = hmac.new(key, message, hashlib.sha256).digest()
            number = int.from_bytes(block[:8], "big")
            if number < 2**64 - 2**64 % n:
                break
        again.append((stream, n, number % n))
    return again


async def rewound(w: World, live: LiveTable) -> None:
    """A choice is taken back by consent: its dice are gone, and still were drawn."""
    game = live._table.game
    assert game is not None
    while True:
        seat = game.awaited[0]
        asks, answers = (ANNA, BERT) if seat == "sheriff" else (BERT, ANNA)
        await play_on(w, live, 1)
        if not game.moves[-1].chance:
            continue
        with contextlib.suppress(Refusal):
            await w.do(live, asks, wire.UndoWish, version=len(live._table.story), seat=seat)
        if live._table.undo is not None:
            other = "outlaws" if seat == "sheriff" else "sheriff"
            await w.do(live, answers, wire.Consent, seat=other, agreed=True)
            return


async def test_every_die_and_draw_can_be_computed_again(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, draw=False)
        await rewound(w, live)
        assert await w.hub.finished(live.name) is None
        await play_on(w, live)
        finished = await w.hub.finished(live.name)
        assert finished is not None
        assert any(move.choice.startswith("rewind") for move in finished.game.journal().moves)
        proof = proven(finished)
        assert hashlib.sha256(bytes.fromhex(proof.seed)).hexdigest() == proof.seal
        assert proof.nonces == [BERTS_WORD]
        assert proof.commitments == [promise(BERTS_WORD)]
        assert drawn_again(proof) == proof.draws
        recorded = [*finished.game.journal().setup]
        for move in finished.game.journal().moves:
            recorded += move.chance
        assert [value for _, _, value in proof.draws] == recorded


async def test_drawn_parties_are_part_of_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        live = await two_people(w, draw=True)
        await play_on(w, live)
        finished = await w.hub.finished(live.name)
        assert finished is not None
        proof = proven(finished)
        assert proof.drawn
        options = live._table.options
        assert proof.parties == drawn(proof.seed, proof.nonces, list(options.parties))


async def test_it_is_served_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, hub):
        assert (await client.get("/games/nowhere/proof")).status_code == 404
        wish = NewTable({"parties": ["sheriff", "outlaws"]}, ["random", "random"])
        name = await hub.open(ANNA, wish)
        live = await hub.table(name)
        await hub.obey(live, ANNA, wire.Start(id="s"))
        assert (await client.get(f"/games/{name}/proof")).status_code == 404
        await _over(live)
        answer = await client.get(f"/games/{name}/proof")
        assert answer.status_code == 200
        told = answer.json()
        journal = loads((await client.get(f"/games/{name}.json")).text)
        *_, (game, _) = replay(journal)
        assert told["draws"] == [list(draw) for draw in game.draws]
        assert (await client.get(f"/games/{name}/proof")).content == answer.content


async def test_a_game_that_goes_on_from_another_has_none(tmp_path: Path) -> None:
    async with application(tmp_path) as (client, hub):
        wish = NewTable({"parties": ["sheriff", "outlaws"]}, ["random", "random"])
        first = await hub.table(await hub.open(ANNA, wish))
        await hub.obey(first, ANNA, wire.Start(id="s"))
        await _over(first)
        assert first._table.game is not None
        branch = Branch(first._table.game.journal().to_json(), 4)
        live = await hub.table(await hub.open(ANNA, wish, branch=branch))
        await hub.obey(live, ANNA, wire.Start(id="s"))
        assert [item["seal"] for item in _items(live) if item["event"] == "game_started"] == [""]
        await _over(live)
        answer = await client.get(f"/games/{live.name}/proof")
        assert answer.status_code == 404
        assert "not sealed" in answer.json()["reason"]


def _items(live: LiveTable) -> list[dict[str, Any]]:
    return [live._table.item(number, None) for number in range(len(live._table.story))]


async def _over(live: LiveTable) -> None:
    await live.come(Told(ANNA), None)  # bots among themselves wait for somebody to look
    await until(lambda: live._table.state == "over")
