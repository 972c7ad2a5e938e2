"""A PostgreSQL of our own for tests: in a temporary folder, on a socket there, and easy to hurt."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

START_S = 60.0
OWNER = "cactustown"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "log_min_messages": "fatal",
    "recovery_init_sync_method": "syncfs",  # one call instead of one for each of 1,000 files
}


class Postgres:
    """A running server. Root may not run one, so then it runs as somebody else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = find_programs()
        self.user = _somebody() if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        self._used: list[str] = []
        self._free: list[str] = []
        if self.user is not None:
            shutil.chown(folder, self.user)
        self._run("initdb", "-D", self._data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "-N")
        self.restart()

    @property
    def url(self) -> str:
        """The address of the database that is always there."""
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database: a fresh one, or one that was used and wiped."""
        if self._free:
            name = self._free.pop()
            self._sql(
                f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                f" WHERE datname = '{name}'",
                f"ALTER DATABASE {name} RESET ALL",
            )
            self._sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public", database=name)
        else:
            name = f"town_{uuid.uuid4().hex}"
            self._sql(f"CREATE DATABASE {name}")
        self._used.append(name)
        return self.url_of(name)

    def all_done(self) -> None:
        """The databases handed out so far may be wiped and handed out again."""
        self._free += self._used
        self._used = []

    def restart(self) -> None:
        """Starts the server, again if it was stopped or killed, and waits until it answers."""
        if self._process is not None:
            self.kill()
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", self._data, "-k", self.folder, *settings],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_S
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                log_text = (self.folder / "log").read_text("utf-8", "replace")
                raise RuntimeError(f"PostgreSQL did not start: {log_text[-2000:]}")
            time.sleep(0.02)

    def answers(self) -> bool:
        words = ("-q", "-h", str(self.folder), "-U", OWNER, "-d", "postgres", "-t", "1")
        return subprocess.run([self.programs / "pg_isready", *words], check=False).returncode == 0

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """All its processes stand still; connections stay, and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _signal(self, number: signal.Signals) -> None:
        """To the first process, which then starts no more, and to all it started."""
        assert self._process is not None, "PostgreSQL is not running"
        first = self._process.pid
        if number == signal.SIGKILL:
            os.kill(first, signal.SIGSTOP)
        else:
            os.kill(first, number)
        for pid in _children(first):
            with suppress(ProcessLookupError):  # gone by itself
                os.kill(pid, number)
        if number == signal.SIGKILL:
            os.kill(first, number)

    def _sql(self, *statements: str, database: str = "postgres") -> None:
        words = [word for statement in statements for word in ("-c", statement)]
        self._run("psql", "-q", "-h", str(self.folder), "-U", OWNER, "-d", database, *words)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self.programs / program, *words],
            cwd=self.folder,
            user=self.user,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr or done.stdout}")


def find_programs() -> Path:
    """Where PostgreSQL's server programs lie; the newest, where there are several."""
    folders = sorted(
        Path("/usr/lib/postgresql").glob("[0-9]*/bin"),
        key=lambda folder: float(folder.parent.name),
        reverse=True,
    )
    found = shutil.which("initdb")
    for folder in [*folders, *([Path(found).resolve().parent] if found else [])]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise RuntimeError("these tests need a PostgreSQL server: install Debian's package postgresql")


def _somebody() -> str:
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def _children(parent: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    pairs = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, above in pairs if int(above) == parent]


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A server that is there until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="cactustown-pg-"))
    server: Postgres | None = None
    try:
        server = Postgres(folder)
        yield server
    finally:
        if server is not None:
            server.kill()
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One server for all tests of a process."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> Iterator[Postgres]:
    """The server, in good health; each test makes databases of its own there."""
    yield postgres_server
    if not postgres_server.answers():
        postgres_server.restart()
    postgres_server.all_done()
