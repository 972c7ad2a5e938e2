"""Where games are kept: a folder of the user's own data, one file a game."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from cactustown.engine.errors import BadFile
from cactustown.folders import data_folder


def saves_folder() -> Path:
    """The platform's place for user data."""
    return data_folder() / "saves"


def new_save(wanted: Path | None, parties: list[str]) -> Path:
    """The file for a new game: the one wanted, or one named by date and parties."""
    if wanted is None:
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{'-'.join(parties)}"
        wanted = _unused(saves_folder() / f"{name}.json")
    elif wanted.exists():
        raise BadFile(
            f"{wanted} exists already; go on with it by --resume {wanted}, "
            "or give --save another name"
        )
    try:
        wanted.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{wanted.parent}: cannot be made: {error.strerror}") from error
    return wanted


def _unused(path: Path) -> Path:
    number = 2
    free = path
    while free.exists():
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free
