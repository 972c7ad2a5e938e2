"""How much there is to load before anybody can play."""

from __future__ import annotations

import gzip

from cactustown.server.pages import WEB
from tests.browser.built import build_if_needed

MOST = 200_000  # bytes, gzipped
PICTURES = (".svg", ".png", ".webp", ".ico")


def test_the_whole_client_is_small() -> None:
    """Code, styles, fonts and all four languages; pictures do not count."""
    build_if_needed()
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 9, mtime=0))
        for path in WEB.rglob("*")
        if path.is_file() and path.suffix not in PICTURES
    }
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:8]
    assert sum(sizes.values()) < MOST, f"{sum(sizes.values())} bytes: {largest}"
