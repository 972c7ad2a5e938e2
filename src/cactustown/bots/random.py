"""The random bot: any legal choice, each as likely as the other."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cactustown.engine.machine import Rules
from cactustown.engine.view import View


class RandomBot:
    """Plays at random; the same seed plays the same."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, rules: Rules, view: View, choices: Sequence[int]) -> int:
        return choices[int(self._random.random() * len(choices))]
