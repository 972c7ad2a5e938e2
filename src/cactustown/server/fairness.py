"""Fair chance: a seed chosen before anybody sits, told as a commitment, mixed with players' words.

The host of the server cannot choose dice, for players' words come after the commitment; players
cannot, for they do not know the seed. When the game is over both are shown and anybody can check.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

SEED_BYTES = 32
LONGEST_NONCE = 64


def new_seed() -> str:
    """A seed as the log keeps it, in hex."""
    return secrets.token_bytes(SEED_BYTES).hex()


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
    """The seed of a bot's own dice for one choice: repeatable by who knows the game's seed."""
    message = f"bot {seat} {version}".encode()
    block = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
    return int.from_bytes(block[:7], "big")
