"""Whether everybody can use a screen: what axe finds, and whether it fits."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tests.browser.built import SOURCES
from tests.browser.visitor import Visitor

AXE = SOURCES / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
FIND = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help,
    where: nodes.slice(0, 5).map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`),
  }));
}"""
SCHEMES = ("light", "dark")
WEAR = """async (scheme) => {
  const root = document.documentElement;
  root.dataset.theme = scheme; // as the setting does
  root.style.setProperty("display", "none"); // Chromium may keep inherited light-dark() colours
  void root.offsetHeight;
  root.style.removeProperty("display");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  await frame();
}"""
WIDTHS = "() => [document.documentElement.scrollWidth, window.screen.width, innerWidth]"


class Finding(msgspec.Struct):
    id: str
    impact: str
    help: str
    where: list[str]

    def __str__(self) -> str:
        return "\n    ".join((f"{self.impact} {self.id}: {self.help}", *self.where))


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def grave_findings(visitor: Visitor) -> list[Finding]:
    """What axe finds on the page as it is that keeps somebody from using it."""
    page = visitor.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: Any = page.evaluate(FIND)
    return [one for one in msgspec.convert(found, list[Finding]) if one.impact in GRAVE]


class Screens:
    """Looks at screens one after the other and keeps what is wrong with them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.faults: list[str] = []
        self.seen: set[str] = set()

    def check(self, name: str) -> None:
        """In light and dark; each screen once."""
        if name in self.seen:
            return
        self.seen.add(name)
        page = self.visitor.page
        for scheme in SCHEMES:
            page.evaluate(WEAR, scheme)
            self.faults += (f"{name}, {scheme}: {one}" for one in grave_findings(self.visitor))
        page.evaluate(WEAR, "auto")
        whole, screen, window = page.evaluate(WIDTHS)
        if whole > min(screen, window):
            self.faults.append(f"{name} is {whole} px wide in a window of {screen}")
