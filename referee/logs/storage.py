"""A record's lines: put together for reading, added to for writing."""

from __future__ import annotations

from referee.logs.hash_chain import is_signed
from referee.models.records import Record, RecordPart
from rules.kernel.log import Log, read_log
from rules.registry import load


def body(record: Record) -> bytes:
    """The whole log as it is stored, chain included, as far as the record's row says it goes: lines that came in after
    the row was read would not fit its head."""
    parts = record.parts.filter(first__lte=record.entries).order_by("first")
    return "".join(parts.values_list("body", flat=True)).encode()


def stored_log(record: Record, game_name: str, data: bytes | None = None) -> Log:
    """The log read back (``data``: its lines, where they were read already). Its chain is checked against the head
    the site signed; a difference is a break of the chain. What was broken when it was sent stays known."""
    log = read_log(body(record) if data is None else data, load(game_name).all_verbs)
    broken = log.chain
    if broken is None:
        sound = log.head == record.head and is_signed(
            record.match_id, record.game_number, record.head, record.signature
        )
        if not sound:
            broken = (len(log.entries), "does not end in the hash that the site signed")
        elif record.broken_at is not None:
            broken = (record.broken_at, record.broken_how)
    return Log(log.header, log.entries, log.lines, (), broken, log.head)


def add_part(record: Record, first: int, text: str) -> None:
    """Adds lines. Raises ``IntegrityError`` when somebody else was first."""
    RecordPart.objects.create(record=record, first=first, body=text)
