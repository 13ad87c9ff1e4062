"""Whether the chains of logs hold: of files, and of all that the site stores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from referee.logs.codes import LogCode, file_fits, fits
from referee.logs.storage import stored_log
from referee.models.records import Record
from rules.kernel.errors import LogError
from rules.kernel.log import game_of, read_log
from rules.registry import load

#: So many rows are held at once.
AT_ONCE = 200
NO_SUCH_HASH = "does not have the hash that the code says"


class Chain(msgspec.Struct, frozen=True):
    """What is to be said of the chain of one log. ``none``: the file has no hashes, which is no fault. ``sent_broken``:
    the site stored it sound, but it came with a broken chain. ``entry``: the first that does not fit, 0 the header."""

    log: str
    state: Literal["sound", "none", "broken", "sent_broken", "unreadable"]
    entry: int | None = None
    message: str = ""
    head: str = ""


def of_file(name: str, data: bytes) -> Chain:
    """The chain of a log in a file."""
    try:
        log = read_log(data, load(game_of(data)).all_verbs)
    except LogError as error:
        return Chain(name, "unreadable", message=str(error))
    if log.chain is not None:
        return Chain(name, "broken", *log.chain)
    return Chain(name, "none") if log.head is None else Chain(name, "sound", head=log.head)


def of_stored(records: Iterable[Record]) -> Iterator[Chain]:
    """The chains of stored logs."""
    return map(of_record, records)


def of_record(record: Record, code: LogCode | None = None) -> Chain:
    """The chain of a stored log, read anew, against the head that the site signed when it was written, and whether it
    has the hash that a code says, where one is given."""
    name = f"record {record.pk}, match {record.match_id}, game {record.game_number}"
    try:
        log = stored_log(record, record.match.round.event.game)
    except LogError as error:
        return Chain(name, "broken", message=str(error))
    sent_broken = record.broken_at is not None and log.chain == (record.broken_at, record.broken_how)
    if log.chain is not None and not sent_broken:
        return Chain(name, "broken", *log.chain)
    if code is not None and not fits(log, code):
        return Chain(name, "broken", code.entry, NO_SUCH_HASH)
    if log.chain is not None:
        return Chain(name, "sent_broken", *log.chain)
    return Chain(name, "sound", head=log.head or "")


def of_code(code: LogCode) -> Chain | None:
    """The same of the stored log that a code is of; None where there is no such log."""
    record = Record.objects.select_related("match__round__event").filter(pk=code.record).first()
    return None if record is None else of_record(record, code)


def of_file_and_code(name: str, data: bytes, code: LogCode) -> Chain:
    """The chain of a file, and whether the file is the log of a code."""
    chain = of_file(name, data)
    if chain.state == "unreadable" or (chain.state == "broken" and (chain.entry or 0) <= code.entry):
        return chain
    if not file_fits(data, code):
        return Chain(name, "broken", code.entry, NO_SUCH_HASH)
    return chain


def all_stored() -> Iterator[Record]:
    """Every stored log, replaced ones too, a few at a time."""
    rows = Record.objects.select_related("match__round__event").order_by("pk")
    return rows.iterator(chunk_size=AT_ONCE)
