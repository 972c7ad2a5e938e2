"""Hidden tokens (GUN-6 counts them): their numbers and names; a token row has one number a kind."""

from __future__ import annotations

from typing import Final

PIPE: Final = 0
BULLET: Final = 1
RELOAD: Final = 2
TRAP: Final = 3
TOMAHAWK: Final = 4
BLESSING: Final = 5
CHICKEN: Final = 6
TOKEN_NAMES: Final = ("pipe", "bullet", "reload", "trap", "tomahawk", "blessing", "chicken")
TOKEN_KINDS: Final = 7

# Tokens that nobody takes from the reserve, but that a blessing cancels too (ALT-2).
ABILITY_TOKEN: Final = 7
PET_TOKEN: Final = 8
USED_NAMES: Final = (*TOKEN_NAMES, "ability", "pet")
