"""People leave, vanish, come back and run out of time; every game goes on to its end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.drills.inprocess import logged, served, unlimited
from tests.drills.leavers import ACTIONS, evenings
from tests.drills.line import Line, new_table, newcomer, visitors

pytestmark = pytest.mark.anyio
BATCHES = 2
GAMES = 25  # a batch


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_no_game_gets_stuck(batch: int, tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        happened = await evenings(tmp_path, list(range(batch * GAMES, (batch + 1) * GAMES)))
    assert {"play", "leave", "give_back", "vanish", "come", "wish"} <= set(happened) & set(ACTIONS)
    assert {f"handed_over: {why}" for why in ("left", "away", "time")} <= set(happened)
    assert '"error"' not in log.getvalue()


class Seated:
    """Somebody at a table over the wire who chooses by lot."""

    def __init__(self, line: Line, chooser: random.Random) -> None:
        self.line = line
        self.chooser = chooser

    def latest(self, kind: str) -> dict[str, Any]:
        text = next(f for f in reversed(self.line.frames) if f.startswith(f'{{"type":"{kind}"'))
        frame: dict[str, Any] = msgspec.json.decode(text)
        return frame

    def is_asked(self) -> bool:
        update = self.latest("update")
        return bool(update["view"]) and update["seat"] in update["view"]["awaited"]

    def is_over(self) -> bool:
        return str(self.latest("table")["state"]) == "over"

    async def choose(self) -> None:
        """Answers what is asked, if anything is."""
        await self.line.caught_up()
        update = self.latest("update")
        if self.is_asked() and not self.is_over():
            await self.line.ask(
                {
                    "type": "play",
                    "id": f"{self.chooser.getrandbits(60):x}",
                    "version": update["seq"],
                    "seat": update["seat"],
                    "choice": self.chooser.choice(update["view"]["choices"]),
                }
            )

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        return await self.line.ask(
            {"type": kind, "id": f"{self.chooser.getrandbits(60):x}", **fields}
        )


@pytest.mark.parametrize("number", range(2))
async def test_a_player_cut_off_is_replaced_and_takes_over(number: int, tmp_path: Path) -> None:
    """Over real sockets: the outlaws vanish, the sheriff calls a bot, they come back, all leave."""
    chooser = random.Random(number)
    settings = unlimited(tmp_path, away_seconds=1)
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            cookies = [await newcomer(http, name) for name in ("Anna", "Bert")]
            options = {"parties": ["sheriff", "outlaws"], "round_limit": 3}
            table = await new_table(http, cookies[0], options=options, seats=["me", "open"])
            anna, bert = (Seated(Line(server.url, cookie), chooser) for cookie in cookies)
            for person in (anna, bert):
                await person.line.open()
                await person.line.say({"type": "hello", "table": table})
                await person.line.caught_up()
            assert (await bert.do("sit", chair=1))["type"] == "ack"
            assert (await anna.do("start"))["type"] == "ack"
            for _ in range(6):
                await anna.choose()
                await bert.choose()

            await bert.line.drop()
            await anna.line.until(lambda: not anna.latest("table")["chairs"][1]["present"])
            await anna.line.until(lambda: anna.latest("table")["replaceable"] == ["outlaws"])
            assert (await anna.do("replace", seat="outlaws"))["type"] == "ack"
            for _ in range(3):
                await anna.choose()
                await anna.line.until(lambda: anna.is_asked() or anna.is_over())

            await bert.line.open()
            await bert.line.say({"type": "hello", "table": table, "since": 0})
            await bert.line.caught_up()
            assert bert.latest("update")["seat"] == "outlaws"
            assert (await bert.do("return", seat="outlaws"))["type"] == "ack"
            await bert.choose()
            assert (await bert.do("leave", seat="outlaws"))["type"] == "ack"
            assert (await anna.do("leave", seat="sheriff"))["type"] == "ack"
            await anna.line.until(anna.is_over)
            for person in (anna, bert):
                await person.line.close()
    assert '"error"' not in log.getvalue()
