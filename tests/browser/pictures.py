"""Takes the pictures of docs/pictures/ anew: make pictures.

A few moments of a game against bots, as a player sees them. What is seen differs from time to time,
for the dice do.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.built import ROOT, build_if_needed
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, WAIT
from tests.browser.house import House
from tests.browser.png import shrink
from tests.browser.robot import Look, Robot, play_out
from tests.browser.visitor import Visitor
from tests.browser.words import LOCALES, Words

FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 200_000
WINDOW = {"width": 1280, "height": 800}
GAME = {
    "options": {"parties": ["sheriff", "outlaws", "hunters", "dancer"], "mode": "gunslinger"},
    "seats": ["greedy", "me", "greedy", "greedy"],
}
Wanted = Callable[[Look], bool]


def main() -> None:
    build_if_needed()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which(CHROMIUM), args=list(FLAGS)
        )
        take(browser, house)
        browser.close()
        house.stop()


def take(browser: Browser, house: House) -> None:
    """All of them."""
    annie = _visitor(browser, house)
    annie.open()
    annie.page.wait_for_load_state("networkidle")
    keep(annie, "home")
    player = _seated(annie, "mouse")
    player.until(lambda look: look.plan is not None, "plans are wanted")
    for card in (2, 0, 1):
        player.use(player.page.locator(".hand button").nth(card))
    keep(annie, "plan")
    _play_until(player, lambda look: look.duel and bool(look.options))
    keep(annie, "duel")
    _play_until(player, lambda look: "4" in look.round and len(look.places) > 1)
    keep(annie, "board")
    walker = _visitor(browser, house, viewport=PHONE, has_touch=True, is_mobile=True, dark=True)
    player = _seated(walker, "finger")
    _play_until(player, lambda look: "2" in look.round and len(look.places) > 1)
    keep(walker, "phone")


def _visitor(browser: Browser, house: House, dark: bool = False, **settings: Any) -> Visitor:
    context = browser.new_context(
        locale=LOCALES["en"],
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        **{"viewport": WINDOW, **settings},
    )
    context.set_default_timeout(WAIT)
    return Visitor(context, house.url, Words(), "Annie")


def _seated(visitor: Visitor, hands: Any) -> Robot:
    player = Robot(visitor, Random(3), hands)
    player.come(visitor.open_table(**GAME))
    player.start()
    return player


def _play_until(player: Robot, wanted: Wanted) -> None:
    """Plays until it is so; a game that ends before is played again."""
    while True:
        play_out(player, until=lambda: player.look().over or wanted(player.look()))
        if not player.look().over:
            return
        player.come(player.visitor.open_table(**GAME))
        player.start()


def keep(visitor: Visitor, name: str) -> None:
    path = FOLDER / f"{name}.png"
    path.write_bytes(shrink(visitor.page.screenshot()))
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size / 1000:.0f} kB")
    if size > MOST_BYTES:
        sys.exit(f"{path.name} is larger than {MOST_BYTES / 1000:.0f} kB")


if __name__ == "__main__":
    main()
