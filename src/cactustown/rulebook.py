"""The numbered rules as text: what `docs/rules.md` says, by id."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_RULE = re.compile(r"^- (?P<id>[A-Z]+-\d+) (?P<text>.*)$")
_ALSO = re.compile(r"(?<=\. )(?P<id>[A-Z]+-\d+) (?=[A-Z])")  # a second rule on the same line


@cache
def rule_text() -> str:
    """The whole text, in Markdown."""
    return (resources.files("cactustown.rules") / "rules.md").read_text("utf-8")


@cache
def rulebook() -> dict[str, str]:
    """Every rule's statement by its id, in the order of the text."""
    found: dict[str, str] = {}
    current = ""
    for line in rule_text().splitlines():
        match = _RULE.match(line)
        if match:
            current = match["id"]
            found[current] = match["text"]
        elif line.startswith("  ") and current:
            found[current] += " " + line.strip()
        else:
            current = ""
    return {name: text for rule, whole in found.items() for name, text in _split(rule, whole)}


def _split(rule: str, text: str) -> list[tuple[str, str]]:
    parts = _ALSO.split(text)
    pairs = [(rule, parts[0].strip())]
    pairs += [(parts[i], parts[i + 1].strip()) for i in range(1, len(parts), 2)]
    return pairs


@cache
def sections() -> dict[str, str]:
    """The heading under which each rule stands."""
    heading = ""
    found: dict[str, str] = {}
    for line in rule_text().splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif match := _RULE.match(line):
            found[match["id"]] = heading
    in_order: dict[str, str] = {}
    for rule in rulebook():
        heading = found.get(rule, heading)  # a second rule on a line stands where the first does
        in_order[rule] = heading
    return in_order
