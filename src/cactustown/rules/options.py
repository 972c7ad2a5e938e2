"""The options of a game, checked: who plays, which mode, which programming."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cactustown.engine.errors import BadOptions

MODES: Final = ("basic", "gunslinger")
PROGRAMMINGS: Final = ("straight", "reverse")
BOOK_SETS: Final = (  # SIDE-1
    ("sheriff", "outlaws"),
    ("sheriff", "outlaws", "hunters"),
    ("sheriff", "outlaws", "dancer"),
    ("outlaws", "hunters", "dancer"),
    ("sheriff", "outlaws", "hunters", "dancer"),
)


@dataclass(frozen=True)
class Options:
    """What a table agrees on before the game."""

    parties: tuple[str, ...] = ("sheriff", "outlaws")
    mode: str = "basic"
    programming: str = "straight"
    cactus: bool = False
    round_limit: int = 0

    @property
    def has_cactus(self) -> bool:
        """The cactus is always in play in gunslinger mode (section 9)."""
        return self.cactus or self.mode == "gunslinger"

    def check(self) -> None:
        """Raises `BadOptions` for anything that is wrong by itself."""
        if self.mode not in MODES:
            raise BadOptions(f"mode is {self.mode!r}; it is one of: {', '.join(MODES)}")
        if self.programming not in PROGRAMMINGS:
            raise BadOptions(
                f"programming is {self.programming!r}; it is one of: {', '.join(PROGRAMMINGS)}"
            )
        if self.round_limit < 0:
            raise BadOptions(f"round_limit is {self.round_limit}; use 0 for none, or more")
        if len(set(self.parties)) != len(self.parties):
            raise BadOptions(f"a party is named twice: {', '.join(self.parties)}")
        if not 2 <= len(self.parties) <= 5:
            raise BadOptions(f"{len(self.parties)} parties named; 2 to 5 can play (SIDE-1)")

    def to_json(self) -> dict[str, object]:
        return {
            "parties": list(self.parties),
            "mode": self.mode,
            "programming": self.programming,
            "cactus": self.cactus,
            "round_limit": self.round_limit,
        }
