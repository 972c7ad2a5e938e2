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


def told(page: Page, *names: str) -> set[str]:
    """The same without what those who sit there are called, and who is asked."""
    lines = {line for line in shown(page) if line not in names}
    return {line for line in lines if not line.startswith(("Player ", "·"))}


def test_no_secret_is_shown_while_everybody_looks_on(visit: Visit) -> None:
    """The page of two players is the page of a stranger as long as nobody holds the device: behind
    the curtain, and when something is asked openly."""
    players = Robot(visit("Wyatt"), Random(4))
    stranger = Robot(visit("Doc"), Random(5))
    table = players.visitor.open_table(
        options={"parties": ["outlaws", "dancer"], "mode": "gunslinger", "round_limit": 2},
        seats=["me", "me"],
    )
    players.come(table)
    stranger.come(table)
    players.start()
    held = players.page.locator(".bar [aria-pressed=true]")  # somebody looks at their cards
    hint = players.page.locator(".bar .hint")
    own = {players.words("play.you"), players.words("play.party.awaited"), "Wyatt"}
    curtains = secrets = asked = hints = 0

    def notice(look: Look) -> None:
        nonlocal curtains, secrets, asked, hints
        if look.curtain:
            curtains += 1
            assert look.plan is None
            assert not [*look.options, *look.places, *look.figures]
        elif held.count():
            hints += hint.count()
            secrets += told(players.page) != told(stranger.page)
            return
        elif look.options:
            asked += 1
            assert look.plan is None
        else:
            return
        assert hint.count() == 0  # it may speak of a secret
        stranger.until(lambda seen: seen.log == look.log, "the stranger sees as much")
        more = told(players.page, *own) - told(stranger.page, *own)
        lit = {one.says for one in (*look.places, *look.figures)}
        assert {one for one in more if one not in lit} == set()

    players.notices = notice
    play_out(players)
    assert curtains >= 3  # before the first two plans, and when the other plans next
    assert asked > curtains  # most is asked openly
    assert hints  # whoever holds the device may ask for one
    assert secrets  # there was something to hide
