"""The page that the tests look at: built from the sources as they are now."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cactustown.server.pages import WEB

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web"
MADE = SOURCES / "src" / "protocol.d.ts"  # from the server's types, not by hand


class NotBuilt(Exception):
    """There is no page to look at; the message says what to do."""


def build_if_needed() -> None:
    """Builds the page when it is missing or older than its sources; once, whoever asks."""
    lock = Path(tempfile.gettempdir()) / f"cactustown-web-{ROOT.stat().st_ino}.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if is_stale():
            build()


def is_stale() -> bool:
    index = WEB / "index.html"
    if not index.exists():
        return True
    built = index.stat().st_mtime
    return any(path.stat().st_mtime > built for path in _sources())


def _sources() -> Iterator[Path]:
    for folder in ("src", "public"):
        yield from (p for p in (SOURCES / folder).rglob("*") if p.is_file() and p != MADE)
    yield from (SOURCES / name for name in ("index.html", "vite.config.ts"))


def build() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotBuilt("the page must be built and npm is missing; on Debian: apt install npm")
    if not (SOURCES / "node_modules").exists():
        raise NotBuilt("the page must be built and its packages are missing: run make web")
    schema = _run(sys.executable, "-m", "cactustown", "schema", folder=ROOT)
    (SOURCES / "schema.json").write_text(schema, "utf-8")
    _run(npm, "run", "--silent", "types")
    _run(npm, "run", "--silent", "build", "--", "--logLevel", "warn")
    (WEB / "index.html").touch()


def _run(*command: str, folder: Path = SOURCES) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotBuilt(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout
