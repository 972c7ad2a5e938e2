"""How much there is to load before anybody can play, and in all."""

from __future__ import annotations

import gzip
from random import Random
from urllib.parse import urlsplit

from cactustown.server.pages import WEB
from tests.browser.built import build_if_needed
from tests.browser.conftest import Visit
from tests.browser.robot import Robot

FIRST = 200_000  # bytes, gzipped: until the first board is played on
ALL = 450_000  # with all four languages
PICTURES = (".svg", ".png", ".webp", ".ico", ".woff2")


def test_the_first_game_comes_quickly(visit: Visit) -> None:
    """All code and styles that a browser asks for from the home page to the first plan. Pictures do
    not count, nor do the drawn letters of the headings, without which it can be played at once."""
    player = Robot(visit("Annie", language="de"), Random(1))
    files: set[str] = set()
    player.page.on("request", lambda request: files.add(urlsplit(request.url).path))
    player.visitor.open()
    player.use_named("home.play")
    player.until(lambda look: look.plan is not None, "plans are wanted")
    player.page.wait_for_load_state("networkidle")
    sizes = {name: _gzipped(name) for name in files if (WEB / name[1:]).is_file()}
    assert len(sizes) > 3
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:8]
    total = sum(sizes.values()) + _gzipped("/index.html")
    assert total < FIRST, f"{total} bytes: {largest}"


def test_the_whole_client_is_small() -> None:
    build_if_needed()
    scripts = [*WEB.rglob("*.js"), *WEB.rglob("*.css")]
    total = sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in scripts)
    assert total < ALL, f"{total} bytes"


def _gzipped(name: str) -> int:
    path = WEB / name[1:]
    return 0 if path.suffix in PICTURES else len(gzip.compress(path.read_bytes(), 9, mtime=0))
