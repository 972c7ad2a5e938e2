"""The score as it is heard: rendered by the browser's audio, faster than one could listen."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.built import SOURCES, build_if_needed
from tests.browser.conftest import Visit
from tests.browser.robot import Robot
from tests.browser.visitor import Visitor

RATE = 22_050
SOME = 12.0  # seconds
TWO_MINUTES = 120.0
RENDER = (Path(__file__).parent / "render.js").read_text("utf-8")
CALM = {"seed": "table one", "night": False, "tension": 0.0}


@dataclass(frozen=True)
class Heard:
    peak: float  # 1 is as loud as can be
    loudness: float  # root of the mean square
    silent: float  # the longest silence in seconds
    envelope: list[float]  # how loud it is, fifty times a second
    alike: float  # how much it is like itself some seconds later, at most; a loop is 1


def listen(visitor: Visitor, seconds: float, **mood: Any) -> Heard:
    wish = {"seconds": seconds, "rate": RATE, "mood": {**CALM, **mood}}
    return Heard(**visitor.page.evaluate(RENDER, wish))


def likeness(one: Heard, other: Heard) -> float:
    """From -1 to 1: whether it gets loud and soft at the same times."""
    pairs = list(zip(one.envelope, other.envelope, strict=True))
    mean = [sum(side) / len(pairs) for side in zip(*pairs, strict=True)]
    a, b = ([pair[n] - mean[n] for pair in pairs] for n in (0, 1))
    power = (sum(x * x for x in a) * sum(y * y for y in b)) ** 0.5
    alike: float = sum(x * y for x, y in zip(a, b, strict=True)) / power
    return alike


@pytest.fixture(scope="module")
def studio() -> str:
    """The studio by itself, for who wants to play on it without a page."""
    build_if_needed()
    rolldown = SOURCES / "node_modules" / ".bin" / "rolldown"
    command = (str(rolldown), "src/sound/studio.ts", "--format", "iife", "--name", "studio")
    made = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=True).stdout
    return f"{made}\nglobalThis.studio = studio;"


@pytest.fixture
def visitor(visit: Visit, studio: str) -> Visitor:
    guest = visit("Annie")
    guest.open("/rules")
    guest.page.evaluate(studio)
    return guest


def test_every_game_has_a_score_of_its_own_that_follows_the_tension(visitor: Visitor) -> None:
    calm = listen(visitor, SOME)
    assert 0.003 < calm.loudness < 0.2, "neither silent nor loud"
    assert calm.peak < 1.0
    assert likeness(calm, listen(visitor, SOME)) > 0.999, "the same game sounds the same"
    other = listen(visitor, SOME, seed="table two")
    tense = listen(visitor, SOME, tension=0.95)
    night = listen(visitor, SOME, night=True)
    for heard in (other, tense, night):
        assert heard.peak < 1.0
        assert heard.loudness > 0.003
        assert likeness(calm, heard) < 0.8


@pytest.mark.matrix
def test_it_is_offered_at_the_first_click_and_heard_once_wanted(visit: Visit) -> None:
    guest = visit("Annie", language="de", phone=True)
    player = Robot(guest, Random(1), "finger")
    player.come(guest.open_table(options={"parties": ["sheriff", "outlaws"]}, seats=["me", "easy"]))
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    page, words = guest.page, guest.words
    offer = page.get_by_role("group", name=words("sound.offer"))
    expect(offer).to_have_count(0)
    page.locator(".hand button").first.tap()
    sky = page.locator("[data-place=a5]").bounding_box()
    box = offer.locator("span").bounding_box()
    assert sky is not None
    assert box is not None
    assert box["y"] + box["height"] <= sky["y"] + 1, "no building is covered"
    with page.expect_response(lambda answer: "/studio-" in answer.url):
        offer.get_by_role("button", name=words("sound.yes")).tap()
    expect(offer).to_have_count(0)
    guest.reload()
    player.until(lambda look: look.plan is not None, "the game is back")
    page.locator(".hand button").first.tap()
    expect(offer).to_have_count(0)


@pytest.mark.matrix
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("tension", [0.0, 0.5, 1.0], ids=str)
def test_nothing_is_repeated_within_two_minutes(
    visitor: Visitor, night: bool, tension: float
) -> None:
    heard = listen(visitor, TWO_MINUTES, night=night, tension=tension)
    told = json.dumps({"peak": heard.peak, "loudness": heard.loudness, "alike": heard.alike})
    assert heard.loudness > 0.003, told
    assert heard.peak < 1.0, told
    assert heard.silent < 6.0, told
    assert heard.alike < 0.9, told
