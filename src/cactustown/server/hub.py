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

from cactustown.server.allowance import Allowance, TooManyTables
from cactustown.server.bots import BotPool
from cactustown.server.commands import Circumstances, Refusal, decide
from cactustown.server.entries import (
    Abandoned,
    AnyEntry,
    BotSat,
    Branch,
    Closed,
    Counted,
    HandedOver,
    Opened,
    OwnBox,
    Person,
    Sat,
    encode,
)
from cactustown.server.fairness import new_seed
from cactustown.server.finished import Finished, finished
from cactustown.server.listings import listing
from cactustown.server.live import LiveTable, NoSuchTable, load
from cactustown.server.metrics import Metrics
from cactustown.server.newtable import ME, OPEN, NewTable
from cactustown.server.protocol import AnyCommand, Rematch, Sit
from cactustown.server.reading import Busy, Reading, TookTooLong
from cactustown.server.sealing import REVEAL
from cactustown.server.store.base import Row, Store, StoreDamaged, StoreUnavailable
from cactustown.server.table import OPEN as OPENED
from cactustown.server.table import OVER, RUNNING, Table
from cactustown.server.thinking import Thinking
from cactustown.server.timekeeping import Outage, Timekeeper
from cactustown.server.unreadable import SENTENCE, UNREADABLE, Fences, Unreadable

log = structlog.get_logger()
TICK_SECONDS = 0.5
NOTE_SECONDS = 30  # how often it is noted that the tables are looked after
LATE_MS = 2_000  # what is due for longer, the process that should have done it does not do
FETCHED_AT_ONCE = 50
TABLE_NAME_BYTES = 9


@dataclass(frozen=True)
class Manners:
    """How the server behaves at its tables."""

    pace: float = 0.6  # seconds a bot takes at least; longer where nobody looks on
    away: float = 60.0  # seconds after which a player who is gone may be replaced
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
        now: Callable[[], int] | None = None,
        rate: Rate | None = None,
        metrics: Metrics | None = None,
        reading: Reading | None = None,
        has_account: HasAccount | None = None,
        box: OwnBox | None = None,
    ) -> None:
        self.store = store
        self.box = box  # of the host's own, for new tables
        self.reading = reading or Reading()
        self.bots = bots
        self.manners = manners
        self.now = now or Timekeeper()
        self.rate = rate
        self.has_account = has_account
        self.allowance = Allowance(store, manners.tables_a_person)
        self.metrics = metrics or Metrics()
        self.thinking = Thinking(bots, self.metrics, manners.pace)
        self.metrics.tables.set_function(lambda: len(self.tables))
        self.tables: dict[str, LiveTable] = {}
        self.fences = Fences()
        self.metrics.unreadable.set_function(lambda: len(self.fences))
        self.used_at = time.monotonic()  # when somebody last asked for something
        self._began = -REVEAL  # when the server came up; before, nobody could reveal anything
        self.outage: Outage | None = None  # before this process
        self._served_at = time.monotonic()  # when that was last noted
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticking: asyncio.Task[None] | None = None
        store.on_news(self._news)

    # -- life

    async def take_up(self, keeper: Timekeeper) -> None:
        """Goes on where the processes before this one stopped; before any table is loaded.

        The time of the log is never set back. What is missing since then is nobody's.
        """
        here = await self.store.time()
        before = await self.store.served()
        if before is not None and before > here:
            log.warning("the clock was set back", ms=before - here)
        keeper.set(max(here, before or 0))
        self.outage = Outage(before or 0, keeper())
        await self.store.serve(keeper())

    def start(self) -> None:
        """Begins to look after bots and clocks."""
        self._began = self.now()
        self._ticking = asyncio.create_task(self._tick_for_ever())

    async def stop(self) -> None:
        """Lets nothing more happen by itself."""
        self.reading.close()
        ticking = [] if self._ticking is None else [self._ticking]
        while tasks := [*self._tasks, *self._loading.values(), *ticking]:  # one may begin another
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            ticking = []
        if self.outage is not None:
            with contextlib.suppress(StoreUnavailable):
                await self.store.serve(self.now())

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
            table, kept = await load(self.store, name, self.reading)
        except StoreDamaged as error:
            self.fences.put_up(Unreadable(name, 0, str(error)))
            raise Refusal(UNREADABLE, SENTENCE) from error
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the table cannot be read now; try again") from error
        except Busy as error:
            raise Refusal("busy", str(error)) from error
        except TookTooLong as error:
            self.fences.put_up(Unreadable(name, 0, f"playing its log: {error}"))
            raise Refusal(UNREADABLE, SENTENCE) from error
        except Unreadable as error:
            self.fences.put_up(error)
            raise Refusal(UNREADABLE, SENTENCE) from error
        self.fences.take_down(name)
        live = self._keep(table, kept)
        await self._resume(live)
        return live

    async def _resume(self, live: LiveTable) -> None:
        """Takes time without a server off the clocks, before anything else happens at a table."""

        def entry(table: Table) -> AnyEntry:
            raise Refusal("served", "there is nothing else to write")

        live.outage = self.outage
        with contextlib.suppress(Refusal):
            await live.write("~resume", entry)

    def _fence_off(self, live: LiveTable, error: Unreadable) -> None:
        """A table that was fine until a row came that cannot be read."""
        if self.tables.get(live.name) is live:
            del self.tables[live.name]
        self.fences.put_up(error)

    def _keep(self, table: Table, kept: int) -> LiveTable:
        if table.name in self.tables:  # loaded by somebody else meanwhile: there is but one
            return self.tables[table.name]
        live = LiveTable(
            *(self.store, table, kept, self.now, self.manners.away), reading=self.reading
        )
        live.after_change = self._look_after
        live.when_unreadable = self._fence_off
        self.tables[table.name] = live
        self._look_after(live)
        return live

    async def open(
        self, person: Person, wish: NewTable, seed: str = "", branch: Branch | None = None
    ) -> str:
        """A new table as somebody wished for; its name.

        Raises `StoreUnavailable`, or `TooManyTables` if this person has enough of them.
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
            box=self.box if branch is None else None,  # a game to go on from has its own
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
        """Closes this person's tables of such a title where nobody else sits: they begin anew."""
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
        """Sits down; whether somebody may is not for the table alone to say."""
        try:
            async with self.allowance.one_more(person.id, live.name):
                guest = live.opened.rated and await self._is_guest(person)
                return await live.obey(person, command, guest=guest)
        except TooManyTables as refused:
            raise Refusal("too_many_tables", str(refused)) from refused
        except StoreUnavailable as error:
            raise Refusal("unavailable", "the database is away; try again") from error

    async def _is_guest(self, person: Person) -> bool:
        return self.has_account is not None and not await self.has_account(person.id)

    async def _rematch(self, live: LiveTable, person: Person, command: Rematch) -> int:
        """The next table is there before its name is told; if another was faster, it is closed."""
        name = ""
        async with live.hold() as over:
            if not live.has_done(person, command):
                name = secrets.token_urlsafe(TABLE_NAME_BYTES)
                decide(over, person, command, Circumstances(next_table=name))  # or no table at all
        if name:  # of a game that is over nothing changes that a rematch takes over
            try:
                async with self.allowance.one_more(person.id):
                    await self._open_rematch(over, name, over.as_known(person))
            except TooManyTables as refused:
                raise Refusal("too_many_tables", str(refused)) from refused
            except StoreUnavailable as error:
                raise Refusal("unavailable", "the database is away; try again") from error
        try:
            return await live.obey(person, command, next_table=name)
        finally:
            if name:
                with contextlib.suppress(Refusal):
                    await self._close_unless_next(live, name)

    async def _close_unless_next(self, live: LiveTable, name: str) -> None:
        async with live.hold() as over:
            chosen = over.next_table
        if chosen != name:
            await (await self.table(name)).write("~close/1", _always(Closed()))

    async def _open_rematch(self, over: Table, name: str, host: Person) -> None:
        """The asker and the bots sit down at once; for everybody else their chairs are kept."""
        order = {party: n for n, party in enumerate(over.options.parties)}
        chairs = sorted(over.chairs, key=lambda chair: order.get(chair.party or "", 0))
        people = [chair.person for chair in chairs]
        opened = msgspec.structs.replace(
            over.opened,
            host=host,
            seed=new_seed(),
            previous=over.name,
            kept=[None if person and person.id == host.id else person for person in people],
        )
        sitters: list[AnyEntry | None] = []
        for number, chair in enumerate(chairs):
            if chair.bot is not None:
                sitters.append(BotSat(number, chair.bot))
            elif chair.person is not None and chair.person.id == host.id:
                sitters.append(Sat(number, host))
            else:
                sitters.append(None)
        await self._open(name, opened, sitters)

    async def finished(self, name: str) -> Finished | None:
        """A finished game; None while it must stay secret."""
        try:
            return finished(await (await self.table(name)).settled())
        except NoSuchTable:
            return None
        except Refusal as refusal:
            raise _why_not(refusal, name) from refusal

    def is_unreadable(self, name: str) -> bool:
        """Whether a table is known to be one that cannot be read."""
        return name in self.fences

    async def export(self, name: str, person: Person | None, who: str = "") -> bytes | None:
        """The game as a file, as far as this person may know it; None: there is none.

        `who` is the address to count it for if the person is not known.
        """
        try:
            live = await self.table(name)
            return await live.export(person, person.id if person else who)
        except NoSuchTable:
            return None
        except Refusal as refusal:
            raise _why_not(refusal, name) from refusal

    # -- what happens by itself

    def _news(self, name: str, version: int) -> None:
        if version or not name:
            self.fences.news(name)
        for live in [self.tables.get(name)] if name else list(self.tables.values()):
            if live is not None and (version == 0 or version > live.version):
                self._spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
            await live.look_round()
        except (StoreUnavailable, Refusal):
            if live.name not in self.fences:  # that is in the log already
                log.warning("table could not be read now", table=live.name)

    async def _find_again(self, live: LiveTable) -> None:
        """Reads a table's log again after a write that failed."""
        try:
            await live.settled()
        except Refusal:  # not yet
            log.debug("table still cannot be read", table=live.name)

    def _look_after(self, live: LiveTable) -> None:
        """Sets bots thinking that are awaited, counts a rated game that is over."""
        if self.tables.get(live.name) is not live:  # forgotten: the one that is loaded goes on
            return
        table = live.at_rest
        if table is None:  # when it is written, or read again, this is called once more
            return
        if table.is_among_bots and not live.in_sight.is_set():
            return  # nobody waits for them; they go on when somebody comes to look
        for seat, bot in table.bots_awaited():
            if self.thinking.asks(live, seat):
                self._spawn(self._think(live, seat, bot))
        if table.is_uncounted:
            self._spawn(self._count(live))

    async def _think(self, live: LiveTable, seat: str, bot: str) -> None:
        await self.thinking.think(live, seat, bot)
        self._look_after(live)

    async def _count(self, live: LiveTable) -> None:
        """Ratings of a game that is over; both the count and its entry happen once."""

        def entry(table: Table) -> AnyEntry:
            if not table.is_uncounted:
                raise Refusal("counted", "the game is counted already")
            return Counted()

        with contextlib.suppress(Refusal):
            if self.rate is not None:
                await self.rate(await live.settled())
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
        for live in list(self.tables.values()):
            try:
                await self._look_at(live)
            except Exception:
                log.exception("looking after a table failed", table=live.name)
        # Those that cannot be read take nobody's place in the queue.
        late = self.fences.outside(await self.store.due(self.now() - LATE_MS))
        waiting = (name for name in late if name not in self.tables)
        for name in list(itertools.islice(waiting, FETCHED_AT_ONCE)):
            await self._fetch(name)
        self._forget_idle()
        if self.outage is not None and time.monotonic() >= self._served_at + NOTE_SECONDS:
            self._served_at = time.monotonic()
            await self.store.serve(self.now())

    async def _look_at(self, live: LiveTable) -> None:
        if live.is_lost:  # once the database can be read again, bots and clocks go on
            self._spawn(self._find_again(live))
        table = live.at_rest
        if table is None:  # it is being written
            return
        due = table.clocks.due()
        if due is not None and due[0] <= live.now() and table.state != OVER:
            await self._flag(live, due[1], table.version)
        if self._is_unrevealed(table):
            await self._abandon(live, table.version)
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

    async def _flag(self, live: LiveTable, seat: str, version: int) -> None:
        """A bot takes over for a player who ran out of time."""

        def entry(table: Table) -> AnyEntry:
            due = table.clocks.due()
            if due is None or due[1] != seat or due[0] > live.now():
                raise Refusal("in_time", "the clock no longer runs out")
            return HandedOver(seat, table.stand_in, "time")

        with contextlib.suppress(Refusal):
            await live.write(f"~time/{version}", entry)

    def _is_unrevealed(self, table: Table) -> bool:
        """Whether the time to reveal is over; it does not run while nobody could reveal."""
        due = table.reveal_due()
        return due is not None and max(due, self._began + REVEAL) <= self.now()

    async def _abandon(self, live: LiveTable, version: int) -> None:
        """Players who have not revealed lose their chairs, and all is drawn anew."""

        def entry(table: Table) -> AnyEntry:
            if not self._is_unrevealed(table):
                raise Refusal("in_time", "everybody has revealed")
            return Abandoned(table.unrevealed(), new_seed())

        with contextlib.suppress(Refusal):
            await live.write(f"~reveal/{version}", entry)

    def _forget_idle(self) -> None:
        long_ago = time.monotonic() - self.manners.idle
        busy = self.thinking.busy
        for name, live in list(self.tables.items()):
            in_use = live.listeners or live.lock.locked() or name in busy
            if live.used_at < long_ago and not in_use:
                del self.tables[name]


def _why_not(refusal: Refusal, name: str) -> Exception:
    """What the HTTP side is told where a table cannot be read."""
    match refusal.code:
        case "busy":
            return Busy(refusal.reason)
        case "unreadable":
            return Unreadable(name, 0, refusal.reason)
        case _:
            return StoreUnavailable(refusal.reason)


def _always(entry: AnyEntry) -> Callable[[Table], AnyEntry]:
    return lambda table: entry


def _sitter(host: Person, chair: int, who: str) -> AnyEntry | None:
    if who == OPEN:
        return None
    return Sat(chair, host) if who == ME else BotSat(chair, who)
