"""What is asked by one person and told to nobody else: hints, and cards that are tried."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from cactustown.server.live import LiveTable
from tests.drills.inprocess import served, unlimited
from tests.drills.line import Line, new_table, newcomer, visitors
from tests.server.tables import ANNA, BERT, CARL, Told, World


@asynccontextmanager
async def unnoticed(w: World, live: LiveTable) -> AsyncIterator[None]:
    """Nothing is written meanwhile, nobody is told anything, and the game is as it was."""
    listeners = [Told(person) for person in (ANNA, BERT, CARL)]
    for listener in listeners:
        await live.come(listener, None)
    for listener in listeners:
        listener.raw.clear()
    rows = await w.store.rows(live.name)
    kept = _frozen(live)
    yield
    assert await w.store.rows(live.name) == rows
    assert _frozen(live) == kept
    assert not any(listener.raw for listener in listeners)


def _frozen(live: LiveTable) -> bytes:
    assert live._table.game is not None
    return msgspec.json.encode(live._table.game.freeze())


@asynccontextmanager
async def a_line(folder: Path, **settings: Any) -> AsyncIterator[tuple[Line, str]]:
    """Anna's socket, on which nothing was said yet, and her table: as the sheriff against a bot."""
    async with served(unlimited(folder, **settings)) as server, visitors(server.url) as http:
        cookie = await newcomer(http, "Anna")
        options = {"parties": ["sheriff", "outlaws"]}
        table = await new_table(http, cookie, options=options, seats=["me", "random"])
        line = Line(server.url, cookie)
        await line.open()
        yield line, table
        await line.close()  # whoever goes is told nothing more, and nothing breaks


async def begin(line: Line, table: str) -> None:
    """The game begins; what was told so far is forgotten."""
    await line.say({"type": "hello", "table": table})
    await line.ask({"type": "start", "id": "go"})
    await line.caught_up()
    line.frames.clear()


async def told(line: Line, kind: str) -> dict[str, Any]:
    """The one frame of this kind, once it is there."""
    sign = f'"type":"{kind}"'
    await line.until(lambda: any(sign in frame for frame in line.frames))
    (frame,) = (msgspec.json.decode(frame) for frame in line.frames if sign in frame)
    assert isinstance(frame, dict)
    return frame


async def codes_in_a_row(folder: Path, question: dict[str, Any], times: int) -> list[str]:
    """How it is refused, so often without a pause, at a table that has not begun."""
    async with a_line(folder, frames_per_second=20) as (line, table):
        await line.say({"type": "hello", "table": table})
        return [(await line.ask({**question, "id": f"q{n}"}))["code"] for n in range(times)]
