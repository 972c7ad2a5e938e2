"""What bots do at the tables: each that is awaited is asked once, and its choice is written."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final

import msgspec
import structlog

from cactustown.engine.saving import to_json
from cactustown.server.bot_worker import Thought, choose
from cactustown.server.bots import BotPool, NoAnswer
from cactustown.server.commands import Refusal, choice_of
from cactustown.server.entries import AnyEntry
from cactustown.server.fairness import bot_seed
from cactustown.server.live import LiveTable
from cactustown.server.metrics import Metrics
from cactustown.server.table import Table
from cactustown.server.waiting import Asker

log = structlog.get_logger()
LAST_RESORT: Final = "random"  # answers when no other bot does, in a tenth of a millisecond
UNSEEN: Final = 5  # times the pace, for each of a host's tables that nobody looks at
REST_SECONDS: Final = 0.5  # after a choice that could not be written


class Thinking:
    """The bots that have been asked and have not chosen yet."""

    def __init__(self, bots: BotPool, metrics: Metrics, pace: float) -> None:
        self.pace = pace  # seconds a bot takes at least; longer where nobody looks on
        self.asked: dict[tuple[str, str], LiveTable] = {}  # table and seat -> the table
        self._bots = bots
        self._metrics = metrics

    def asks(self, live: LiveTable, seat: str) -> bool:
        """Whether a seat is asked from now on; False if it was already."""
        if (live.name, seat) in self.asked:
            return False
        self.asked[live.name, seat] = live
        return True

    @property
    def busy(self) -> set[str]:
        """The names of the tables at which a bot is thinking."""
        return {name for name, _ in self.asked}

    async def think(self, live: LiveTable, seat: str, bot: str) -> None:
        """Lets a bot choose; whatever comes of it, it may be asked again afterwards."""
        rest = 0.0
        try:
            await self._play(live, seat, bot)
        except Refusal as refusal:  # the table went on meanwhile, or the store is away
            log.debug("bot's choice refused", table=live.name, code=refusal.code)
            rest = REST_SECONDS
        except Exception:
            log.exception("bot failed", table=live.name, bot=bot)
            rest = REST_SECONDS
        finally:
            self.asked.pop((live.name, seat), None)
        await asyncio.sleep(rest)

    async def _play(self, live: LiveTable, seat: str, bot: str) -> None:
        await self._wait_out_of_sight(live)
        began = time.monotonic()
        async with live.hold() as table:
            thought, version = _thought(table, seat, bot)
            asked_at = table.asked_at[seat]
        asker = Asker(live.opened.host.id, live.name, live.in_sight.is_set())
        try:
            with self._metrics.bot_seconds.time():
                choice = await self._bots.choose(thought, asker)
        except NoAnswer:
            choice = _in_a_pinch(thought)
        if live.in_sight.is_set():
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))

        def entry(table: Table) -> AnyEntry:
            if (seat, bot) not in table.bots_awaited():
                raise Refusal("not_awaited", "the bot is no longer asked")
            assert table.game is not None
            try:
                return choice_of(table, table.game, seat, asked_at, choice)
            except Refusal as refusal:
                if refusal.code != "illegal":
                    raise
                log.error("bot chose what it was not offered", bot=bot)
                return choice_of(table, table.game, seat, asked_at, _in_a_pinch(thought))

        await live.write(f"~{seat}/{version}", entry)

    async def _wait_out_of_sight(self, live: LiveTable) -> None:
        """Where nobody looks bots take their time: the more such tables a host has, the longer.

        So a hundred of them cost no more than one. Whoever comes to look ends the wait.
        """
        if live.in_sight.is_set():
            return
        host = live.opened.host.id
        unseen = {
            other.name
            for other in self.asked.values()
            if other.opened.host.id == host and not other.in_sight.is_set()
        }
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(UNSEEN * self.pace * len(unseen)):
                await live.in_sight.wait()


def _in_a_pinch(thought: Thought) -> str:
    return choose(msgspec.structs.replace(thought, bot=LAST_RESORT))


def _thought(table: Table, seat: str, bot: str) -> tuple[Thought, int]:
    game = table.game
    if game is None or table.started is None or (seat, bot) not in table.bots_awaited():
        raise Refusal("not_awaited", "the bot is no longer asked")
    number = game.seat(seat)
    thought = Thought(
        options=table.opened.options,
        edition=table.edition,
        version=table.rules_version,
        seat=number,
        view=to_json(game.bot_view(number)),
        bot=bot,
        seed=bot_seed(table.sealing.seed, seat, table.version),
        override=table.override,
    )
    return thought, table.version
