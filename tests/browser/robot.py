"""A player who knows nothing but what the page shows: reads it, picks by lot, acts by hand.

By mouse, by finger or by keys alone; what can be done is found by role and name as a person would.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.visitor import Visitor

LOOK = (Path(__file__).parent / "look.js").read_text("utf-8")
SECONDS = 20.0  # for what takes a moment
GAME_SECONDS = 420.0
GLANCE = 25  # milliseconds between two looks while nothing is to be done
QUICKLY = 1_000  # milliseconds for a button that may go away
MOST_TABS = 200
FOCUSED = "el => el === document.activeElement"
CHOSEN = """() => [...document.querySelectorAll(".ask .options button")]
  .indexOf(document.activeElement)"""
PLACE = "() => document.activeElement?.dataset?.place ?? null"

Hands = Literal["mouse", "finger", "keys"]


class Point(msgspec.Struct):
    x: float
    y: float


class Thing(msgspec.Struct):
    """A place or a figure of the board that can be chosen."""

    name: str
    says: str
    pressed: bool
    point: Point | None  # where it can be hit; None: something lies over it


class Option(msgspec.Struct):
    """A button of the pending ask."""

    n: int
    says: str
    pressed: bool
    can: bool
    hidden: bool  # lights up on the board; the button is for keys


class HandCard(msgspec.Struct):
    says: str
    pressed: bool


class Plan(msgspec.Struct):
    """The hand and the tray."""

    cards: list[HandCard]
    laid: int
    ready: bool
    sending: bool
    locked: bool


class Look(msgspec.Struct):
    """What is on the page now."""

    greeting: bool
    room: bool
    game: bool
    over: bool
    dialog: bool
    curtain: bool
    seen: bool  # a secret is shown until it is said to have been seen
    agree: int
    duel: bool
    error: str
    broken: bool
    sentence: str
    round: str
    log: int
    plan: Plan | None
    options: list[Option]
    places: list[Thing]
    figures: list[Thing]


class Stuck(Exception):
    """What should have happened did not; the message shows the page."""


class Robot:
    """Plays a visitor's seats."""

    def __init__(self, visitor: Visitor, luck: Random, hands: Hands = "mouse") -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.words = visitor.words
        self.luck = luck
        self.hands = hands
        self.acts = 0
        self.likes: tuple[str, ...] = ()  # places, figures, texts, cards: taken first if offered
        self.hidden: set[str] = set()  # what could be chosen but not be hit
        self.notices: Callable[[Look], object] | None = None  # called before every act

    # -- looking

    def look(self) -> Look:
        return msgspec.convert(self.page.evaluate(LOOK), Look)

    def until(self, holds: Callable[[Look], bool], what: str, seconds: float = SECONDS) -> Look:
        """Looks until it is so."""
        deadline = time.monotonic() + seconds
        while True:
            look = self.look()
            if holds(look):
                return look
            if time.monotonic() > deadline:
                raise Stuck(f"{self.visitor.name} waited in vain until {what}; the page: {look}")
            self.page.wait_for_timeout(GLANCE)

    # -- using

    def use(self, button: Locator) -> None:
        """Presses a button as this player's hands do."""
        match self.hands:
            case "mouse":
                button.click()
            case "finger":
                button.tap()
            case "keys":
                self._walk_to(button)
                self.page.keyboard.press("Enter")

    def use_named(self, name: str) -> None:
        """The button with this text of the page, by its key in the catalogue."""
        self.use(self.page.get_by_role("button", name=self.words(name), exact=True).first)

    def write(self, field: Locator, text: str) -> None:
        if self.hands == "keys":
            self._walk_to(field)
        else:
            self.use(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def _walk_to(self, wanted: Locator) -> None:
        wanted.wait_for()
        for _ in range(MOST_TABS):
            if wanted.evaluate(FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise Stuck(f"{self.visitor.name} cannot come to {wanted} by keys; {self.look()}")

    # -- coming to a table

    def come(self, table: str) -> None:
        """Follows the link to a table and says a name if asked for it."""
        self.visitor.open(f"/t/{table}")
        self.arrive()

    def arrive(self) -> None:
        """On the page of a table; says a name if asked for it."""
        look = self.until(lambda seen: seen.greeting or seen.room or seen.game, "the table shows")
        if look.greeting:
            self.write(self.page.get_by_role("textbox"), self.visitor.name)
            coming = self.page.get_by_role("button", name=self.words("play.name.come-in"))
            looking = self.page.get_by_role("button", name=self.words("tables.look"))
            self.use(coming.or_(looking))
            self.until(lambda seen: seen.room or seen.game, "the table shows")

    def sit(self) -> None:
        self.use_named("play.room.sit")
        self.page.get_by_role("button", name=self.words("play.room.stand")).first.wait_for()

    def seat_bots(self, bot: str = "easy") -> None:
        """As the host, on all chairs that are still free."""
        wanted = self.page.get_by_role("button", name=self.words("play.room.add-bot"), exact=True)
        while left := wanted.count():
            self.use(wanted.first)
            self.use_named(f"bot.{bot}")
            expect(wanted).to_have_count(left - 1)

    def start(self) -> None:
        self.use_named("play.room.start")
        self.until(lambda seen: seen.game, "the game begins")

    # -- playing

    def take_back(self) -> bool:
        """Takes the last choice back, or asks the others to; whether the page offers it."""
        free, asked = (
            self.page.get_by_title(self.words(f"play.undo.{way}")) for way in ("free", "ask")
        )
        button = free.or_(asked)
        if not button.count():
            return False
        if self.hands == "keys":
            self.page.keyboard.press("u")
        else:
            with contextlib.suppress(PlaywrightTimeout):  # another choice can be asked for now
                button.click(timeout=QUICKLY)
        return True

    def skip(self) -> None:
        """Does not wait for what is being shown."""
        button = self.page.get_by_role("button", name=self.words("play.skip"))
        if button.count():
            self.page.keyboard.press("s")

    def seat(self) -> str:
        """The party this player plays."""
        chairs = self.visitor.frames("table")[-1]["chairs"]
        (party,) = (chair["party"] for chair in chairs if chair["yours"])
        assert isinstance(party, str)
        return party

    def act(self) -> bool:
        """Does one thing if this player is asked for one."""
        look = self.look()
        if look.over or look.dialog or not look.game:
            return False
        if self.notices is not None:
            self.notices(look)
        if look.agree:
            agreed = self.luck.choice(("play.consent.yes", "play.consent.no"))
            with contextlib.suppress(PlaywrightTimeout):  # somebody else may just have refused
                self.use_named(agreed)
            self.until(lambda seen: seen.agree < look.agree, "the consent is taken")
        elif look.curtain:
            self._open_curtain()
        elif look.seen:
            with contextlib.suppress(PlaywrightTimeout):  # the next thing may be asked already
                self.use_named("tables.curtain.done")
        elif look.plan is not None and not (look.plan.locked or look.plan.sending):
            self._plan(look.plan)
        elif look.options:
            self._choose(look)
        else:
            return False
        self.acts += 1
        return True

    def _open_curtain(self) -> None:
        if self.hands == "keys":
            self.page.keyboard.press("Enter")  # it takes the focus itself
        else:
            self.use(self.page.get_by_role("dialog").get_by_role("button"))
        self.until(lambda seen: not seen.curtain, "the curtain opens")

    def _plan(self, plan: Plan) -> None:
        cards = [n for n, card in enumerate(plan.cards) if not card.pressed]
        self.luck.shuffle(cards)
        cards.sort(key=lambda n: self._liking(plan.cards[n]), reverse=True)  # laid from the end
        hand = self.page.locator(".hand button")
        while not plan.ready:
            if not cards:
                raise Stuck(f"{self.visitor.name} has laid all cards in vain: {plan}")
            if self.hands == "keys":
                self.page.keyboard.press(str(cards.pop() + 1))
            else:
                with contextlib.suppress(PlaywrightTimeout):  # another's undo can end the planning
                    self.use(hand.nth(cards.pop()))
            seen = self.look().plan
            if seen is None or seen.locked:
                return
            plan = seen
        if self.hands == "keys":
            self.page.keyboard.press("Enter")
        else:
            with contextlib.suppress(PlaywrightTimeout):
                self.use_named("play.tray.lock")
        self.until(_is_sent, "the plan is locked in")

    def _choose(self, look: Look) -> None:
        options: list[Option | Thing] = [
            one
            for one in look.options
            if one.can and not one.pressed and (self.hands == "keys" or not one.hidden)
        ]
        board = [one for one in (*look.places, *look.figures) if not one.pressed]
        self.hidden |= {one.says for one in board if one.point is None}
        options += [one for one in board if one.point is not None or self.hands == "keys"]
        if not options:  # only a tick that can be taken back
            options += [one for one in look.options if one.can and not one.hidden]
        self.luck.shuffle(options)
        one = min(options, key=self._liking)
        if isinstance(one, Option):
            self._use_option(one)
        elif self.hands == "keys":
            self._walk_board(one, one in look.figures)
        else:
            self._touch(one, one in look.figures)

    def _liking(self, one: Option | Thing | HandCard) -> int:
        """0: most of all."""
        name = one.name if isinstance(one, Thing) else ""
        liked = (
            n for n, like in enumerate(self.likes) if like == name or one.says.startswith(like)
        )
        return next(liked, len(self.likes))

    def _use_option(self, option: Option) -> None:
        button = self.page.locator(".ask .options button").nth(option.n)
        if self.hands == "keys" and option.n < 9:
            self.page.keyboard.press(str(option.n + 1))
            if self.page.evaluate(CHOSEN) == option.n:
                self.page.keyboard.press("Enter")
                return
            look = self.look()  # somebody else's choice can end the question
            if option in look.options:
                raise Stuck(f"{option.n + 1} does not lead to {option.says!r}; the page: {look}")
            return
        with contextlib.suppress(PlaywrightTimeout):  # somebody else's choice can end the question
            self.use(button)

    def _touch(self, thing: Thing, is_figure: bool) -> None:
        assert thing.point is not None
        if self.hands == "finger":
            self.page.touchscreen.tap(thing.point.x, thing.point.y)
        else:
            self.page.mouse.click(thing.point.x, thing.point.y)

    def _walk_board(self, wanted: Thing, is_figure: bool) -> None:
        """B to the board, then arrows to a place or tabs to a figure."""
        self.page.keyboard.press("b")
        if is_figure:
            figure = self.page.locator(f"[role='button'][data-standee='{wanted.name}']")
            with contextlib.suppress(PlaywrightTimeout):  # somebody else's choice can end it
                self._walk_to(figure)
        else:
            self._arrows_to(wanted.name)
        self.page.keyboard.press("Enter")

    def _arrows_to(self, place: str) -> None:
        walked = {self.page.evaluate(PLACE)}
        while (at := self.page.evaluate(PLACE)) != place:
            if at is None or len(walked) > 40:
                raise Stuck(f"{self.visitor.name} cannot walk to {place}; stands on {at}")
            self.page.keyboard.press(_towards(at, place))
            walked.add(f"{len(walked)}")


def _is_sent(look: Look) -> bool:
    """The plan is with the server, or will be once the line is back; or the next is due."""
    plan = look.plan
    return look.broken or plan is None or plan.locked or plan.sending or not plan.laid


def _towards(at: str, place: str) -> str:
    """The arrow key that leads from one place of the town nearer to another."""
    if place in ("wilderness", "jail"):
        if at in ("wilderness", "jail"):
            return "ArrowRight" if place == "jail" else "ArrowLeft"
        return "ArrowDown"
    row = {"wagon": 6, "corral": 0}
    here, there = (
        (name[-1] if "-" in name else name[0], row.get(name.partition("-")[0], -1))
        if "-" in name or name in ("wilderness", "jail")
        else (name[0], int(name[1]))
        for name in (at, place)
    )
    if here[1] != there[1]:
        return "ArrowUp" if here[1] < there[1] else "ArrowDown"
    return "ArrowRight" if here[0] < there[0] else "ArrowLeft"


def play_out(
    *robots: Robot,
    until: Callable[[], bool] | None = None,
    each: Callable[[Robot], Any] | None = None,
    seconds: float = GAME_SECONDS,
) -> None:
    """The robots play until the game is over for all of them (or `until` holds); `each` is called
    after every act."""
    deadline = time.monotonic() + seconds
    while not (until() if until else all(robot.look().over for robot in robots)):
        acted = False
        for robot in robots:
            while not (until and until()) and robot.act():
                acted = True
                if each:
                    each(robot)
                if len(robots) > 1 and robot.luck.random() < 0.2:
                    break
        if not acted:
            if time.monotonic() > deadline:
                pages = "\n".join(f"{one.visitor.name}: {one.look()}" for one in robots)
                raise Stuck(f"nobody could play on for {seconds:.0f} s:\n{pages}")
            robots[0].page.wait_for_timeout(GLANCE)
