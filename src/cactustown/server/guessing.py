"""How many wrong passwords an account takes before guessing must wait, its owner not locked out.

Counting by address alone lets somebody with many addresses go on for ever; counting by account
alone lets anybody lock out anybody. So each account has one allowance for all strangers together,
and one for each browser and address it was used from: an owner who comes from there gets in.

A browser is known by a proof it got when it logged in and keeps when it logs out. It is made with
the account's password hash, so the server has nothing to remember and no secret of its own, and
another password makes it worthless.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from cactustown.engine.errors import CactusTownError

MOST_KEPT: Final = 10_000  # allowances, and known addresses; those touched longest ago are dropped
MOST_PROOFS: Final = 4  # accounts a browser is known by
STRANGERS: Final = ""
SEPARATOR: Final = "."
_NONCE_BYTES: Final = 9
_MAC_LENGTH: Final = 32


class Later(CactusTownError):
    """It cannot be done now; says when to try again."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Guesses:
    """The allowances: so many wrong passwords an hour, filled again evenly."""

    def __init__(self, an_hour: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = an_hour
        self._rate = an_hour / 3600
        self._clock = clock
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._addresses: OrderedDict[tuple[str, str], None] = OrderedDict()

    def take(self, login: str, device: str | None, address: str) -> Callable[[], None]:
        """Takes one guess for whoever this is, or raises `Later`; gives what puts it back."""
        who = self._who(login, device, address)
        left = self._left_of(login, who)
        if left < 1:
            seconds = (1 - left) / self._rate
            raise Later(
                "too many wrong passwords for this login; wait, or log in from a browser in which "
                f"you did so before; try again in {seconds:.0f} s",
                seconds,
            )
        self._keep(login, who, left - 1)
        return lambda: self._keep(login, who, self._left_of(login, who) + 1)

    def succeeded(self, login: str, address: str) -> None:
        """The address is one of the account's from now on."""
        self._addresses[login, address] = None
        self._addresses.move_to_end((login, address))
        if len(self._addresses) > MOST_KEPT:
            self._addresses.popitem(last=False)

    def __len__(self) -> int:
        return len(self._left)

    def _who(self, login: str, device: str | None, address: str) -> str:
        if device is not None:
            return f"browser {device}"
        return f"address {address}" if (login, address) in self._addresses else STRANGERS

    def _left_of(self, login: str, who: str) -> float:
        left, at = self._left.get((login, who), (float(self._most), self._clock()))
        return min(float(self._most), left + (self._clock() - at) * self._rate)

    def _keep(self, login: str, who: str, left: float) -> None:
        self._left[login, who] = (left, self._clock())
        self._left.move_to_end((login, who))
        if len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)


def new_proof(login: str, password_hash: str) -> str:
    """What a browser keeps once it has logged in."""
    nonce = secrets.token_hex(_NONCE_BYTES)
    return f"{nonce}-{_mac(login, password_hash, nonce)}"


def device_in(proofs: Iterable[str], login: str, password_hash: str) -> str | None:
    """The browser that one of these proofs is from; None: none of them is for this account."""
    for proof in proofs:
        nonce, _, mac = proof.partition("-")
        given = mac.encode("utf-8", "surrogatepass")
        if hmac.compare_digest(given, _mac(login, password_hash, nonce).encode()):
            return nonce
    return None


def read_proofs(cookie: str) -> list[str]:
    """The proofs a browser shows."""
    return cookie.split(SEPARATOR)[:MOST_PROOFS]


def _mac(login: str, password_hash: str, nonce: str) -> str:
    said = f"{login} {nonce}".encode("utf-8", "surrogatepass")
    return hmac.new(password_hash.encode(), said, hashlib.sha256).hexdigest()[:_MAC_LENGTH]
