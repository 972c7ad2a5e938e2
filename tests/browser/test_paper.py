"""Quick start and player aids as they come out of a printer: all of it on the page, nothing cut."""

from __future__ import annotations

import re
from typing import Final

import pytest

from cactustown.content import load_content
from tests.browser.conftest import Visit
from tests.browser.visitor import ARTEFACTS, Visitor
from tests.browser.words import LOCALES

PARTIES: Final = tuple(load_content().tables.party)
SHEET: Final = {"width": 718, "height": 1047}  # A4 less its margins, in pixels of paper
PAGE: Final = re.compile(rb"/Type\s*/Page\b")
# Whatever stands out of its sheet, has no room in its own box, or lies on the sheet's neighbour.
CUT = """() => {
  const told = (el, why) => `${why}: ${el.nodeName}.${el.className?.baseVal ?? el.className} ` +
    `“${el.textContent.trim().slice(0, 60)}”`;
  const found = [];
  for (const sheet of document.querySelectorAll("article.paper")) {
    const edge = sheet.getBoundingClientRect();
    for (const el of sheet.querySelectorAll("*")) {
      const box = el.getBoundingClientRect();
      if (!box.width || !box.height || el.closest(".hidden-text, .label, .town, svg *")) continue;
      if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(told(el, "beside"));
      if (box.bottom > edge.bottom + 1 || box.top < edge.top - 1) found.push(told(el, "below"));
      const hides = getComputedStyle(el).overflow !== "visible" && !(el instanceof SVGElement);
      if (hides && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1))
        found.push(told(el, "cut"));
    }
    if (!sheet.querySelector("h1, h2")) found.push(told(sheet, "no title"));
  }
  return found;
}"""


def printed(visitor: Visitor, path: str) -> int:
    """How many pages a printer needs, of which nothing is cut."""
    page = visitor.page
    page.emulate_media(media="print")  # before it is opened: what is changed later settles later
    visitor.open(path)
    page.locator("article.paper").first.wait_for()
    page.wait_for_load_state("networkidle")
    cut: list[str] = page.evaluate(CUT)
    page.emulate_media(media="null")
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    (ARTEFACTS / "paper").mkdir(parents=True, exist_ok=True)
    name = f"{path.strip('/').replace('/', '-')}-{visitor.words.language}.pdf"
    (ARTEFACTS / "paper" / name).write_bytes(paper)
    assert not cut, "\n".join(cut)
    return len(PAGE.findall(paper))


def test_the_quick_start_is_two_pages(visit: Visit) -> None:
    assert printed(visit("Anna", language="de", viewport=SHEET), "/quick-start") == 2


def test_they_are_a_tap_away_and_the_game_stays(visit: Visit) -> None:
    visitor = visit("Anna", phone=True)
    table = visitor.open_table(options={"parties": ["sheriff", "outlaws"]}, seats=["me", "easy"])
    visitor.open(f"/t/{table}")
    page, words = visitor.page, visitor.words
    page.get_by_role("button", name=words("play.room.start")).tap()
    page.get_by_role("button", name=words("play.menu"), exact=True).tap()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=words("play.menu.aids")).tap()
    aid = opened.value
    aid.locator("article.paper h2", has_text=words("party.sheriff")).wait_for()
    assert aid.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".game").count() == 1


@pytest.mark.matrix
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("language", LOCALES)
def test_everything_is_printed_whole_in_every_language(
    visit: Visit, language: str, dark: bool
) -> None:
    visitor = visit("Anna", language=language, viewport=SHEET, dark=dark)
    assert printed(visitor, "/quick-start") == 2
    assert printed(visitor, "/aids") == len(PARTIES)
