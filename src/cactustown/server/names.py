"""What people call themselves and their tables: inert text of visible characters."""

from __future__ import annotations

import unicodedata
from typing import Final

from cactustown.engine.errors import CactusTownError

LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 40
MOST_MARKS: Final = 3  # accents above one another
# Letters and signs that show nothing, and so would make names look empty or alike.
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


class BadName(CactusTownError):
    """A name or title that cannot be shown as it is."""


def clean_name(name: str) -> str:
    """The name as it will be shown: composed, trimmed, single spaces."""
    cleaned = _clean(name, LONGEST_NAME, "a name")
    if not cleaned:
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters")
    return cleaned


def clean_title(title: str) -> str:
    """The title of a table; it may be empty."""
    return _clean(title, LONGEST_TITLE, "a title")


def _clean(text: str, longest: int, what: str) -> str:
    text = unicodedata.normalize("NFC", text)
    text = " ".join(part for part in text.split(" ") if part)
    if len(text) > longest:
        raise BadName(f"{what} has at most {longest} characters, not {len(text)}")
    # Not printable: control, direction and zero-width characters, odd spaces, unknown ones.
    if not text.isprintable() or INVISIBLE & set(text) or _too_many_marks(text):
        raise BadName(f"{what} may only have visible characters and spaces")
    return text


def _too_many_marks(text: str) -> bool:
    row = 0
    for number, character in enumerate(text):
        row = row + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if row > MOST_MARKS or (row and number == 0):
            return True
    return False
