"""Requests that the site itself makes to addresses people gave it. Never into the operator's own network: names are
looked up here, every address of them is checked, and the connection goes to the very one that was checked. No redirect
is followed, no proxy asked, no body read, and the whole has an end in time. Knows nothing of what is sent.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import SplitResult, urlsplit

import certifi
from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MAX_LENGTH = 500
CONNECT_SECONDS, TOTAL_SECONDS = 5.0, 12.0
#: The internet proper of version 6, and what in it leads elsewhere: 6to4, Teredo and others, documentation.
UNICAST = ipaddress.ip_network("2000::/3")
LEADING_IN = tuple(
    map(ipaddress.ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "192.88.99.0/24"))
)


class Refused(Exception):
    """Nothing was sent, or nothing came of it. `code`: address, unknown_host, inner, certificate, time or network."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Limits:
    """What the operator allows: plain http, inner networks to be reached all the same, outer ones never to be."""

    plain: bool = False
    allowed: Sequence[Network] = field(default_factory=tuple)
    refused: Sequence[Network] = field(default_factory=tuple)


def site_limits() -> Limits:
    """What the operator lets this site reach."""
    return Limits(
        plain=settings.OUTGOING_HTTP,
        allowed=settings.OUTGOING_NETWORKS,
        refused=settings.OUTGOING_REFUSED_NETWORKS,
    )


def is_inner(address: Address) -> bool:
    """Whether the address is anything but a host on the internet: private, loopback, link-local, shared by a carrier,
    multicast, reserved, or one that stands for another address."""
    if isinstance(address, ipaddress.IPv6Address) and address not in UNICAST:
        return True
    leads_in = any(address.version == network.version and address in network for network in LEADING_IN)
    return leads_in or not address.is_global or address.is_multicast or address.is_reserved


def may_reach(address: Address, limits: Limits) -> bool:
    """Whether the site may connect to the address. One of version 4 written as one of version 6 counts as itself, for
    the operator's own networks, and as inner otherwise."""
    plain = getattr(address, "ipv4_mapped", None) or address
    if _within(plain, limits.refused):
        return False
    return _within(plain, limits.allowed) or not is_inner(address)


def _within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def split(url: str, limits: Limits) -> SplitResult:
    """The parts of an address to which the site would send. Raises Refused; it looks up nothing."""
    if len(url) > MAX_LENGTH or not url.isascii() or not url.isprintable() or set(url) & set(' "<>\\^`{|}'):
        raise Refused("address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("address") from None
    wrong = (
        parts.scheme not in (("https", "http") if limits.plain else ("https",))
        or not parts.hostname
        or parts.username is not None
        or parts.password is not None
        or bool(parts.fragment)
        or (port is not None and port < 1024 and port not in (80, 443))
    )
    if wrong:
        raise Refused("address")
    return parts


def checked_addresses(host: str, port: int, limits: Limits) -> list[str]:
    """The addresses of the host, all of which may be reached. Raises Refused."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise Refused("unknown_host") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    for text in addresses:
        try:
            fits = may_reach(ipaddress.ip_address(text.split("%")[0]), limits)
        except ValueError:
            fits = False
        if not fits:
            raise Refused("inner")
    return addresses


class _Pinned(http.client.HTTPConnection):
    """A connection to one of the addresses that were checked, whatever the name means by now."""

    def __init__(
        self, host: str, port: int, addresses: Sequence[str], context: ssl.SSLContext | None
    ) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS)
        self.addresses, self.context, self.was_cut = addresses[:2], context, False

    def connect(self) -> None:
        failure: OSError | None = None
        for address in self.addresses:
            try:
                self.sock = socket.create_connection((address, self.port), CONNECT_SECONDS)
                break
            except OSError as error:
                failure = error
        else:
            raise failure or OSError("no address")
        if self.context is not None:
            self.sock = self.context.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """Ends it from another thread, whatever it waits for."""
        self.was_cut = True
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            return


def post(url: str, body: bytes, headers: Mapping[str, str], limits: Limits) -> int:
    """Sends the body; gives the status of the answer, of which no more than the head is read. Raises Refused."""
    parts = split(url, limits)
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    connection = _Pinned(host, port, checked_addresses(host, port, limits), _context() if secure else None)
    end = threading.Timer(TOTAL_SECONDS, connection.cut)
    end.daemon = True
    end.start()
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(
            "POST", path, body, {"User-Agent": "First-Blood", "Connection": "close", **headers}
        )
        return connection.getresponse().status
    except ssl.SSLCertVerificationError:
        raise Refused("certificate") from None
    except TimeoutError:
        raise Refused("time") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise Refused("time" if connection.was_cut else "network") from None
    finally:
        end.cancel()
        connection.close()


@cache
def _context() -> ssl.SSLContext:
    """Certificates are checked by the list that is installed with the site, and by the machine's own."""
    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context
