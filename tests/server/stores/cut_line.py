"""A line to PostgreSQL that can be cut just before or just after the server did something."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


class CutLine:
    """Passes everything on, until a message with certain bytes in it comes by."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._watched = b""
        self._reaches_server = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.was_cut = asyncio.Event()

    def cut_at(self, watched: bytes, *, reaches_server: bool) -> None:
        """The next message that holds these bytes is lost, or only the answer to it."""
        self._watched = watched
        self._reaches_server = reaches_server
        self.was_cut.clear()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        theirs, to_server = await asyncio.open_unix_connection(self._server)
        answers = asyncio.create_task(_pass(theirs, writer))
        try:
            while message := await reader.read(1 << 20):
                if self._watched and self._watched in message:
                    self._watched = b""
                    if self._reaches_server:
                        answers.cancel()
                        await asyncio.gather(answers, return_exceptions=True)
                        to_server.write(message)
                        await theirs.read(1)  # it answers when it has done it
                    self.was_cut.set()
                    break
                to_server.write(message)
                await to_server.drain()
        except ConnectionError:
            pass
        finally:
            answers.cancel()
            for line in (writer, to_server):
                line.transport.abort()
            self._tasks.discard(task)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while message := await reader.read(1 << 20):
            writer.write(message)
            await writer.drain()
    except ConnectionError:
        pass
    writer.transport.abort()


@asynccontextmanager
async def line_to(url: str, folder: Path) -> AsyncIterator[tuple[CutLine, str]]:
    """The line, and the address of the same database through it."""
    address, server = url.split("?host=")
    line = CutLine(Path(server) / ".s.PGSQL.5432")
    listening = await asyncio.start_unix_server(line.serve, folder / ".s.PGSQL.5432")
    try:
        yield line, f"{address}?host={folder}"
    finally:
        listening.close()
        await line.close()
