"""What a host may watch, for Prometheus; in a registry of its own, so that servers do not mix."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "WEBSOCKET")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counters that the parts of a server turn."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "cactustown_requests",
            "HTTP requests",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self.tables = self._gauge("tables", "tables in memory")
        self.unreadable = self._gauge("unreadable_tables", "tables found that cannot be read")
        self.sockets = self._gauge("sockets", "open WebSockets")
        self.moves = Counter("cactustown_moves", "choices played", registry=self.registry)
        self.refusals = Counter(
            "cactustown_refusals", "commands refused", ("code",), registry=self.registry
        )
        self.ack_seconds = self._histogram("ack", "from a command's arrival to its ack")
        self.bot_seconds = self._histogram("bot", "a bot's thinking about one choice")
        self.append_seconds = self._histogram("append", "writing one row to the log")
        memory = self._gauge("resident_memory_bytes", "memory of the server's process")
        memory.set_function(resident_bytes)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"cactustown_{name}", text, registry=self.registry)

    def _histogram(self, name: str, text: str) -> Histogram:
        return Histogram(
            f"cactustown_{name}_seconds", text, buckets=SECONDS, registry=self.registry
        )

    def request(self, route: str, method: str, status: int) -> None:
        """Counts a request; whatever a client may invent has one name."""
        method = method if method in METHODS else "other"
        self.requests.labels(route, method, str(status)).inc()

    def render(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self.registry)


def resident_bytes() -> float:
    """The memory this process holds now; where the system does not say, the most it ever held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return float(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(most if sys.platform == "darwin" else most * 1024)
