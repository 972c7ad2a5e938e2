"""How much there is to load before anybody can play."""

from __future__ import annotations

import gzip
import re

from cactustown.server.pages import WEB
from tests.browser.built import build_if_needed
from tests.browser.words import LOCALES

MOST = 200_000  # bytes, gzipped
BUILT = re.compile(r"(?P<name>.+)-[\w-]{8}\.(?P<kind>\w+)")
PICTURES = (".svg", ".png", ".webp", ".ico", ".woff2")
# What comes when somebody asks for it, in the middle of a game: why an icon cannot be played.
LATER = re.compile(r"why in a language|whyWords.*\.js")


def test_the_whole_client_is_small() -> None:
    """All code and styles, and of the languages the largest: nobody loads two of them. Pictures do
    not count, nor do the drawn letters of the headings, without which it can be played at once, nor
    what comes on demand."""
    build_if_needed()
    sizes: dict[str, int] = {}
    for path in WEB.rglob("*"):
        if path.is_file() and path.suffix not in PICTURES:
            size = len(gzip.compress(path.read_bytes(), 9, mtime=0))
            part = part_of(path.name)
            if not LATER.fullmatch(part):
                sizes[part] = max(size, sizes.get(part, 0))
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:8]
    assert sum(sizes.values()) < MOST, f"{sum(sizes.values())} bytes: {largest}"


def part_of(file: str) -> str:
    """What a built file is a part of; the same for one part in several languages, whose files are
    called by the same name but for the mark of their contents."""
    found = BUILT.fullmatch(file)
    if found is None or found["kind"] != "js":
        return file
    name = found["name"]
    if name in LOCALES:
        return "rules in a language"
    if name.removeprefix("words-") in LOCALES:
        return "words in a language"
    return "why in a language" if name == "why" else file
