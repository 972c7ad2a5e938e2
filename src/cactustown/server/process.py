"""What a server sets for its whole process: sockets, turns of threads, how it stops."""

from __future__ import annotations

import signal
import sys
from typing import Final

MOST_FILES: Final = 65_536  # every socket is one; many systems begin with 256 or 1,024
SWITCH_SECONDS: Final = 0.0005  # Python's 5 ms would add up for the thread that writes the log


def prepare() -> None:
    """To be called once, before the server runs."""
    _allow_many_files()
    sys.setswitchinterval(SWITCH_SECONDS)
    # uvicorn raises a signal again once it has obeyed it; but to be told to stop is no failure.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)


def _allow_many_files() -> None:
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
