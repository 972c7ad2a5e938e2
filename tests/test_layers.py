"""Imports point only leftwards: engine ← rules ← content ← game, bots, lab … ← server, cli."""

from __future__ import annotations

import ast
from pathlib import Path

import cactustown

HOME = Path(cactustown.__file__).parent
MAY_IMPORT = {
    "variables": set(),
    "engine": {"engine", "variables"},
    "rules": {"engine", "rules"},
    "content": {"engine", "rules", "content"},
    "bots": {"engine", "rules", "bots"},
    "game": {"engine", "rules", "content", "seatview", "seatwords", "openview"},
    "seatview": set(),
    "seatwords": {"engine", "rules", "seatview"},
    "sandbox": {"engine", "rules"},
    "openview": {"engine", "rules", "seatview", "seatwords"},
    "rulebook": set(),
    "conform": {"engine", "rules", "content", "game", "seatview", "rulebook", "conform"},
    "lab": {"engine", "rules", "content", "bots", "game", "lab", "_plain"},
    "folders": set(),
    "server": {
        *("engine", "rules", "content", "bots", "game", "seatview", "lab", "folders", "server"),
        *("sandbox", "seatwords"),
        "__version__",
    },
}
# Standard library only, so that the engine runs anywhere Python does.
STANDARD_ONLY = ("engine", "rules", "bots")
STANDARD = {
    *("__future__", "typing", "dataclasses", "collections", "functools", "json", "hashlib"),
    *("hmac", "difflib", "math", "random", "time", "cactustown"),
}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module == "cactustown":
                found |= {f"cactustown.{alias.name}" for alias in node.names}
    return found


def files_of(layer: str) -> list[Path]:
    folder = HOME / layer
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [HOME / f"{layer}.py"]


def test_imports_point_leftwards() -> None:
    for layer, allowed in MAY_IMPORT.items():
        for file in files_of(layer):
            for name in imports(file):
                parts = name.split(".")
                if parts[0] == "cactustown" and len(parts) > 1:
                    assert parts[1] in allowed, f"{file.relative_to(HOME)} imports {name}"


def test_the_engine_needs_only_the_standard_library() -> None:
    for layer in STANDARD_ONLY:
        for file in files_of(layer):
            for name in imports(file):
                assert name.split(".")[0] in STANDARD, f"{file.relative_to(HOME)} imports {name}"
