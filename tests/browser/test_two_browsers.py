"""Two people, two browsers: a whole game."""

from __future__ import annotations

from random import Random

from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out


def test_two_people_play_a_game_to_its_end(visit: Visit) -> None:
    host = Robot(visit("Wyatt"), Random(1))
    guest = Robot(visit("Jane"), Random(2))
    table = host.visitor.open_table(
        options={"parties": ["ranger", "outlaws"]}, seats=["me", "open"]
    )
    host.come(table)
    guest.come(table)
    guest.sit()
    host.start()
    play_out(host, guest)
    print(host.acts, guest.acts, host.hidden, guest.hidden)
