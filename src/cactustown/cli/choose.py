"""What several commands read from their options."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cactustown.content import load_content, read_override
from cactustown.content.lineup import automatic_alternatives
from cactustown.rules.options import Options, extras

WITH_HELP: Final = (
    "What to add, by commas: abilities (or abilities=sheriff+dancer), pets, chicken, tools, "
    "alternative (or alternative=blessing,founder)."
)


def parties_option(text: str) -> tuple[str, ...]:
    """`sheriff,outlaws` as a tuple."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def with_option(text: str, options: Options) -> Options:
    """`abilities,tools` or `abilities=sheriff+dancer,alternative=chapel`, laid over options."""
    words = parties_option(text)
    chosen = replace(options, **extras(words, options.parties))
    if "alternative" in words:
        chosen = replace(chosen, alternative=automatic_alternatives(chosen, load_content()))
    return chosen


def content_file(path: Path | None) -> dict[str, Any]:
    """A user's own content, checked; nothing where there is none."""
    if path is None:
        return {}
    override = read_override(path)
    load_content(override=override, where=str(path))
    return override
