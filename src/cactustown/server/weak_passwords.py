"""Passwords that are guessed first: common ones, one's own name, keys in a row, repetition.

Only new passwords are looked at; old ones go on working.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import Final

from cactustown.engine.errors import CactusTownError

LIST: Final = "common_passwords.txt"
FEWEST_CHARACTERS: Final = 3  # different ones
LONGEST_UNIT: Final = 4  # what is repeated
MOST_ADDED: Final = 6  # digits and signs round a word make no other word of it
ROWS: Final = (
    *("1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm"),
    *("qwertzuiopasdfghjklyxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm"),
    *("1q2w3e4r5t6y7u8i9o0p", "qazwsxedcrfvtgbyhnujm", "!@#$%^&*()", '!"§$%&/()='),
)
ADVICE: Final = "three or four words that have nothing to do with each other make a good one"
_ADDED: Final = re.compile(rf"^[\W\d_]{{0,{MOST_ADDED}}}(.*?)[\W\d_]{{0,{MOST_ADDED}}}$", re.DOTALL)
_DATE: Final = re.compile(r"(\d{4}(19|20)\d{2})|((19|20)\d{6})")
_SIGNS: Final = str.maketrans("013457@$!", "oieastasi")


class WeakPassword(CactusTownError):
    """A password that others would guess."""


def check_strength(password: str, *own: str) -> None:
    """Raises `WeakPassword` for what is tried first; `own` are the names of its owner."""
    keys = unicodedata.normalize("NFKC", password).casefold()
    if len(set(keys)) < FEWEST_CHARACTERS or _repeats(keys) <= LONGEST_UNIT:
        raise WeakPassword(f"this password says the same thing over and over; {ADVICE}")
    if _is_row(keys):
        raise WeakPassword(f"this password is a row of keys; {ADVICE}")
    if any(_is_about(keys, name.casefold()) for name in own):
        raise WeakPassword(f"this password is your own name; {ADVICE}")
    if _DATE.fullmatch(keys) or any(word in common() for word in _words(keys)):
        raise WeakPassword(f"this password is one of those that everybody tries first; {ADVICE}")


@cache
def common() -> frozenset[str]:
    """The words of the list, in small letters."""
    text = resources.files("cactustown.server").joinpath(LIST).read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("# "))
    return frozenset(word for line in lines for word in line.split())


def _words(keys: str) -> set[str]:
    """What to look up: the whole, the part it repeats, and both without what was added."""
    unit = keys[: _repeats(keys)]
    plain = {keys, unit, *(_bare(word) for word in (keys, unit))}
    return plain | {word.translate(_SIGNS) for word in plain}


def _bare(keys: str) -> str:
    """Without a few digits and signs before and after."""
    found = _ADDED.match(keys)
    return found[1] if found else keys


def _repeats(keys: str) -> int:
    """After how many characters it begins again, up to its end; all of them where it does not."""
    return (keys + keys).find(keys, 1)


def _is_row(keys: str) -> bool:
    """Keys beside each other, from anywhere and in either direction."""
    return any(keys in row + row or keys[::-1] in row + row for row in ROWS)


def _is_about(keys: str, name: str) -> bool:
    """Nothing but a name, once or more, and a few digits and signs."""
    if len(name) < FEWEST_CHARACTERS or name not in keys:
        return False
    rest = keys.replace(name, "")
    return len(rest) <= MOST_ADDED and not any(c.isalpha() for c in rest)
