"""The server dies in the middle of a game, and the pages play on. For `make browser`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.robot import Robot, play_out

pytestmark = pytest.mark.matrix

DEATHS = 4
ACTS_BETWEEN = 8


def test_a_game_outlives_its_server(visit: Visit, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    robots = [Robot(visit(name, at=house), Random(name)) for name in ("Wyatt", "Jane")]
    host, guest = robots
    table = host.visitor.open_table(
        options={"parties": ["ranger", "outlaws"]}, seats=["me", "open"]
    )
    host.come(table)
    guest.come(table)
    guest.sit()
    host.start()
    for _ in range(DEATHS):
        _play_a_little(*robots)
        with ExitStack() as away:
            for robot in robots:
                away.enter_context(robot.visitor.expecting_trouble())
            house.kill()
            for robot in robots:
                robot.until(lambda look: look.broken, "the page says that the line is broken")
                robot.act()  # what is chosen meanwhile is sent once the line is back
            house.start()
            for robot in robots:
                robot.until(lambda look: not look.broken, "the line is back", 60)
    play_out(*robots)
    assert host.look().log == guest.look().log
    house.stop()


def _play_a_little(*robots: Robot) -> None:
    enough = sum(robot.acts for robot in robots) + ACTS_BETWEEN
    play_out(
        *robots,
        until=lambda: sum(one.acts for one in robots) >= enough or robots[-1].look().over,
    )
