"""What people call themselves and their tables: inert text of visible characters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from cactustown.engine.errors import CactusTownError
from cactustown.server.lookalikes import mixes_alphabets
from cactustown.server.reserved import is_reserved

LONGEST_NAME: Final = 24
LONGEST_TITLE: Final = 40
# On one letter. Hebrew and Tibetan stack three; of accents that go with any letter, which pile up
# into towers, no language needs more than two that are not part of the letter.
MOST_MARKS: Final = 3
MOST_ACCENTS: Final = 2
# Letters and signs that show nothing, or a box, and so would make names look empty or alike.
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\ufffd\U00016fe4\U0001d159"
)
# They choose between two forms of a character, an emoji in colours or the old form of a Chinese
# one, and show nothing themselves: left out, so that they make no second name of one.
_VARIANTS: Final = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_ACCENTS: Final = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


class BadName(CactusTownError):
    """A name or title that cannot be shown as it is."""


def clean_name(name: str) -> str:
    """The name as it will be shown: composed, trimmed, single spaces; refused if it misleads."""
    cleaned = _clean(name, LONGEST_NAME, "a name")
    if not cleaned:
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters")
    if mixes_alphabets(cleaned):
        raise BadName("a word of a name is written in one alphabet, not in two that look alike")
    if is_reserved(cleaned):
        raise BadName("that is what the game calls something of its own; choose another name")
    return cleaned


def clean_title(title: str) -> str:
    """The title of a table; it may be empty."""
    return _clean(title, LONGEST_TITLE, "a title")


def _clean(text: str, longest: int, what: str) -> str:
    text = _VARIANTS.sub("", unicodedata.normalize("NFC", text))
    text = " ".join(part for part in text.split(" ") if part)
    if len(text) > longest:
        raise BadName(f"{what} has at most {longest} characters, not {len(text)}")
    # Not printable: control, direction and zero-width characters, odd spaces, unknown ones.
    if not text.isprintable() or INVISIBLE & set(text):
        raise BadName(f"{what} may only have visible characters and spaces")
    if piles_up(text):
        raise BadName(f"{what} may have {MOST_ACCENTS} accents on a letter, and none beside one")
    return text


def piles_up(text: str) -> bool:
    """Whether marks stand on one another in towers, or on nothing."""
    marks = accents = 0
    before = " "
    for character in text:
        if unicodedata.category(character) not in ("Mn", "Me"):
            marks = accents = 0
            before = character
            continue
        marks += 1
        accents += bool(_ACCENTS.match(character))
        if marks > MOST_MARKS or accents > MOST_ACCENTS or before == " ":
            return True
    return False
