"""Bots think in processes of their own, niced and with a deadline: no person waits for one.

So do those who think of hints: no bot ever waits for a hint, nor a person for somebody else's.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from cactustown.bots.levels import bot_behind
from cactustown.server.advised import Advised
from cactustown.server.bot_worker import LENGTH_BYTES, Answer, Thought, packed
from cactustown.server.waiting import Asker, Line

log = structlog.get_logger()
# Of the time a bot has from being asked to its answer:
WAITING: Final = 0.8  # the part it may wait for a process
ANSWERING: Final = 0.9  # the part after which a simpler bot is asked
THINKING: Final = 0.5  # of what is left, the part that it thinks; a process may have to start first
LEAST_PATIENCE: Final = 2.0  # seconds before a process that is late is killed
SIMPLER: Final = "greedy"
HINT_NICE: Final = 15  # a bot's process goes first
COMMAND = (sys.executable, "-m", "cactustown.server.bot_worker")
_ANSWERS = msgspec.json.Decoder(Answer)
_TROUBLE = (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.MsgspecError)


class NoAnswer(Exception):
    """The bot gave none in time, or its process died."""


class BotPool:
    """Processes for bots that search, one more for those that answer at once, one for hints.

    So an easy bot never waits for an expert, and there is always a simpler bot to ask; and nobody
    can tell by a bot's pace that somebody has asked for a hint.
    """

    def __init__(self, workers: int, seconds: float, command: Sequence[str] = COMMAND) -> None:
        self.seconds = seconds
        self._deep = Lane(workers, command)
        self._quick = Lane(1, command)
        self._hints = Lane(1, (*command, str(HINT_NICE)))

    async def choose(self, thought: Thought, asker: Asker | None = None) -> str:
        """A choice in words within `seconds`, waiting included; raises `NoAnswer`.

        The bot's own, or a simpler bot's where it would come too late.
        """
        asker = asker or Asker()
        began = asyncio.get_running_loop().time()
        if is_searching(thought.bot):
            by = began + ANSWERING * self.seconds
            try:
                begin_by = began + WAITING * self.seconds
                return (await self._deep.ask(thought, asker, begin_by, by)).choice
            except NoAnswer:
                thought = msgspec.structs.replace(thought, bot=SIMPLER)
        by = began + self.seconds
        return (await self._quick.ask(thought, asker, by, by)).choice

    async def advise(self, thought: Thought, asker: Asker) -> Advised:
        """A hint within `seconds`; raises `NoAnswer`."""
        began = asyncio.get_running_loop().time()
        begin_by = began + WAITING * self.seconds
        answer = await self._hints.ask(thought, asker, begin_by, began + self.seconds)
        if answer.advised is None:
            raise NoAnswer("hint")
        return answer.advised

    async def close(self) -> None:
        """Ends all workers."""
        for lane in (self._deep, self._quick, self._hints):
            await lane.close()


class Lane:
    """So many worker processes, started when first needed, and the line before them."""

    def __init__(self, workers: int, command: Sequence[str]) -> None:
        self.command = command
        self._line = Line(workers)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._serving: set[asyncio.Task[Answer]] = set()

    async def ask(
        self, thought: Thought, asker: Asker, begin_by: float, answer_by: float
    ) -> Answer:
        """What it answers, if its turn comes and it does so in time; raises `NoAnswer`.

        Nobody waits longer than that. A process that is late may still finish, as one that has
        just been started or works on a busy machine must not be started anew for ever.
        """
        begun = asyncio.Event()
        serving = asyncio.create_task(self._serve(thought, asker, begun, answer_by))
        self._serving.add(serving)
        serving.add_done_callback(self._served)
        try:
            async with asyncio.timeout_at(begin_by):
                await _either(begun, serving)
            async with asyncio.timeout_at(answer_by):
                return await asyncio.shield(serving)
        except _TROUBLE as error:
            log.warning("bot gave no answer", bot=thought.bot, why=type(error).__name__)
            raise NoAnswer(thought.bot) from error
        finally:
            if not begun.is_set():
                serving.cancel()

    async def _serve(
        self, thought: Thought, asker: Asker, begun: asyncio.Event, answer_by: float
    ) -> Answer:
        async with self._line.place(asker):
            begun.set()
            left = answer_by - asyncio.get_running_loop().time()
            seconds = thinking_time(left, self._line.tables(asker.host))
            worker = None
            try:
                worker = await self._worker()
                thought = msgspec.structs.replace(thought, seconds=seconds)
                patience = max(2 * left, LEAST_PATIENCE)
                answer = await asyncio.wait_for(_ask(worker, thought), patience)
            except BaseException:  # half an answer may be on its way
                await self._end(worker)
                raise
            self._idle.append(worker)
            return answer

    async def _worker(self) -> Process:
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
            self._all.discard(worker)  # died while it was idle
        worker = await asyncio.create_subprocess_exec(*self.command, stdin=PIPE, stdout=PIPE)
        self._all.add(worker)
        return worker

    def _served(self, serving: asyncio.Task[Answer]) -> None:
        self._serving.discard(serving)
        if not serving.cancelled():
            serving.exception()  # whoever waited for it has been told, or has gone

    async def close(self) -> None:
        """Ends all workers."""
        serving = list(self._serving)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
        for worker in list(self._all):
            await self._end(worker)

    async def _end(self, worker: Process | None) -> None:
        if worker is None:
            return
        self._all.discard(worker)
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


def is_searching(bot: str) -> bool:
    """Whether a bot, or the bot behind a level, thinks for as long as it may."""
    return bot_behind(bot).partition(":")[0] == "schemer"


def thinking_time(left: float, tables: int) -> float:
    """How long a bot thinks with so much time left: a host's tables share what one would have."""
    return max(0.0, THINKING * left / max(1, tables))


async def _either(begun: asyncio.Event, serving: asyncio.Task[Answer]) -> None:
    """Returns when it is this one's turn, or there will be none."""
    waiting = asyncio.create_task(begun.wait())
    try:
        await asyncio.wait({waiting, serving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


async def _ask(worker: Process, thought: Thought) -> Answer:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(packed(thought))
    await worker.stdin.drain()
    head = await worker.stdout.readexactly(LENGTH_BYTES)
    body = await worker.stdout.readexactly(int.from_bytes(head, "big"))
    return _ANSWERS.decode(body)
