"""Cards tried on the board while planning: on a phone by finger, at a desk by mouse and keys."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.access import AXE, FIND
from tests.browser.conftest import Visit
from tests.browser.contract import SIZES, breaches, is_touched
from tests.browser.robot import Robot

OPTIONS = {"parties": ["sheriff", "outlaws"], "mode": "gunslinger"}
MOST_STEPS = 12
FIGURE = ".board [role='button'][data-standee]"


def planner(visit: Visit, width: int, height: int, dark: bool = False) -> Robot:
    """Somebody who plans for the outlaws; nobody has moved yet, so RUN ALL can be tried."""
    touched = is_touched(width, height)
    size = {"width": width, "height": height}
    visitor = visit(
        "Anna", language="de", viewport=size, has_touch=touched, is_mobile=touched, dark=dark
    )
    player = Robot(visitor, Random(7), "finger" if touched else "mouse")
    player.come(visitor.open_table(options=OPTIONS, seats=["random", "me"]))
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    return player


def press(player: Robot, button: Locator) -> None:
    if player.hands == "finger":
        button.tap()
    else:
        button.click()


def try_through(player: Robot, found: list[str]) -> None:
    """Takes the first choice there is until the card asks nothing more."""
    page = player.page
    for _ in range(MOST_STEPS):
        found += breaches(player.visitor)
        if page.locator(".sandbox .pick").count():
            return
        lit = page.locator(".board [data-place].lit")
        figures = page.locator(".sandbox .who button")
        if not lit.count() and figures.count():
            press(player, figures.first)
        elif lit.count():
            press(player, lit.first)
        else:
            press(player, page.locator(".sandbox .options button.option").first)
        expect(page.locator(".sandbox [aria-busy='true']")).to_have_count(0)
    raise AssertionError("the card asks and asks")


def try_two(player: Robot) -> list[str]:
    """Tries two cards, takes the second back, tries another, lays in; gives breaches seen."""
    page, words = player.page, player.words
    found: list[str] = []
    stands = page.locator(FIGURE).count()
    assert not stands  # while planning nobody can be picked
    press(player, page.locator(".hand button").nth(0))
    press(player, page.get_by_role("button", name=words("play.tray.try")))
    page.locator(".sandbox").wait_for()
    try_through(player, found)
    assert page.locator(".board .figure.pale").count()
    assert page.locator(".ghosts .way").count()
    press(player, page.locator(".sandbox .pick button").nth(0))
    expect(page.locator(".sandbox .pick button")).not_to_have_count(3)
    try_through(player, found)
    cards = page.locator(".sandbox .cards li:not(.free)")
    expect(cards).to_have_count(2)
    while cards.count() > 1:
        press(player, page.locator(".sandbox .controls button").nth(0))
    press(player, page.locator(".sandbox .pick button").nth(1))
    expect(cards).to_have_count(2)
    found += breaches(player.visitor)
    press(player, page.locator(".sandbox .controls button").nth(1))
    expect(page.locator(".sandbox")).to_have_count(0)
    look = player.until(
        lambda look: look.plan is not None and look.plan.laid == 2, "they lie there"
    )
    assert look.plan is not None
    assert [card.pressed for card in look.plan.cards] == [True, False, True, False]
    assert not look.plan.locked
    assert page.locator(".board .figure.pale").count() == 0
    return found


@pytest.mark.parametrize(("width", "height"), [(320, 568), (1280, 720)], ids=str)
def test_two_cards_are_tried_and_laid_in(visit: Visit, width: int, height: int) -> None:
    player = planner(visit, width, height)
    found = try_two(player)
    assert not found, "\n".join(found)


def test_a_figure_is_led_by_hand_and_keys_do_the_rest(visit: Visit) -> None:
    player = planner(visit, 1280, 720)
    page = player.page
    page.keyboard.press("1")
    page.keyboard.press("t")
    page.locator(".sandbox").wait_for()
    assert page.locator(".ghosts .mark").count()  # where somebody could be
    figure = page.locator(FIGURE).first.bounding_box()
    assert figure is not None
    page.mouse.move(figure["x"] + figure["width"] / 2, figure["y"] + figure["height"] / 2)
    page.mouse.down()
    page.mouse.move(figure["x"] + 60, figure["y"] + 20, steps=3)
    lit = page.locator(".board [data-place].lit").first
    there = lit.bounding_box()
    assert there is not None
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=4)
    expect(page.locator("[data-ghost]")).to_have_attribute(
        "data-at", lit.get_attribute("data-place") or ""
    )
    page.mouse.up()
    expect(page.locator(".board .figure.pale")).to_have_count(1)
    page.evaluate(AXE.read_text("utf-8"))
    grave = [one for one in page.evaluate(FIND) if one["impact"] in ("serious", "critical")]
    assert not grave, grave
    page.keyboard.press("u")
    expect(page.locator(".board .figure.pale")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".sandbox")).to_have_count(0)
    assert page.locator(".hand [aria-pressed='true']").count() == 1
    expect(page.locator(".lock .try")).to_be_focused()


@pytest.mark.matrix
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_the_contract_holds_in_the_sandbox(
    visit: Visit, width: int, height: int, dark: bool
) -> None:
    found = try_two(planner(visit, width, height, dark))
    assert not found, "\n".join(found)
