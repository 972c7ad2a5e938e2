"""Two people with a browser each, and somebody who watches: a whole game."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out
from tests.browser.secrecy import Leak, Truth


def test_two_people_play_and_nobody_is_told_a_secret(visit: Visit) -> None:
    """Reloads at random moments included."""
    host = Robot(visit("Wyatt"), Random(1))
    guest = Robot(visit("Jane"), Random(2))
    watcher = Robot(visit("Doc"), Random(3))
    table = host.visitor.open_table(
        options={"parties": ["ranger", "outlaws"]}, seats=["me", "open"]
    )
    for robot in (host, guest, watcher):
        robot.come(table)
    guest.sit()
    host.start()

    def now_and_then(robot: Robot) -> None:
        if robot.luck.random() < 0.05:
            robot.visitor.fetch(f"/games/{table}.json")
            robot.visitor.reload()
            robot.until(lambda look: look.game, "the game is back")

    play_out(host, guest, each=now_and_then)
    watcher.until(lambda look: look.over, "the watcher sees the end")
    assert host.look().log == guest.look().log
    for robot in (host, guest, watcher):  # every die worked out anew in each browser
        proof = robot.page.locator(".proof")
        proof.get_by_text(robot.words("play.fair.fits")).wait_for()
        kept = "play.fair.compared" if robot is watcher else "play.fair.compared-word"
        expect(proof).to_contain_text(robot.words(kept))

    truth = Truth(host.visitor.fetch(f"/games/{table}.json"))
    everybody = {"ranger": host.visitor, "outlaws": guest.visitor, None: watcher.visitor}
    for seat, visitor in everybody.items():
        sessions = [one.session for one in everybody.values() if one is not visitor]
        seen = truth.check(visitor.listen(), [seat] if seat else [], sessions)
        assert seen > host.acts  # a view for every choice of either
    with pytest.raises(Leak):  # it would be noticed
        truth.check(host.visitor.listen(), ["outlaws"], [])
