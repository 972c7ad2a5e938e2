"""The ways into a game from the home page, and every page beside the table."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from tests.browser.access import Screens
from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out

PAGES = {
    "home": "/",
    "new": "/new",
    "lobby": "/lobby",
    "mine": "/mine",
    "settings": "/settings",
    "learn": "/learn",
    "rules": "/rules",
    "quick-start": "/quick-start",
    "aids": "/aids",
    "ratings": "/ratings",
    "lost": "/t/nowhere",
}


def test_one_click_and_a_game_against_bots_is_under_way(visit: Visit) -> None:
    player = Robot(visit("Annie", phone=True), Random(11), "finger")
    player.visitor.open()
    player.use_named("home.play")
    player.until(lambda look: look.plan is not None, "the first plan is asked for")
    assert player.act()


def test_a_picture_is_pressed_and_its_game_is_under_way(visit: Visit) -> None:
    """At one screen, under the names that were said: the curtain falls for the first of them."""
    players = Robot(visit("Annie", phone=True, language="de"), Random(11), "finger")
    words = players.words
    players.visitor.open("/new?preset=hot-seat")
    players.write(players.page.get_by_role("textbox").first, "Rosa")
    players.use(players.page.get_by_role("button", name=words("tables.ready.gunslinger")).first)
    players.until(lambda look: look.curtain, "the curtain falls")
    assert "Rosa" in players.look().sentence
    players.act()
    players.until(lambda look: look.plan is not None, "the first plan is asked for")
    assert players.visitor.frames("table")[-1]["options"]["mode"] == "gunslinger"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_page_can_be_used_by_everybody(visit: Visit, phone: bool) -> None:
    visitor = visit("Doc", phone=phone)
    screens = Screens(visitor)
    visitor.open_table(
        options={"parties": ["sheriff", "outlaws"]}, seats=["open", "me"], public=True
    )
    for name, path in PAGES.items():
        visitor.open(path)
        visitor.page.wait_for_load_state("networkidle")
        visitor.page.locator("main h1, main h2").first.wait_for()
        screens.check(name)
    assert not screens.faults, "\n".join(screens.faults)


SMALL = {"viewport": {"width": 360, "height": 740}}
WIDE = {"viewport": {"width": 1280, "height": 720}}


@pytest.mark.parametrize("window", [SMALL, WIDE], ids=["small", "wide"])
def test_any_buildings_are_chosen_and_shown_in_the_waiting_room(
    visit: Visit, window: dict[str, Any]
) -> None:
    """BLD-1, BLD-2: with what makes room for them, and what has no effect."""
    visitor = visit("Doc", language="de", **window)
    screens = Screens(visitor)
    page, words = visitor.page, visitor.words
    visitor.open("/new?preset=friends")
    page.locator("summary", has_text=words("tables.more")).first.click()
    page.locator("summary", has_text=words("extra.alternative")).click()
    page.locator("summary", has_text=words("pages.house")).click()
    for effect in ("blessing", "founder", "stampede"):
        page.get_by_role("switch", name=words(f"effect.{effect}"), exact=True).check(force=True)
    leaves = page.get_by_role("combobox", name=words("pages.groups.leave"))
    leaves.nth(2).wait_for()
    leaves.nth(0).select_option("fur")
    page.get_by_role("button", name=words("pages.groups.usual")).wait_for()
    screens.check("groups")
    page.get_by_role("button", name=words("pages.new.open")).click()
    for building in ("chapel", "town-hall", "tannery"):
        page.get_by_text(words(f"building.{building}").replace("\u00ad", "")).first.wait_for()
    page.get_by_text(words("mode.gunslinger")).first.wait_for()  # without it they do nothing
    screens.check("room")
    assert not screens.faults, "\n".join(screens.faults)


def test_who_is_invited_sees_to_what_and_sits_down_with_one_press(visit: Visit) -> None:
    """Before saying who they are; and there is a way out again."""
    host, guest = visit("Wyatt"), visit("", phone=True)
    words = guest.words
    table = host.open_table(
        options={"parties": ["sheriff", "outlaws", "dancer"], "mode": "gunslinger"},
        seats=["me", "open", "easy"],
    )
    guest.open(f"/t/{table}")
    invitation = guest.page.get_by_role("region", name="Wyatt")
    invitation.wait_for()
    for told in ("party.outlaws", "mode.gunslinger", "bot.easy", "pages.table.free"):
        assert words(told) in invitation.inner_text()
    guest.page.get_by_role("button", name=words("tables.sit")).click()
    guest.page.get_by_role("button", name=words("play.room.stand")).wait_for()
    guest.page.get_by_role("button", name=words("tables.leave")).click()
    guest.page.get_by_role("button", name=words("home.play")).wait_for()
    host.open(f"/t/{table}")
    host.page.get_by_text(words("play.room.free"), exact=True).wait_for()
    host.page.get_by_role("link", name=words("play.home")).wait_for()


def test_friends_find_each_other_in_the_lobby(visit: Visit) -> None:
    """A public table is opened by the form, found in the lobby, played and seen again."""
    host = Robot(visit("Wyatt"), Random(12))
    guest = Robot(visit("Jane", language="fr"), Random(13))
    host.visitor.open("/new?preset=friends")
    page = host.page
    page.locator("summary", has_text=host.words("tables.more")).first.click()
    page.get_by_role("switch", name=host.words("pages.public")).check(force=True)
    page.get_by_label(host.words("pages.rounds")).fill("1")
    title = "Jane and Wyatt"
    page.get_by_label(host.words("pages.name-table")).fill(title)
    host.use_named("pages.new.open")
    host.until(lambda look: look.room, "the table is there")

    guest.visitor.open("/lobby")
    way = guest.words("pages.table.join")
    guest.use(guest.page.get_by_role("link", name=re.compile(f"^{way}: {title}")))
    guest.arrive()
    guest.sit()
    host.seat_bots()
    host.start()
    play_out(host, guest)

    guest.use(guest.page.get_by_role("link", name=guest.words("end.replay")))
    timeline = guest.page.get_by_role("slider", name=guest.words("pages.replay.timeline"))
    timeline.wait_for()
    moves = int(timeline.get_attribute("max") or 0)
    assert moves >= host.acts  # a plan is one move of several acts, an answer often the same
    for key in ("End", "PageUp", "ArrowLeft", "ArrowRight"):
        guest.page.keyboard.press(key)
    assert "at=" in guest.page.url
