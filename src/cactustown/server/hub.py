"""All tables this process has in memory, and what happens at them by itself: bots and clocks."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog

from cactustown.engine.journal import Journal
from cactustown.engine.state import to_json
from cactustown.server.allowance import Allowance, TooManyTables
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
from cactustown.server.protocol import AnyCommand, Rematch, Sit
from cactustown.server.store.base import Row, Store, StoreUnavailable
from cactustown.server.table import OPEN as OPENED
from cactustown.server.table import OVER, RUNNING, Corrupt, Table
from cactustown.server.upgrade import TooNew, TooOld
from cactustown.server.waiting import Asker

log = structlog.get_logger()
TICK_SECONDS = 0.5
LATE_MS = 2_000  # what is due for longer, the process that should have done it does not do
FETCHED_AT_ONCE = 50
TABLE_NAME_BYTES = 9
LAST_RESORT = "random"  # the bot that answers when no other does; it takes a tenth of a millisecond
UNSEEN = 5  # times as long bots take, for each of a host's tables at which nobody looks


def milliseconds() -> int:
    """The time as the log keeps it."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Manners:
    """How the server behaves at its tables."""

    pace: float = 0.6  # seconds a bot takes at least; longer where nobody looks on
    away: float = 60.0  # seconds after which who is gone may be replaced
    idle: float = 600.0  # seconds after which a table that nobody uses leaves the memory
    tables_a_person: int = 50  # opened or sat at, that are not over


Rate = Callable[[Table], Coroutine[Any, Any, None]]
HasAccount = Callable[[str], Coroutine[Any, Any, bool]]


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
        has_account: HasAccount | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.manners = manners
        self.now = now
        self.rate = rate
        self.has_account = has_account
        self.allowance = Allowance(store, manners.tables_a_person)
        self.metrics = metrics or Metrics()
        self.metrics.tables.set_function(lambda: len(self.tables))
        self.tables: dict[str, LiveTable] = {}
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
        try:
            table, kept = await load(self.store, name)
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the table cannot be read now; try again") from error
        except (Corrupt, TooOld, TooNew) as error:
            log.error("table cannot be read", table=name, why=type(error).__name__)
            raise Refusal("unreadable", "this program cannot read the table") from error
        return self._keep(table, kept)

    def _keep(self, table: Table, kept: int) -> LiveTable:
        if table.name in self.tables:  # loaded by somebody else meanwhile: there is but one
            return self.tables[table.name]
        live = LiveTable(self.store, table, kept, self.now, self.manners.away)
        live.after_change = self._look_after
        self.tables[table.name] = live
        self._look_after(live)
        return live

    async def open(
        self, person: Person, wish: NewTable, seed: str = "", branch: Branch | None = None
    ) -> str:
        """A new table as somebody wished for; its name.

        Raises `StoreUnavailable`, or `TooManyTables` where this person has enough of them.
        """
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
            async with self.allowance.one_more(person.id):
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

    async def close_lone(self, person: Person, title: str) -> None:
        """Closes the tables of such a title at which nobody else sits: they are begun anew."""
        for found in await self.store.tables_of(person.id):
            people = {place.person for place in found.places if place.person}
            lone = found.host_id == person.id and people <= {person.id}
            if lone and found.state in (OPENED, RUNNING) and found.title.startswith(title):
                with contextlib.suppress(NoSuchTable, Refusal):
                    await (await self.table(found.table)).write("~close/1", _always(Closed()))

    async def obey(self, live: LiveTable, person: Person, command: AnyCommand) -> int:
        """Does what a person asks at a table; raises `Refusal`."""
        self.used_at = time.monotonic()
        if isinstance(command, Rematch):
            return await self._rematch(live, person, command)
        if isinstance(command, Sit):
            return await self._sit(live, person, command)
        return await live.obey(person, command)

    async def _sit(self, live: LiveTable, person: Person, command: Sit) -> int:
        """Whether somebody may is not for the table alone to say."""
        try:
            async with self.allowance.one_more(person.id, live.name):
                guest = live.table.opened.rated and await self._is_guest(person)
                return await live.obey(person, command, guest=guest)
        except TooManyTables as refused:
            raise Refusal("too_many_tables", str(refused)) from refused
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the database is away; try again") from error

    async def _is_guest(self, person: Person) -> bool:
        return self.has_account is not None and not await self.has_account(person.id)

    async def _rematch(self, live: LiveTable, person: Person, command: Rematch) -> int:
        """The next table is there before its name is told; if another was faster, it is closed."""
        over, name = live.table, ""
        if over.state == OVER and over.next_table is None and person.id in over.people():
            name = secrets.token_urlsafe(TABLE_NAME_BYTES)
            try:
                async with self.allowance.one_more(person.id):
                    await self._open_rematch(over, name, person)
            except TooManyTables as refused:
                raise Refusal("too_many_tables", str(refused)) from refused
            except StoreUnavailable as error:
                raise Refusal("unavailable", "the database is away; try again") from error
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
            raise StoreUnavailable(refusal.reason) from refusal

    async def _find(self, name: str) -> Table | None:
        """A table as it stands on disk, for who only wants to read."""
        try:
            live = await self.table(name)
            return await live.settled()
        except NoSuchTable:
            return None
        except Refusal as refusal:
            raise StoreUnavailable(refusal.reason) from refusal

    # -- what happens by itself

    def _news(self, name: str, version: int) -> None:
        for live in [self.tables.get(name)] if name else list(self.tables.values()):
            if live is not None and (version == 0 or version > live.table.version):
                self._spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
            await live.look_round()
        except (StoreUnavailable, Refusal):
            log.warning("table could not be read", table=live.name)

    def _look_after(self, live: LiveTable) -> None:
        """Sets bots thinking that are awaited, counts a rated game that is over."""
        if self.tables.get(live.name) is not live:  # forgotten: the one that is loaded goes on
            return
        if live.table.is_among_bots and not live.in_sight.is_set():
            return  # nobody waits for them; they go on when somebody comes to look
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
        await self._wait_out_of_sight(live)
        began = time.monotonic()
        async with live.lock:
            thought, version = _thought(live.table, seat, bot)
            asked_at = live.table.asked_at[seat]
        try:
            with self.metrics.bot_seconds.time():
                choice = await self.bots.choose(thought, _asker(live))
        except NoAnswer:
            choice = _in_a_pinch(thought)
        if live.in_sight.is_set():
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

    async def _wait_out_of_sight(self, live: LiveTable) -> None:
        """Where nobody looks bots take their time, the more of it the more such tables a host has.

        So a hundred of them cost no more than one. Whoever comes to look ends the wait.
        """
        if live.in_sight.is_set():
            return
        host = live.table.opened.host.id
        busy = {
            name
            for name, _ in self._thinking
            if (other := self.tables.get(name)) is not None
            and other.table.opened.host.id == host
            and not other.in_sight.is_set()
        }
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(UNSEEN * self.manners.pace * len(busy)):
                await live.in_sight.wait()

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
            due = live.table.clocks.due()
            if due is not None and due[0] <= now and live.table.state != OVER:
                await self._flag(live, due[1])
            live.tell_who_is_away()
        for name in (await self.store.due(now - LATE_MS))[:FETCHED_AT_ONCE]:
            if name not in self.tables:
                with contextlib.suppress(NoSuchTable, Refusal):
                    await self.table(name)
        self._forget_idle()

    async def _flag(self, live: LiveTable, seat: str) -> None:
        """A bot takes over for who ran out of time."""

        def entry(table: Table) -> AnyEntry:
            due = table.clocks.due()
            if due is None or due[1] != seat or due[0] > self.now():
                raise Refusal("in_time", "the clock no longer runs out")
            return HandedOver(seat, table.stand_in, "time")

        with contextlib.suppress(Refusal):
            await live.write(f"~time/{live.table.version}", entry)

    def _forget_idle(self) -> None:
        long_ago = time.monotonic() - self.manners.idle
        busy = {name for name, _ in self._thinking}
        for name, live in list(self.tables.items()):
            in_use = live.listeners or live.lock.locked() or name in busy
            if live.used_at < long_ago and not in_use:
                del self.tables[name]


def _always(entry: AnyEntry) -> Callable[[Table], AnyEntry]:
    return lambda table: entry


def _sitter(host: Person, chair: int, who: str) -> AnyEntry | None:
    if who == OPEN:
        return None
    return Sat(chair, host) if who == ME else BotSat(chair, who)


def _asker(live: LiveTable) -> Asker:
    return Asker(live.table.opened.host.id, live.name, live.in_sight.is_set())


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
