"""Content as data: parties, cards, buildings, tokens, in editions that are kept for ever."""

from cactustown.content.content import Content
from cactustown.content.load import (
    CURRENT_EDITION,
    editions,
    load_content,
    read_override,
)
from cactustown.content.shape import json_schema

__all__ = [
    "CURRENT_EDITION",
    "Content",
    "editions",
    "json_schema",
    "load_content",
    "read_override",
]
