"""The end of a game: the sentence, three turning points, and again by one press from everybody."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.access import Screens
from tests.browser.conftest import Visit
from tests.browser.contract import is_touched
from tests.browser.robot import Robot, play_out

SIZES = ((320, 568), (360, 740), (740, 360), (820, 1180), (1280, 720), (1920, 1080))
CUT = """() => [...document.querySelectorAll(".end *, .replay *, .celebration *")]
  .filter((el) => !el.closest("svg, .hidden-text, [inert]"))
  .filter((el) => el.getBoundingClientRect().right > innerWidth + 1)
  .map((el) => `${el.tagName}.${el.className}`)"""
SMALL = """() => [".end", ".celebration", ".replay"]
  .map((area) => `${area} :is(button, .button, summary, input, select)`)
  .flatMap((wanted) => [...document.querySelectorAll(wanted)])
  .filter((el) => !el.closest("[inert], .log ol"))
  .map((el) => [el.getBoundingClientRect(), el.textContent])
  .filter(([box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([box, text]) => `${text}: ${box.width} x ${box.height}`)"""


def test_the_same_people_play_again_by_one_press_each(visit: Visit) -> None:
    host = Robot(visit("Wyatt"), Random(1))
    guest = Robot(visit("Jane", phone=True), Random(2), "finger")
    options = {"parties": ["sheriff", "outlaws", "dancer"], "round_limit": 1}
    table = host.visitor.open_table(options=options, seats=["me", "open", "random"])
    for robot in (host, guest):
        robot.come(table)
    guest.sit()
    host.start()
    play_out(host, guest)

    end = host.page.locator("section.end")
    expect(end).to_contain_text("After 1 round nobody has reached the goal.")
    expect(end.locator(".points li")).to_have_count(3)
    expect(end.locator(".points li").first).to_contain_text("Round 1")
    end.get_by_role("button", name=host.words("end.show")).first.click()
    host.page.get_by_role("button", name=host.words("play.moment.back")).click()
    guest.use_named("end.again")
    guest.until(lambda look: look.room, "the next table is there")
    host.use_named("end.join")
    for robot, party in ((host, "sheriff"), (guest, "outlaws")):
        robot.until(lambda look: look.plan is not None, "the next game has begun")
        last = robot.visitor.frames("table")[-1]
        assert last["previous"] == table
        assert [one["party"] for one in last["chairs"] if one["yours"]] == [party]


@pytest.mark.matrix
def test_alone_the_next_game_begins_at_once(visit: Visit) -> None:
    player = Robot(visit("Annie"), Random(3))
    options = {"parties": ["outlaws", "hunters"], "round_limit": 1}
    table = player.visitor.open_table(options=options, seats=["me", "random"])
    player.come(table)
    player.start()
    play_out(player)
    player.use_named("end.again")
    player.until(lambda look: look.plan is not None, "the next game has begun")
    assert table not in player.page.url


@pytest.mark.matrix
@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_the_end_and_the_replay_can_be_read_at_every_size(
    visit: Visit, width: int, height: int
) -> None:
    touched = is_touched(width, height)
    more: dict[str, Any] = {"has_touch": touched, "is_mobile": touched}
    visitor = visit("Doc", language="de", viewport={"width": width, "height": height}, **more)
    watcher = Robot(visitor, Random(4))
    page, words = watcher.page, watcher.words
    options = {"parties": ["sheriff", "outlaws", "hunters"]}
    table = visitor.open_table(options=options, seats=["greedy"] * 3)
    watcher.come(table)
    watcher.start()
    watcher.until(lambda look: look.over, "the bots have played", seconds=120)
    screens = Screens(visitor)

    def look(name: str) -> None:
        screens.check(name)
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL) == []

    page.locator(".celebration").wait_for()
    expect(page.locator(".end .points li")).to_have_count(3)
    look("end")
    page.locator(".points").get_by_role("button", name=words("end.show")).nth(1).click()
    expect(page.locator(".celebration")).to_have_count(0)
    expect(page.locator(".notice.back")).to_be_in_viewport()
    look("end, an earlier moment")
    page.get_by_role("button", name=words("play.moment.back")).click()

    page.get_by_role("link", name=words("end.replay")).click()
    page.get_by_role("slider", name=words("pages.replay.timeline")).wait_for()
    for key in ("Home", "PageDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".seats .cards")).to_have_count(2)  # two have planned, nobody has acted
    expect(page.locator("main.board")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name=words("end.eyes.known")).click()  # it may be further down
    expect(page.locator(".seats .cards")).to_have_count(0)
    expect(page.locator(".controls .buttons")).to_be_in_viewport(ratio=0.99)
    look("replay")
    assert not screens.faults, "\n".join(screens.faults)
