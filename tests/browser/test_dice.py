"""Words for the dice: promised and shown by the page itself, from whichever browser has them."""

from __future__ import annotations

from random import Random

from tests.browser.conftest import Visit
from tests.browser.robot import Robot

FORGET = "() => localStorage.removeItem('cactustown.dice')"


def test_a_player_who_changes_browsers_brings_a_new_word(visit: Visit) -> None:
    host = Robot(visit("Wyatt"), Random(1))
    guest = Robot(visit("Jane"), Random(2))
    table = host.visitor.open_table(
        options={"parties": ["ranger", "outlaws"]}, seats=["me", "open"]
    )
    host.come(table)
    host.page.get_by_text(host.words("play.fair.stay")).wait_for()  # a word is promised
    host.page.evaluate(FORGET)  # as if it were another browser
    host.visitor.reload()
    host.page.get_by_text(host.words("play.fair.elsewhere")).wait_for()
    host.use_named("play.fair.anew")
    host.page.get_by_text(host.words("play.fair.stay")).wait_for()
    guest.come(table)
    guest.sit()
    host.start()
    for robot in (host, guest):
        robot.until(lambda look: look.game, "the game begins")
        robot.use_named("play.menu")
        robot.page.get_by_text(robot.words("play.fair.begun")).wait_for()
        (told,) = [
            item
            for update in robot.visitor.frames("update")
            for item in update["story"]
            if item["event"] == "game_started"
        ]
        assert len(set(told["nonces"])) == len(told["commitments"]) == 2
