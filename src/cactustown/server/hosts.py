"""By which names and addresses this server may be called.

Any site can point a name of its own at this machine, and then read in its visitors' browsers what
they may read here (DNS rebinding). Only the Host header still says by which name they came.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from cactustown.server.settings import Settings

Number = ipaddress.IPv4Address | ipaddress.IPv6Address
WILDCARDS = ("", "0", "0.0.0.0", "::")
USUAL_PORTS = {"http": "80", "https": "443"}
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII)


class Hosts:
    """The names of one server: those that were set, else those by which its machine is found.

    The port is not compared for the latter: a tunnel or container may have another one outside,
    and a name that leads elsewhere is as foreign with the right port.
    """

    def __init__(self, settings: Settings) -> None:
        urls = (settings.public_url, *settings.origins)
        self._published = {place for url in urls if url for place in _places(url)}
        self._is_public = bool(settings.public_url)
        self._is_wildcard = settings.host in WILDCARDS
        self._bound = None if self._is_wildcard else _number(settings.host)
        own = _machine_names() if self._is_wildcard else {settings.host.lower()}
        self._names = {"localhost", *own}

    def knows(self, scope: Scope) -> bool:
        """Whether a request calls this server by a name of its own."""
        host = _host(scope)
        if host in self._published:
            return True
        return not self._is_public and self._is_of_this_machine(host, scope)

    def _is_of_this_machine(self, host: str, scope: Scope) -> bool:
        name, number = _parted(host)
        if number is None:
            return name in self._names
        if number.is_loopback or number in (self._bound, _connected_to(scope)):
            return True
        return self._is_wildcard and is_own_address(number)


def is_local(scope: Scope) -> bool:
    """Whether a request calls this server as only its own machine can."""
    name, number = _parted(_host(scope))
    return name == "localhost" or (number is not None and number.is_loopback)


def is_own_address(number: Number) -> bool:
    """Whether an interface of this machine has this address: only then can it be bound."""
    if number.is_unspecified or number.is_multicast:
        return False
    family = socket.AF_INET if number.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((str(number), 0))
    except OSError:
        return False
    return True


def _places(url: str) -> set[str]:
    """An origin's host and port as browsers send them in Host, and with the usual port."""
    parts = urlsplit(url)
    usual = USUAL_PORTS[parts.scheme]
    return {parts.netloc} if parts.port else {parts.netloc, f"{parts.netloc}:{usual}"}


def _machine_names() -> set[str]:
    whole = socket.gethostname().lower().rstrip(".")
    short = whole.partition(".")[0]
    return {whole, short, f"{short}.local"} if short else set()


def _host(scope: Scope) -> str:
    """The Host header; several of them are none."""
    hosts = Headers(scope=scope).getlist("host")
    return hosts[0].lower() if len(hosts) == 1 else ""


def _parted(host: str) -> tuple[str, Number | None]:
    """The name in a Host header, or the number if it is one; neither where it is malformed."""
    found = _HOST.fullmatch(host)
    if found is None:
        return "", None
    bracketed, name = found.groups()
    if bracketed is not None:
        return "", _number(bracketed) if ":" in bracketed else None
    return name.removesuffix("."), _number(name)


def _number(address: str) -> Number | None:
    """An address as a number, of IPv4 always the same one; None if it is a name."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped:
        return number.ipv4_mapped
    return number


def _connected_to(scope: Scope) -> Number | None:
    """The address of this machine to which the client, or its proxy, has connected."""
    server = scope.get("server")
    return _number(str(server[0])) if server else None
