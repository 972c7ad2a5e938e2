"""Imports point only leftwards: engine ← rules ← content ← game, bots, lab … ← server, cli."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import cactustown
from cactustown.rules.catalogue import MODULES

HOME = Path(cactustown.__file__).parent
MAY_IMPORT = {
    "variables": set(),
    "reading": set(),
    "engine": {"engine", "variables", "reading"},
    "rules": {"engine", "rules", "reading"},
    "content": {"engine", "rules", "content", "reading"},
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


def is_for_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def to_run(file: Path) -> ast.Module:
    """A module without what only type checkers and the compiler read."""
    tree = ast.parse(file.read_text("utf-8"))
    tree.body = [node for node in tree.body if not is_for_checkers(node)]
    return tree


def imports(file: Path) -> set[str]:
    return imported_by(ast.parse(file.read_text("utf-8")))


def imported_by(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
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
            for name in imported_by(to_run(file)):
                assert name.split(".")[0] in STANDARD, f"{file.relative_to(HOME)} imports {name}"


# What belongs to a module of its own: neither the machine nor the base game names it.
MODULES_WORDS = (
    *("ranger", "automa", "solo", "dakota", "chief", "tomahawk", "totem", "cowboy", "cattle"),
    *("herd", "gored", "stampede", "tool", "abilit", "borrow", "pet", "chicken", "bless"),
    *("founder", "dynamite", "marshal", "wagon", "corral"),
)
# All places have their numbers in one table, those beside the board too.
PLACES_BESIDE_THE_BOARD = {"CORRALS", "WAGONS", "ON_CORRAL"}


def names_in(file: Path) -> set[str]:
    """Every name that the code of a file uses or gives, comments and strings left out."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.alias):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found


def test_machine_and_base_game_name_no_other_module() -> None:
    files = [*(HOME / "engine").rglob("*.py"), *(HOME / "rules" / "base").rglob("*.py")]
    for file in files:
        for name in names_in(file) - PLACES_BESIDE_THE_BOARD:
            words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)
            for word in words:
                assert not word.lower().startswith(MODULES_WORDS), f"{file.name}: {name}"


def test_what_a_module_declares_is_used_by_neither_machine_nor_base_game() -> None:
    own = {one.name for module in MODULES if module.name != "base" for one in module.variables}
    own |= {one.name for module in MODULES if module.name != "base" for one in module.facts}
    for file in [*(HOME / "engine").rglob("*.py"), *(HOME / "rules" / "base").rglob("*.py")]:
        used = {
            node.attr
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("g", "v", "w", "rules")
        }
        assert not used & own, f"{file.name} uses {used & own}"


# Besides encodings: sources of random numbers, and the map of the town as a mask.
PACKERS = {"encodings.py", "chance.py", "seeding.py", "state.py", "spaces.py"}


def is_packing(node: ast.AST) -> bool:
    """A shift by a number, a mask of several bits, or all the cards that a seat may have."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        return any(isinstance(arg, ast.Constant) and arg.value == 16 for arg in node.args)
    if not isinstance(node, ast.BinOp) or not isinstance(node.right, ast.Constant):
        return False
    shifts = isinstance(node.op, ast.LShift | ast.RShift)
    return shifts or (isinstance(node.op, ast.BitAnd) and node.right.value != 1)


def test_numbers_are_packed_and_unpacked_in_one_place() -> None:
    for layer in ("engine", "rules"):
        for file in (file for file in files_of(layer) if file.name not in PACKERS):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                assert not is_packing(node), f"{file.name}: {ast.unparse(node)}"
