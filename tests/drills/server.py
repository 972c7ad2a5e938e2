"""A real server for a drill: `cactustown serve` in a process of its own, to be killed at will."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

PORTS = range(20_000, 30_000)  # below those that systems give out by themselves
START_SECONDS = 60.0
STOP_SECONDS = 30.0
LOOK_SECONDS = 0.02
LIMITS = (
    *("REQUESTS_PER_MINUTE", "GUESTS_PER_HOUR", "TABLES_PER_HOUR", "FRAMES_PER_SECOND"),
    *("MAX_TABLES_PER_PERSON", "TABLES_PER_HOUR_PER_ADDRESS"),
    *("MAX_SOCKETS_PER_PERSON", "MAX_CONNECTIONS_PER_ADDRESS"),
)
NO_LIMIT = "1000000000"


class ServerFailed(Exception):
    """The server did not do what it should; the message ends with what it wrote."""


def free_port() -> int:
    """A port nobody listens on, which stays free between two starts."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")


def _allow(files: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))


class Server:
    """One server on one port and one database; what it writes is kept in its folder.

    Settings are named as in the environment, without their prefix: `Server(folder, PACE="1")`.
    """

    command: tuple[str, ...] = (sys.executable, "-m", "cactustown")
    files = 0  # open files the server may have; 0: as many as this process
    limits: Mapping[str, str] = dict.fromkeys(LIMITS, NO_LIMIT)  # a drill is no person

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database or str(folder / "cactustown.db")
        self.log = folder / f"server-{self.port}.log"
        self.started_at = 0.0  # by time.monotonic()
        named = {**self.limits, "PACE": "0", "LOG_LEVEL": "warning", **settings}
        self._environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("CACTUSTOWN_")},
            **{k: v for k, v in os.environ.items() if k == "CACTUSTOWN_PLAIN"},
            **{f"CACTUSTOWN_{name}": value for name, value in named.items()},
            "CACTUSTOWN_CONFIG": os.devnull,
        }
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if kind is None and self.is_running:
            await self.stop()
        else:
            self.kill()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Starts it and waits until it says that it is ready."""
        self.launch()
        await self.ready()

    def launch(self) -> None:
        """Starts it and waits for nothing."""
        assert not self.is_running
        place = ("--port", str(self.port), "--database", self.database)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.command, "serve", *place],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=partial(_allow, self.files) if self.files else None,
            )
        self.started_at = time.monotonic()

    async def ready(self) -> None:
        """Waits until /readyz says yes."""
        async with httpx.AsyncClient(base_url=self.url, trust_env=False) as http:
            while time.monotonic() < self.started_at + START_SECONDS:
                if not self.is_running:
                    raise self._failed("ended while it was starting")
                try:
                    if (await http.get("/readyz")).status_code == httpx.codes.OK:
                        return
                except httpx.TransportError:
                    pass  # not listening yet
                await asyncio.sleep(LOOK_SECONDS)
        raise self._failed("was not ready in time")

    def kill(self) -> None:
        """Ends it without a warning, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    async def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Asks it to stop: it must end by itself, with 0 and without an error in its log."""
        assert self._process is not None
        self._process.send_signal(by)
        deadline = time.monotonic() + STOP_SECONDS
        while self.is_running:
            if time.monotonic() > deadline:
                self.kill()
                raise self._failed(f"did not stop within {STOP_SECONDS:.0f} s of {by.name}")
            await asyncio.sleep(LOOK_SECONDS)
        if self._process.returncode != 0:
            raise self._failed(f"ended with {self._process.returncode} after {by.name}")
        if "Traceback" in self.written():
            raise self._failed("stumbled")

    def written(self) -> str:
        """All that the server wrote, over all its lives."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def most_memory(self) -> int:
        """The most memory it ever held, in bytes."""
        return self._memory("VmHWM")

    def memory(self) -> int:
        """The memory it holds now, in bytes."""
        return self._memory("VmRSS")

    def _memory(self, which: str) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith(which))
        return int(line.split()[1]) * 1024

    def cpu_seconds(self) -> float:
        """The processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _failed(self, what: str) -> ServerFailed:
        return ServerFailed(f"the server {what}; it wrote:\n{self.written()[-4000:]}")
