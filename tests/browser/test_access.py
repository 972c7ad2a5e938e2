"""The main screens of a table: axe without serious findings, and no wider than a phone."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.access import Screens
from tests.browser.conftest import Visit
from tests.browser.robot import Look, Robot, play_out


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_screens_of_a_table(visit: Visit, phone: bool) -> None:
    host = Robot(visit("Wyatt"), Random(8))
    player = Robot(visit("Belle", phone=phone), Random(9), "finger" if phone else "mouse")
    table = host.visitor.open_table(
        options={"parties": ["sheriff", "outlaws"], "mode": "gunslinger", "round_limit": 2},
        seats=["random", "open"],
    )
    screens = Screens(player.visitor)
    host.come(table)
    player.visitor.open(f"/t/{table}")
    player.until(lambda look: look.greeting, "the name is asked for")
    screens.check("greeting")
    player.come(table)
    screens.check("room")
    player.sit()
    host.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    _check_sheets(player, screens, phone)

    def check(look: Look) -> None:
        if kind := _kind(look):
            screens.check(kind)

    player.notices = check
    play_out(player)
    screens.check("end")
    assert not screens.faults, "\n".join(screens.faults)
    assert screens.seen >= {"plan", "ask with board"}


def _check_sheets(player: Robot, screens: Screens, phone: bool) -> None:
    """Log, chat and notes, and the menu."""
    if phone:
        player.use_named("play.more")
    for name in ("play.log", "play.chat", "play.notes"):
        player.use(player.page.get_by_role("tab", name=player.words(name)))
        screens.check(name)
    if phone:
        player.use_named("play.close")
    player.use_named("play.menu")
    screens.check("menu")
    player.page.keyboard.press("Escape")


def _kind(look: Look) -> str:
    if look.plan is not None:
        return "locked" if look.plan.locked else "plan"
    if look.options:
        return "ask with board" if look.places or look.figures else "ask"
    return ""
