"""Names that cannot be told apart at a glance: АNNA and Anna, Bob and B0b, José and Jose.

Unicode's own table of confusable characters does not come with Python and finds far more than
anybody would take for the same name. This one has the letters that really look alike in the
alphabets that share shapes; styled letters (fullwidth, mathematical, circled) come apart by NFKD.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Alphabets whose letters share shapes: a word of two of them is made to look like another.
SHARED: Final = frozenset(
    {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN", "OSAGE"}
    | {"DESERET", "GOTHIC", "OLD", "RUNIC", "CARIAN", "LYCIAN", "LYDIAN", "TIFINAGH", "GLAGOLITIC"}
)
_LETTERS: Final = {
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺϴ", "ABEZHIKMNOPTYXCMO", strict=True)),
    **dict(zip("αβγικνορστυχωηεϲϳ", "abyikvopotuxwnecj", strict=True)),
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХЬҮԌԚԜҺԀҒЄЗ", "ABESIJKMHOPCTYXbYGQWHDFE3", strict=True)),
    **dict(zip("авеѕіјкмнорстухьүԍԛԝһԁғєзг", "abesijkmhopctyxbygqwhdfe3r", strict=True)),
    # Armenian
    **dict(zip("ՏՍՕԼՀՈհոսօցզքյւտ", "SUOLZnhnuogqpjim", strict=True)),
    # Cherokee; its small letters are looked up as capitals
    **dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "DRTiYAJEWMHYGhZ4bRWSVSLCPKdGB", strict=True)),
    # Coptic
    **dict(zip("ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "ABEHIKMNOPCTYX", strict=True)),
    # Lisu
    **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU", strict=True)),
    # Latin letters and signs that pass for others
    **dict(zip("ıɑɡɩʏəǝ$@", "iagiyeesa", strict=True)),
}
# In capitals nobody sees which of these was meant; as written, small l is one more of them.
_STROKES: Final = {**dict.fromkeys("I1|ǀ∣Ӏ", "1"), **dict.fromkeys("0", "O")}
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
# Marks put on letters of any alphabet, and the points that Hebrew and Arabic can do without. The
# vowel signs of other scripts make another name.
_FREE_MARKS: Final = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    "\u0591-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed]"
)
_BASE: Final = re.compile(r"(LATIN|REGIONAL INDICATOR).* (?:LETTER|CAPITAL) ([A-Z])(?: WITH .*)?$")


def alike(one: str, other: str) -> bool:
    """Whether two names could be taken for each other."""
    ones, others = looks(one), looks(other)
    return any(mine == theirs for mine, theirs in zip(ones, others, strict=True))


@lru_cache(maxsize=4096)
def looks(name: str) -> tuple[str, str]:
    """What is left of a name at a glance: as it is written, and in capitals.

    Two names are alike if one of these is the same.
    """
    bare = _bare(name)
    written = "".join(_STROKES.get(c, "1" if c == "l" else c) for c in map(_letter, bare))
    capitals = "".join(_STROKES.get(c, c) for c in map(_letter, bare.upper()))
    written = written.casefold()
    for pair, letter in _PAIRS:
        written = written.replace(pair, letter)
    return _seen(written) or name, _seen(capitals.upper()) or name


def mixes_alphabets(name: str) -> bool:
    """Whether a word of it has letters of two alphabets that look alike."""
    return any(len(_alphabets(word)) > 1 for word in name.split(" "))


def _alphabets(word: str) -> set[str]:
    letters = (c for c in unicodedata.normalize("NFKC", word) if c.isalpha())
    return {unicodedata.name(c, "?").partition(" ")[0] for c in letters} & SHARED


def _bare(name: str) -> str:
    """Without accents, and styled letters as plain ones."""
    apart = _FREE_MARKS.sub("", unicodedata.normalize("NFKD", name))
    return unicodedata.normalize("NFKC", apart)


def _letter(character: str) -> str:
    """The letter or digit this one looks like."""
    found = _LETTERS.get(character)
    if found is None and not character.isascii():
        found = _LETTERS.get(character.upper()) if "ꭰ" <= character <= "ꮿ" else None
        based = _BASE.search(unicodedata.name(character, ""))
        if found is None and based:
            small = " SMALL LETTER " in based[0] and " SMALL CAPITAL " not in based[0]
            found = based[2].lower() if small else based[2]
    return found or character


def _seen(text: str) -> str:
    """Without spaces, dots, dashes and the like."""
    return "".join(c for c in text if unicodedata.category(c)[0] not in "ZP")
