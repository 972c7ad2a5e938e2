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
from cactustown.server.garbage import LOOK_SECONDS, Sweeper
from cactustown.server.logs import configure
from cactustown.server.process import prepare
from cactustown.server.protocol import LARGEST_FRAME
from cactustown.server.proxies import Proxies
from cactustown.server.settings import Settings
from cactustown.server.store.soundness import check_before_serving

GOODBYE_SECONDS = 5
BACKLOG = 2048


def run(settings: Settings, browser: bool) -> None:
    """Serves until it is told to stop."""
    configure(settings)
    check_before_serving(settings.database)
    listening = _listen(settings)
    address = settings.public_url or _address(listening)
    Console(stderr=True).print(f"Cactus Town is at {address} (Ctrl-C stops it)", highlight=False)
    app = make_app(settings)
    sweeper = Sweeper(lambda: app.state.hub.used_at)
    config = serving(app, settings)
    config.callback_notify = sweeper.look
    config.timeout_notify = LOOK_SECONDS
    server = uvicorn.Server(config)
    if browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    prepare()
    server.run([listening])


def serving(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        Proxies(app, settings.trusted_proxies),
        proxy_headers=False,  # see Proxies
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, or asyncio does not turn off the waiting for more to send (TCP_NODELAY), and
    # every ack that follows an update comes 40 ms late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
