"""A table in memory: commands come in one at a time, are written, and then told to everybody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import msgspec
import structlog

from cactustown.server import frames, snapshots
from cactustown.server.commands import Circumstances, Refusal, decide
from cactustown.server.entries import AnyEntry, Person, Played, encode
from cactustown.server.listings import export, listing
from cactustown.server.protocol import AnyCommand, Refused
from cactustown.server.protocol import encode as encode_frame
from cactustown.server.store.base import (
    AlreadyDone,
    Conflict,
    Row,
    Snapshot,
    Store,
    StoreUnavailable,
)
from cactustown.server.table import OVER, Table
from cactustown.server.unreadable import SENTENCE, UNREADABLE, Unreadable

log = structlog.get_logger()
TRIES = 5
UNAVAILABLE = "unavailable"


class NoSuchTable(Exception):
    """There is no table of this name."""


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def send(self, frame: str) -> None: ...


async def load(store: Store, name: str) -> tuple[Table, int]:
    """A table from its snapshot and its log, and the version of the snapshot (0: none)."""
    snapshot = await store.snapshot(name)
    table = snapshots.thaw(snapshot) if snapshot is not None else None
    if table is not None:
        # Its own row too: a snapshot of what the log does not hold is of another database.
        kept = table.version
        rows = await store.rows(name, kept - 1)
        if rows and rows[0].version == kept and rows[0].command in table.done:
            with suppress(Unreadable):  # the whole log decides
                table.take(rows[1:])
                return table, kept
    rows = await store.rows(name)
    if not rows:
        raise NoSuchTable(name)
    return Table.from_rows(rows), 0


def _whole(name: str, rows: list[Row]) -> Table:
    """The table that these rows of its log tell of, one that must be there."""
    if not rows:
        raise Unreadable(name, 1, "its log is empty")
    return Table.from_rows(rows)


class LiveTable:
    """One table, those who look at it, and the lock that puts commands in order."""

    def __init__(
        self, store: Store, table: Table, kept: int, now: Callable[[], int], away: float
    ) -> None:
        self.store = store
        self.name = table.name
        self.table = table
        self.now = now
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, None] = {}  # in the order they came
        self.present: set[str] = set()
        self.left_at: dict[str, float] = {}  # person -> when last seen to be gone
        self.used_at = time.monotonic()
        self.after_change: Callable[[LiveTable], None] = lambda live: None
        self.when_unreadable: Callable[[LiveTable, Unreadable], None] = lambda live, error: None
        self._away_seconds = away
        self._born = time.monotonic()
        self._kept = kept  # the version of the latest snapshot
        self._keeping: asyncio.Task[None] | None = None
        self._lost = False  # memory and log may differ: read the log again
        self._unreadable = False  # the log cannot be read: nothing is told or done here any more
        self._announced_away: frozenset[str] = frozenset()
        self._owes_info = False  # something about the table waits to be told

    # -- commands

    async def obey(self, person: Person, command: AnyCommand, next_table: str = "") -> int:
        """Does what a person asks; returns the story's length once it is on disk."""
        name = f"{person.id}/{command.id}"

        def entry(table: Table) -> AnyEntry:
            return decide(table, person, command, Circumstances(self.away(), next_table))

        return await self.write(name, entry)

    async def write(self, command: str, decided: Callable[[Table], AnyEntry]) -> int:
        """Writes the entry that `decided` makes of the table as it is; refusals change nothing."""
        async with self.lock:
            self.used_at = time.monotonic()
            for _ in range(TRIES):
                await self._find_again()
                if command in self.table.done:
                    return self.table.done[command]
                try:
                    return await self._write(command, decided(self.table))
                except Conflict:
                    continue
                except AlreadyDone:
                    continue
            raise Refusal("busy", "too many people act at once; try again")

    async def _write(self, command: str, entry: AnyEntry) -> int:
        table = self.table
        before, state, told = table.version, table.state, len(table.story)
        self._lost = True  # until the log has it, whatever happens on the way
        self._committed = before
        row = Row(self.name, before + 1, command, max(self.now(), table.at), b"")
        entry = table.apply(entry, row)
        row = msgspec.structs.replace(row, body=encode(entry))
        changed = state != table.state or not isinstance(entry, Played)
        try:
            await self.store.append(row, listing(table) if changed else None, table.due())
        except StoreUnavailable as error:
            raise Refusal(UNAVAILABLE, "the move could not be kept; send it again") from error
        self._lost = False
        self._tell(entry, told, changed)
        self._pay_info()
        if snapshots.is_time(table, self._kept):
            self._kept = table.version
            self._keeping = asyncio.create_task(self._keep(snapshots.freeze(table)))
        self.after_change(self)
        return len(table.story)

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
        known = [row for row in rows if row.version <= self._committed]
        with self._reading():
            self.table = _whole(self.name, known)
        self._lost = False
        self._take(rows[len(known) :])
        self._pay_info()

    async def settled(self) -> Table:
        """The table when nothing is being written."""
        async with self.lock:
            if self._keeping is not None:
                await self._keeping
            await self._find_again()
            return self.table

    async def catch_up(self) -> None:
        """Reads what other processes wrote."""
        async with self.lock:
            if self._lost:
                await self._find_again()
                return
            self._take(await self.store.rows(self.name, self.table.version))

    @contextmanager
    def _reading(self) -> Iterator[None]:
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

    def _take(self, rows: list[Row]) -> None:
        for row in rows:
            state, told = self.table.state, len(self.table.story)
            with self._reading():
                entry = self.table.take_one(row)
            self._tell(entry, told, state != self.table.state or not isinstance(entry, Played))
        if rows:
            self.after_change(self)

    # -- who listens

    async def come(self, listener: Listener, since: int | None) -> None:
        """Somebody connects and is told what they missed."""
        async with self.lock:
            await self._find_again()
            self.used_at = time.monotonic()
            self.listeners[listener] = None
            await self._announce(listener.person.id)
            seq = len(self.table.story)
            start = since if since is not None and since <= seq else 0
            listener.send(frames.box_info(self.table))
            self._send_info([listener])
            for seat in self._viewers(listener):
                listener.send(frames.update(self.table, seat, start, self.now()))

    async def show(self, listener: Listener) -> None:
        """The present state once more, for a client that lost track."""
        async with self.lock:
            try:
                await self._find_again()
            except Refusal:  # told when the log can be read again
                return
            seq = len(self.table.story)
            for seat in self._viewers(listener):
                listener.send(frames.update(self.table, seat, seq, self.now()))

    async def look_back(self, listener: Listener, seat: str | None, seq: int) -> None:
        """The board as a seat saw it when the story had this length."""
        if self._unreadable:
            raise Refusal(UNREADABLE, SENTENCE)
        if self.table.state != OVER and seat is not None:
            if seat not in self.table.seats_of(listener.person.id):
                raise Refusal("not_yours", "this is not your seat")
        elif seat is not None and (self.table.game is None or seat not in self.table.game.parties):
            raise Refusal("no_seat", "there is no such seat")
        try:
            rows = await self.store.rows(self.name)
        except StoreUnavailable as error:
            raise Refusal(UNAVAILABLE, "the log cannot be read now; try again") from error
        try:
            then = _whole(self.name, rows[:1])
            for row in rows[1:]:
                if len(then.story) >= seq:
                    break
                then.take_one(row)
        except Unreadable as error:
            raise Refusal(UNREADABLE, SENTENCE) from error
        listener.send(frames.moment(then, seat))

    async def export(self, person: Person | None) -> bytes | None:
        """The game as a file, as far as this person may know it; None: it has not begun."""
        async with self.lock:
            await self._find_again()
            file = export(self.table, person.id if person else None)
        return None if file is None else msgspec.json.encode(file)

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
            self.left_at.update(dict.fromkeys(self.present - present, moment))
            self.present = present
            self._send_info(self.listeners)

    def away(self) -> frozenset[str]:
        """The people at this table who have been away long enough to be replaced."""
        moment = time.monotonic() - self._away_seconds
        return frozenset(
            person
            for person in self.table.people() - self.present
            if self.left_at.get(person, self._born) <= moment
        )

    def tell_who_is_away(self) -> None:
        """Seats that have just become replaceable are shown as such."""
        away = self.away()
        if away != self._announced_away:
            self._announced_away = away
            self._send_info(self.listeners)

    # -- telling

    def _viewers(self, listener: Listener) -> list[str] | list[None]:
        return self.table.seats_of(listener.person.id) or [None]

    def _tell(self, entry: AnyEntry, told: int, info: bool) -> None:
        """Sends what an entry did: to everybody, or to its owner if only they may know of it."""
        table = self.table
        everybody = len(table.story) > told
        seat_only = entry.seat if isinstance(entry, Played) and not everybody else None
        if not everybody and seat_only is None:
            return
        at = self.now()
        made: dict[str | None, str] = {}
        if info and everybody:
            self._send_info(self.listeners)
        for listener in self.listeners:
            for seat in self._viewers(listener):
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
        if self._lost:  # the table is ahead of its log: nobody may be told how it stands
            self._owes_info = True
            return
        watching = len({x.person.id for x in self.listeners} - self.table.people())
        away = self.away()
        made: dict[str, str] = {}
        for listener in listeners:
            person = listener.person.id
            if person not in made:
                made[person] = frames.table_info(self.table, person, self.present, watching, away)
            listener.send(made[person])
