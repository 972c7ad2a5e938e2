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
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from tests.browser.built import build_if_needed
from tests.browser.conftest import CHROMIUM, DESKTOP, FLAGS, WAIT
from tests.browser.house import House
from tests.browser.robot import LOOK, Look, Robot
from tests.browser.visitor import Visitor
from tests.browser.words import LOCALES, Words

SLOWER = 4
BOARD_MS = 1_500
TASK_MS = 50
PLAYING_MS = 10_000
OPENINGS = 7
CARDS = 30
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
HURRIED = json.dumps({"soundOffered": True, "speed": 4})  # preferences: more to do in less time
TRACED = ["toplevel", "blink.user_timing"]
TASK = "ThreadControllerImpl::RunTask"
SHOW, SHOWN, LOOKED = "show", "shown", "looked"
# Marks in the very task in which something begins to be shown, and in which it has been.
MARK_WHAT_IS_SHOWN = f"""() => {{
  let was = false;
  const look = () => {{
    const is = ({IS_SHOWING})();
    if (is !== was) performance.mark(is ? "{SHOW}" : "{SHOWN}");
    was = is;
  }};
  new MutationObserver(look).observe(document, {{ childList: true, subtree: true }});
}}"""
MARKED_LOOK = f"() => {{ performance.mark('{LOOKED}'); return ({LOOK})(); }}"


@dataclass(frozen=True)
class Shown:
    """What was shown of a game."""

    cards: int  # turned up
    showings: int  # without a question in between
    tasks: list[float]  # of the page meanwhile, in milliseconds


class _Onlooker(Robot):
    """Marks its looks: they are no work of the page."""

    def look(self) -> Look:
        return msgspec.convert(self.page.evaluate(MARKED_LOOK), Look)


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
    (drawn,) = _marks(trace, SHOWN)
    times = [float(task["tdur"]) for task in _tasks(trace, drawn) if task["ts"] < drawn["ts"]]
    return sum(times) / 1_000


def animation(browser: Browser, house: House) -> bool:
    """Everything that is shown move by move while somebody plays, but not the robot's own looks.

    Counted is the processor's time: what else the machine does meanwhile is not the page's fault.
    """
    games: list[Shown] = []
    while (cards := sum(game.cards for game in games)) < CARDS:
        games.append(_watched(browser, house, CARDS - cards))
    tasks = [task for game in games for task in game.tasks]
    showings = sum(game.showings for game in games)
    what = f"longest task while {cards} cards were turned up in {showings} showings"
    most = statistics.quantiles(tasks, n=20)[-1]
    return _told(what, max(tasks), TASK_MS, f"95 % of {len(tasks)} took {most:.1f} ms at most")


def _watched(browser: Browser, house: House, cards: int) -> Shown:
    """A game, played until so many cards were turned up or it was over."""
    context = _context(browser, motion=True)
    context.add_init_script(f"localStorage['cactustown.prefs'] ??= {json.dumps(HURRIED)};")
    context.add_init_script(f"({MARK_WHAT_IS_SHOWN})()")
    player = _player(context, house, _Onlooker)
    player.start()
    page = player.page
    page.wait_for_timeout(SETTLED)
    browser.start_tracing(page=page, categories=TRACED)
    while _turned_up(player) < cards and not player.look().over:
        page.wait_for_function(f"() => !({IS_SHOWING})()", polling=200)
        if not player.act():
            page.wait_for_timeout(100)
    page.wait_for_function(f"() => !({IS_SHOWING})()", polling=200)
    showings, tasks = tasks_while_showing(json.loads(browser.stop_tracing())["traceEvents"])
    context.close()
    return Shown(_turned_up(player), showings, tasks)


def _turned_up(player: Robot) -> int:
    updates = player.visitor.frames("update")
    return sum(item["event"] == "card" for update in updates for item in update["story"])


def tasks_while_showing(trace: list[dict[str, Any]]) -> tuple[int, list[float]]:
    """How often something was shown, and what the page's tasks took then, in milliseconds: from
    the one that begins to show it, without those in which the robot looked."""
    marks = {name: _marks(trace, name) for name in (SHOW, SHOWN, LOOKED)}
    ends = [mark["ts"] for mark in marks[SHOWN]]
    spans = [
        (begin["ts"], end)
        for begin in marks[SHOW]
        if (end := next((at for at in ends if at > begin["ts"]), None)) is not None
    ]
    tasks = [
        task["tdur"] / 1_000
        for task in _tasks(trace, marks[SHOW][0])
        if any(begin < task["ts"] + task["dur"] and task["ts"] < end for begin, end in spans)
        and not any(0 <= mark["ts"] - task["ts"] <= task["dur"] for mark in marks[LOOKED])
    ]
    return len(spans), tasks


def _marks(trace: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The page's own marks of this name, in order."""
    found = (e for e in trace if e["name"] == name and e["cat"] == "blink.user_timing")
    return sorted(found, key=lambda event: event["ts"])


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


def _player(context: BrowserContext, house: House, kind: type[Robot] = Robot) -> Robot:
    player = kind(Visitor(context, house.url, Words(), "Annie"), Random(5))
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
