"""Bots think in processes of their own, niced and with a deadline: no person waits for one."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence

import msgspec
import structlog

from cactustown.server.bot_worker import LENGTH_BYTES, Answer, Thought, packed

log = structlog.get_logger()
THINKING = 0.5  # the part of its time that a bot thinks; a process may have to be started first
LEAST = 0.1  # the part it has left in any case, however long it waited for a process
COMMAND = (sys.executable, "-m", "cactustown.server.bot_worker")
_ANSWERS = msgspec.json.Decoder(Answer)


class NoAnswer(Exception):
    """The bot gave none in time, or its process died."""


class BotPool:
    """So many worker processes; a thought takes the next that is free."""

    def __init__(self, workers: int, seconds: float, command: Sequence[str] = COMMAND) -> None:
        self.seconds = seconds
        self._command = command
        self._free: asyncio.Queue[Process | None] = asyncio.Queue()
        self._all: set[Process] = set()
        for _ in range(workers):
            self._free.put_nowait(None)  # started when first needed

    async def choose(self, thought: Thought) -> str:
        """The bot's choice in words; raises `NoAnswer`.

        Where all are busy it thinks the less, the longer it had to wait for one.
        """
        clock = asyncio.get_running_loop().time
        asked = clock()
        worker = await self._free.get()
        left = time_left(self.seconds, clock() - asked)
        thought = msgspec.structs.replace(thought, seconds=THINKING * left)
        try:
            if worker is not None and worker.returncode is not None:  # died while it was idle
                self._all.discard(worker)
                worker = None
            if worker is None:
                worker = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE
                )
                self._all.add(worker)
            answer = await asyncio.wait_for(_ask(worker, thought), self.seconds)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.MsgspecError) as error:
            await self._end(worker)
            worker = None
            log.warning("bot gave no answer", bot=thought.bot, why=type(error).__name__)
            raise NoAnswer(thought.bot) from error
        except asyncio.CancelledError:  # half an answer may be on its way
            await self._end(worker)
            worker = None
            raise
        finally:
            self._free.put_nowait(worker)
        return answer

    async def close(self) -> None:
        """Ends all workers."""
        for worker in list(self._all):
            await self._end(worker)

    async def _end(self, worker: Process | None) -> None:
        if worker is None:
            return
        self._all.discard(worker)
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


def time_left(seconds: float, waited: float) -> float:
    """What a bot has left of its time once it has waited for a process."""
    return max(seconds - waited, LEAST * seconds)


async def _ask(worker: Process, thought: Thought) -> str:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(packed(thought))
    await worker.stdin.drain()
    head = await worker.stdout.readexactly(LENGTH_BYTES)
    body = await worker.stdout.readexactly(int.from_bytes(head, "big"))
    return _ANSWERS.decode(body).choice
