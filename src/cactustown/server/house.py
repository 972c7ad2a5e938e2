"""What new tables of a server are played with: the current edition, or the host's own box.

A table keeps in its log the box it was opened with, so a changed file, or none, changes nothing at
tables that are there already.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from cactustown.content import CURRENT_EDITION, Content, load_content, read_override
from cactustown.engine.errors import BadContent
from cactustown.lab.tryout import try_out
from cactustown.server.aids import Aids, aids
from cactustown.server.choices import Choices, choices, parties_of
from cactustown.server.entries import OwnBox


class House:
    """The box of the house, read once when the server starts."""

    def __init__(self, box: OwnBox | None = None, file: str = "") -> None:
        """Raises `BadContent` naming the file where its box cannot be played with."""
        self.box = box
        override = box.override if box is not None else None
        self.content: Content = load_content(CURRENT_EDITION, override, file or "the box")
        if box is not None and (problems := try_out(self.content).problems):
            raise BadContent(*problems)

    @classmethod
    def with_file(cls, file: str) -> House:
        """With a host's own content file; without one, with what the edition has."""
        if not file:
            return cls()
        return cls(OwnBox(CURRENT_EDITION, read_override(Path(file))), file)

    @cached_property
    def choices(self) -> Choices:
        """What a new table can be made of."""
        return choices(self.content)

    @cached_property
    def aids(self) -> Aids:
        """What there is to read beside the board."""
        return aids(self.content)

    @property
    def parties(self) -> list[str]:
        """All that can play, in their order round the table."""
        return parties_of(self.content.tables)

    def has(self, override: dict[str, Any]) -> bool:
        """Whether a game with these changes of the box is one of this house."""
        return not override or (self.box is not None and override == self.box.override)
