"""Passwords: hashed by argon2 in a thread of their own, one at a time: each takes 64 MB a moment.

One hash keeps four processors busy for a twentieth of a second, so two at once would only take more
memory.

The line before them is short: somebody who comes when it is full is told so at once, instead of
waiting with everybody else. Browsers that were here before have places in it that strangers have
not.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cactustown.server.guessing import Later

MOST_WAITING: Final = 16  # with the one at work; about a second
KEPT_FREE: Final = 8  # more places, for those who are known
T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords without holding up the event loop or its other threads."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(1, "password")
        self._in_line = 0
        self._nobodys: str | None = None

    async def hash(self, password: str, known: bool = False) -> str:
        return await self._work(known, lambda: self._hasher.hash(_same_keys(password)))

    async def fits(self, hashed: str | None, password: str, known: bool = False) -> bool:
        """Whether it is the password; where there is none to compare, the same work is done."""
        return await self._work(known, lambda: self._fits(hashed, _same_keys(password)))

    async def close(self) -> None:
        """Waits for what is being done."""
        await asyncio.to_thread(self._threads.shutdown)

    def is_outdated(self, hashed: str) -> bool:
        """Whether the hash was made with other parameters than are usual now."""
        return self._hasher.check_needs_rehash(hashed)

    async def _work(self, known: bool, work: Callable[[], T]) -> T:
        if self._in_line >= MOST_WAITING + KEPT_FREE * known:
            raise Later("too many people log in just now; try again in a moment", 1)
        self._in_line += 1
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _: self._leave())
        return await asyncio.shield(done)

    def _leave(self) -> None:
        self._in_line -= 1

    def _fits(self, hashed: str | None, password: str) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody's password")
        try:
            self._hasher.verify(hashed or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None


def _same_keys(password: str) -> str:
    """What is typed on different keyboards as the same characters is the same password."""
    return unicodedata.normalize("NFC", password)
