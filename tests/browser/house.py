"""The server the browsers come to, without an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.drills.server import Server


class House:
    """`cactustown serve` with a page; may be killed and started again in between."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.server = Server(folder, **settings)
        self.url = self.server.url

    def start(self) -> None:
        _away(self.server.start())

    def stop(self) -> None:
        """It must end by itself and without an error in its log."""
        _away(self.server.stop())

    def kill(self) -> None:
        self.server.kill()


def _away(work: Coroutine[Any, Any, None]) -> None:
    """Runs it in a thread: the browsers' own event loop is in this one."""
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, work).result()
