"""`CACTUSTOWN_PLAIN=1`: import what is compiled from its sources, compiled or not.

For comparing the two, and for working on the engine without compiling after every change.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

_HOME = Path(__file__).parent
_COMPILED = (
    "cactustown.engine.",
    "cactustown.rules.",
    "cactustown.bots.",
    "cactustown.reading",
    "cactustown.seatwords",
    "cactustown.variables",
)


class _SourceFinder:
    """Finds the .py file of a module although a compiled one lies beside it."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(_COMPILED):
            return None
        source = _HOME.joinpath(*name.split(".")[1:]).with_suffix(".py")
        return importlib.util.spec_from_file_location(name, source) if source.exists() else None


def install() -> None:
    """Puts the finder first, if the environment asks for it."""
    if os.environ.get("CACTUSTOWN_PLAIN", "") not in ("", "0"):
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled() -> bool:
    """Whether the engine in use is the compiled one."""
    from cactustown.engine import machine

    return not (machine.__file__ or "").endswith(".py")


def stale_modules() -> list[str]:
    """Sources edited after they were compiled: their changes would silently be ignored."""
    stale = []
    for source in sorted(_HOME.rglob("*.py")):
        for compiled in source.parent.glob(f"{source.stem}.*.so"):
            if compiled.stat().st_mtime < source.stat().st_mtime:
                stale.append(str(source.relative_to(_HOME)))
    return stale
