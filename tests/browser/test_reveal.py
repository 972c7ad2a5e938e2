"""What is told beside the card that is turned up has room, at every size: the longest sentences of
a language, put into the story of a real game on its way to the page."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.contract import SIZES
from tests.browser.house import House
from tests.browser.robot import Robot

SMALL_LAPTOPS = ((900, 560), (960, 600), (1024, 640), (1100, 680), (1280, 600))
LYING_PHONES = ((667, 375), (932, 430))
PARTIES = ["sheriff", "outlaws", "hunters", "dancer"]
ALMOST_STILL = """localStorage["cactustown.prefs"] = '{"motion": "full", "speed": 0.02}';"""
# the longest with a card, the longest after which somebody has nearly won, and the longest of all;
# by what is to be seen with it
LONG: Mapping[str, dict[str, Any]] = {
    ":scope:has-text('a2')": {
        "event": "trapped",
        "party": "outlaws",
        "standee": "hunter-1",
        "from": "a1",
        "back": "a2",
    },
    ".close": {"event": "jailed", "standee": "outlaw-1", "space": "e5"},
    ":scope:not(:has(.who))": {"event": "event", "name": "mix-up"},
}
CUT = """() => {
  const words = document.querySelector(".reveal .words");
  const box = words.getBoundingClientRect();
  const lost = [...words.children].filter((one) => {
    const { top, right, bottom } = one.getBoundingClientRect();
    return top < box.top - 2 || bottom > box.bottom + 2 || right > box.right + 2;
  });
  const { clientHeight, scrollHeight } = words;
  const cut = scrollHeight > clientHeight + 2 || lost.length;
  const size = `${innerWidth} x ${innerHeight}`;
  return cut ? [`${size}: ${scrollHeight} in ${clientHeight}: ${words.textContent}`] : [];
}"""


def retell(line: WebSocketRoute) -> None:
    """Passes on what the server says, but for what happens after the first card."""
    server = line.connect_to_server()
    left = list(LONG.values())
    begun = False

    def tell(message: str | bytes) -> None:
        nonlocal begun
        frame: Any = msgspec.json.decode(message)
        for at, item in enumerate(frame["story"] if frame["type"] == "update" else ()):
            if begun and left:
                frame["story"][at] = {"n": item["n"], "depth": 2, **left.pop(0)}
            begun = begun or item["event"] == "card"
        line.send(msgspec.json.encode(frame).decode())

    server.on_message(tell)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_is_told_beside_the_card_is_not_cut(visit: Visit, inn: House, language: str) -> None:
    visitor = visit("Anna", at=inn, language=language, motion=True)
    visitor.context.add_init_script(ALMOST_STILL)
    visitor.page.route_web_socket("**/ws", retell)
    player = Robot(visitor, Random(1))
    seats = ["greedy", "me", "greedy", "greedy"]
    player.come(visitor.open_table(options={"parties": PARTIES}, seats=seats))
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    player.act()
    found: list[str] = []
    for long in LONG:
        _go_on_until(visitor.page, long)
        for width, height in (*SIZES, *SMALL_LAPTOPS, *LYING_PHONES):
            visitor.page.set_viewport_size({"width": width, "height": height})
            found += visitor.page.evaluate(CUT)
    assert not found, "\n".join(found)


def _go_on_until(page: Page, what: str) -> None:
    said = page.locator(".reveal .said")
    said.wait_for()
    while not page.locator(".reveal .words").locator(what).count():
        before = said.inner_text()
        page.locator(".reveal .stage").click()
        expect(said).not_to_have_text(before)
