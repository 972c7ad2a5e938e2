"""The numbered rules, looked up by id while playing."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

_ENTRY = re.compile(r"^- ([A-Z]+-\d+) ", re.MULTILINE)
_PLACES = ("rules/rules.md", "rules.md")  # inside the package


def _text() -> str:
    """The rules as installed, or those of the source tree the package runs from."""
    package = resources.files("cactustown")
    for place in _PLACES:
        if (package / place).is_file():
            return (package / place).read_text("utf-8")
    source = Path(__file__).parents[4] / "docs" / "rules.md"
    return source.read_text("utf-8") if source.is_file() else ""


def rule(wanted: str) -> str | None:
    """The text of one rule by its id, on one line; None if there is none."""
    text = _text()
    for match in _ENTRY.finditer(text):
        if match[1] == wanted.upper():
            end = re.compile(r"^(- |\n|#)", re.MULTILINE).search(text, match.end())
            return " ".join(text[match.start() + 2 : end.start() if end else None].split())
    return None


def rule_ids(beginning: str) -> list[str]:
    """The ids that begin like this: MOV → MOV-1, MOV-2, …"""
    wanted = beginning.upper()
    return [m[1] for m in _ENTRY.finditer(_text()) if m[1].startswith(wanted)]
