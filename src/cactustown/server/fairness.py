"""Fair chance: a sealed seed, mixed with nonces that players promised before any was revealed.

Dice come from both. Players do not know the seed. Somebody who runs the server, or reads its
database, knows it, but has promised a nonce by its hash before seeing another, and can only refuse
to play, which everybody sees (see `sealing`). Somebody who changes the program can do more:
docs/fairness.md says what. When the game is over all is shown, and anybody can check.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SEED_BYTES = 32
LONGEST_NONCE = 64
HASH_DIGITS = 64


def new_seed() -> str:
    """A seed as the log keeps it, in hex."""
    return secrets.token_bytes(SEED_BYTES).hex()


def promise(nonce: str) -> str:
    """The hash by which a nonce is promised."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def is_hash(text: str) -> bool:
    """Whether this could be a SHA-256, as we write them."""
    return len(text) == HASH_DIGITS and not set(text) - set("0123456789abcdef")


def drawn(seed: str, nonces: list[str], parties: list[str]) -> list[str]:
    """The parties in the order the sealed seed draws them for the chairs."""
    key = hmac.new(bytes.fromhex(seed), "\n".join(nonces).encode(), hashlib.sha256).digest()
    left = list(parties)
    order = []
    for chair in range(len(parties)):
        block = hmac.new(key, b"seats" + chair.to_bytes(8, "big"), hashlib.sha256).digest()
        order.append(left.pop(int.from_bytes(block, "big") % len(left)))
    return order


def bot_seed(seed: str, seat: str, version: int) -> int:
    """The seed of a bot's own dice for one choice: with the game's seed it can be repeated."""
    message = f"bot {seat} {version}".encode()
    block = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
    return int.from_bytes(block[:7], "big")
