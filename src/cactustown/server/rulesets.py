"""Rules and content of the games being played, each built once and shared by all its tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from cactustown.content import CURRENT_EDITION, Content, load_content
from cactustown.engine.machine import Rules
from cactustown.rules.catalogue import VERSION, build_rules
from cactustown.rules.options import Options, options_from_json


class Ruleset(msgspec.Struct, frozen=True):
    """What a table plays by."""

    options: Options
    content: Content
    rules: Rules


def ruleset(
    options: Options,
    edition: str = CURRENT_EDITION,
    version: int = VERSION,
    override: dict[str, Any] | None = None,
) -> Ruleset:
    """The rules of these options with this box; raises `BadOptions` where they make no game."""
    return _built(_packed(options.to_json()), edition, version, _packed(override or {}))


def _packed(table: dict[str, Any]) -> bytes:
    """As one word, in its own order: that of cards and parties is part of a box."""
    return msgspec.json.encode(table)


@lru_cache(maxsize=256)
def _built(options: bytes, edition: str, version: int, override: bytes) -> Ruleset:
    chosen = options_from_json(msgspec.json.decode(options))
    chosen.check()
    content = _content(edition, override)
    tables = content.for_game(chosen, version)
    return Ruleset(chosen, content, build_rules(chosen, tables, version))


@lru_cache(maxsize=8)
def _content(edition: str, override: bytes) -> Content:
    return load_content(edition, msgspec.json.decode(override), "the box of the table")
