"""One person: the solo game by keys alone, and bots on a phone in German."""

from __future__ import annotations

from random import Random

from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out


def test_a_solo_game_by_keys_alone(visit: Visit) -> None:
    player = Robot(visit("Belle"), Random(6), "keys")
    table = player.visitor.open_table(options={"parties": ["outlaws"], "solo": True}, seats=["me"])
    player.come(table)
    player.start()
    play_out(player)
    assert player.look().over
    assert player.acts > 1  # a plan at least in every round


def test_against_bots_on_a_phone_in_german(visit: Visit) -> None:
    player = Robot(visit("Käthe", language="de", phone=True), Random(7), "finger")
    table = player.visitor.open_table(
        options={
            "parties": ["sheriff", "outlaws", "hunters", "dancer"],
            "mode": "gunslinger",
            "round_limit": 2,
        },
        seats=["random", "me", "random", "random"],
    )
    player.come(table)
    player.start()
    assert player.page.evaluate("document.documentElement.lang") == "de"
    play_out(player)
    player.visitor.picture("end-phone-de")
