"""Work over processes and machines: all of it once, whoever does it, and no worker left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from cactustown.engine.errors import BadOptions, WorkerDied
from cactustown.lab.workers import spread


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse_three(number: int) -> int:
    if number == 3:
        raise ValueError("three is refused")
    return number


class Cluster:
    """What a Ray cluster does, done here: references are numbers, the last ones are ready first."""

    def __init__(self) -> None:
        self.address = ""
        self.results: dict[int, Any] = {}
        self.is_up = False

    def init(self, address: str, **_: object) -> None:
        if address == "nowhere":
            raise ConnectionError("nobody there")
        self.address = address
        self.is_up = True

    def remote(self, work: Callable[[Any], Any]) -> SimpleNamespace:
        def submit(chunk: Any) -> int:
            self.results[len(self.results)] = work(chunk)
            return len(self.results) - 1

        return SimpleNamespace(remote=submit)

    def wait(self, references: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        return references[-num_returns:], references[:-num_returns]

    def get(self, reference: int) -> Any:
        return self.results[reference]

    def shutdown(self) -> None:
        self.is_up = False


def test_a_worker_that_was_killed_is_told_as_such() -> None:
    with pytest.raises(WorkerDied, match="fewer --jobs"):
        list(spread(die, range(4), jobs=2))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_chunk_is_done_once(jobs: int) -> None:
    assert sorted(spread(square, range(20), jobs)) == [(n, n * n) for n in range(20)]
    assert list(spread(square, [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_reaches_the_caller(jobs: int) -> None:
    with pytest.raises(ValueError, match="three is refused"):
        list(spread(refuse_three, range(50), jobs))


def test_whoever_stops_reading_leaves_no_worker_behind() -> None:
    before = set(multiprocessing.active_children())
    parts = spread(square, range(1000), 2)
    next(parts)
    parts.close()
    assert set(multiprocessing.active_children()) == before


def test_a_cluster_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = Cluster()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    with socket.create_server(("127.0.0.1", 0)) as door:
        town = f"127.0.0.1:{door.getsockname()[1]}"
        done = sorted(spread(square, range(1200), cluster=town))
    assert done == [(n, n * n) for n in range(1200)]
    assert (cluster.address, cluster.is_up) == (town, False)
    with pytest.raises(BadOptions, match=f"no Ray cluster answers at '{town}'"):
        list(spread(square, [1], cluster=town))
    with pytest.raises(BadOptions, match="no Ray cluster answers at 'nowhere': nobody there"):
        list(spread(square, [1], cluster="nowhere"))


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOptions, match=r"pip install 'cactustown\[cluster\]'"):
        list(spread(square, [1], cluster="auto"))
