"""Cards of the hand under a finger: lifted after a rest and laid where they are dropped."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.robot import Robot

REST = 350  # milliseconds: long enough to lift a card
STEPS = 6


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
        (320, 568),
        pytest.param(740, 360, marks=pytest.mark.matrix),
        pytest.param(1280, 720, marks=pytest.mark.matrix),
    ],
    ids=str,
)
def test_no_seal_lies_on_the_number_of_the_second_shot(
    visit: Visit, width: int, height: int
) -> None:
    player = Robot(visit("Annie", viewport={"width": width, "height": height}), Random(43))
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws"]}, seats=["me", "random"]
    )
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    cards = player.page.locator(".hand button")
    for at in range(3):
        cards.nth(at).click()
    seals = player.page.locator(".hand .where")
    expect(seals).to_have_count(4)  # the card that is left is the second shot
    for at in range(4):
        seal, number = seals.nth(at).bounding_box(), cards.nth(at).locator(".shot").bounding_box()
        assert seal is not None
        assert number is not None
        assert seal["x"] + seal["width"] <= number["x"]
