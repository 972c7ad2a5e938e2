"""Takes the pictures of docs/pictures/ anew, and the film on the front page: make pictures.

A few moments of games against bots, as a player sees them. What is seen differs from time to time,
for the dice do. Some alone: make pictures ONLY="home film".
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.apng import animate
from tests.browser.built import ROOT, build_if_needed
from tests.browser.conftest import CHROMIUM, FLAGS, WAIT
from tests.browser.film import SPEED, film
from tests.browser.house import House
from tests.browser.png import shrink
from tests.browser.robot import Hands, Look, Robot, play_out
from tests.browser.visitor import Visitor
from tests.browser.words import LOCALES, Words

FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 200_000
MOST_FILM_BYTES = 1_500_000
WINDOW = {"width": 1280, "height": 800}
TALL = {"width": 1100, "height": 1000}  # to be read
UPRIGHT = {"width": 390, "height": 844}
LYING = {"width": 844, "height": 390}
SCREEN = {"width": 960, "height": 600}  # of the film, which is smaller
FILM_SCALE = 2 / 3
GAME = {
    "options": {"parties": ["sheriff", "outlaws", "hunters", "dancer"], "mode": "gunslinger"},
    "seats": ["greedy", "me", "greedy", "greedy"],
}
DUEL = {
    "options": {"parties": ["sheriff", "outlaws", "dancer"]},
    "seats": ["greedy", "greedy", "me"],
}
WATCHED = {"options": GAME["options"], "seats": ["greedy"] * 4}
Wanted = Callable[[Look], bool]
STILL = {"motion": "none"}
FILM = "film"
SETTLED = 400  # milliseconds until nothing moves
STEPS = 3  # of a card that is tried


def main() -> None:
    build_if_needed()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which(CHROMIUM), args=list(FLAGS)
        )
        for name in sys.argv[1:] or (*PICTURES, FILM):
            if name == FILM:
                keep(name, filmed(browser, house), MOST_FILM_BYTES)
            else:
                keep(name, picture(PICTURES[name](browser, house)))
        browser.close()
        house.stop()


def home(browser: Browser, house: House) -> Visitor:
    annie = _visitor(browser, house)
    annie.open()
    annie.page.wait_for_load_state("networkidle")
    return annie


def new_table(browser: Browser, house: House) -> Visitor:
    annie = _visitor(browser, house, viewport=TALL)
    annie.open("/new")
    annie.page.wait_for_load_state("networkidle")
    return annie


def plan(browser: Browser, house: House) -> Visitor:
    return _planned(_visitor(browser, house)).visitor


def sandbox(browser: Browser, house: House) -> Visitor:
    """Somebody has gone as the first card allows; the figure is pale where it would be."""
    player = _planned(_visitor(browser, house))
    page = player.page
    player.use(page.locator(".lock .try"))
    page.locator(".sandbox").wait_for()
    for _ in range(STEPS):
        look = player.look()
        if page.locator(".board .figure.pale").count() or page.locator(".sandbox .pick").count():
            break
        one = next(iter(look.places), None) or next(iter(look.figures), None)
        if one and one.point:
            page.mouse.click(one.point.x, one.point.y)
        else:
            player.use(page.locator(".sandbox .options button").first)
        page.locator(".sandbox .main[aria-busy='false']").wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLED)
    return player.visitor


def reveal(browser: Browser, house: House) -> Visitor:
    """Held while a figure is on its way."""
    player = _seated(_visitor(browser, house, {"speed": SPEED, "motion": "full"}))
    while True:
        if not player.act() and player.page.locator(".reveal .card, .board .trail").count() > 1:
            player.page.locator(".reveal .do button").first.click()
            player.page.wait_for_timeout(SETTLED)
            if player.page.locator(".board .trail").count():
                return player.visitor
            player.page.locator(".reveal .do button").first.click()
        player.page.wait_for_timeout(20)


def duel(browser: Browser, house: House) -> Visitor:
    player = _seated(_visitor(browser, house))
    _play_until(player, lambda look: look.duel and bool(look.options))
    return player.visitor


def coach(browser: Browser, house: House) -> Visitor:
    """The first game of all, two cards into the first plan."""
    annie = _visitor(browser, house)
    annie.open()
    player = Robot(annie, Random(3), "mouse")
    player.use_named("home.play")
    player.until(lambda look: look.plan is not None, "plans are wanted")
    annie.page.locator(".coach .words:not(:empty)").wait_for()
    for card in (0, 2):
        player.use(annie.page.locator(".hand button").nth(card))
    return annie


def end(browser: Browser, house: House) -> Visitor:
    return _finished(_visitor(browser, house, STILL))


def replay(browser: Browser, house: House) -> Visitor:
    watcher = _finished(_visitor(browser, house, STILL))
    page, words = watcher.page, watcher.words
    page.get_by_role("link", name=words("end.replay")).click()
    page.get_by_role("slider", name=words("pages.replay.timeline")).wait_for()
    for key in ("Home", "PageDown", "PageDown", *["ArrowRight"] * 6):
        page.keyboard.press(key)
    return watcher


def quick_start(browser: Browser, house: House) -> Visitor:
    return _paper(browser, house, "/quick-start")


def aid(browser: Browser, house: House) -> Visitor:
    return _paper(browser, house, "/aids/outlaws")


def phone(browser: Browser, house: House) -> Visitor:
    walker = _visitor(browser, house, viewport=UPRIGHT, has_touch=True, is_mobile=True)
    player = _seated(walker, "finger")
    _play_until(player, lambda look: "Round 2" in look.round and len(look.places) > 1)
    return walker


def phone_lying(browser: Browser, house: House) -> Visitor:
    walker = _visitor(browser, house, viewport=LYING, has_touch=True, is_mobile=True)
    player = _planned(walker, "finger")
    return player.visitor


def dark(browser: Browser, house: House) -> Visitor:
    player = _seated(_visitor(browser, house, color_scheme="dark"))
    _play_until(player, lambda look: "Round 2" in look.round and len(look.places) > 1)
    return player.visitor


def filmed(browser: Browser, house: House) -> bytes:
    """A duel that others fight, and what led to it."""
    watcher = _visitor(
        browser,
        house,
        {"speed": SPEED, "motion": "full", "banter": False},
        viewport=SCREEN,
        device_scale_factor=FILM_SCALE,
        reduced_motion="no-preference",
    )
    player = _seated(watcher, game=DUEL)
    return animate(film(player, lambda: _begin(player, DUEL)))


PICTURES: Mapping[str, Callable[[Browser, House], Visitor]] = {
    "home": home,
    "new-table": new_table,
    "plan": plan,
    "sandbox": sandbox,
    "reveal": reveal,
    "duel": duel,
    "coach": coach,
    "end": end,
    "replay": replay,
    "quick-start": quick_start,
    "player-aid": aid,
    "phone": phone,
    "phone-lying": phone_lying,
    "dark": dark,
}


def _visitor(
    browser: Browser, house: House, prefs: Mapping[str, Any] | None = None, **settings: Any
) -> Visitor:
    context = browser.new_context(
        **{
            "locale": LOCALES["en"],
            "color_scheme": "light",
            "reduced_motion": "reduce",
            "viewport": WINDOW,
            **settings,
        }
    )
    context.set_default_timeout(WAIT)
    wanted = json.dumps({"soundOffered": True, **(prefs or {})})
    context.add_init_script(f"localStorage['cactustown.prefs'] ??= {json.dumps(wanted)};")
    return Visitor(context, house.url, Words(), "Annie")


def _seated(visitor: Visitor, hands: Hands = "mouse", game: Mapping[str, Any] = GAME) -> Robot:
    player = Robot(visitor, Random(3), hands)
    _begin(player, game)
    return player


def _begin(player: Robot, game: Mapping[str, Any]) -> None:
    player.come(player.visitor.open_table(**game))
    player.start()


def _planned(visitor: Visitor, hands: Hands = "mouse") -> Robot:
    """Three cards lie in the tray."""
    player = _seated(visitor, hands)
    player.until(lambda look: look.plan is not None, "plans are wanted")
    for card in (2, 0, 1):
        player.use(player.page.locator(".hand button").nth(card))
    return player


def _finished(visitor: Visitor) -> Visitor:
    """Bots have played to the end."""
    watcher = _seated(visitor, game=WATCHED)
    watcher.until(lambda look: look.over, "the bots have played", seconds=120)
    visitor.page.locator(".points li").nth(2).wait_for()
    return visitor


def _paper(browser: Browser, house: House, path: str) -> Visitor:
    reader = _visitor(browser, house, viewport=TALL)
    reader.open(path)
    reader.page.locator("article.paper").first.wait_for()
    reader.page.wait_for_load_state("networkidle")
    return reader


def _play_until(player: Robot, wanted: Wanted) -> None:
    """Plays until it is so; a game that ends before is played again."""
    while True:
        play_out(player, until=lambda: player.look().over or wanted(player.look()))
        if not player.look().over:
            return
        _begin(player, GAME)


def picture(visitor: Visitor) -> bytes:
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(SETTLED)
    return shrink(visitor.page.screenshot())


def keep(name: str, png: bytes, most: int = MOST_BYTES) -> None:
    path = FOLDER / f"{name}.png"
    path.write_bytes(png)
    print(f"{path.relative_to(ROOT)}: {len(png) / 1000:.0f} kB", flush=True)
    if len(png) > most:
        sys.exit(f"{path.name} is larger than {most / 1000:.0f} kB")


if __name__ == "__main__":
    main()
