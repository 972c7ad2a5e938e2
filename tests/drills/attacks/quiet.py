"""Nothing at all: what the figures are of a server that nobody attacks."""

from __future__ import annotations

import asyncio

from tests.drills.attack import Scene

WHAT = "nothing happens; the figures to compare the others with"
SETTINGS: dict[str, str] = {}


async def attack(scene: Scene) -> None:
    await asyncio.sleep(5 if scene.full else 1)
    scene.figure("bystander's moves", len(scene.figures.acks))
