"""What several commands read from their options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cactustown.content import CURRENT_EDITION, Content, load_content, read_override
from cactustown.content.lineup import automatic_alternatives
from cactustown.rules.options import Options, extras

WITH_HELP: Final = (
    "What to add, by commas: abilities (or abilities=sheriff+dancer), pets, chicken, tools, "
    "alternative (or alternative=blessing+campfire: any groups of buildings)."
)
REPLACE_HELP: Final = (
    "The types of buildings that make room for others, the first ones first: money+news. "
    "What is not named leaves in the usual order."
)
EVEN_HELP: Final = (
    "House rule: start spaces and second shots other than the printed box has them, so that all "
    "sides win equally often."
)
_MISSING: Final = {
    "gunslinger": "gunslinger mode",
    "cactus": "the cactus",
    "tools": "the tools",
    "chicken": "the crazy chicken",
    "pets": "the pets",
}


def parties_option(text: str) -> tuple[str, ...]:
    """`sheriff,outlaws` as a tuple."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def with_option(
    text: str, options: Options, leaving: str = "", content: Content | None = None
) -> Options:
    """`abilities,tools` or `abilities=sheriff+dancer,alternative=dice`, laid over options, and
    `money+news`: what makes room. `alternative` alone are groups of this content."""
    words = parties_option(text)
    types = tuple(name.strip() for name in re.split("[+,]", leaving) if name.strip())
    chosen = replace(options, **extras(words, options.parties), replace=types)
    if "alternative" in words:
        groups = automatic_alternatives(chosen, content or load_content())
        chosen = replace(chosen, alternative=groups)
    return chosen


def notices(options: Options, content: Content) -> Iterator[str]:
    """What was chosen and will change nothing in a game, as sentences (BLD-2)."""
    for idle in content.idle(options):
        names = ", ".join(content.tables.building[idle.kind].buildings)
        yield f"{idle.kind} ({names}): these buildings will do nothing; {_reason(idle.missing)}"
    if options.even_sides and not content.evens(options):
        yield f"edition {content.edition} has no even sides for these parties; nothing changes"


def _reason(missing: tuple[str, ...]) -> str:
    marks = [name.removesuffix("-mark") for name in missing if name.endswith("-mark")]
    if marks:
        return f"no building of this town shows the {marks[0]}"
    return "it takes " + " and ".join(_MISSING.get(name, f"the {name}") for name in missing)


def content_file(path: Path | None, edition: str = CURRENT_EDITION) -> dict[str, Any]:
    """A user's own content, checked over this edition; nothing where there is none."""
    if path is None:
        return {}
    override = read_override(path)
    load_content(edition, override, str(path))
    return override
