"""Cards of the hand under a finger: lifted after a rest and laid where they are dropped."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.contract import SIZES
from tests.browser.robot import Robot

REST = 350  # milliseconds: long enough to lift a card
STEPS = 6
QUICK_SIZES = ((320, 568), (1280, 720))
# What lies over what on the cards in hand; the rays round the number may be touched.
MEETINGS = """() => {
  const lines = (el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return [...range.getClientRects()];
  };
  const inner = ({ x, y, width, height }) =>
    new DOMRect(x + width / 5, y + height / 5, 0.6 * width, 0.6 * height);
  const box = (el) => [el.getBoundingClientRect()];
  const parts = (card) => [
    ...[...card.querySelectorAll(".name, .label")]
      .filter((el) => el.clientWidth !== 1) // only to be heard
      .map((el) => [el.textContent.trim(), lines(el)]),
    ...[...card.querySelectorAll("li svg")].map((el, n) => [`icon ${n + 1}`, box(el)]),
    ...[...card.querySelectorAll(".where, kbd")].map((el) => ["seal or key", box(el)]),
    ["number", [inner(card.querySelector(".hole").getBoundingClientRect())]],
  ];
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return [...document.querySelectorAll(".hand .card[data-card]")].flatMap((card) => {
    const all = parts(card);
    return all.flatMap(([one, ones], n) => all.slice(n + 1)
      .filter(([, others]) => ones.some((a) => others.some((b) => meet(a, b))))
      .map(([other]) => `${card.dataset.card}: ${one} and ${other}`));
  });
}"""


def test_a_card_is_dragged_by_a_finger(visit: Visit) -> None:
    player = Robot(visit("Annie", phone=True), Random(40), "finger")
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws"]}, seats=["me", "random"]
    )
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    page = player.page
    card = page.locator(".hand button").nth(2)
    slot = page.locator(".tray [data-slot]").nth(1)
    card.scroll_into_view_if_needed()
    begin, end = card.bounding_box(), slot.bounding_box()
    assert begin is not None
    assert end is not None
    here = (begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    there = (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", here)
    page.wait_for_timeout(REST)
    for step in range(1, STEPS + 1):
        x, y = (a + (b - a) * step / STEPS for a, b in zip(here, there, strict=True))
        touch("touchMove", (x, y))
    touch("touchEnd")
    player.until(lambda look: look.plan is not None and look.plan.laid == 1, "the card is laid")
    assert slot.get_by_role("button").count() == 1
    assert card.get_attribute("aria-pressed") == "true"


def test_a_locked_plan_can_be_changed_without_scrolling(visit: Visit) -> None:
    """Beside four others' turns there is least room on a laptop."""
    player = Robot(visit("Annie"), Random(41))
    other = Robot(visit("Belle"), Random(42))  # while she plans, plans can be changed
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws", "hunters", "dancer", "dakota"]},
        seats=["me", "open", "random", "random", "random"],
    )
    player.come(table)
    other.come(table)
    other.sit()
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    player.act()
    change = player.page.get_by_role("button", name=player.words("play.tray.change"))
    expect(change).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        *QUICK_SIZES,
        *(
            pytest.param(*size, marks=pytest.mark.matrix)
            for size in SIZES
            if size not in QUICK_SIZES
        ),
    ],
    ids=str,
)
def test_nothing_on_a_card_lies_over_anything_else(visit: Visit, width: int, height: int) -> None:
    """Its name, the icons and their names, the number of the second shot, the seal once laid."""
    viewport = {"width": width, "height": height}
    player = Robot(visit("Annie", language="de", viewport=viewport), Random(43))
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws"]}, seats=["random", "me"]
    )
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    cards = player.page.locator(".hand button")
    assert player.page.evaluate(MEETINGS) == []
    for at in range(3):
        cards.nth(at).click()
    expect(player.page.locator(".hand .where")).to_have_count(4)  # the one left is the second shot
    assert player.page.evaluate(MEETINGS) == []
