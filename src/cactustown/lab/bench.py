"""The benchmark: this engine compiled and plain, and its peers, in one run, as ratios."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from cactustown.lab.peers import peers


def bench(games: int = 300, runs: int = 5) -> dict[str, Any]:
    """Everything `cactustown bench --json` prints."""
    engine = _engine({}, games, runs)
    plain = _engine({"CACTUSTOWN_PLAIN": "1"}, max(games // 4, 1), runs)
    others = peers(runs)
    ratios = {
        name: round(engine["decisions_per_s"] / figures["decisions_per_s"], 2)
        for name, figures in {"plain": plain, **others}.items()
    }
    return {"engine": engine, "plain": plain, "peers": others, "ratios": ratios}


def _engine(environment: dict[str, str], games: int, runs: int) -> dict[str, Any]:
    """Measured in a process of its own, since a process runs either the one or the other."""
    command = [sys.executable, "-m", "cactustown.lab.measure", str(games), str(runs)]
    inherited = {k: v for k, v in os.environ.items() if k != "CACTUSTOWN_PLAIN"}
    done = subprocess.run(
        command, env={**inherited, **environment}, check=True, capture_output=True, text=True
    )
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures
