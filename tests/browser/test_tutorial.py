"""The three missions, as a beginner finishes them who does what the coach says."""

from __future__ import annotations

from random import Random

from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out

# What the coach says, mission by mission: cards in order, then where and what.
ADVICE: dict[str, tuple[str, ...]] = {
    "move": ("card.ride", "card.heist", "outlaw-1", "a2", "icon.run-all", "icon.plunder"),
    "duel": ("icon.duel", "ask.yes.second-shot", "icon.jail"),
    "pioneer": ("card.heist", "card.gunfight", "card.ride", "outlaw-1", "a2", "icon.plunder"),
}


def test_the_tutorial_is_finished(visit: Visit) -> None:
    pupil = Robot(visit("Annie"), Random(20))
    page, words = pupil.page, pupil.words
    pupil.visitor.open("/learn")
    pupil.use(page.get_by_role("link", name=words("learn.start")).first)
    got_it = page.get_by_role("button", name=words("learn.next"), exact=True)
    finished = page.get_by_role("dialog", name=words("learn.finished"))
    missions = list(ADVICE)
    for mission, advice in ADVICE.items():
        page.wait_for_url(f"**/learn/{mission}**")
        pupil.until(lambda look: look.game, "the mission begins")
        if mission != "duel":  # it begins in the middle of a round
            pupil.use(got_it)
        pupil.likes = tuple(words(one) if "." in one else one for one in advice)
        play_out(pupil, until=finished.is_visible, seconds=60)
        done = page.locator(".coach li.done")
        assert done.count() == page.locator(".coach li").count()
        last = mission == missions[-1]
        pupil.use(
            finished.get_by_role(
                "button", name=words("learn.real" if last else "learn.next-mission")
            )
        )
    page.wait_for_url(pupil.visitor.url + "/")
    pupil.visitor.open("/learn")
    page.get_by_text(words("learn.ready")).wait_for()
