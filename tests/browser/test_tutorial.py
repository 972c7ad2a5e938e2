"""The first evening: Play now with the coach, missions by somebody who does what the coach says,
and hints for whoever asks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.browser.access import grave_findings
from tests.browser.conftest import Visit
from tests.browser.contract import SIZES, breaches, coach_faults, is_touched
from tests.browser.robot import Hands, Robot, play_out

MATRIX = pytest.mark.matrix
# What to do, mission by mission: cards in order, then where and what.
ADVICE: dict[str, tuple[str, ...]] = {
    "duel": ("icon.duel", "ask.yes.second-shot", "icon.jail"),
    "move": ("card.ride", "card.heist", "outlaw-1", "a2", "icon.run-all", "icon.plunder"),
    "pioneer": ("card.heist", "card.gunfight", "card.ride", "outlaw-1", "a2", "icon.plunder"),
}
PLACES = """() => [...document.querySelectorAll(".game > *")]
  .map((el) => JSON.stringify(el.getBoundingClientRect()))"""
HINTED = [size if size == (320, 568) else pytest.param(*size, marks=MATRIX) for size in SIZES]
SPOTS = "document.querySelectorAll('[data-spot]').length"


def newcomer(visit: Visit, width: int, height: int, **more: Any) -> Robot:
    touched = is_touched(width, height)
    window = {"width": width, "height": height}
    visitor = visit("Annie", viewport=window, has_touch=touched, is_mobile=touched, **more)
    return Robot(visitor, Random(3), "finger" if touched else "mouse")


def play_now(player: Robot) -> None:
    player.visitor.open()
    player.use_named("home.play")
    player.until(lambda look: look.plan is not None, "the first plan is asked for")
    player.page.locator(".coach .words:not(:empty)").wait_for()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 720)], ids=str)
def test_the_first_game_has_a_coach_who_is_in_nobodys_way(
    visit: Visit, width: int, height: int
) -> None:
    player = newcomer(visit, width, height, language="de")
    play_now(player)
    chairs = player.visitor.frames("table")[-1]["chairs"]
    seated = [(chair["party"], chair["yours"], chair["bot"]) for chair in chairs]
    assert seated == [("sheriff", True, None), ("outlaws", False, "easy")]
    assert player.page.locator(".coach .words").inner_text() == player.words("coach.hello-sheriff")
    faults: list[str] = []
    heard: set[str] = set()

    def look(robot: Robot) -> None:
        if robot.page.locator(".game > .coach").count():
            heard.add(robot.page.locator(".coach .words").inner_text())
            faults.extend(coach_faults(robot.visitor))
            if not robot.page.locator(".tray .slot .card").count():  # names of laid cards are short
                faults.extend(breaches(robot.visitor))

    look(player)
    faults += [str(one) for one in grave_findings(player.visitor)]
    play_out(player, until=lambda: "2" in player.look().round.split("·")[0], each=look)
    player.until(lambda seen: seen.plan is not None, "the second plan is asked for")
    for card in range(3):  # before each card and after the last one
        look(player)
        player.use(player.page.locator(".hand button").nth(card))
    look(player)
    assert not faults, "\n".join(faults)
    assert len(heard) > 3
    assert player.page.evaluate(SPOTS)


def test_the_coach_goes_and_comes_back(visit: Visit) -> None:
    player = newcomer(visit, 360, 740)
    page, words = player.page, player.words
    play_now(player)
    player.use(page.get_by_role("button", name=words("coach.close")))
    page.locator(".game > .coach").wait_for(state="detached")
    player.visitor.reload()
    player.until(lambda look: look.plan is not None, "the game is back")
    assert not page.locator(".game > .coach").count()
    player.use(page.get_by_role("button", name=words("play.menu"), exact=True))
    page.get_by_role("checkbox", name=words("play.menu.coach")).check()
    page.locator(".coach .words").wait_for()
    page.keyboard.press("Escape")
    player.visitor.open()  # whoever has played plays the usual table next
    assert page.locator(".now .who").count() == 4


@pytest.mark.parametrize("hands", ["mouse", "keys"])
def test_a_mission_is_fulfilled(visit: Visit, hands: Hands) -> None:
    """The first one by keys alone; all whose way is known by mouse."""
    pupil = Robot(visit("Annie"), Random(20), hands)
    page, words = pupil.page, pupil.words
    fulfilled = page.get_by_role("dialog", name=words("learn.fulfilled"))
    for mission, advice in list(ADVICE.items())[: 1 if hands == "keys" else None]:
        pupil.visitor.open("/learn")
        start = f"{words('learn.start')}: {words(f'learn.{mission}')}"
        pupil.use(page.get_by_role("link", name=start))
        page.wait_for_url(f"**/learn/{mission}**")
        aim = page.get_by_role("dialog", name=words(f"learn.{mission}"), exact=True)
        pupil.use(aim.get_by_role("button", name=words("learn.go"), exact=True))
        pupil.likes = tuple(words(one) if "." in one else one for one in advice)
        play_out(pupil, until=fulfilled.is_visible, seconds=60)
    pupil.visitor.open("/learn")
    done = page.locator("li.done")
    done.first.wait_for()
    assert done.count() == (1 if hands == "keys" else len(ADVICE))


@pytest.mark.matrix
def test_whoever_misses_the_aim_can_try_again(visit: Visit) -> None:
    """Somebody who does anything else, to the end of the lesson's rounds."""
    pupil = Robot(visit("Annie"), Random(4))
    page, words = pupil.page, pupil.words
    pupil.visitor.open("/learn/dancer")
    if pupil.page.locator("form input#name").count():
        pupil.arrive()
    aim = page.get_by_role("dialog", name=words("learn.dancer"), exact=True)
    pupil.use(aim.get_by_role("button", name=words("learn.go"), exact=True))
    pupil.likes = (words("icon.sneak"), words("icon.duel"), words("card.charm"))
    over = page.get_by_role("dialog", name=words("learn.missed"))
    done = page.get_by_role("dialog", name=words("learn.fulfilled"))
    play_out(pupil, until=lambda: over.is_visible() or done.is_visible(), seconds=90)
    assert over.is_visible()
    first = page.url
    pupil.use(over.get_by_role("button", name=words("learn.again")))
    page.wait_for_url(lambda url: url != first)
    pupil.use(aim.get_by_role("button", name=words("learn.go"), exact=True))
    pupil.until(lambda look: look.plan is not None, "the mission begins anew")


@pytest.mark.parametrize(("width", "height"), HINTED, ids=str)
def test_a_hint_is_told_beside_the_question(visit: Visit, width: int, height: int) -> None:
    player = newcomer(visit, width, height, language="de")
    page, words = player.page, player.words
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws"]}, seats=["me", "random"]
    )
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None, "the first plan is asked for")
    before = page.evaluate(PLACES)
    player.use(page.locator(".bar").get_by_role("button", name=words("play.hint")))
    slip = page.get_by_role("dialog", name=words("play.hint"))
    slip.get_by_text(words("card.posse")).or_(
        slip.get_by_text(words("card.patrol"))
    ).first.wait_for()
    assert page.evaluate(PLACES) == before
    assert page.evaluate(SPOTS) == 3  # cards
    assert not breaches(player.visitor)
    page.keyboard.press("Escape")
    slip.wait_for(state="detached")
    assert page.evaluate(SPOTS) == 0
