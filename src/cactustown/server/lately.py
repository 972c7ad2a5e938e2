"""A look at something that is dear to look at: what was seen a moment ago is as good."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

SECONDS: Final = 1.0


class Lately:
    """Looks at most once a second, whoever asks; what it raised is raised again."""

    def __init__(
        self, look: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look = look
        self._clock = clock
        self._looking = asyncio.Lock()
        self._until = -SECONDS
        self._wrong: Exception | None = None

    async def look(self) -> None:
        async with self._looking:
            if self._clock() >= self._until:
                try:
                    await self._look()
                    self._wrong = None
                except Exception as error:
                    self._wrong = error
                self._until = self._clock() + SECONDS
            if self._wrong is not None:
                raise self._wrong
