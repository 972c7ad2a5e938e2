"""A player with a finger: every tap is a touch at a point of the screen, and none may be lost.

A tap is lost when what it was meant for gets no click, when something else gets it, or when nothing
changes after it. Besides playing, this one is curious: tries cards on the board, takes them back,
asks for hints, opens the menu and the goals, taps what cannot be picked and what is being shown.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.robot import GLANCE, Look, Robot, Stuck, Thing
from tests.browser.visitor import Visitor

TAP = (Path(__file__).parent / "tap.js").read_text("utf-8")
HIT_NOTHING = "hit nothing"
CAME = "() => window.tapped.came"
ABOVE = """() => [".picker", "dialog[open]", ".sandbox", ".sandbox .cards", ".reveal"]
  .map((one) => document.querySelector(one)?.textContent ?? null)"""
PATIENCE = 5.0  # seconds until a tap has had its effect
CURIOUS = 0.15  # how often something else is done than what is asked
CAREFUL = 0.5  # how often cards are tried, or laid and taken back, before the plan is made
IMPATIENT = 0.03  # how often what is being shown is tapped, at every glance
MOST_STEPS = 6  # of cards tried
COIN = (True, False)


class Finger(Robot):
    """Counts its taps and notes those that were lost."""

    def __init__(self, visitor: Visitor, luck: Random) -> None:
        super().__init__(visitor, luck, "finger")
        self.taps = 0
        self.lost: list[str] = []
        self.curious: Counter[str] = Counter()

    # -- tapping

    def use(self, button: Locator) -> None:
        self.tap(button)

    def tap(self, wanted: Locator, effect: Callable[[], bool] | None = None) -> None:
        """Touches it; what comes of it is `effect`, or else any change of what is on the page."""
        before, told = self._sight(), self.page.locator(".slip").count()
        aimed = self._aim(wanted)
        if aimed["point"] is None:
            self._lose(aimed["says"], f"lies under {aimed['above']}")
            return

        def changed() -> bool:
            """What is explained may be closed by any tap; that it opens is something."""
            return self._sight() != before or self.page.locator(".slip").count() > told

        self.page.touchscreen.tap(**aimed["point"])
        self.taps += 1
        if trouble := self.page.evaluate(CAME):
            self._lose(aimed["says"], trouble)
        try:
            self.until(lambda _: (effect or changed)(), "it shows", PATIENCE)
        except Stuck:
            self._lose(aimed["says"], "came to nothing")

    def _aim(self, wanted: Locator) -> dict[str, Any]:
        """Where to touch it; a question that has just come takes no taps yet."""
        deadline = time.monotonic() + PATIENCE
        while True:
            aimed: dict[str, Any] = wanted.evaluate(TAP)
            if aimed["point"] is None and self.page.locator(".slip").count():
                self._close_slip()
            elif aimed["point"] is not None or time.monotonic() > deadline:
                return aimed
            self.page.wait_for_timeout(GLANCE)

    def _lose(self, what: str, why: str) -> None:
        self.lost.append(f"{self.visitor.name}, tap {self.taps}, {what}: {why}; {self.look()}")
        print(self.lost[-1])

    def _sight(self) -> tuple[Look, list[str | None]]:
        """What is on the page, without where it stands: figures may still be on their way."""
        look = self.look()
        places, figures = (
            [msgspec.structs.replace(one, point=None) for one in things]
            for things in (look.places, look.figures)
        )
        above: list[str | None] = self.page.evaluate(ABOVE)
        return msgspec.structs.replace(look, places=places, figures=figures), above

    def _touch(self, thing: Thing, is_figure: bool) -> None:
        kind = "[role='button'][data-standee='{}']" if is_figure else "[data-place='{}']"
        self.tap(self.page.locator(".board").locator(kind.format(thing.name)))
        several = self.page.locator(".picker button")
        if several.count():
            self.tap(several.nth(self.luck.randrange(several.count())))

    # -- playing

    def act(self) -> bool:
        look = self.look()
        if look.over or not look.game:
            return False
        asked = bool(look.options or look.places or look.figures)
        planning = look.plan is not None and not (look.plan.locked or look.plan.sending)
        if planning and self.luck.random() < CAREFUL:
            self._do(self.luck.choice((self._try_cards, self._lay_and_take_back)))
        elif (asked or planning) and self.luck.random() < CURIOUS:
            self._look_around()
        elif not asked and not planning and self.luck.random() < IMPATIENT:
            self._go_on()
        return super().act()

    def _look_around(self) -> None:
        deeds = [self._ask_for_a_hint, self._open_menu, self._open_goals, self._explain_a_place]
        offered = self.page.locator(".offer").count()
        self._do(self._answer_offer if offered else self.luck.choice(deeds))

    def _do(self, deed: Callable[[], None]) -> None:
        self.curious[deed.__name__.strip("_")] += 1
        deed()

    def _shows(self, what: str, wanted: bool = True) -> Callable[[], bool]:
        return lambda: bool(self.page.locator(what).count()) == wanted

    def _ask_for_a_hint(self) -> None:
        bulb = self.page.locator(".bar .hint")
        if bulb.count():
            self.tap(bulb, self._shows(".slip, .notice.error"))  # or that the game has gone on
            self._perhaps_close_slip()

    def _explain_a_place(self) -> None:
        """One without a figure that could be picked there."""
        places = self.page.locator(".board [role='gridcell']:not(.lit)[data-place^='a']")
        if self.look().duel:
            return  # it lies over the board
        if places.count() and not self.page.locator(".board .lit[data-standee]").count():
            self.tap(places.nth(self.luck.randrange(places.count())), self._shows(".slip"))
            self._perhaps_close_slip()

    def _perhaps_close_slip(self) -> None:
        """The next tap closes it too, and does what it was meant for."""
        if self.luck.choice(COIN):
            self._close_slip()

    def _close_slip(self) -> None:
        if self.page.locator(".slip").count():
            self.tap(self.page.locator(".slip .close"), self._shows(".slip", False))

    def _open_menu(self) -> None:
        self._open_sheet(self.page.locator(".bar .menu"))

    def _open_goals(self) -> None:
        goals = self.page.locator(".game > .goals button")
        self._open_sheet(goals.nth(self.luck.randrange(goals.count())))

    def _open_sheet(self, button: Locator) -> None:
        self.tap(button, self._shows("dialog[open]"))
        cross = self.page.locator("dialog[open] header .plain")
        if cross.count():
            self.tap(cross, self._shows("dialog[open]", False))

    def _answer_offer(self) -> None:
        self.tap(self.page.locator(".offer button").nth(1), self._shows(".offer", False))

    def _go_on(self) -> None:
        """A tap on what is being shown. It may be over before the finger comes down: then nothing
        must happen."""
        stage = self.page.locator(".reveal .stage")
        if not stage.count():
            return
        with contextlib.suppress(PlaywrightTimeout):  # over already
            aimed: dict[str, Any] = stage.evaluate(TAP, timeout=GLANCE)
            if aimed["point"] is None:
                return  # over just now
            self.curious["go_on"] += 1
            self.page.touchscreen.tap(**aimed["point"])
            self.taps += 1
            trouble = self.page.evaluate(CAME)
            if trouble.startswith("hit") and trouble != HIT_NOTHING:
                self._lose(aimed["says"], trouble)

    def _lay_and_take_back(self) -> None:
        """By its place in the tray."""
        hand = self.page.locator(".hand button[aria-pressed='false']")
        if hand.count() < 2 or self.page.locator(".tray .slot button").count():
            return
        self.tap(hand.first, self._shows(".tray .slot button"))
        self.tap(self.page.locator(".tray .slot button"), self._shows(".tray .slot button", False))

    def _try_cards(self) -> None:
        page = self.page
        self.tap(page.locator(".lock .try"), self._shows(".sandbox"))
        for _ in range(self.luck.randint(1, MOST_STEPS)):
            look = self.look()
            pick = page.locator(".sandbox .pick button:enabled")
            if look.options or look.places or look.figures:
                self._choose(look)
            elif pick.count():
                self.tap(pick.nth(self.luck.randrange(pick.count())))
            expect(page.locator(".sandbox [aria-busy='true']")).to_have_count(0)
        lay, close = (page.locator(".sandbox .controls button").nth(n) for n in (1, 2))
        way = lay if page.locator(".sandbox .cards li:not(.free)").count() else close
        self.tap(self.luck.choice((way, close)), self._shows(".sandbox", False))
