"""A state as plain JSON values, and back."""

from __future__ import annotations

from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.variables import LISTS, LONGS, NUMBERS, ROWS, TUPLES


def to_json(g: State) -> dict[str, object]:
    """The state as plain JSON values; `from_json` gives it back, at any decision.

    The log, the source of chance and the memo of choices are not saved.
    """
    saved: dict[str, object] = {name: getattr(g, name) for name in (*NUMBERS, *LONGS)}
    saved.update({name: list(getattr(g, name)) for name in (*ROWS, *TUPLES, *LISTS)})
    saved["stack"] = [task.row() for task in g.stack]
    return saved


def fill(g: State, saved: dict[str, object]) -> None:
    """Sets every variable of `g` from what `to_json` gave."""
    for name in (*NUMBERS, *LONGS):
        setattr(g, name, saved[name])
    for name in (*ROWS, *LISTS):
        setattr(g, name, _row(saved, name))
    for name in TUPLES:
        setattr(g, name, tuple(_row(saved, name)))
    rows = saved["stack"]
    assert isinstance(rows, list)
    g.stack = [Task(*row) for row in rows]
    g.offer = None


def _row(saved: dict[str, object], name: str) -> list[int]:
    numbers = saved[name]
    assert isinstance(numbers, list)
    return list(numbers)


def from_json(saved: dict[str, object]) -> State:
    """The state that `to_json` saved."""
    g = State(None)
    fill(g, saved)
    return g
