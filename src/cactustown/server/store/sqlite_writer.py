"""The one thread that writes to an SQLite file: all that waits goes to disk in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from cactustown.server.store.base import StoreUnavailable
from cactustown.server.store.damage import Health

# One thing to write: runs inside the transaction and returns what its caller is to be told:
# nothing, or why it was not done.
Work = Callable[[sqlite3.Connection], Exception | None]
News = Callable[[str, int], None]
_About = tuple[str, int]  # the table and its version that are news if nobody waits any more
_Waiting = tuple[Work, "asyncio.Future[None]", _About | None]
_Told = tuple["asyncio.Future[None]", Exception | None, _About | None]

MOST_AT_ONCE = 1000
LOOK_AROUND_S = 0.25  # how often an idle writer asks whether another process wrote


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection for writing. A commit returns when the write-ahead log is synced to disk."""
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False
    )
    try:
        _use_write_ahead_log(connection, patience)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA journal_size_limit=67108864")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class Writer:
    """Takes work from the event loop, does it in a thread, and answers after the commit."""

    def __init__(
        self,
        open_connection: Callable[[], sqlite3.Connection],
        news: News,
        health: Health | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._open_connection = open_connection
        self._news = news
        self._health = health or Health()
        self._check = check  # raises `StoreUnavailable` where the file is not ours to write
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._connection = open_connection()
        self._broken = False  # the connection is closed and must be opened anew
        self._seen_version = self._one("PRAGMA data_version")
        self._seen_row = self._one("SELECT coalesce(max(rowid), 0) FROM log")
        self._thread = threading.Thread(target=self._run, name="cactustown-log", daemon=True)
        self._thread.start()

    def do(self, work: Work, about: _About | None = None) -> asyncio.Future[None]:
        """Done and on disk when the future is; cancelling it takes back only what waits."""
        future = self._loop.create_future()
        self._waiting.put((work, future, about))
        return future

    def stop(self) -> None:
        """Finishes what waits, then closes. Blocks: call it in a thread."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._collect()
            told: list[_Told] = []
            news: list[_About] = []
            if batch:
                answers = self._write_all([work for work, _, _ in batch], news)
                told = [
                    (future, answer, about)
                    for (_, future, about), answer in zip(batch, answers, strict=True)
                ]
            elif going_on:
                self._look_around(news)
            if told or news:
                self._tell(told, news)
        self._connection.close()

    def _collect(self) -> tuple[list[_Waiting], bool]:
        """All that waits now, after waiting a little for the first; and whether to go on."""
        batch: list[_Waiting] = []
        try:
            item = self._waiting.get(timeout=LOOK_AROUND_S)
            while item is not None:
                if not item[1].cancelled():
                    batch.append(item)
                if len(batch) == MOST_AT_ONCE:
                    return batch, True
                item = self._waiting.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _write_all(self, works: Sequence[Work], news: list[_About]) -> list[Exception | None]:
        try:
            return self._write(works, news)
        except Exception as error:
            self._recover()
            if _is_about_the_database(error):
                return [self._unavailable(error) for _ in works]
            if len(works) == 1:
                return [error]
            # One of them cannot be written at all; the others must not suffer for it.
            return [answer for work in works for answer in self._write_all([work], news)]

    def _write(self, works: Sequence[Work], news: list[_About]) -> list[Exception | None]:
        self._check()
        if self._broken:
            self._connection = self._open_connection()
            self._broken = False
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        self._look_around(news)
        answers = [work(connection) for work in works]
        seen = self._one("SELECT coalesce(max(rowid), 0) FROM log")
        connection.execute("COMMIT")
        self._seen_row = seen
        return answers

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        if isinstance(error, StoreUnavailable):
            return error
        return self._health.unavailable("the database cannot be written now", error)

    def _recover(self) -> None:
        """Back to no transaction; a connection that cannot even do that is done with."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._connection.close()
            self._broken = True

    def _look_around(self, news: list[_About]) -> None:
        """Notes the rows that other processes wrote since the last look."""
        try:
            version = self._one("PRAGMA data_version")
            if version != self._seen_version:
                found = self._connection.execute(
                    'SELECT rowid, "table", version FROM log WHERE rowid > ? ORDER BY rowid',
                    (self._seen_row,),
                ).fetchall()
                news += [(table, at) for _, table, at in found]
                self._seen_version = version
                if found:
                    self._seen_row = found[-1][0]
        except sqlite3.Error:
            pass  # a hint only; whoever writes or reads next is told what is wrong

    def _one(self, query: str) -> int:
        (value,) = self._connection.execute(query).fetchone()
        return int(value)

    def _tell(
        self,
        told: list[_Told],
        news: list[_About],
    ) -> None:
        def tell() -> None:
            for future, answer, about in told:
                if future.done():  # cancelled while it was written: then it is news to all
                    if answer is None and about is not None:
                        news.append(about)
                elif answer is None:
                    future.set_result(None)
                else:
                    future.set_exception(answer)
            for table, version in news:
                self._news(table, version)

        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(tell)


def is_busy(error: BaseException | None) -> bool:
    """Whether another program held a lock for longer than our patience."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _use_write_ahead_log(connection: sqlite3.Connection, patience: float) -> None:
    """Waits itself for others that do the same: for this, SQLite does not."""
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


def _is_about_the_database(error: Exception) -> bool:
    """Full, busy, an I/O error, a damaged file: not the fault of what was to be written."""
    if isinstance(error, sqlite3.OperationalError | StoreUnavailable):
        return True
    return type(error) is sqlite3.DatabaseError
