"""What was asked and noted about an entry: the disputes that name it, to who may read of them."""

from __future__ import annotations

import msgspec

from referee.disputes.queries import read_at
from referee.disputes.reading import is_asked
from referee.disputes.words import KINDS
from referee.models.disputes import Kind, RowKind
from referee.models.records import Record
from tournaments.access import Actor


class Question(msgspec.Struct, frozen=True):
    """A dispute about an entry, as one reader may know of it; ``notes``: how many statements and notes of it he may
    read."""

    number: int
    title: str
    by: str
    is_open: bool
    notes: int


def questions_about(actor: Actor, record: Record, n: int) -> list[Question]:
    """The disputes about entry ``n`` of which the actor may read, oldest first. Of a decision on a question that a
    player may not read, nothing is told here: it says itself what it is about."""
    asked = []
    for dispute, rows, reader in read_at(actor, record.match, record=record, entry=n):
        if reader.seat and not is_asked(rows):
            continue
        notes = sum(row.kind in (RowKind.STATEMENT, RowKind.NOTE) for row in rows)
        title = KINDS[Kind(dispute.kind)]
        asked.append(Question(dispute.pk, title, dispute.by, dispute.resolved_at is None, notes))
    return asked
