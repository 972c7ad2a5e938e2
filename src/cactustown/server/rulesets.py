"""Rules and content of the games being played, each built once and shared by all its tables."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cactustown.content import CURRENT_EDITION, Content, load_content
from cactustown.engine.machine import Rules
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options, options_from_json


class Ruleset(msgspec.Struct, frozen=True):
    """What a table plays by."""

    options: Options
    content: Content
    rules: Rules


def ruleset(options: Options, edition: str = CURRENT_EDITION) -> Ruleset:
    """The rules of these options; raises `BadOptions` where they make no legal game."""
    return _built(msgspec.json.encode(options.to_json()), edition)


@lru_cache(maxsize=256)
def _built(options: bytes, edition: str) -> Ruleset:
    chosen = options_from_json(msgspec.json.decode(options))
    chosen.check()
    content = _content(edition)
    return Ruleset(chosen, content, build_rules(chosen, content.for_game(chosen)))


@lru_cache(maxsize=8)
def _content(edition: str) -> Content:
    return load_content(edition)
