"""The file of a backup: a compressed tar that ends with the list of what is in it, so that one cut short is known.

`header.json` comes first, then `tables/NAME/0000.jsonl` with rows and `files/…` with the site's files, `contents.json`
last: each member's size and SHA-256.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from config.backups.errors import BadBackup

FORMAT = 1
HEADER, CONTENTS = "header.json", "contents.json"
#: A member is read whole: a part of a table has no more bytes than that, but for a single row that is larger.
PART = 4 * 1024 * 1024
#: Names of members: no step upwards, nothing hidden at the top.
NAME = re.compile(r"(?:tables/[a-z0-9_]+/\d{4,}\.jsonl|files/[^/\\\x00]+(?:/[^/\\\x00]+)*)\Z")


class Header(msgspec.Struct):
    """What a backup says of itself: when it was made, of which kind of database, at which state of the tables, and by
    which secret key (its fingerprint)."""

    backup: int
    made: str
    database: str
    migrations: list[tuple[str, str]]
    key: str


class Writer:
    """Writes a backup to a file that need not be one on a disk."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self._packed = gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=5, mtime=0)
        self._tar = tarfile.open(fileobj=self._packed, mode="w|")  # noqa: SIM115 - closed by `close`
        self.contents: dict[str, tuple[int, str]] = {}
        self.add(HEADER, msgspec.json.encode(header))

    def add(self, name: str, body: bytes) -> None:
        """One member."""
        self.contents[name] = (len(body), hashlib.sha256(body).hexdigest())
        self._put(name, body)

    def close(self) -> None:
        """The list of all that is in it; without it the file is not whole."""
        self._put(CONTENTS, msgspec.json.encode(self.contents))
        self._tar.close()
        self._packed.close()

    def _put(self, name: str, body: bytes) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode = len(body), 0o600
        self._tar.addfile(member, io.BytesIO(body))


def members(file: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """What is in a backup, in its order, the list at its end apart, against which each is held. Raises BadBackup."""
    seen: dict[str, tuple[int, str]] = {}
    listed: Any = None
    try:
        with tarfile.open(fileobj=file, mode="r|gz") as tar:
            for member in tar:
                body = tar.extractfile(member) if member.isreg() else None
                if body is None or listed is not None:
                    raise BadBackup(f"It holds {member.name}, which no backup has.")
                read = body.read()
                if member.name == CONTENTS:
                    listed = msgspec.json.decode(read, type=dict[str, tuple[int, str]])
                    continue
                if member.name in seen or not (seen or member.name == HEADER):
                    raise BadBackup("It does not begin as a backup does, or holds something twice.")
                if seen and NAME.match(member.name) is None:
                    raise BadBackup(f"It holds {member.name}, which no backup has.")
                if ".." in member.name.split("/"):
                    raise BadBackup(f"It holds {member.name}, which leads out of its folder.")
                seen[member.name] = (len(read), hashlib.sha256(read).hexdigest())
                yield member.name, read
    except (tarfile.TarError, EOFError, OSError, zlib.error, msgspec.DecodeError) as error:
        raise BadBackup(f"It is not whole, or no backup: {error}") from None
    if listed is None:
        raise BadBackup("It is not whole: its end is missing.")
    for name in sorted(seen.keys() | listed.keys()):
        if seen.get(name) != listed.get(name):
            raise BadBackup(f"{name} is not what was written.")


def header_of(name: str, body: bytes) -> Header:
    """The first member. Raises BadBackup, also for a later format."""
    try:
        told = msgspec.json.decode(body)
        number = told["backup"]
    except (msgspec.DecodeError, KeyError, TypeError):
        raise BadBackup("It is no backup of this site.") from None
    if name != HEADER or number != FORMAT:
        raise BadBackup(
            f"It is a backup of format {number!r}; this version of the site reads format {FORMAT}."
        )
    try:
        return msgspec.convert(told, Header)
    except msgspec.ValidationError as error:
        raise BadBackup(f"Its header makes no sense: {error}.") from None
