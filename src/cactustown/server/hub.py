"""All tables this process has in memory, and what happens at them by itself: bots and clocks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog

from cactustown.engine.journal import Journal
from cactustown.engine.state import to_json
from cactustown.server.bot_worker import Thought, choose
from cactustown.server.bots import BotPool, NoAnswer
from cactustown.server.commands import Refusal, choice_of
from cactustown.server.entries import (
    AnyEntry,
    BotSat,
    Branch,
    Closed,
    Counted,
    HandedOver,
    Opened,
    Person,
    Sat,
    encode,
)
from cactustown.server.fairness import bot_seed, new_seed
from cactustown.server.listings import listing
from cactustown.server.live import LiveTable, NoSuchTable, load
from cactustown.server.metrics import Metrics
from cactustown.server.newtable import ME, OPEN, NewTable
from cactustown.server.protocol import AnyCommand, Rematch
from cactustown.server.store.base import Row, Store, StoreDamaged, StoreUnavailable
from cactustown.server.table import OVER, Table
from cactustown.server.unreadable import SENTENCE, UNREADABLE, Fences, Unreadable

log = structlog.get_logger()
TICK_SECONDS = 0.5
LATE_MS = 2_000  # what is due for longer, the process that should have done it does not do
FETCHED_AT_ONCE = 50
TABLE_NAME_BYTES = 9
LAST_RESORT = "random"  # the bot that answers when another does not


def milliseconds() -> int:
    """The time as the log keeps it."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Manners:
    """How the server behaves at its tables."""

    pace: float = 0.6  # seconds a bot takes at least, while somebody looks on
    away: float = 60.0  # seconds after which who is gone may be replaced
    idle: float = 600.0  # seconds after which a table that nobody uses leaves the memory
    tables_a_person: int = 50


Rate = Callable[[Table], Coroutine[Any, Any, None]]


class Hub:
    """Finds, opens and keeps tables; every process has one."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        manners: Manners,
        now: Callable[[], int] = milliseconds,
        rate: Rate | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.manners = manners
        self.now = now
        self.rate = rate
        self.metrics = metrics or Metrics()
        self.metrics.tables.set_function(lambda: len(self.tables))
        self.tables: dict[str, LiveTable] = {}
        self.fences = Fences()
        self.metrics.unreadable.set_function(lambda: len(self.fences))
        self.used_at = time.monotonic()  # when somebody last asked for something
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._thinking: set[tuple[str, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticking: asyncio.Task[None] | None = None
        store.on_news(self._news)

    # -- life

    def start(self) -> None:
        """Begins to look after bots and clocks."""
        self._ticking = asyncio.create_task(self._tick_for_ever())

    async def stop(self) -> None:
        """Lets nothing more happen by itself."""
        tasks = [*self._tasks, *self._loading.values()]
        if self._ticking is not None:
            tasks.append(self._ticking)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- tables

    async def table(self, name: str) -> LiveTable:
        """A table, from memory or from the store; raises `NoSuchTable`."""
        live = self.tables.get(name)
        if live is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = self._loading[name] = asyncio.create_task(self._load(name))
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            live = await asyncio.shield(loading)
            live = self.tables.setdefault(name, live)  # if it was forgotten just now
        live.used_at = time.monotonic()  # whoever asked for it may take a moment
        return live

    async def _load(self, name: str) -> LiveTable:
        if self.fences.keeps_off(name):
            raise Refusal(UNREADABLE, SENTENCE)
        try:
            table, kept = await load(self.store, name)
        except StoreDamaged as error:
            self.fences.put_up(Unreadable(name, 0, str(error)))
            raise Refusal(UNREADABLE, SENTENCE) from error
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the table cannot be read now; try again") from error
        except Unreadable as error:
            self.fences.put_up(error)
            raise Refusal(UNREADABLE, SENTENCE) from error
        self.fences.take_down(name)
        return self._keep(table, kept)

    def _fence_off(self, live: LiveTable, error: Unreadable) -> None:
        """A table that was fine until a row came that cannot be read."""
        if self.tables.get(live.name) is live:
            del self.tables[live.name]
        self.fences.put_up(error)

    def _keep(self, table: Table, kept: int) -> LiveTable:
        if table.name in self.tables:  # loaded by somebody else meanwhile: there is but one
            return self.tables[table.name]
        live = LiveTable(self.store, table, kept, self.now, self.manners.away)
        live.after_change = self._look_after
        live.when_unreadable = self._fence_off
        self.tables[table.name] = live
        self._look_after(live)
        return live

    async def open(
        self, person: Person, wish: NewTable, seed: str = "", branch: Branch | None = None
    ) -> str:
        """A new table as somebody wished for; its name. Raises `StoreUnavailable`."""
        name = secrets.token_urlsafe(TABLE_NAME_BYTES)
        opened = Opened(
            host=person,
            options=wish.options,
            seed=seed or new_seed(),
            public=wish.public,
            rated=wish.rated,
            draw=wish.draw,
            clock=wish.clock,
            title=wish.title,
            stand_in=wish.stand_in,
            branch=branch,
        )
        sitters = [_sitter(person, n, who) for n, who in enumerate(wish.seats)]
        try:
            await self._open(name, opened, sitters)
        except Refusal as refusal:
            raise StoreUnavailable(refusal.reason) from refusal
        return name

    async def _open(self, name: str, opened: Opened, sitters: list[AnyEntry | None]) -> None:
        row = Row(name, 1, "~open/1", self.now(), encode(opened))
        table = Table(name, opened, row)
        try:
            await self.store.append(row, listing(table), None)
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the table could not be kept; try again") from error
        live = self._keep(table, 0)
        for chair, entry in enumerate(sitters):
            if entry is not None:
                await live.write(f"~sit/{chair}", _always(entry))

    async def obey(self, live: LiveTable, person: Person, command: AnyCommand) -> int:
        """Does what a person asks at a table; raises `Refusal`."""
        self.used_at = time.monotonic()
        if isinstance(command, Rematch):
            return await self._rematch(live, person, command)
        return await live.obey(person, command)

    async def _rematch(self, live: LiveTable, person: Person, command: Rematch) -> int:
        """The next table is there before its name is told; if another was faster, it is closed."""
        over, name = live.table, ""
        if over.state == OVER and over.next_table is None and person.id in over.people():
            name = secrets.token_urlsafe(TABLE_NAME_BYTES)
            await self._open_rematch(over, name, person)
        try:
            return await live.obey(person, command, next_table=name)
        finally:
            if name and live.table.next_table != name:
                with contextlib.suppress(Refusal):
                    await (await self.table(name)).write("~close/1", _always(Closed()))

    async def _open_rematch(self, over: Table, name: str, host: Person) -> None:
        opened = msgspec.structs.replace(
            over.opened, host=host, seed=new_seed(), previous=over.name
        )
        order = {party: n for n, party in enumerate(over.options.parties)}
        chairs = sorted(over.chairs, key=lambda chair: order.get(chair.party or "", 0))
        sitters: list[AnyEntry | None] = []
        for number, chair in enumerate(chairs):
            if chair.bot is not None:
                sitters.append(BotSat(number, chair.bot))
            elif chair.person is not None and chair.person.id == host.id:
                sitters.append(Sat(number, host))
            else:
                sitters.append(None)
        await self._open(name, opened, sitters)

    async def journal(self, name: str) -> tuple[Journal, list[str | None]] | None:
        """A finished game's journal and its players' names; None while it must stay secret."""
        table = await self._find(name)
        if table is None or table.state != OVER or table.game is None:
            return None
        names = {chair.party: chair.person.name for chair in table.chairs if chair.person}
        return table.game.journal(), [names.get(party) for party in table.game.parties]

    async def export(self, name: str, person: Person | None) -> bytes | None:
        """The game as a file, as far as this person may know it; None: there is none."""
        try:
            live = await self.table(name)
            return await live.export(person)
        except NoSuchTable:
            return None
        except Refusal as refusal:
            raise _why_not(refusal, name) from refusal

    def is_unreadable(self, name: str) -> bool:
        """Whether a table is known to be one that cannot be read."""
        return name in self.fences

    async def _find(self, name: str) -> Table | None:
        """A table as it stands on disk, for who only wants to read."""
        try:
            live = await self.table(name)
            return await live.settled()
        except NoSuchTable:
            return None
        except Refusal as refusal:
            raise _why_not(refusal, name) from refusal

    # -- what happens by itself

    def _news(self, name: str, version: int) -> None:
        if version or not name:
            self.fences.news(name)
        for live in [self.tables.get(name)] if name else list(self.tables.values()):
            if live is not None and (version == 0 or version > live.table.version):
                self._spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
            await live.look_round()
        except (StoreUnavailable, Refusal):
            if live.name not in self.fences:  # that is in the log already
                log.warning("table could not be read now", table=live.name)

    def _look_after(self, live: LiveTable) -> None:
        """Sets bots thinking that are awaited, counts a rated game that is over."""
        if self.tables.get(live.name) is not live:  # forgotten: the one that is loaded goes on
            return
        for seat, bot in live.table.bots_awaited():
            if (live.name, seat) not in self._thinking:
                self._thinking.add((live.name, seat))
                self._spawn(self._think(live, seat, bot))
        if live.table.is_uncounted:
            self._spawn(self._count(live))

    async def _think(self, live: LiveTable, seat: str, bot: str) -> None:
        """Lets a bot choose; whatever comes of it, it is asked again while it is awaited."""
        rest = 0.0
        try:
            await self._bot_plays(live, seat, bot)
        except Refusal as refusal:  # the table went on meanwhile, or the store is away
            log.debug("bot's choice refused", table=live.name, code=refusal.code)
            rest = TICK_SECONDS
        except Exception:
            log.exception("bot failed", table=live.name, bot=bot)
            rest = TICK_SECONDS
        finally:
            self._thinking.discard((live.name, seat))
        await asyncio.sleep(rest)
        self._look_after(live)

    async def _bot_plays(self, live: LiveTable, seat: str, bot: str) -> None:
        began = time.monotonic()
        async with live.lock:
            thought, version = _thought(live.table, seat, bot)
            asked_at = live.table.asked_at[seat]
        try:
            with self.metrics.bot_seconds.time():
                choice = await self.bots.choose(thought)
        except NoAnswer:
            choice = _in_a_pinch(thought)
        if live.listeners:
            await asyncio.sleep(max(0.0, self.manners.pace - (time.monotonic() - began)))

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

    async def _count(self, live: LiveTable) -> None:
        """Ratings of a game that is over; both the count and its entry happen once."""
        if self.rate is not None:
            await self.rate(live.table)

        def entry(table: Table) -> AnyEntry:
            if not table.is_uncounted:
                raise Refusal("counted", "the game is counted already")
            return Counted()

        with contextlib.suppress(Refusal):
            await live.write("~count/1", entry)

    async def _tick_for_ever(self) -> None:
        while True:
            try:
                await self._tick()
            except StoreUnavailable:
                log.warning("the store is away")
            except Exception:
                log.exception("looking after the tables failed")
            await asyncio.sleep(TICK_SECONDS)

    async def _tick(self) -> None:
        now = self.now()
        for live in list(self.tables.values()):
            try:
                await self._look_at(live, now)
            except Exception:
                log.exception("looking after a table failed", table=live.name)
        # Those that cannot be read take nobody's place in the queue.
        late = self.fences.outside(await self.store.due(now - LATE_MS))
        waiting = (name for name in late if name not in self.tables)
        for name in list(itertools.islice(waiting, FETCHED_AT_ONCE)):
            await self._fetch(name)
        self._forget_idle()

    async def _look_at(self, live: LiveTable, now: int) -> None:
        due = live.table.clocks.due()
        if due is not None and due[0] <= now and live.table.state != OVER:
            await self._flag(live, due[1])
        live.tell_who_is_away()

    async def _fetch(self, name: str) -> None:
        """Loads a table at which something is due; whatever is wrong there is wrong there alone."""
        try:
            await self.table(name)
        except Refusal:
            pass  # fenced off, or the store is away: then the next tick tries again
        except NoSuchTable:
            self.fences.put_up(Unreadable(name, 1, "its log is empty"))
        except Exception:
            log.exception("table could not be loaded", table=name)
            self.fences.put_up(Unreadable(name, 0, "loading it failed; the server's log says how"))

    async def _flag(self, live: LiveTable, seat: str) -> None:
        """A bot takes over for who ran out of time."""

        def entry(table: Table) -> AnyEntry:
            due = table.clocks.due()
            if due is None or due[1] != seat or due[0] > self.now():
                raise Refusal("in_time", "the clock no longer runs out")
            return HandedOver(seat, table.opened.stand_in, "time")

        with contextlib.suppress(Refusal):
            await live.write(f"~time/{live.table.version}", entry)

    def _forget_idle(self) -> None:
        long_ago = time.monotonic() - self.manners.idle
        busy = {name for name, _ in self._thinking}
        for name, live in list(self.tables.items()):
            in_use = live.listeners or live.lock.locked() or name in busy
            if live.used_at < long_ago and not in_use:
                del self.tables[name]


def _why_not(refusal: Refusal, name: str) -> Exception:
    """What who only wants to read is told."""
    if refusal.code == UNREADABLE:
        return Unreadable(name, 0, refusal.reason)
    return StoreUnavailable(refusal.reason)


def _always(entry: AnyEntry) -> Callable[[Table], AnyEntry]:
    return lambda table: entry


def _sitter(host: Person, chair: int, who: str) -> AnyEntry | None:
    if who == OPEN:
        return None
    return Sat(chair, host) if who == ME else BotSat(chair, who)


def _in_a_pinch(thought: Thought) -> str:
    return choose(msgspec.structs.replace(thought, bot=LAST_RESORT))


def _thought(table: Table, seat: str, bot: str) -> tuple[Thought, int]:
    game = table.game
    if game is None or table.started is None or (seat, bot) not in table.bots_awaited():
        raise Refusal("not_awaited", "the bot is no longer asked")
    number = game.seat(seat)
    thought = Thought(
        options=table.opened.options,
        edition=table.started.edition,
        seat=number,
        view=to_json(game.bot_view(number)),
        bot=bot,
        seed=bot_seed(table.opened.seed, seat, table.version),
    )
    return thought, table.version
