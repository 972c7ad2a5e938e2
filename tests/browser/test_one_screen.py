"""Hot-seat: two players share a screen, and a curtain is between them."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.robot import Look, Robot, play_out

# Everything that can be read or heard on the page, but the desk with the curtain itself.
SHOWN = """() => {
  const areas = [".left", "main.board", ".right", ".strip", ".bar .round", ".desk .round"];
  const words = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data.trim()];
    const names = ["aria-label", "title", "value", "data-standee"];
    const said = names.map((name) => node.getAttribute?.(name) ?? "");
    return [...said, ...[...node.childNodes].flatMap(words)];
  };
  const shown = areas.flatMap((area) => [...document.querySelectorAll(area)]);
  return shown.flatMap(words).filter(Boolean).sort();
}"""


def shown(page: Page) -> list[str]:
    words: list[str] = page.evaluate(SHOWN)
    return words


def test_behind_the_curtain_there_is_only_what_everybody_may_see(visit: Visit) -> None:
    """The page of two players is the page of a stranger as long as nobody holds the device."""
    players = Robot(visit("Wyatt"), Random(4))
    stranger = Robot(visit("Doc"), Random(5))
    table = players.visitor.open_table(
        options={"parties": ["outlaws", "dancer"], "mode": "gunslinger", "round_limit": 2},
        seats=["me", "me"],
    )
    players.come(table)
    stranger.come(table)
    players.start()
    curtains = secrets = 0

    def notice(look: Look) -> None:
        nonlocal curtains, secrets
        if look.curtain:
            curtains += 1
            assert look.plan is None
            assert not [*look.options, *look.places, *look.figures]
            stranger.until(lambda seen: seen.log == look.log, "the stranger sees as much")
            assert shown(players.page) == shown(stranger.page)
        elif look.plan is not None:
            secrets += shown(players.page) != shown(stranger.page)

    players.notices = notice
    play_out(players)
    assert curtains >= 3  # before the first two plans, and when the other plans next
    assert secrets  # there was something to hide
