"""Refuses to test a compiled engine that is older than its sources; makes Ctrl-C count."""

from __future__ import annotations

import signal

import pytest

from cactustown._plain import is_compiled, stale_modules


def pytest_sessionstart(session: pytest.Session) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell runs us behind
    if is_compiled() and stale_modules():
        names = ", ".join(stale_modules()[:5])
        raise pytest.UsageError(
            f"edited since they were compiled: {names}. Run make setup, or set CACTUSTOWN_PLAIN=1."
        )
