"""`cactustown` with a watch on its event loop: which callback held it up longest, and how long.

`python -m tests.drills.watched FILE serve …`: FILE always has the longest callback since the start,
or since the last SIGUSR1. Measured inside the server, so that no other process is counted in.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import msgspec


class Longest(msgspec.Struct):
    """The callback that held up the loop longest."""

    seconds: float = 0.0
    callback: str = ""


class Watch:
    """Times every callback and writes down the longest."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._longest = Longest()

    def begin(self) -> None:
        """From now on every callback of any loop is timed."""
        run = asyncio.Handle._run
        clock = time.perf_counter

        def timed(handle: asyncio.Handle) -> None:
            began = clock()
            run(handle)
            seconds = clock() - began
            if seconds > self._longest.seconds:
                self._note(Longest(seconds, repr(handle)))

        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]
        signal.signal(signal.SIGUSR1, lambda _number, _frame: self._note(Longest()))

    def _note(self, longest: Longest) -> None:
        self._longest = longest
        part = self._file.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(longest))
        os.replace(part, self._file)


def read(file: Path) -> Longest:
    """What a watch has written."""
    return msgspec.json.decode(file.read_bytes(), type=Longest)


def main() -> None:
    file = Path(sys.argv.pop(1))
    Watch(file).begin()
    from cactustown.cli.app import main as cactustown

    cactustown()


if __name__ == "__main__":
    main()
