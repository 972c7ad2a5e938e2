"""Runs the server in this process until it is told to stop."""

from __future__ import annotations

import socket
import threading
import webbrowser

import uvicorn
from rich.console import Console
from starlette.types import ASGIApp

from cactustown.engine.errors import BadOptions
from cactustown.server.app import make_app
from cactustown.server.door import ACCEPTED_AT_ONCE, door_for
from cactustown.server.garbage import LOOK_SECONDS, Sweeper
from cactustown.server.house import House
from cactustown.server.logs import configure
from cactustown.server.process import prepare
from cactustown.server.protocol import LARGEST_FRAME
from cactustown.server.proxies import Proxies
from cactustown.server.settings import Settings
from cactustown.server.store.soundness import check_before_serving
from cactustown.server.wires import Config, HttpWire, SocketWire

GOODBYE_SECONDS = 5
BACKLOG = 2048
SENT_AHEAD = 128 * 1024  # bytes the system may hold for a slow reader; the rest is counted here


class TownServer(uvicorn.Server):
    """uvicorn; many connections may wait to be accepted, but few are accepted at a time."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(BACKLOG)  # asyncio made the queue as short as what it takes at once


def run(settings: Settings, browser: bool) -> None:
    """Serves until it is told to stop."""
    house = House.with_file(settings.content)
    calm = configure(settings)
    check_before_serving(settings.database)
    prepare()
    listening = _listen(settings)
    address = settings.public_url or _address(listening)
    told = f"Cactus Town is at {address} (Ctrl-C stops it)"
    if house.box is not None:
        told += f"\nNew tables are played with {settings.content}, laid over {house.box.edition}"
    Console(stderr=True).print(told, highlight=False, markup=False, soft_wrap=True)
    app = make_app(settings, house)
    sweeper = Sweeper(lambda: app.state.hub.used_at)
    config = serving(app, settings)

    async def look_round() -> None:
        calm.tell()
        await sweeper.look()

    config.callback_notify = look_round
    config.timeout_notify = LOOK_SECONDS
    server = TownServer(config)
    if browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    server.run([listening])


def serving(app: ASGIApp, settings: Settings) -> Config:
    """How uvicorn serves the application."""
    config = Config(
        Proxies(app, settings.trusted_proxies),
        proxy_headers=False,  # see Proxies
        http=HttpWire,
        ws=SocketWire,
        backlog=ACCEPTED_AT_ONCE,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    config.door = door_for(settings)
    config.frames_per_second = settings.frames_per_second
    return config


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, or asyncio does not turn off the waiting for more to send (TCP_NODELAY), and
    # every ack that follows an update comes 40 ms late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise BadOptions(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; "
            "name another with --port"
        ) from error
    listening.listen(BACKLOG)
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "localhost"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
