"""Where a user's own files belong on this platform; the XDG variables are honoured everywhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """For what the program keeps: saved games, the server's database."""
    return _folder("XDG_DATA_HOME", "LOCALAPPDATA", "Local", Path(".local") / "share")


def config_folder() -> Path:
    """For what the user writes: the server's settings."""
    return _folder("XDG_CONFIG_HOME", "APPDATA", "Roaming", Path(".config"))


def _folder(xdg: str, windows: str, windows_usual: str, usual: Path) -> Path:
    home = os.environ.get(xdg)
    if home:
        base = Path(home)
    elif sys.platform == "win32":
        base = Path(os.environ.get(windows) or Path.home() / "AppData" / windows_usual)
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / usual
    return base / "cactustown"
