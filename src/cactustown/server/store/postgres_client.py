"""PostgreSQL's own programs: where they are, and how they are told an address."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import make_url

from cactustown.server.store.base import BackupFailed

DEBIAN = Path("/usr/lib/postgresql")


def client_program(name: str, debian: Path = DEBIAN) -> str:
    """pg_dump, pg_restore or psql; the newest where there are several."""
    found = shutil.which(name)
    if found is not None:
        return found
    versions = sorted(debian.glob("[0-9]*/bin"), key=lambda folder: float(folder.parent.name))
    for folder in reversed(versions):
        if (folder / name).exists():
            return str(folder / name)
    raise BackupFailed(
        f"{name} is needed for copies of a PostgreSQL database and is not installed;"
        " on Debian it is in the package postgresql-client"
    )


def run_here(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program that looks at files only."""
    return _run([program, *words], {})


def run_at(url: str, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program on a database, and returns when it has ended."""
    address = make_url(url)
    # Not among the words: everybody on the machine could read the password there.
    secret = {} if address.password is None else {"PGPASSWORD": str(address.password)}
    return _run([program, *words, f"--dbname={address._replace(password=None)}"], secret)


def _run(words: list[str], secret: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        env={**os.environ, **secret},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
