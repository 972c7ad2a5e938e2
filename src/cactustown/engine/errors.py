"""Every error this package raises on purpose. All say what was wrong and what would be right."""

from __future__ import annotations


class CactusTownError(Exception):
    """The parent of all of them; catching it catches every explained refusal.

    `about` is the table of the content that is to blame, and its key, where there is one; `also`
    holds what else was refused at the same time.
    """

    def __init__(self, *told: str, about: tuple[str, str] = ("", "")) -> None:
        super().__init__(*told)
        self.about = about
        self.also: tuple[CactusTownError, ...] = ()


class IllegalChoice(CactusTownError):
    """The choice is not among those offered to this seat now."""


class NotYourTurn(CactusTownError):
    """Somebody else is awaited."""


class GameOver(CactusTownError):
    """The game has ended; nothing more can be played."""


class NothingToUndo(CactusTownError):
    """Something was shown, or another seat acted, since this seat's last choice."""


class NobodyPlays(CactusTownError):
    """The game waits for a seat that nobody plays."""


class NoSuchSeat(CactusTownError):
    """The seat is not at this table."""


class NoSuchEvent(CactusTownError):
    """Events are numbered from 0."""


class BadOptions(CactusTownError):
    """These options do not make a legal game."""


class BadContent(CactusTownError):
    """A content file is wrong; each problem names file, table, key and what would be right."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return self.problems[0]
        return f"{len(self.problems)} mistakes:\n  " + "\n  ".join(self.problems)


class BadFile(CactusTownError):
    """A saved game cannot be read."""


class WrongVersion(BadFile):
    """A saved game was written by another version of the format or the rules."""


class ChanceError(CactusTownError):
    """The recorded dice and draws do not fit the game."""


class WorkerDied(CactusTownError):
    """A process that played games was ended from outside."""


class BadCase(CactusTownError):
    """A rule case cannot be understood; the message names the line."""


class RulesConflict(CactusTownError):
    """Two modules contribute what cannot stand together."""
