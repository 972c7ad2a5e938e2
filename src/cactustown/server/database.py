"""Reading and writing accounts and ratings: one error where the database is away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cactustown.server.store.address import reading
from cactustown.server.store.base import BadDatabase, StoreUnavailable


@asynccontextmanager
async def reads(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes nothing, or `StoreUnavailable`."""
    with _told():
        async with reading(engine).connect() as connection:
            yield connection


@asynccontextmanager
async def writes(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that is kept whole when the block ends, or `StoreUnavailable`."""
    with _told():
        async with engine.begin() as connection:
            yield connection


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (IntegrityError, ProgrammingError, DataError):
        raise  # about what was written, not about the database
    except (DBAPIError, NoConnectionFree, OSError, BadDatabase) as error:
        kind = type(error).__name__
        raise StoreUnavailable(f"the database cannot be used now: {kind}") from error
