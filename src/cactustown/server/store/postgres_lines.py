"""Connections to PostgreSQL: a few for reading, and what is made of their errors."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg

from cactustown.server.store.base import BadDatabase, StoreDamaged, StoreUnavailable
from cactustown.server.store.damage import is_damage

CHANNEL = "cactustown"
SERVES = "cactustown"  # the name under which a server's connections are listed
SERVING = 0x0CAC_706  # a lock that every serving process shares, and that a restore has alone
# The server is away, going, coming or full; the same may work in a moment.
AWAY = (
    OSError,  # timeouts too
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.TransactionRollbackError,  # deadlocks and the like
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
_REFUSED = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)


async def connect(url: str, timeout: float, each: float | None = None, **settings: str) -> Any:
    """A connection; `each` is what a single statement may take, where that is bounded."""
    try:
        connection = await asyncpg.connect(
            url,
            timeout=timeout,
            command_timeout=each,
            server_settings={"application_name": SERVES, "jit": "off", **settings},
        )
    except _REFUSED as error:
        raise BadDatabase(f"PostgreSQL cannot be used at this address: {error}") from error
    except ValueError:
        # Not "from": what was not understood may be the password.
        raise BadDatabase(
            "the PostgreSQL address cannot be understood; write postgresql://user@host:5432/name"
        ) from None
    return connection


async def connect_or_give_up(url: str, patience: float) -> Any:
    """A connection whose statements do not take for ever."""
    try:
        return await connect(url, patience, each=patience)
    except AWAY as error:
        raise unavailable(error) from error


def unavailable(error: BaseException | None) -> StoreUnavailable:
    """What callers are told; only the kind of error, as its text may quote what was written."""
    kind = "it does not answer" if error is None else type(error).__name__
    what = StoreDamaged if is_damage(error) else StoreUnavailable
    told = what(f"PostgreSQL cannot be used now: {kind}")
    told.__cause__ = error
    return told


def is_about_the_row(error: Exception) -> bool:
    """Whether what was to be written cannot be written at all, anywhere, ever."""
    state = getattr(error, "sqlstate", None) or ""
    return state[:2] in ("22", "23") or isinstance(error, ValueError | TypeError)


def cannot_be_written(error: Exception) -> ValueError:
    told = ValueError(f"no database takes this: {type(error).__name__}")
    told.__cause__ = error
    return told


class Backoff:
    """Longer and longer pauses between attempts."""

    def __init__(self, longest: float = 0.5) -> None:
        self.longest = longest
        self.pause = 0.0

    def reset(self) -> None:
        self.pause = 0.0

    async def wait(self) -> None:
        self.pause = min(self.longest, max(0.02, self.pause * 2))
        await asyncio.sleep(self.pause)


class Lines:
    """A few connections for what may be asked again: a line that fails is dropped for another.

    What is written through them need not be on disk at once: snapshots, and who is present.
    Not asyncpg's pool: that waits for a server that hangs when it takes a connection back.
    """

    def __init__(self, url: str, patience: float, most: int = 4) -> None:
        self._url = url
        self._patience = patience
        self._idle: list[Any] = []
        self._free = asyncio.Semaphore(most)
        self._closed = False

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """Asks until there is an answer or no more patience; so ask only what may be repeated."""
        backoff = Backoff()
        last: Exception | None = None
        try:
            async with asyncio.timeout(self._patience):
                while not self._closed:
                    try:
                        return await self._fetch(query, *values)
                    except AWAY as error:
                        if is_about_the_row(error):
                            raise cannot_be_written(error) from error
                        last = error
                    await backoff.wait()
        except TimeoutError:
            raise unavailable(last) from last
        except (asyncpg.PostgresError, BadDatabase) as error:
            if is_about_the_row(error):
                raise cannot_be_written(error) from error
            raise unavailable(error) from error
        raise StoreUnavailable("the store is closed")

    async def _fetch(self, query: str, *values: Any) -> list[Any]:
        async with self._free:
            line = await self._line()
            try:
                found: list[Any] = await line.fetch(query, *values)
            except BaseException:
                line.terminate()
                raise
            self._idle.append(line)
            return found

    async def _line(self) -> Any:
        while self._idle:
            line = self._idle.pop()
            if not line.is_closed():
                return line
        return await connect(self._url, self._patience, synchronous_commit="off")

    def close(self) -> None:
        self._closed = True
        while self._idle:
            self._idle.pop().terminate()
