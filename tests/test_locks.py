"""The locks name all that pyproject.toml asks for, exactly, and nothing of where it came from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LINE = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9a-z.+]*)( ; [a-z_]+ [!=]= '\w+')?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
EXTRAS = {"run": ["postgresql"], "dev": ["postgresql", "dev"]}


def asked_for(lock: str) -> list[Requirement]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [project["optional-dependencies"][extra] for extra in EXTRAS[lock]]
    words = [*project["dependencies"], *(word for extra in extras for word in extra)]
    return [Requirement(word) for word in words]


def locked(lock: str) -> dict[str, str]:
    """The versions by name; every line of the file must be a comment, a version or a hash."""
    versions: dict[str, str] = {}
    hashes = 0
    for line in (ROOT / "requirements" / f"{lock}.lock").read_text().splitlines():
        words = line.strip().removesuffix("\\").strip()
        found = LINE.fullmatch(words)
        if found:
            assert hashes or not versions, "a version without a hash"
            versions[found["name"]], hashes = found["version"], 0
        elif not words.startswith("#"):
            assert HASH.fullmatch(words), line
            hashes += 1
    assert hashes
    return versions


@pytest.mark.parametrize("lock", ["run", "dev"])
def test_everything_asked_for_is_locked(lock: str) -> None:
    versions = locked(lock)
    for wish in asked_for(lock):
        name = wish.name.replace("_", "-").lower()
        assert name in versions, f"{name} is missing in {lock}.lock: make lock"
        assert wish.specifier.contains(versions[name]), f"{wish}: make lock"


def test_a_server_runs_on_what_was_tested() -> None:
    tested = locked("dev")
    assert {name: tested.get(name) for name in locked("run")} == locked("run")
