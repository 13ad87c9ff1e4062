"""What the site reaches when people give it an address: never the operator's own network, by whatever spelling."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

import pytest

from tests.tournaments.webhooks.listener import listening
from tournaments import outgoing
from tournaments.outgoing import Limits, Refused, checked_addresses, may_reach, post, split

LOCAL = Limits(plain=True, allowed=(ipaddress.ip_network("127.0.0.1/32"),))

# by the registries of special addresses (RFC 6890 and its successors), each with what it is
INNER = {
    "127.0.0.1": "loopback", "10.1.2.3": "private", "172.16.0.1": "private", "192.168.178.1": "private",
    "169.254.169.254": "link-local, the metadata of clouds", "100.64.0.1": "shared by a carrier", "0.0.0.0": "this",
    "224.0.0.1": "multicast", "239.255.255.250": "multicast", "240.0.0.1": "reserved", "255.255.255.255": "broadcast",
    "192.0.2.1": "documentation", "198.18.0.1": "benchmarks", "192.88.99.1": "6to4 relay",
    "::": "unspecified", "::1": "loopback", "fe80::1": "link-local", "fc00::1": "private", "fec0::1": "site-local",
    "ff02::1": "multicast", "::ffff:10.0.0.1": "mapped", "::ffff:8.8.8.8": "mapped", "::7f00:1": "compatible",
    "64:ff9b::7f00:1": "NAT64", "64:ff9b:1::1": "NAT64 of one's own", "2002:7f00:1::1": "6to4", "2001::1": "Teredo",
    "2001:db8::1": "documentation",
}  # fmt: skip


@pytest.mark.parametrize("text", INNER)
def test_no_inner_address_is_reached(text: str) -> None:
    assert not may_reach(ipaddress.ip_address(text), Limits())


@pytest.mark.parametrize("text", ["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a01:4f8::1"])
def test_hosts_of_the_internet_are_reached_unless_the_operator_refuses_them(text: str) -> None:
    address = ipaddress.ip_address(text)
    assert may_reach(address, Limits())
    assert not may_reach(
        address, Limits(refused=(ipaddress.ip_network(text),), allowed=(ipaddress.ip_network(text),))
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "//example.org/", "https:///x", "https://", "example.org",
        "https://user@example.org/", "https://user:word@example.org/", "https://example.org/#part",
        "https://example.org:22/", "https://example.org:0/", "https://example.org:99999/",
        "https://example.org/a b", "https://example.org/\r\nHost:x", "https://exämple.org/", "https://e\\x.org/",
        "https://example.org/" + "x" * 500,
    ],
)  # fmt: skip
def test_addresses_that_are_not_taken(url: str) -> None:
    with pytest.raises(Refused, match="address"):
        split(url, Limits())


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.1", "2130706433", "::1"])
def test_a_name_counts_as_what_it_means(host: str) -> None:
    with pytest.raises(Refused, match=r"inner|unknown_host"):
        checked_addresses(host, 443, Limits())


def entry(address: str) -> tuple[Any, ...]:
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))


def test_one_inner_address_among_others_refuses_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [entry("8.8.8.8"), entry("10.0.0.1")])
    with pytest.raises(Refused, match="inner"):
        post("https://example.org/", b"", {}, Limits())


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means another address a moment later is asked once only."""
    asked: list[str] = []
    reached: list[object] = []

    def lookup(host: str, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
        asked.append(host)
        return [entry("8.8.8.8" if len(asked) == 1 else "127.0.0.1")]

    def connect(address: object, *_: Any) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Refused, match="network"):
        post("https://example.org/hook", b"", {}, Limits())
    assert (asked, reached) == (["example.org"], [("8.8.8.8", 443)])


def test_no_redirect_is_followed_and_the_whole_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as there, listening() as inner:
        there.status, there.location = 307, inner.url
        assert post(there.url, b"{}", {"x": "1"}, LOCAL) == 307
        assert not inner.heard
        headers, body = there.heard[0]
        assert (headers["host"], headers["x"], body) == (f"127.0.0.1:{there.port}", "1", b"{}")
        monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.2)
        inner.drips = True
        with pytest.raises(Refused, match="time"):
            post(inner.url, b"{}", {}, LOCAL)
