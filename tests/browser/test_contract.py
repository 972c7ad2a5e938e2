"""docs/stage.md holds: every question at every size. A slice in `make test`, all of it, with
pictures under test-artefacts/, in `make browser`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.contract import SIZES, breaches, coach_faults, is_touched, sit_down
from tests.browser.house import House
from tests.browser.questions import questions
from tests.browser.robot import Look, Robot, play_out

QUICK_SIZES = ((320, 568), (740, 360), (1280, 720))
QUICK = ("plan", "run", "icon", "tokens", "take", "second-shot")
COACHED = """localStorage["cactustown.prefs"] = '{"motion": "none", "coach": true}';"""
SHIFTS = """
window.shifts = [];
const told = ({ node, previousRect: a, currentRect: b }) =>
  `${node?.nodeName}.${node?.className?.baseVal ?? node?.className}: ` +
  [a, b].map(r => [r.x, r.y, r.width, r.height].map(Math.round).join()).join(" to ");
new PerformanceObserver(list => {
  // lines of the log come and go, and so do tokens beside their party: nothing there is an answer
  const side = document.querySelector(".game:not(.over) .left")?.getBoundingClientRect().right;
  if (side === undefined) return;
  for (const entry of list.getEntries())
    window.shifts.push(
      ...entry.sources.filter(({ currentRect }) => currentRect.x >= side).map(told));
}).observe({ type: "layout-shift", buffered: true });
"""


def comer(
    visit: Visit, inn: House, width: int, height: int, language: str = "de", **more: Any
) -> Robot:
    touched = is_touched(width, height)
    visitor = visit(
        "Anna",
        at=inn,
        language=language,
        viewport={"width": width, "height": height},
        has_touch=touched,
        is_mobile=touched,
        **more,
    )
    return Robot(visitor, Random(f"{width}"), "finger" if touched else "mouse")


def look_at(player: Robot, names: Any, pictures: str = "") -> list[str]:
    found = []
    for name in names:
        sit_down(player, questions()[name])
        found += [f"{name}: {breach}" for breach in breaches(player.visitor)]
        if pictures:
            player.visitor.picture(f"contract-{pictures}-{name}")
    return found


@pytest.mark.parametrize(("width", "height"), QUICK_SIZES, ids=str)
def test_the_contract_holds(visit: Visit, inn: House, width: int, height: int) -> None:
    found = look_at(comer(visit, inn, width, height), QUICK)
    assert not found, "\n".join(found)


def test_open_notes_leave_the_page_where_it_is(visit: Visit, inn: House) -> None:
    player = comer(visit, inn, 1280, 720)
    sit_down(player, questions()["run"])
    player.page.keyboard.press("n")
    player.page.get_by_role("textbox", name=player.words("play.notes.own")).focus()  # the last one
    player.page.evaluate("window.scrollTo(0, 9999)")
    assert player.page.evaluate("window.scrollY + document.querySelector('.game').scrollTop") == 0
    assert breaches(player.visitor) == []


@pytest.mark.parametrize(("width", "height"), QUICK_SIZES[:2], ids=str)
def test_a_shared_screen_keeps_it_too(visit: Visit, inn: House, width: int, height: int) -> None:
    """Behind the curtain, with one's own cards in hand, and when something is asked openly."""
    players = comer(visit, inn, width, height)
    parties = ["sheriff", "outlaws", "hunters", "dancer"]
    table = players.visitor.open_table(
        options={"parties": parties, "mode": "gunslinger"}, seats=["me"] * 4
    )
    players.come(table)
    players.start()
    found: dict[str, list[str]] = {}

    def notice(look: Look) -> None:
        what = "curtain" if look.curtain else "plan" if look.plan else "openly"
        if what not in found and (what != "openly" or look.options):
            found[what] = breaches(players.visitor)

    players.notices = notice
    play_out(players, until=lambda: len(found) == 3)
    assert found == {"curtain": [], "plan": [], "openly": []}


@pytest.mark.matrix
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_the_contract_holds_for_every_question(
    visit: Visit, inn: House, width: int, height: int, dark: bool
) -> None:
    player = comer(visit, inn, width, height, dark=dark)
    found = look_at(player, sorted(questions()), f"{width}x{height}-{'dark' if dark else 'light'}")
    assert not found, "\n".join(found)


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES, ids=str)
def test_the_contract_holds_with_the_coach(
    visit: Visit, inn: House, width: int, height: int, language: str
) -> None:
    player = comer(visit, inn, width, height, language=language)
    player.visitor.context.add_init_script(COACHED)
    found = []
    for name in sorted(questions()):
        sit_down(player, questions()[name])
        player.page.locator(".coach .words:not(:empty)").wait_for(state="attached")
        faults = breaches(player.visitor) + coach_faults(player.visitor)
        found += [f"{name}: {fault}" for fault in faults]
        player.visitor.picture(f"coach-{width}x{height}-{language}-{name}")
    assert not found, "\n".join(found)


def test_no_question_of_the_game_is_left_out() -> None:
    """What is asked in games is put on the screen: a new question must be looked at too."""
    assert len(questions()) >= 50
    assert set(QUICK) <= set(questions())


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 720)], ids=str)
def test_nothing_moves_under_a_finger(visit: Visit, inn: House, width: int, height: int) -> None:
    """Not even within half a second after a press, which browsers do not count as a shift."""
    player = comer(visit, inn, width, height)
    player.visitor.context.add_init_script(SHIFTS)
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws", "dancer"], "mode": "gunslinger", "tools": True},
        seats=["greedy", "me", "greedy"],
    )
    player.come(table)
    player.start()
    player.until(lambda look: look.plan is not None, "plans are wanted")
    play_out(player, until=lambda: player.acts >= 40 or player.look().over)
    shifts: list[str] = player.page.evaluate("window.shifts")
    assert not shifts, "\n".join(shifts)
