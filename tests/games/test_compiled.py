"""Compiled and plain give the same games."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from cactustown._plain import is_compiled

STORY = """
import hashlib, json
from cactustown._plain import is_compiled
from cactustown.engine.saving import to_json
from tests.laws.walk import random_game
from pathlib import Path
from cactustown.lab.sim import Series, run
from cactustown.rules.options import Options
import sys
digest = hashlib.sha256()
for seed in range(60):
    for rules, g in random_game(seed):
        digest.update(json.dumps(to_json(g)).encode())
options = Options(("sheriff", "outlaws", "hunters", "dancer"), "gunslinger", round_limit=60)
run(Series(options, ("greedy", "random", "greedy", "random"), 2, 5, save=Path(sys.argv[1])))
for file in sorted(Path(sys.argv[1]).glob("*.json")):
    digest.update(file.read_bytes())
print(is_compiled(), digest.hexdigest())
"""


def story(folder: Path, plain: str) -> list[str]:
    environment = {**os.environ, "CACTUSTOWN_PLAIN": plain, "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", STORY, str(folder)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.split()


def test_the_same_journals_compiled_and_plain(tmp_path: Path) -> None:
    """Every state of 60 random games and two saved games, byte for byte.

    Where nothing is compiled both runs are plain, and it only shows that runs are reproducible.
    """
    can_compile = shutil.which("cc") and Path(sysconfig.get_paths()["include"], "Python.h").exists()
    if can_compile and os.environ.get("CACTUSTOWN_COMPILE", "1") != "0":
        assert _compiled_files(), "there is a compiler, but make setup compiled nothing"
    plain = story(tmp_path / "plain", "1")
    other = story(tmp_path / "other", "0")
    assert plain[0] == "False"
    assert other[0] == str(bool(is_compiled() or _compiled_files()))
    assert plain[1] == other[1]


def _compiled_files() -> list[Path]:
    import cactustown

    return list(Path(cactustown.__file__).parent.joinpath("engine").glob("*.so"))
