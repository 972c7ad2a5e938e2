"""Connections without a request: what comes before anybody has said who they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from tests.drills.wire import OVERDUE

AT_ONCE = 50


class Caller:
    """One connection, on which something was said that is no whole request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.heard = b""
        self._listening = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while part := await reader.read(4096):
                self.heard += part

    @property
    def is_open(self) -> bool:
        """Whether the server has not closed it."""
        return not self._listening.done()

    def hang_up(self) -> None:
        self._writer.transport.abort()
        self._listening.cancel()


async def call(url: str, number: int, said: bytes, addresses: Sequence[str]) -> list[Caller]:
    """So many connections, from each of these addresses in turn; the same is said on all."""
    host, _, port = url.removeprefix("http://").partition(":")
    free = asyncio.Semaphore(AT_ONCE)

    async def one(address: str) -> Caller | None:
        async with free:
            try:
                opening = asyncio.open_connection(host, int(port), local_addr=(address, 0))
                reader, writer = await asyncio.wait_for(opening, OVERDUE)
            except OSError:
                return None
            writer.write(said)
            return Caller(reader, writer)

    made = await asyncio.gather(*(one(addresses[n % len(addresses)]) for n in range(number)))
    return [caller for caller in made if caller is not None]


def still_open(callers: Sequence[Caller]) -> int:
    return sum(caller.is_open for caller in callers)


async def closed(callers: Sequence[Caller], seconds: float, but: int = 0) -> None:
    """Waits until the server has closed all of them, or all but so many; fails if it does not."""
    deadline = asyncio.get_running_loop().time() + seconds
    while (left := still_open(callers)) > but:
        assert asyncio.get_running_loop().time() < deadline, f"{left} connections stay open"
        await asyncio.sleep(0.05)
