"""Whether the server can serve: its database answers, is whole, and takes what is written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from cactustown.server.endpoints import Refused
from cactustown.server.store.base import Store, StoreUnavailable

KEPT_S = 1.0  # for so long an answer stands, however often it is asked for
PATIENCE_S = 2.0  # a probe must hear in time that there is no answer


class Readiness:
    """Asks the database by writing to it, once for all who want to know at the same time."""

    def __init__(
        self,
        store: Store,
        reads: Callable[[], Awaitable[None]],
        is_up: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._reads = reads
        self._is_up = is_up
        self._clock = clock
        self._asked_at = float("-inf")
        self._why_not = ""
        self._asking: asyncio.Task[str] | None = None

    async def check(self) -> None:
        """Raises, with a reason for the operator, if the server cannot serve."""
        if not self._is_up():
            raise Refused(503, "not_ready", "the server is starting or stopping")
        if self._clock() - self._asked_at >= KEPT_S:
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask())
            why_not = await asyncio.shield(self._asking)
        else:
            why_not = self._why_not
        if why_not:
            raise Refused(503, "unavailable", why_not)

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._store.try_writing()
                await self._reads()
            self._why_not = ""
        except TimeoutError:
            self._why_not = f"the database did not take a write within {PATIENCE_S:.0f} seconds"
        except StoreUnavailable as error:
            self._why_not = str(error)
        finally:
            self._asked_at = self._clock()
            self._asking = None
        return self._why_not
