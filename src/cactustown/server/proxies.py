"""Takes the word of proxies, and of nobody else, for where a request comes from.

Anybody else could name as many addresses as they like, with a fresh limit for each.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

log = structlog.get_logger("cactustown.proxies")
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded")
MOST_TOLD = 5  # addresses that are told of in the log: anybody can send a header


class Proxies:
    """The outermost layer: puts the client's address in the place of a trusted proxy's.

    The nearest address that is no trusted proxy counts: what stands further left in
    X-Forwarded-For may be anybody's invention.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        inner: ProxyHeadersMiddleware = ProxyHeadersMiddleware(app, with_mapped(trusted))  # type: ignore[arg-type]
        self._inner = inner
        self._told: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            self._look_at(scope)
        await self._inner(scope, receive, send)  # type: ignore[arg-type]

    def _look_at(self, scope: Scope) -> None:
        """Tells the operator of what may be a proxy that was forgotten in the settings."""
        if len(self._told) == MOST_TOLD:
            return
        if not any(name in FORWARDED for name, _ in scope["headers"]):
            return
        client = scope.get("client")
        address = str(client[0]) if client else ""
        if not address or address in self._told or address in self._inner.trusted_hosts:
            return
        self._told.add(address)
        log.warning(
            "forwarded address not believed",
            address=address,
            hint=f'if this is your proxy, set trusted_proxies = ["{address}"]; until then'
            " everybody who comes through it shares its limits",
        )


def with_mapped(trusted: Sequence[str]) -> list[str]:
    """These addresses and networks, and how they look to a socket for IPv6 and IPv4 alike."""
    networks = [ipaddress.ip_network(each) for each in trusted]
    mapped = [
        f"::ffff:{network.network_address}/{96 + network.prefixlen}"
        for network in networks
        if network.version == 4
    ]
    return [*trusted, *mapped]
