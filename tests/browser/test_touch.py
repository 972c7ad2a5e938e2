"""No tap is lost in whole games played by finger, on phones upright and lying: one game in
`make test`, fifty in `make browser`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.finger import Finger
from tests.browser.house import House
from tests.browser.robot import Robot, play_out

SIZES = ((360, 740), (320, 568), (740, 360))
GAMES = 50
SECONDS = 1200.0
ALL_FOUR = ["sheriff", "outlaws", "hunters", "dancer"]
STILL = """localStorage["cactustown.prefs"] ??= '{"motion": "none", "coach": true}';"""
QUICKLY = """localStorage["cactustown.prefs"] ??= '{"motion": "full", "speed": 4}';"""
# Whether a question that takes the place of what was shown can be answered at once, and later.
WATCH = """
window.asked = [];
new MutationObserver((records) => {
  const has = (nodes, what) => [...nodes].find((one) => one.matches?.(what));
  if (!records.some((one) => has(one.removedNodes, ".reveal"))) return;
  const ask = records.map((one) => has(one.addedNodes, ".ask, .curtain")).find(Boolean);
  if (!ask) return;
  const canBeHit = () => [...ask.querySelectorAll("button")].some((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  requestAnimationFrame(() => window.asked.push(["at once", canBeHit()]));
  setTimeout(() => ask.isConnected && window.asked.push(["soon", canBeHit()]), 700);
}).observe(document, { childList: true, subtree: true });
"""


def against_bots(*parties: str, me: int = 0, **more: Any) -> dict[str, Any]:
    seats = ["me" if seat == me else "greedy" for seat in range(len(parties))]
    return {"options": {"parties": list(parties), **more}, "seats": seats}


def together(*parties: str, **more: Any) -> dict[str, Any]:
    """At one screen."""
    return {"options": {"parties": list(parties), **more}, "seats": ["me"] * len(parties)}


TABLES: Mapping[str, dict[str, Any]] = {
    "two": against_bots("sheriff", "outlaws"),
    "outlaws": against_bots("sheriff", "outlaws", me=1, mode="gunslinger", tools=True),
    "three": against_bots("outlaws", "hunters", "dancer", me=1, mode="gunslinger"),
    "four": against_bots(*ALL_FOUR, me=3, mode="gunslinger", tools=True, pets=True, round_limit=8),
    "five": against_bots(*ALL_FOUR, "cowboy", me=4, tools=True, round_limit=6),
    "ranger": against_bots("ranger", "sheriff", "outlaws", tools=True, round_limit=8),
    "dakota": against_bots("outlaws", "dakota", me=1, mode="gunslinger", round_limit=8),
    "pioneer": against_bots("outlaws", "dancer", programming="reverse", pets=True, round_limit=8),
    "solo": together("outlaws", solo=True, mode="gunslinger", tools=True),
    "shared": together("sheriff", "outlaws", round_limit=6),
    "crowd": together("outlaws", "hunters", "dancer", mode="gunslinger", pets=True, round_limit=4),
}


def plays(visit: Visit, inn: House, width: int, height: int, number: int, **table: Any) -> Finger:
    """A game by finger to its end, every other one with all that moves."""
    moving = number % 2 == 1
    visitor = visit(
        "Anna",
        at=inn,
        language=("de", "en", "fr", "es")[number % 4],
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        motion=True,
    )
    visitor.context.add_init_script(QUICKLY if moving else STILL)
    player = Finger(visitor, Random(f"{width} {number}"))
    player.come(visitor.open_table(**table))
    player.start()
    play_out(player, seconds=SECONDS)
    print(f"game {number}, {width} x {height}: {player.taps} taps, {dict(player.curious)}")
    return player


def test_no_tap_is_lost_on_a_phone(visit: Visit, inn: House) -> None:
    table = against_bots("sheriff", "outlaws", "dancer", mode="gunslinger", round_limit=1)
    player = plays(visit, inn, 360, 740, 0, **table)
    assert not player.lost, "\n".join(player.lost)
    assert player.taps > 8


def test_a_tap_on_what_is_shown_answers_nothing(visit: Visit, inn: House) -> None:
    """When the show is over before the finger comes down."""
    visitor = visit("Anna", at=inn, phone=True, motion=True)
    visitor.context.add_init_script(QUICKLY)
    visitor.context.add_init_script(WATCH)
    player = Robot(visitor, Random(1), "finger")
    player.come(visitor.open_table(**against_bots("sheriff", "outlaws")))
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    player.act()
    player.until(lambda look: bool(look.options), "the first question")
    player.until(lambda _: visitor.page.evaluate("window.asked.length === 2"), "it was tried")
    assert visitor.page.evaluate("window.asked") == [["at once", False], ["soon", True]]


@pytest.mark.matrix
@pytest.mark.parametrize("number", range(GAMES))
def test_no_tap_is_lost_in_fifty_games(visit: Visit, inn: House, number: int) -> None:
    (width, height), name = SIZES[number % 3], list(TABLES)[number % len(TABLES)]
    player = plays(visit, inn, width, height, number, **TABLES[name])
    assert not player.lost, "\n".join(player.lost)
