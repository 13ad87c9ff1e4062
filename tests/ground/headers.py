"""What every kind of answer of a started site carries, as the table in docs/security.md says; how to look at one."""

from __future__ import annotations

import http.client
import re
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

from tests.ground.places import ROOT

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
#: a header's own words where the answer is Django's, where a file is given out, where the front or the stream answers
POLICY = (
    r"default-src 'self'; script-src 'self'; .*object-src 'none'; base-uri 'none'; .*frame-ancestors 'none'.*"
)
NOTHING = r"default-src 'none'; frame-ancestors 'none'"
NO_PLACE = r"camera=\(\), geolocation=\(\), microphone=\(\), payment=\(\)"
ALWAYS = {"x-content-type-options": "nosniff", "server": "granian"}
DJANGO = ALWAYS | {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": NO_PLACE,
    "x-frame-options": "DENY",
}
FILE = {name: said for name, said in DJANGO.items() if name != "x-frame-options"} | {
    "access-control-allow-origin": r"\*"
}
FRONT = ALWAYS | {
    "content-security-policy": NOTHING,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
#: what any site may show in a frame: one script of ours asks for the same page again, no other runs; nothing is sent,
#: and nothing is of who asks
FRAMED_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
FRAMED = {name: said for name, said in DJANGO.items() if name != "x-frame-options"} | {
    "content-security-policy": re.escape(FRAMED_POLICY),
    "cache-control": r"public, max-age=\d+",
}
STREAM = FRONT | {"access-control-allow-origin": r"\*"}
PRIVATE = {"cache-control": ".*no-store.*"}
#: only by https
NEVER_HERE = "strict-transport-security"
#: what says nothing of how safe an answer is
PLAIN = {
    "content-type", "content-length", "content-disposition", "content-language", "content-encoding", "date", "vary",
    "etag", "last-modified", "location", "set-cookie", "allow", "retry-after", "www-authenticate", "connection",
    "transfer-encoding", "x-accel-buffering", "cache-control", "expires",
}  # fmt: skip


@dataclass
class Told:
    """An answer: its status, and its headers by their names in small letters."""

    status: int
    headers: dict[str, str]
    cookies: list[str] = field(default_factory=list)
    body: bytes = b""


def ask(
    port: int, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> Told:
    """One request on a connection of its own."""
    made = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    made.putrequest(method, path, skip_accept_encoding=True)
    given = dict(headers or {})
    if body is not None:
        given.setdefault("Content-Length", str(len(body)))
    for name, value in given.items():
        made.putheader(name, value)
    made.endheaders(body)
    answer = made.getresponse()
    found = {name.lower(): value for name, value in answer.getheaders()}
    # A stream has no end: its first line is enough.
    text = answer.readline() if "event-stream" in found.get("content-type", "") else answer.read()
    made.close()
    return Told(answer.status, found, answer.headers.get_all("Set-Cookie") or [], text)


def rows(heading: str) -> list[list[str]]:
    """The rows of a table of docs/security.md."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def wrong_with(told: Told, wanted: dict[str, str]) -> list[str]:
    """What an answer lacks, has that it should not, or says otherwise."""
    guards = {name: said for name, said in told.headers.items() if name not in PLAIN or name in wanted}
    found = [f"{name}: {said}" for name, said in guards.items() if name not in wanted]
    found += [
        f"{name} is {guards.get(name)}"
        for name, said in wanted.items()
        if not re.fullmatch(said, guards.get(name, ""))
    ]
    kind = told.headers.get("content-type", "")
    usual = r"application/(json|pdf|manifest\+json)|text/[\w-]+; charset=[\"]?utf-8[\"]?"
    if told.body and not re.fullmatch(usual, kind, re.I):
        found.append(f"content-type is {kind}")
    named = {name for row in rows("Cookies") for name in re.findall(r"`(first_blood_\w+)`", row[0])}
    for text in told.cookies:
        cookie = SimpleCookie(text)
        for name, one in cookie.items():
            if (
                name not in named
                or not one["httponly"]
                or (one["samesite"], one["path"], one["domain"]) != ("Lax", "/", "")
            ):
                found.append(f"cookie {text}")
    return found
