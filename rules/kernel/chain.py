"""The salted hash chain that makes a stored log tamper-evident.

hash(n) = SHA-256( hash(n-1) as 32 raw bytes, nothing before the header
                   + salt as 16 raw bytes + canonical bytes of the entry ), both written as lower-case hex.
Canonical bytes: JSON, keys sorted, no spaces, UTF-8, ``salt`` and ``hash`` left out. Entry 0 is the header.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

import msgspec

from rules.kernel.entries import Entry
from rules.kernel.json_types import JsonObject
from rules.kernel.texts import say

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode
_replace = msgspec.structs.replace
_sha256 = hashlib.sha256
_fromhex = bytes.fromhex
SALT_BYTES = 16
#: how much longer the two make a line
SALT_AND_HASH = len(',"salt":"","hash":""') + 2 * SALT_BYTES + 64


def canonical(entry: JsonObject) -> bytes:
    """The bytes that are hashed: the entry without ``salt`` and ``hash``."""
    return _encode({key: value for key, value in entry.items() if key not in ("salt", "hash")})


def link(previous: bytes, salt: bytes, entry: JsonObject) -> bytes:
    """The 32-byte hash of an entry that follows ``previous``."""
    return hashlib.sha256(previous + salt + canonical(entry)).digest()


def add_chain(
    lines: Iterable[JsonObject], make_salt: Callable[[], bytes], previous: bytes = b""
) -> list[JsonObject]:
    """The same entries with ``salt`` and ``hash``; ``make_salt`` gives 16 random bytes each time (the rules draw
    no randomness of their own)."""
    out = []
    for entry in lines:
        salt = make_salt()
        if len(salt) != SALT_BYTES:
            raise ValueError(say("salt_length_wrong", salt_bytes=SALT_BYTES, count=len(salt)))
        previous = link(previous, salt, entry)
        plain = {key: value for key, value in entry.items() if key not in ("salt", "hash")}
        out.append({**plain, "salt": salt.hex(), "hash": previous.hex()})
    return out


class ChainReader:
    """Checks a chain line by line as a log is read; stops looking at the first break."""

    def __init__(self) -> None:
        self.previous = b""
        self.started = False
        self.broken: tuple[int, str] | None = None

    def check_read(self, n: int, raw: bytes, entry: Entry) -> None:
        """As ``check``, of a line that was read as ``entry`` already. Where nothing but the salt and the hash tells the
        line's length from that of the entry written anew, the line says just what the entry says."""
        salt = entry.salt
        if self.started and salt is not None and self.broken is None:
            try:
                written = _encode(_replace(entry, hash=None, salt=None))
                digest = _sha256(self.previous + _fromhex(salt) + written).digest()
            except (ValueError, RecursionError):
                written = b""
            if len(written) + SALT_AND_HASH == len(raw) and digest.hex() == entry.hash:
                self.previous = digest
                return
        self.check(n, raw)

    def check(self, n: int, raw: bytes) -> None:
        """``raw`` is the line of entry ``n``. Remembers the first break in ``broken``: (entry, what is wrong)."""
        if self.broken is None:
            self.check_plain(n, _decode(raw))

    def check_plain(self, n: int, entry: JsonObject) -> None:
        """As ``check``, of a line decoded already; the line is changed."""
        given, salt = entry.pop("hash", None), entry.pop("salt", None)
        if given is None:
            if self.started:
                self.broken = (n, say("hash_missing"))
            return
        if n and not self.started:
            self.broken = (n, say("hash_after_entries_without"))
            return
        self.started = True
        try:
            salted = bytes.fromhex(salt)
            digest = hashlib.sha256(self.previous + salted + _encode(entry)).digest()
            if len(salted) != SALT_BYTES:
                raise ValueError
        except (TypeError, ValueError, OverflowError, RecursionError):
            self.broken = (n, say("salt_malformed"))
            return
        if given != digest.hex():
            self.broken = (
                n,
                say("hash_does_not_fit"),
            )
            return
        self.previous = digest

    @property
    def head(self) -> str | None:
        return self.previous.hex() if self.started and self.broken is None else None
