"""The code of a stored log, to be written down when a game is over and held against the log later.

It says which log of this site it is, up to which entry, and the first 97 bits of the hash of that entry, which stands
for all before it. Each entry is hashed with a random salt of its own, so that the code tells nothing of what it says.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.models.records import Record
from rules.kernel.entries import BadEntry
from rules.kernel.errors import LogError
from rules.kernel.log import Log, game_of, read_log
from rules.registry import load
from tournaments.typed_codes import SIGNS, check_sign, typed

#: Bits of the log's number, of the entry's, and of the hash: 145 make 29 signs, and one that shows a mistyped code.
NUMBER, ENTRY, HASH = 32, 16, 97
DIGIT = 5
LENGTH = (NUMBER + ENTRY + HASH) // DIGIT + 1
GROUP = 5


class LogCode(NamedTuple):
    """What a code says: the number of the log, the entry up to which it goes (0: the header), the beginning of its
    hash as a number."""

    record: int
    entry: int
    hash: int


def code_of_log(record: Record) -> str:
    """The code of a log as it is now, in groups: ``04Q2M-…``; empty for one that is too large for a code."""
    if record.pk >= 1 << NUMBER or record.entries >= 1 << ENTRY:
        return ""
    number = (record.pk << ENTRY | record.entries) << HASH | begin_of(record.head)
    signs = ""
    for _place in range(LENGTH - 1):
        number, digit = divmod(number, 1 << DIGIT)
        signs = SIGNS[digit] + signs
    whole = signs + check_sign(signs)
    return "-".join(whole[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def read_code(code: str) -> LogCode | None:
    """What a code says, however it was typed; None for what is none."""
    said = typed(code)
    if len(said) != LENGTH or any(sign not in SIGNS for sign in said):
        return None
    if check_sign(said[:-1]) != said[-1]:
        return None
    number = 0
    for sign in said[:-1]:
        number = number << DIGIT | SIGNS.index(sign)
    entry = number >> HASH & ((1 << ENTRY) - 1)
    return LogCode(number >> (ENTRY + HASH), entry, number & ((1 << HASH) - 1))


def begin_of(digest: str) -> int:
    """The bits of a hash that a code holds."""
    return int(digest, 16) >> (256 - HASH)


def fits(log: Log, code: LogCode) -> bool:
    """Whether the log has the hash of a code at its entry."""
    return hash_begins_with(hash_at(log, code.entry), code.hash)


def file_fits(data: bytes, code: LogCode) -> bool:
    """Whether a file is the log of a code: its chain holds up to the entry that the code names, and has that hash."""
    try:
        log = read_log(data, load(game_of(data)).all_verbs)
    except LogError:
        return False
    return (log.chain is None or log.chain[0] > code.entry) and fits(log, code)


def hash_begins_with(digest: str | None, begin: int) -> bool:
    """Whether a hash begins with these bits."""
    try:
        return digest is not None and len(digest) == 64 and begin_of(digest) == begin
    except ValueError:
        return False


def hash_at(log: Log, n: int) -> str | None:
    """The hash of an entry (0: the header); None where there is none."""
    if n == 0:
        return log.header.hash
    if n > len(log.entries):
        return None
    entry = log.entries[n - 1]
    digest = entry.raw.get("hash") if isinstance(entry, BadEntry) else entry.hash
    return digest if isinstance(digest, str) else None
