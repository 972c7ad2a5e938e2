"""Screenshots of the main screens, kept under test-artefacts/. For `make browser`."""

from __future__ import annotations

from random import Random

import pytest

from tests.browser.conftest import Visit
from tests.browser.robot import Look, Robot, play_out

pytestmark = pytest.mark.matrix

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
PAGES = ("", "new", "lobby", "mine", "settings", "rules", "ratings", "learn")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_main_screens(visit: Visit, language: str, size: str, dark: bool) -> None:
    phone = size == "phone"
    width, height = SIZES[size]
    visitor = visit(
        "Annie",
        language=language,
        dark=dark,
        phone=phone,
        viewport={"width": width, "height": height},
    )
    player = Robot(visitor, Random(f"{language} {size}"), "finger" if phone else "mouse")
    look = f"{language}-{size}-{'dark' if dark else 'light'}"
    for page in PAGES:
        visitor.open(f"/{page}")
        visitor.page.wait_for_load_state("networkidle")
        visitor.picture(f"{page or 'home'}-{look}")
    table = visitor.open_table(
        options={
            "parties": ["sheriff", "outlaws", "hunters", "dancer"],
            "mode": "gunslinger",
            "round_limit": 3,
        },
        seats=["greedy", "me", "greedy", "greedy"],
    )
    player.come(table)
    visitor.picture(f"room-{look}")
    player.start()
    player.until(lambda seen: seen.plan is not None, "plans are wanted")
    taken: set[str] = set()

    def keep(robot: Robot) -> None:
        kind = _kind(robot.look())
        if kind and kind not in taken:
            taken.add(kind)
            visitor.picture(f"{kind}-{look}")

    keep(player)
    play_out(player, each=keep)
    visitor.picture(f"end-{look}")


def _kind(look: Look) -> str:
    if look.duel:
        return "duel"
    if look.plan is not None:
        return "plan"
    if look.places or look.figures:
        return "move"
    return "ask" if look.options else ""
