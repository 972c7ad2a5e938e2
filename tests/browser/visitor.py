"""Somebody with a browser: one window at the server, and everything it hears from there.

What must never happen in anybody's window is noted as a fault, and a fault fails the test: errors
of the page, requests that fail, requests to other hosts.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebSocket
from playwright.sync_api import Error as PlaywrightError

from tests.browser.words import Words

ARTEFACTS = Path(__file__).parents[2] / "test-artefacts"
KEPT_MEDIA = ("application/json", "text/html", "text/plain")
OPEN_TABLE = """async ({ name, wish }) => {
  const post = async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const { person } = await (await fetch("/api/me")).json();
  if (!person) await post("/api/session", { name });
  return (await post("/api/tables", wish)).table;
}"""


@dataclass
class Heard:
    """A text that the server sent: a frame, or the body of an answer to `address`."""

    address: str
    text: str
    answer: Response | None = None  # whose text has not been read yet


@dataclass
class Visitor:
    """One window. `heard` is all that came from the server, in order."""

    context: BrowserContext
    url: str
    words: Words
    name: str = "Somebody"
    heard: list[Heard] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _trouble: bool = False

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("console", self._says)
        self.page.on("pageerror", lambda error: self._fault(f"page error: {error}"))
        self.page.on("request", self._asks)
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", self._connected)

    # -- what the window does

    def open(self, path: str = "/") -> None:
        self.listen()
        self.page.goto(self.url + path)

    def reload(self) -> None:
        self.page.wait_for_load_state("networkidle")  # what is on its way could not be heard
        self.listen()
        self.page.reload()

    def open_table(self, **wish: Any) -> str:
        """A new table of this visitor's, asked for as the page would; its name."""
        if not self.page.url.startswith(self.url):
            self.open()
        table: str = self.page.evaluate(OPEN_TABLE, {"name": self.name, "wish": wish})
        return table

    def fetch(self, path: str) -> str:
        """What the server answers this visitor."""
        text: str = self.page.evaluate("async path => await (await fetch(path)).text()", path)
        return text

    def picture(self, name: str) -> Path:
        """A screenshot, kept after the tests."""
        path = ARTEFACTS / "screens" / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    @property
    def session(self) -> str:
        """The word by which the server knows this visitor; nobody else may hear it."""
        return next((c["value"] for c in self.context.cookies() if c["httpOnly"]), "")

    # -- what it hears

    def listen(self) -> list[Heard]:
        """All that was heard so far, bodies of answers included; to be called before they are
        forgotten, which a browser does when it loads another page. An answer that comes while
        the page is being left is heard by nobody."""
        for one in self.heard:
            if one.answer is not None:
                with contextlib.suppress(PlaywrightError):
                    one.text = one.answer.text()
                one.answer = None
        return self.heard

    def frames(self, kind: str) -> list[dict[str, Any]]:
        """The frames of a kind that came so far."""
        found = [msgspec.json.decode(one.text) for one in self.heard if one.address == "ws"]
        return [frame for frame in found if frame["type"] == kind]

    @contextlib.contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """Meanwhile the server may be away: lines break and requests fail."""
        self._trouble = True
        yield
        self._trouble = False

    # -- what must not happen

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.name}: {what}")

    def _says(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._trouble:
            self._fault(f"console: {message.text} {json.dumps(message.location)}")

    def _asks(self, request: Request) -> None:
        host = urlsplit(request.url)
        if host.scheme not in ("data", "blob") and host.netloc != urlsplit(self.url).netloc:
            self._fault(f"a request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        was_left = "ERR_ABORTED" in (request.failure or "")  # the page was, not the request
        if not was_left and not self._trouble:
            self._fault(f"failed: {request.method} {request.url} ({request.failure})")

    def _answered(self, answer: Response) -> None:
        if answer.headers.get("content-type", "").partition(";")[0] in KEPT_MEDIA:
            self.heard.append(Heard(answer.url, "", answer))
        if answer.status >= 400 and not self._trouble:
            self._fault(f"answered with {answer.status}: {answer.request.method} {answer.url}")

    def _connected(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.url).netloc:
            self._fault(f"a socket to another host: {socket.url}")
        socket.on("framereceived", self._frame)

    def _frame(self, payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode()
        self.heard.append(Heard("ws", text))
