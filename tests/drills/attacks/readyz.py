"""Probes asked for by somebody who is no probe."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from tests.drills.attack import Scene

WHAT = "/readyz, /healthz and /metrics as fast as they can be asked"
SETTINGS: dict[str, str] = {}
ASKED, FEW_ASKED = 5_000, 900
A_MINUTE = 600
PROBES = ("/readyz", "/healthz", "/metrics")


async def attack(scene: Scene) -> None:
    number = ASKED if scene.full else FEW_ASKED
    answers: Counter[int] = Counter()
    began = time.monotonic()

    async def ask(first: int) -> None:
        for n in range(first, number, 8):
            answers[(await scene.http.get(PROBES[n % 3])).status_code] += 1

    await asyncio.gather(*(ask(first) for first in range(8)))
    seconds = time.monotonic() - began
    allowed = A_MINUTE + A_MINUTE / 60 * (seconds + 1)
    scene.figure("asked a second", number / seconds)
    scene.figure("answered", answers[200])
    assert set(answers) <= {200, 429}, answers
    assert answers[200] <= allowed, f"{answers[200]} were answered"
