"""What counts as the page's work while moves are shown."""

from __future__ import annotations

from typing import Any

from tests.browser.measure import LOOKED, SHOW, SHOWN, TASK, tasks_while_showing

PAGE, OTHER = 1, 2  # threads


def mark(name: str, ms: float) -> dict[str, Any]:
    return {**_event(name, ms, PAGE), "cat": "blink.user_timing"}


def task(begin: float, ms: float, thread: int = PAGE) -> dict[str, Any]:
    return {**_event(TASK, begin, thread), "dur": 1_000 * ms, "tdur": 900 * ms}


def _event(name: str, ms: float, thread: int) -> dict[str, Any]:
    return {"name": name, "cat": "toplevel", "ts": 1_000 * ms, "pid": 7, "tid": thread}


def test_the_task_that_begins_to_show_counts_and_others_before_and_after_do_not() -> None:
    trace = [task(0, 10), task(20, 10), task(40, 2), task(60, 10), task(41, 1), task(45, 9, OTHER)]
    trace += [mark(SHOWN, 55), mark(SHOW, 25)]
    assert tasks_while_showing(trace) == (1, [9.0, 1.8])


def test_the_robots_looks_do_not_count() -> None:
    trace = [mark(SHOW, 1), task(2, 1), task(5, 30), mark(LOOKED, 6), mark(SHOWN, 50)]
    assert tasks_while_showing(trace) == (1, [0.9])


def test_every_showing_counts_that_was_seen_from_begin_to_end() -> None:
    trace = [mark(SHOWN, 1), mark(SHOW, 2), task(3, 1), mark(SHOWN, 5)]
    trace += [task(6, 1), mark(SHOW, 7), task(8, 2), mark(SHOWN, 9), mark(SHOW, 12), task(13, 3)]
    assert tasks_while_showing(trace) == (2, [0.9, 1.8])
