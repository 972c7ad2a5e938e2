"""A table in memory: commands come in one at a time, are written, and then told to everybody.

While a row is being written the table is ahead of its log, and if it cannot be written what the
table knows never happened. So nobody gets hold of it then: `hold` waits, `at_rest` is None.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Protocol, TypeVar

import msgspec
import structlog

from cactustown.server import frames, snapshots
from cactustown.server.commands import Circumstances, Refusal, decide
from cactustown.server.entries import (
    AnyEntry,
    Person,
    Played,
    Resumed,
    Revealed,
    Sat,
    Started,
    encode,
)
from cactustown.server.listings import file_of, listing
from cactustown.server.protocol import AnyCommand, Refused
from cactustown.server.protocol import encode as encode_frame
from cactustown.server.reading import Busy, Patience, Reading, TookTooLong
from cactustown.server.store.base import (
    AlreadyDone,
    Conflict,
    Row,
    Snapshot,
    Store,
    StoreUnavailable,
)
from cactustown.server.table import OVER, Table
from cactustown.server.timekeeping import Outage
from cactustown.server.unreadable import SENTENCE, UNREADABLE, Unreadable, reading

log = structlog.get_logger()
TRIES = 5
MOST_WATCHERS = 100
UNAVAILABLE = "unavailable"

Result = TypeVar("Result")


class NoSuchTable(Exception):
    """There is no table of this name."""


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def send(self, frame: str) -> None: ...


async def load(store: Store, name: str, pool: Reading) -> tuple[Table, int]:
    """A table from its snapshot and its log, and the version of the snapshot (0: none)."""
    snapshot = await store.snapshot(name)
    table = None
    if snapshot is not None:
        table = await pool.load(partial(_thawed, snapshot))
    if table is not None:
        # Its own row too: a snapshot of what the log does not hold is of another database.
        found = await store.rows(name, table.version - 1)
        if found and found[0].version == table.version and found[0].command in table.done:
            with contextlib.suppress(Unreadable):  # the whole log decides
                await pool.load(partial(_gone_on, table, found[1:]))
                return table, found[0].version
    rows = await store.rows(name)
    if not rows:
        raise NoSuchTable(name)
    return await pool.load(partial(_whole, name, rows)), 0


def _thawed(snapshot: Snapshot, _patience: Patience) -> Table | None:
    return snapshots.thaw(snapshot)


def _gone_on(table: Table, rows: list[Row], patience: Patience) -> None:
    table.take(rows, patience.check)


def _whole(name: str, rows: list[Row], patience: Patience) -> Table:
    """The table that these rows of its log tell of, one that must be there."""
    if not rows:
        raise Unreadable(name, 1, "its log is empty")
    return Table.from_rows(rows, patience.check)


class LiveTable:
    """One table, those who look at it, and the lock that puts commands in order."""

    def __init__(
        self,
        store: Store,
        table: Table,
        kept: int,
        now: Callable[[], int],
        away: float,
        reading: Reading,
    ) -> None:
        self.store = store
        self.name = table.name
        self.opened = table.opened  # this never changes
        self.version = table.version  # of the log, as far as it is known here
        self.outage: Outage | None = None  # before which this table may have been left alone
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, None] = {}  # in the order they came
        self.present: set[str] = set()
        self.left_at: dict[str, float] = {}  # person -> when last seen to be gone
        self.used_at = time.monotonic()
        self.in_sight = asyncio.Event()  # while somebody looks, through any process
        self.after_change: Callable[[LiveTable], None] = lambda live: None
        self.when_unreadable: Callable[[LiveTable, Unreadable], None] = lambda live, error: None
        self._table = table  # only for the holder of the lock: it may be ahead of its log
        self._reading = reading
        self._away_seconds = away
        self._now = now
        self._ahead = 0  # of our time: another process's clock may be
        self._born = time.monotonic()
        self._kept = kept  # the version of the latest snapshot
        self._keeping: asyncio.Task[None] | None = None
        self._lost = False  # memory and log may differ: read the log again
        self._unreadable = False  # the log cannot be read: nothing is told or done here any more
        self._announced_away: frozenset[str] = frozenset()
        self._owes_info = False  # something about the table waits to be told

    def now(self) -> int:
        """The time at this table: it goes on from its log, by whatever clock that was written."""
        now = self._now()
        self._ahead = max(self._ahead, self._table.at - now)
        return now + self._ahead

    # -- the table as it is on disk

    @property
    def at_rest(self) -> Table | None:
        """The table, to be looked at now and not kept; None while something is being written."""
        return None if self._lost else self._table

    @property
    def is_lost(self) -> bool:
        """Whether a write failed, and nobody has read the log again since."""
        return self._lost and not self.lock.locked()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[Table]:
        """The table, when nothing is being written; nothing is until it is let go."""
        async with self.lock:
            await self._find_again()
            yield self._table

    async def settled(self) -> Table:
        """The table when nothing is being written, to be looked at before anything is awaited."""
        async with self.hold() as table:
            if self._keeping is not None:
                await self._keeping
            return table

    # -- commands

    async def obey(
        self, person: Person, command: AnyCommand, next_table: str = "", guest: bool = False
    ) -> int:
        """Does what a person asks; returns the story's length once it is on disk."""
        name = f"{person.id}/{command.id}"

        def entry(table: Table) -> AnyEntry:
            return decide(table, person, command, Circumstances(self.away(), next_table, guest))

        return await self.write(name, entry)

    def has_done(self, person: Person, command: AnyCommand) -> bool:
        """Whether this very command was obeyed already."""
        table = self.at_rest
        return table is not None and f"{person.id}/{command.id}" in table.done

    async def write(self, command: str, decided: Callable[[Table], AnyEntry]) -> int:
        """Writes the entry that `decided` makes of the table as it is; refusals change nothing."""
        async with self.lock:
            self.used_at = time.monotonic()
            for _ in range(TRIES):
                await self._find_again()
                if command in self._table.done:
                    return self._table.done[command]
                try:
                    await self._resume()
                    return await self._write(command, decided(self._table))
                except Conflict:
                    continue
                except AlreadyDone:
                    continue
            raise Refusal("busy", "too many people act at once; try again")

    async def _resume(self) -> None:
        """Puts right, in its log, the clocks that ran while nobody looked after the table."""
        clocks, outage = self._table.clocks, self.outage
        if outage is not None and clocks.running and clocks.at < outage.ended:
            unserved = outage.since(clocks.at)
            await self._write(f"~resumed/{self._table.version}", Resumed(unserved))
        self.outage = None

    async def _write(self, command: str, entry: AnyEntry) -> int:
        table = self._table
        state, told = table.state, len(table.story)
        row = Row(self.name, table.version + 1, command, max(self.now(), table.at), b"")
        self._lost = True  # until the log has it, whatever happens on the way
        entry = await self._apply(entry, row)
        row = msgspec.structs.replace(row, body=encode(entry))
        changed = state != table.state or not isinstance(entry, Played)
        try:
            await self.store.append(row, listing(table) if changed else None, table.due())
        except StoreUnavailable as error:
            raise Refusal(UNAVAILABLE, "the move could not be kept; send it again") from error
        self._found()
        self._tell(entry, told, changed)
        self._pay_info()
        if snapshots.is_time(table, self._kept):
            self._kept = table.version
            self._keeping = asyncio.create_task(self._keep(snapshots.freeze(table)))
        self.after_change(self)
        return len(table.story)

    async def _apply(self, entry: AnyEntry, row: Row) -> AnyEntry:
        """Does what an entry says, beside the event loop if much has to be played for it."""
        table = self._table
        if not table.takes_long(entry):
            return table.apply(entry, row)
        work = partial(table.apply, entry, row)
        if isinstance(entry, Started):  # of another game's file: its host waits in line for that
            host = self.opened.host.id
            return await self._read(self._reading.ask(host, lambda _: work()))
        return await self._beside(work)

    async def _beside(self, work: Callable[[], Result]) -> Result:
        """Does something long, for which everybody at the table waits, beside the event loop."""
        return await self._read(self._reading.load(lambda _: work()))

    async def _read(self, reading: Awaitable[Result]) -> Result:
        try:
            return await reading
        except (Busy, TookTooLong) as error:
            raise Refusal("busy", str(error)) from error

    def _found(self) -> None:
        """Table and log are the same."""
        self._lost = False
        self.version = self._table.version

    async def _keep(self, snapshot: Snapshot) -> None:
        """Beside the game: nobody waits for a snapshot, and none is needed."""
        try:
            await self.store.keep(snapshot)
        except StoreUnavailable:
            log.warning("snapshot not kept", table=self.name)

    # -- the log is the truth

    async def _find_again(self) -> None:
        """After a write that failed: what the log says, and tell everybody what was new."""
        if self._unreadable:
            raise Refusal(UNREADABLE, SENTENCE)
        if not self._lost:
            return
        try:
            rows = await self.store.rows(self.name)
        except StoreUnavailable as error:
            raise Refusal(UNAVAILABLE, "the table cannot be read now; try again") from error
        known = [row for row in rows if row.version <= self.version]
        with self._fenced():
            self._table = await self._read(
                self._reading.load(lambda patience: _whole(self.name, known, patience))
            )
        self._found()
        await self._take(rows[len(known) :])
        self._pay_info()
        self.after_change(self)

    async def catch_up(self) -> None:
        """Reads what other processes wrote."""
        async with self.lock:
            if self._lost:
                await self._find_again()
                return
            await self._take(await self.store.rows(self.name, self.version))

    @contextmanager
    def _fenced(self) -> Iterator[None]:
        """Where the log turns out to be unreadable the table is fenced off and its people told.

        What is in memory is then neither the log's nor whole: nobody may see it.
        """
        try:
            yield
        except Unreadable as error:
            self._unreadable = self._lost = True
            told = encode_frame(Refused(None, UNREADABLE, SENTENCE))
            for listener in self.listeners:
                listener.send(told)
            self.when_unreadable(self, error)
            raise Refusal(UNREADABLE, SENTENCE) from error

    async def _take(self, rows: list[Row]) -> None:
        for row in rows:
            table = self._table
            state, told = table.state, len(table.story)
            self._lost = True  # until all of the row is done
            with self._fenced():
                with reading(self.name, row.version):
                    takes_long = table.takes_long(table.next_entry(row))
                take = partial(table.take_one, row)
                entry = await self._beside(take) if takes_long else take()
            self._found()
            self._tell(entry, told, state != table.state or not isinstance(entry, Played))
        if rows:
            self.after_change(self)

    # -- who listens

    async def come(self, listener: Listener, since: int | None) -> None:
        """Somebody connects and is told what they missed."""
        async with self.hold() as table:
            self._check_room(table, listener)
            self.used_at = time.monotonic()
            self.listeners[listener] = None
            await self._announce(listener.person.id)
            seq = len(table.story)
            start = since if since is not None and since <= seq else None
            listener.send(frames.box_info(table))
            self._send_info([listener])
            for seat in _viewers(table, listener):
                listener.send(frames.update(table, seat, start, self.now()))

    def _check_room(self, table: Table, listener: Listener) -> None:
        """Players always find a place, people who only watch as long as there is one."""
        own = {*table.people(), table.opened.host.id}
        if listener.person.id not in own:
            watching = sum(other.person.id not in own for other in self.listeners)
            if watching >= MOST_WATCHERS:
                raise Refusal("crowded", f"{MOST_WATCHERS} people watch already; come back later")

    async def tell_story(self, listener: Listener, seat: str | None, before: int) -> None:
        """An older part of the story, for a client that was told the newest."""
        async with self.hold() as table:
            if seat is not None and seat not in table.seats_of(listener.person.id):
                raise Refusal("not_yours", "this is not your seat")
            listener.send(frames.part(table, seat, before))

    async def show(self, listener: Listener) -> None:
        """The present state once more, for a client that lost track."""
        with contextlib.suppress(Refusal):  # told when the log can be read again
            async with self.hold() as table:
                seq = len(table.story)
                for seat in _viewers(table, listener):
                    listener.send(frames.update(table, seat, seq, self.now()))

    async def look_back(self, listener: Listener, seat: str | None, seq: int) -> None:
        """The board as a seat saw it when the story had this length."""
        async with self.hold() as table:
            if table.state != OVER and seat is not None:
                if seat not in table.seats_of(listener.person.id):
                    raise Refusal("not_yours", "this is not your seat")
            elif seat is not None and (table.game is None or seat not in table.game.parties):
                raise Refusal("no_seat", "there is no such seat")
        try:
            rows = await self.store.rows(self.name)
        except StoreUnavailable as error:
            raise Refusal(UNAVAILABLE, "the log cannot be read now; try again") from error

        def look(patience: Patience) -> str:
            then = _whole(self.name, rows[:1], patience)
            for row in rows[1:]:
                if len(then.story) >= seq:
                    break
                patience.check()
                then.take_one(row)
            return frames.moment(then, seat)

        try:
            listener.send(await self.ask(listener.person, look))
        except Unreadable as error:
            raise Refusal(UNREADABLE, SENTENCE) from error

    async def ask(self, person: Person, work: Callable[[Patience], Result]) -> Result:
        """Something long that one person wants to know, in line with what people look back at."""
        return await self._read(self._reading.ask(person.id, work))

    async def export(self, person: Person | None, who: str) -> bytes | None:
        """The game as a file, as far as this person may know it; None: it has not begun.

        `who` is whom it counts for: a person, or an address if the person is not known.
        """
        async with self.hold() as table:
            file = file_of(table, person.id if person else None)
        if file is None:
            return None
        return await self._reading.ask(who, lambda _: msgspec.json.encode(file()))

    async def go(self, listener: Listener) -> None:
        """Somebody's connection ended."""
        self.listeners.pop(listener, None)
        self.used_at = time.monotonic()
        await self._announce(listener.person.id)

    async def _announce(self, person: str) -> None:
        """Whether a person is here may have changed."""
        here = any(other.person.id == person for other in self.listeners)
        try:
            await self.store.announce(self.name, person, here)
        except StoreUnavailable:
            log.warning("presence not announced", table=self.name)
        await self.look_round()

    async def look_round(self) -> None:
        """Who is here, in any process; told to everybody if it changed."""
        try:
            present = await self.store.present(self.name)
        except StoreUnavailable:
            present = set()
        present |= {listener.person.id for listener in self.listeners}
        if present != self.present:
            moment = time.monotonic()
            left = {**self.left_at, **dict.fromkeys(self.present - present, moment)}
            people = self._table.people()
            self.left_at = {person: at for person, at in left.items() if person in people}
            self.present = present
            self._send_info(self.listeners)
        self._seen()

    def _seen(self) -> None:
        """Bots that waited for somebody to look go on."""
        if not self.present:
            self.in_sight.clear()
        elif not self.in_sight.is_set():
            self.in_sight.set()
            self.after_change(self)

    def away(self) -> frozenset[str]:
        """The people at this table who have been away long enough to be replaced.

        Only to be called while holding the lock, or with the table at rest.
        """
        moment = time.monotonic() - self._away_seconds
        return frozenset(
            person
            for person in self._table.people() - self.present
            if self.left_at.get(person, self._born) <= moment
        )

    def tell_who_is_away(self) -> None:
        """Seats that have just become replaceable are shown as such."""
        if self._lost:
            return
        away = self.away()
        if away != self._announced_away:
            self._announced_away = away
            self._send_info(self.listeners)

    # -- telling

    def _tell(self, entry: AnyEntry, told: int, info: bool) -> None:
        """Sends what an entry did: to everybody, or to its owner if only they may know of it."""
        table = self._table
        everybody = len(table.story) > told or isinstance(entry, Resumed)
        seat_only = entry.seat if isinstance(entry, Played) and not everybody else None
        if isinstance(entry, Sat | Revealed) and not everybody:  # told by the chairs alone
            self._send_info(self.listeners)
        if not everybody and seat_only is None:
            return
        at = self.now()
        made: dict[str | None, str] = {}
        if info and everybody:
            self._send_info(self.listeners)
        for listener in self.listeners:
            for seat in _viewers(table, listener):
                if not everybody and seat != seat_only:
                    continue
                if seat not in made:
                    made[seat] = frames.update(table, seat, told, at)
                listener.send(made[seat])

    def _pay_info(self) -> None:
        if self._owes_info:
            self._owes_info = False
            self._send_info(self.listeners)

    def _send_info(self, listeners: Iterable[Listener]) -> None:
        if self._lost:  # nobody may be told how it stands
            self._owes_info = True
            return
        watching = len({x.person.id for x in self.listeners} - self._table.people())
        away, at = self.away(), self.now()
        made: dict[str, str] = {}
        for listener in listeners:
            person = listener.person.id
            if person not in made:
                made[person] = frames.table_info(
                    self._table, person, self.present, watching, away, at
                )
            listener.send(made[person])


def _viewers(table: Table, listener: Listener) -> list[str] | list[None]:
    return table.seats_of(listener.person.id) or [None]
