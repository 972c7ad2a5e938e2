"""A built page, a real server and browsers, shared by all tests of a worker.

The fixtures of pytest-playwright live for a whole session; here they end with this package,
because while its event loop is there no other test can run one.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserType, Playwright, sync_playwright

from tests.browser.built import build_if_needed
from tests.browser.house import House
from tests.browser.visitor import ARTEFACTS, Visitor
from tests.browser.words import LOCALES, Words

CHROMIUM = "chromium"
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
AT_ONCE = """localStorage["cactustown.prefs"] ??= '{"motion": "none"}';"""  # nothing is acted out
MANY = {  # tables by one guest, from one address
    "MAX_TABLES_PER_PERSON": "1000",
    "TABLES_PER_HOUR": "10000",
    "TABLES_PER_HOUR_PER_ADDRESS": "10000",
    "REQUESTS_PER_MINUTE": "100000",
}
WAIT = 20_000  # milliseconds; for what takes a moment, on a machine that is busy


def pytest_configure(config: pytest.Config) -> None:
    config.option.output = str(ARTEFACTS / "failures")
    config.option.screenshot = "only-on-failure"


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    running = sync_playwright().start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser_type(playwright: Playwright) -> BrowserType:
    return playwright.chromium


@pytest.fixture(scope="package")
def browser_context_args() -> dict[str, Any]:
    return {}


@pytest.fixture(scope="package")
def browser(browser_type: BrowserType) -> Iterator[Browser]:
    found = shutil.which(CHROMIUM)
    assert found, "the tests need a browser; on Debian: apt install chromium"
    running = browser_type.launch(executable_path=found, args=list(FLAGS))
    yield running
    running.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    build_if_needed()
    running = House(tmp_path_factory.mktemp("house"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="package")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where many tables may be opened."""
    build_if_needed()
    running = House(tmp_path_factory.mktemp("inn"), **MANY)
    running.start()
    yield running
    running.stop()


class Visit(Protocol):
    """Somebody new comes with a browser."""

    def __call__(
        self,
        name: str = ...,
        *,
        language: str = ...,
        phone: bool = ...,
        dark: bool = ...,
        motion: bool = ...,
        at: House | None = ...,
        **settings: Any,
    ) -> Visitor: ...


@pytest.fixture
def visit(house: House, new_context: Callable[..., Any]) -> Iterator[Visit]:
    """Brings visitors; at the end none of them may have met a fault."""
    visitors: list[Visitor] = []

    def come(
        name: str = "",
        *,
        language: str = "en",
        phone: bool = False,
        dark: bool = False,
        motion: bool = False,
        at: House | None = None,
        **settings: Any,
    ) -> Visitor:
        context = new_context(
            locale=LOCALES[language],
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            **{"viewport": PHONE if phone else DESKTOP, **settings},
            **({"has_touch": True, "is_mobile": True} if phone else {}),
        )
        context.set_default_timeout(WAIT)
        if not motion:
            context.add_init_script(AT_ONCE)
        called = name or f"Visitor {len(visitors) + 1}"
        visitor = Visitor(context, (at or house).url, Words(language), called)
        visitors.append(visitor)
        return visitor

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    assert not faults, "\n".join(faults)
