"""How fast the page is, as figures: make measure.

Prints what the page promises and how it stands, and ends with an error where a promise is not kept.
On a busy machine the figures are worse than the page: the load stands beside them.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from tests.browser.built import build_if_needed
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, WAIT
from tests.browser.house import House
from tests.browser.robot import Robot
from tests.browser.visitor import Visitor
from tests.browser.words import LOCALES, Words

SLOWER = 4
BOARD_MS = 1_500
TASK_MS = 50
PLAYING_MS = 10_000
OPENINGS = 7
ACTS = 45
SETTLED = 1_000  # milliseconds after which a page that was opened rests
GAME = {
    "options": {"parties": ["sheriff", "outlaws", "hunters", "dancer"], "mode": "gunslinger"},
    "seats": ["greedy", "me", "greedy", "greedy"],
}
# The moment, counted from the navigation, at which the town has been painted.
WHEN_DRAWN = """() => {
  const look = () => {
    const drawn = document.querySelectorAll(".board [data-place]").length >= 25;
    if (!drawn) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.drawnAt = performance.now())));
  };
  look();
}"""
IS_SHOWING = "() => document.querySelector('.desk button.skip') !== null"
TRACED = ["toplevel", "blink.user_timing"]
TASK = "ThreadControllerImpl::RunTask"
SHOW, SHOWN = "show", "shown"


def main() -> None:
    build_if_needed()
    with _browser() as browser, _house() as house:
        kept = [
            first_board(browser, house),
            animation(browser, house),
            first_game(browser, house),
        ]
    one, five, fifteen = os.getloadavg()
    print(f"load of the machine: {one:.1f} {five:.1f} {fifteen:.1f} on {os.cpu_count()} cores")
    sys.exit(not all(kept))


def first_board(browser: Browser, house: House) -> bool:
    """A link to a running game is opened by somebody whose browser knows nothing of the page."""
    host = _player(_context(browser), house)
    host.start()
    times = [_open_anew(host, SLOWER) for _ in range(OPENINGS)]
    work = _work_of_opening(browser, host)
    host.visitor.context.close()
    what = f"first board, {SLOWER}x slower CPU, median of {OPENINGS}"
    more = f"worst {max(times):.0f} ms, the page's own work at full speed {work:.0f} ms"
    return _told(what, statistics.median(times), BOARD_MS, more)


def _open_anew(host: Robot, slower: int) -> float:
    """Opens the host's game in a window of its own; when its board was drawn."""
    page = host.visitor.context.new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(f"({WHEN_DRAWN})()")
    page.goto(host.page.url, wait_until="commit")
    page.wait_for_function("() => window.drawnAt")
    drawn: float = page.evaluate("name => { performance.mark(name); return drawnAt; }", SHOWN)
    page.close()
    return drawn


def _work_of_opening(browser: Browser, host: Robot) -> float:
    """The processor's time of the page until the board was drawn, in milliseconds."""
    browser.start_tracing(categories=TRACED)
    _open_anew(host, slower=1)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    (drawn,) = (e for e in trace if e["name"] == SHOWN and e["cat"] == "blink.user_timing")
    times = [float(task["tdur"]) for task in _tasks(trace, drawn) if task["ts"] < drawn["ts"]]
    return sum(times) / 1_000


def animation(browser: Browser, house: House) -> bool:
    """Everything that is shown move by move while somebody plays, but not the robot's own looks.

    Counted is the processor's time: what else the machine does meanwhile is not the page's fault.
    """
    player = _player(_context(browser, motion=True), house)
    player.start()
    page = player.page
    page.wait_for_timeout(SETTLED)
    browser.start_tracing(page=page, categories=TRACED)
    while player.acts < ACTS and not player.look().over:
        if not player.act():
            page.wait_for_timeout(100)
        elif page.evaluate(IS_SHOWING):
            page.evaluate("name => performance.mark(name)", SHOW)
            page.wait_for_function(f"() => !({IS_SHOWING})()", polling=200)
            page.evaluate("name => performance.mark(name)", SHOWN)
    shown, tasks = tasks_while_showing(json.loads(browser.stop_tracing())["traceEvents"])
    player.visitor.context.close()
    return _told(f"longest task while moves were shown {shown} times", max(tasks), TASK_MS)


def tasks_while_showing(trace: list[dict[str, Any]]) -> tuple[int, list[float]]:
    """How often something was shown, and what the page's tasks took then, in milliseconds."""
    marks = [e for e in trace if e["name"] in (SHOW, SHOWN) and e["cat"] == "blink.user_timing"]
    marks.sort(key=lambda event: event["ts"])
    times = [event["ts"] for event in marks]
    spans = list(zip(times[::2], times[1::2], strict=False))
    tasks = [
        task["tdur"] / 1_000
        for task in _tasks(trace, marks[0])
        if any(begin <= task["ts"] <= end for begin, end in spans)
    ]
    return len(spans), tasks


def _tasks(trace: list[dict[str, Any]], mark: dict[str, Any]) -> list[dict[str, Any]]:
    """The tasks of the thread that set the mark, without those inside of others."""
    thread = (mark["pid"], mark["tid"])
    found = [
        event
        for event in trace
        if event["name"] == TASK and (event["pid"], event["tid"]) == thread and "tdur" in event
    ]
    outer: list[dict[str, Any]] = []
    for task in sorted(found, key=lambda event: event["ts"]):
        if not outer or task["ts"] >= outer[-1]["ts"] + outer[-1]["dur"]:
            outer.append(task)
    return outer


def first_game(browser: Browser, house: House) -> bool:
    """From the first click on the home page to the first plan of a game against bots."""
    visitor = Visitor(_context(browser, motion=True), house.url, Words())
    player = Robot(visitor, Random(1))
    visitor.open()
    visitor.page.wait_for_timeout(SETTLED)
    began = time.perf_counter()
    player.use_named("home.play")
    player.until(lambda look: look.plan is not None, "the first plan is asked for")
    took = (time.perf_counter() - began) * 1_000
    visitor.context.close()
    return _told("a game against bots under way after the first click", took, PLAYING_MS)


def _told(what: str, figure: float, limit: float, more: str = "") -> bool:
    kept = figure < limit
    verdict = f"under {limit:.0f}: {'yes' if kept else 'NO'}"
    print(f"{what}: {figure:.0f} ms ({'; '.join(filter(None, (verdict, more)))})", flush=True)
    return kept


def _player(context: BrowserContext, house: House) -> Robot:
    player = Robot(Visitor(context, house.url, Words(), "Annie"), Random(5))
    player.come(player.visitor.open_table(**GAME))
    return player


def _context(browser: Browser, motion: bool = False) -> BrowserContext:
    context = browser.new_context(
        locale=LOCALES["en"],
        viewport=ViewportSize(width=DESKTOP["width"], height=DESKTOP["height"]),
        reduced_motion="no-preference" if motion else "reduce",
    )
    context.set_default_timeout(WAIT)
    return context


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = shutil.which(CHROMIUM)
        running = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield running
        running.close()


@contextmanager
def _house() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.start()
        yield house
        house.stop()


if __name__ == "__main__":
    main()
