"""Passwords: hashed by argon2 in threads, a few at a time, as each takes 64 MB for a moment."""

from __future__ import annotations

import asyncio
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2


class Passwords:
    """Hashes and checks passwords without holding up the event loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _same_keys(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password; where there is none to compare, the same work is done."""
        async with self._turns:
            return await asyncio.to_thread(self._fits, hashed, _same_keys(password))

    def is_outdated(self, hashed: str) -> bool:
        """Whether the hash was made with other parameters than are usual now."""
        return self._hasher.check_needs_rehash(hashed)

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
