"""Work in chunks over processes, or over machines: the same results, only sooner.

Results come in any order, each with the number of its chunk. When the user stops, workers are
stopped too, and whatever was handed out before that counts.
"""

from __future__ import annotations

import multiprocessing
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

from cactustown.engine.errors import BadOptions, WorkerDied

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_WAITING: Final = 512  # tasks a cluster is given at a time
_KNOCK_S: Final = 5.0


def spread(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], jobs: int = 1, cluster: str = ""
) -> Generator[tuple[int, Result], None, None]:
    """Does the work on every chunk: here, in processes, or on a Ray cluster at this address."""
    if cluster:
        yield from _on_cluster(work, chunks, cluster)
    elif jobs <= 1 or len(chunks) == 1:
        for number, chunk in enumerate(chunks):
            yield number, work(chunk)
    else:
        yield from _in_processes(work, chunks, jobs)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Puts Ctrl-C off to the end of the block, so that a result counts and is kept, or neither."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    stopped: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: stopped.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if stopped and callable(before):
        before(*stopped[0])


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_processes(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], jobs: int
) -> Generator[tuple[int, Result], None, None]:
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        number_of = {pool.submit(work, chunk): number for number, chunk in enumerate(chunks)}
        for done in as_completed(number_of):
            yield number_of[done], done.result()
    except BrokenProcessPool as error:
        raise WorkerDied(
            "a worker process was ended from outside, perhaps for want of memory; "
            "try fewer --jobs (what was kept so far is kept)"
        ) from error
    except BaseException:  # stopped by the user, or by whoever reads: do not play on for nobody
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _on_cluster(
    work: Callable[[Chunk], Result], chunks: Sequence[Chunk], address: str
) -> Generator[tuple[int, Result], None, None]:
    ray = _ray()
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="warning")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadOptions(f"no Ray cluster answers at {address!r}: {error}") from error
    try:
        task = ray.remote(work)
        left = list(enumerate(chunks))[::-1]
        number_of: dict[Any, int] = {}
        while left or number_of:
            while left and len(number_of) < _WAITING:
                number, chunk = left.pop()
                number_of[task.remote(chunk)] = number
            done, _ = ray.wait(list(number_of), num_returns=1)
            for reference in done:
                yield number_of.pop(reference), ray.get(reference)
    finally:
        ray.shutdown()  # tasks still running end with it


def _knock(address: str) -> None:
    """Refuses an address where nobody listens at once; Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        return  # auto, local: Ray knows
    try:
        socket.create_connection((host.removeprefix("ray://"), int(port)), _KNOCK_S).close()
    except OSError as error:
        reason = error.strerror or error
        raise BadOptions(f"no Ray cluster answers at {address!r}: {reason}") from error


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise BadOptions(
            "--cluster needs Ray, which is not installed: pip install 'cactustown[cluster]'"
        ) from error
    return ray
