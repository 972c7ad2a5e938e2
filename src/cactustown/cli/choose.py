"""What several commands read from their options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cactustown.content import load_content, read_override


def parties_option(text: str) -> tuple[str, ...]:
    """`sheriff,outlaws` as a tuple."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def content_file(path: Path | None) -> dict[str, Any]:
    """A user's own content, checked; nothing where there is none."""
    if path is None:
        return {}
    override = read_override(path)
    load_content(override=override, where=str(path))
    return override
