"""Content as data: parties, cards, buildings, tokens, in editions that are kept for ever."""

from cactustown.content.load import (
    CURRENT_EDITION,
    Content,
    editions,
    json_schema,
    load_content,
    read_override,
)

__all__ = [
    "CURRENT_EDITION",
    "Content",
    "editions",
    "json_schema",
    "load_content",
    "read_override",
]
