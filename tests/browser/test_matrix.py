"""Every set-up in browsers, one for each party: two to five at a table, each expansion, the four
languages, mouse, finger and keys, with reloads and choices taken back. For `make browser`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.robot import Hands, Robot, play_out
from tests.browser.secrecy import Truth
from tests.browser.words import LOCALES

pytestmark = pytest.mark.matrix

SECONDS = 1500.0
RELOADS = 0.02
SECOND_THOUGHTS = 0.03
ALL_FOUR = ["sheriff", "outlaws", "hunters", "dancer"]
FIVE = ["sheriff", "outlaws", "hunters", "dancer", "cowboy"]
HANDS: tuple[Hands, ...] = ("mouse", "finger", "keys")


def rough(*parties: str, **more: Any) -> dict[str, Any]:
    """Gunslinger mode for a few rounds."""
    return {"parties": list(parties), "mode": "gunslinger", "round_limit": 5, **more}


TABLES: Mapping[str, dict[str, Any]] = {
    "two": {"parties": ["sheriff", "outlaws"]},
    "three": {"parties": ["outlaws", "hunters", "dancer"], "round_limit": 8},
    "four": {"parties": ALL_FOUR, "round_limit": 6},
    "five": {"parties": ["ranger", "outlaws", "hunters", "dancer", "cowboy"], "round_limit": 4},
    "cactus": {"parties": ["sheriff", "outlaws"], "cactus": True, "round_limit": 5},
    "pioneer": {"parties": ["outlaws", "dancer"], "programming": "reverse", "round_limit": 5},
    "ranger": {"parties": ["ranger", "sheriff", "outlaws"], "round_limit": 12},
    "gunslinger": rough("sheriff", "outlaws", "dancer"),
    "dakota": rough("outlaws", "dakota"),
    "cowboy": rough("outlaws", "cowboy"),
    "tools": rough("sheriff", "outlaws", tools=True),
    "abilities": rough(*ALL_FOUR, abilities=ALL_FOUR),
    "pets": rough("sheriff", "outlaws", "hunters", pets=True),
    "chicken": rough("outlaws", "dancer", chicken=True),
    "alternative": rough("sheriff", "outlaws", alternative=["blessing", "founder", "picker"]),
    "everything": rough(
        *FIVE,
        programming="reverse",
        abilities=FIVE,
        pets=True,
        chicken=True,
        tools=True,
        alternative=["blessing", "founder", "picker", "tool"],
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_browser_for_every_party(visit: Visit, name: str) -> None:
    luck = Random(name)
    options = TABLES[name]
    languages = luck.sample([*LOCALES, *LOCALES], len(options["parties"]))
    robots = [
        Robot(visit(f"{hands} {number}", language=language, phone=hands == "finger"), luck, hands)
        for number, language in enumerate(languages)
        for hands in (HANDS[number % len(HANDS)],)
    ]
    host, *guests = robots
    table = host.visitor.open_table(
        options=options, seats=["me", *("open" for _ in guests)], title=name
    )
    host.come(table)
    for guest in guests:
        guest.come(table)
        guest.sit()
    host.start()

    def now_and_then(robot: Robot) -> None:
        if luck.random() < RELOADS:
            robot.visitor.reload()
            robot.until(lambda look: look.game, "the game is back")
        elif luck.random() < SECOND_THOUGHTS:
            robot.take_back()

    play_out(*robots, each=now_and_then, seconds=SECONDS)
    truth = Truth(host.visitor.fetch(f"/games/{table}.json"))
    for robot in robots:
        others = [one.visitor.session for one in robots if one is not robot]
        assert truth.check(robot.visitor.listen(), [robot.seat()], others)
    print(name, "acts:", [robot.acts for robot in robots], "not to be hit:", _hidden(robots))


def _hidden(robots: list[Robot]) -> list[str]:
    return sorted({what for robot in robots for what in robot.hidden})


@pytest.mark.parametrize("language", LOCALES)
def test_against_bots_in_every_language(visit: Visit, language: str) -> None:
    player = Robot(visit("Annie", language=language, motion=True), Random(language))
    table = player.visitor.open_table(
        options=rough(*ALL_FOUR, round_limit=3), seats=["greedy", "me", "random", "greedy"]
    )
    player.come(table)
    player.start()
    play_out(player, each=lambda robot: robot.skip(), seconds=SECONDS)
    assert player.page.evaluate("document.documentElement.lang") == language


def test_a_shared_screen_to_the_end(visit: Visit) -> None:
    """Three at one phone and somebody who watches elsewhere; then the game is looked at again."""
    players = Robot(visit("Wyatt", phone=True, language="es"), Random(30), "finger")
    watcher = Robot(visit("Doc"), Random(31))
    table = players.visitor.open_table(
        options={"parties": ["outlaws", "hunters", "dancer"], "round_limit": 6},
        seats=["me", "me", "me"],
    )
    players.come(table)
    watcher.come(table)
    players.start()
    play_out(players, seconds=SECONDS)
    players.visitor.picture("end-shared-phone")
    watcher.until(lambda look: look.over, "the watcher sees the end")
    watcher.use(watcher.page.get_by_role("link", name=watcher.words("end.replay")))
    timeline = watcher.page.get_by_role("slider", name=watcher.words("pages.replay.timeline"))
    timeline.wait_for()
    moves = int(timeline.get_attribute("max") or 0)
    assert moves >= 9  # three plans in three rounds, the least a game takes
    timeline.focus()
    for key in ("End", "PageDown", "Home", "ArrowRight", "ArrowRight"):
        watcher.page.keyboard.press(key)
    assert "at=" in watcher.page.url
    watcher.visitor.picture("replay")
