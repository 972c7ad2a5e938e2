"""The screen and the keyboard; works line by line, without colour, when they are files or pipes."""

from __future__ import annotations

import io
import sys
import time

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from cactustown.cli.text.telling import Line
from cactustown.cli.text.words import THEME

PAUSE = 0.3  # seconds a sentence at speed 1
_WIPE_SCROLLBACK = "\x1b[3J"


class Terminal:
    """Shows, asks, waits a little, and draws the curtain."""

    def __init__(self, speed: float = 1.0) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # shapes an old code page lacks
        self.console = Console(theme=THEME, highlight=False)
        self.is_live = self.console.is_terminal and sys.stdin.isatty()
        self._pause = PAUSE / speed if speed > 0 and self.is_live else 0.0

    @property
    def width(self) -> int:
        return self.console.width

    def show(self, thing: RenderableType = "") -> None:
        """Prints markup or anything rich can draw."""
        self.console.print(thing)

    def plain(self, text: str) -> None:
        """Prints a text as it is, without markup and without breaking lines in files' names."""
        self.console.print(Text(text), soft_wrap=True)

    def show_rule(self, rule: str, text: str) -> None:
        """A rule with its id; its text may hold brackets of its own."""
        self.console.print(Text.assemble((rule, "bold"), " ", text))

    def complain(self, problem: str) -> None:
        """Says what was wrong with the last line."""
        self.console.print(Text(problem, style="wrong"))

    def tell(self, lines: list[Line], at_once: bool = False) -> None:
        """Tells a story sentence by sentence, at reading speed unless all is wanted at once."""
        for line in lines:
            if line.is_headline:
                self.show()
                self.show(Rule(Text.from_markup(line.markup), style="quiet"))
            else:
                indent = (0, 0, 0, 2 * line.indent)
                self.show(Padding(Text.from_markup(line.markup), indent, expand=False))
            if self._pause and not at_once:
                time.sleep(self._pause)

    def ask(self, prompt: str = "> ") -> str:
        """The next line typed; raises EOFError when there are no more."""
        line = self.console.input(Text(prompt, style="ask"))
        if not self.is_live:
            self.console.print(Text(line))  # so that a transcript reads like a dialogue
        return line.strip()

    def curtain(self, party: str) -> str:
        """Hides everything before the keyboard changes hands; the line typed then."""
        if self.is_live:
            self.console.clear()
            if self.console.is_dumb_terminal:
                self.show("\n" * self.console.height)
            else:
                self.console.file.write(_WIPE_SCROLLBACK)
        self.show(Rule(style="quiet"))
        answer = self.ask(f"Pass the keyboard to {party.upper()}, then press Enter. ")
        if self.is_live:
            self.console.clear()
        return answer
