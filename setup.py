"""Compiles engine and rules with mypyc where that works; otherwise the same files run as they are.

`CACTUSTOWN_COMPILE=0` leaves the compiler out. A missing compiler or a failed build is no error:
the package then runs plain, only slower.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCES = (
    *("src/cactustown/engine", "src/cactustown/rules"),
    *("src/cactustown/bots/judge.py", "src/cactustown/bots/parties.py"),
    *("src/cactustown/bots/evaluate.py", "src/cactustown/bots/lookahead.py"),
    *("src/cactustown/bots/planning.py", "src/cactustown/bots/rollout.py"),
    *("src/cactustown/bots/search.py", "src/cactustown/bots/beliefs.py"),
    *("src/cactustown/bots/duels.py", "src/cactustown/bots/goals.py"),
    *("src/cactustown/reading.py", "src/cactustown/seatwords.py", "src/cactustown/variables.py"),
)
# Plain data and what runs once a game: compiling gains nothing (and frozen dataclasses would no
# longer pickle). Why seeding is plain, it says itself.
LEFT_PLAIN = {
    *("__init__.py", "errors.py", "journal.py", "seeding.py"),
    *("options.py", "tables.py", "build.py", "catalogue.py", "manifest.py", "declared.py"),
    "generate.py",
}


def extensions() -> list[Extension]:
    if os.environ.get("CACTUSTOWN_COMPILE", "1") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("mypyc is not installed: cactustown runs uncompiled", file=sys.stderr)
        return []
    found = [path for source in map(Path, SOURCES) for path in (source, *source.rglob("*.py"))]
    files = sorted(str(p) for p in found if p.suffix == ".py" and p.name not in LEFT_PLAIN)
    try:
        # The package's __init__ leads mypy on to parts that need libraries not yet installed.
        flags = ["--follow-imports=silent"]
        built = mypycify([*flags, *files], opt_level="3", group_name="cactustown_core")
    except (Exception, SystemExit) as error:  # mypycify exits where it cannot compile
        print(f"mypyc could not compile: {error}; cactustown runs uncompiled", file=sys.stderr)
        return []
    extensions = list(built)
    for extension in extensions:
        extension.optional = True
        if os.name == "posix":  # else no call between compiled functions can be inlined
            inlined = [*extension.extra_compile_args, "-fno-semantic-interposition"]
            extension.extra_compile_args = inlined
    return extensions


setup(ext_modules=extensions())
