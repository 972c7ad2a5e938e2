"""The layout contract of docs/stage.md, looked at in a browser: for a question and a size."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.browser.questions import Asked
from tests.browser.robot import Robot
from tests.browser.visitor import Visitor

SIZES: Final = (
    *((320, 568), (360, 740), (390, 844), (740, 360), (820, 1180)),
    *((1024, 768), (1280, 720), (1920, 1080), (2560, 1440)),
)
LOW: Final = 720  # pixels: up to here the coach speaks in the bar of an upright phone
ROOMY: Final = 1120  # pixels: from here on parties and log stand beside the board
CONTRACT = (Path(__file__).parent / "contract.js").read_text("utf-8")
MEETINGS = """() => {
  const strip = document.querySelector(".game > .coach").getBoundingClientRect();
  // on a low phone it stands in the bar, where the question is, and taps go through it
  const inBar = strip.top < document.querySelector(".game > .bar").getBoundingClientRect().bottom;
  const meets = (el) => {
    const { left, top, right, bottom, width } = el.getBoundingClientRect();
    return width > 2 && left < strip.right - 1 && right > strip.left + 1
      && top < strip.bottom - 1 && bottom > strip.top + 1;
  };
  const bar = inBar ? ".bar .menu, .bar .buttons button" : ".bar, .bar button";
  const others = bar + ", .goals, .parties .own, .board [data-place], .game > .round, .hand .card,"
    + " .tray .slot, .lock button, .ask .option, .reveal button, .goals button";
  return [...document.querySelectorAll(others)]
    .filter((el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((el) => !el.closest(".hidden-text") && meets(el))
    .map((el) => `${el.tagName} ${el.className.baseVal ?? el.className}`);
}"""
CUT = """() => {
  const words = document.querySelector(".coach .words");
  return words.scrollHeight > words.clientHeight + 2 ? words.textContent : "";
}"""
SPEAKERS = """() => [".coach .words", ".bar .sentence"]
  .filter((one) => document.querySelector(one).checkVisibility({ opacityProperty: true }))"""
BRANCH = """async ({ name, body }) => {
  const post = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const { person } = await (await fetch("/api/me")).json();
  if (!person) await post("/api/session", { name });
  return (await post("/api/branch", body)).table;
}"""


def is_touched(width: int, height: int) -> bool:
    """Whether a screen of this size is played by finger."""
    return max(width, height) <= 1180


def sit_down(player: Robot, asked: Asked) -> None:
    """Comes to a table at which this is asked."""
    visitor = player.visitor
    if not visitor.page.url.startswith(visitor.url):
        visitor.open()
    body = {"game": asked.journal, "move": asked.moves, "me": asked.seat, "bot": "random"}
    table = visitor.page.evaluate(BRANCH, {"name": visitor.name, "body": body})
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None or bool(look.options), "it is asked")


def breaches(visitor: Visitor) -> list[str]:
    """What of the contract does not hold now."""
    size: Any = visitor.page.viewport_size
    width, height = size["width"], size["height"]
    shape = {"portrait": height > width, "roomy": width >= ROOMY and width / height >= 1.5}
    found: list[str] = visitor.page.evaluate(CONTRACT, shape)
    return found


def coach_faults(visitor: Visitor) -> list[str]:
    """What the coach lies over, words of the coach that have no room, and a low phone on which both
    the coach and the question speak at once, or neither."""
    size: Any = visitor.page.viewport_size
    meetings: list[str] = visitor.page.evaluate(MEETINGS)
    cut: str = visitor.page.evaluate(CUT)
    speakers: list[str] = visitor.page.evaluate(SPEAKERS)
    wanted = 1 if size["width"] < size["height"] <= LOW else 2
    return [
        *(f"the coach lies over {one}" for one in meetings),
        *([f"cut: {cut}"] if cut else []),
        *([] if len(speakers) == wanted else [f"it is said by {speakers}"]),
    ]
