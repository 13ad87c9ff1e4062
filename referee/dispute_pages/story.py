"""A dispute's story for one reader: its rows in order, each with its heading, and who does what next."""

from __future__ import annotations

from datetime import datetime

import msgspec

from referee.disputes.reading import Reader, is_asked, rows_for
from referee.disputes.words import KINDS, ROWS, next_step
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from tournaments.messages import message as _

#: Of whom a row is kept, where somebody who reads it could think that all read it.
KEPT = {
    VisibleTo.STAFF: _("staff only"),
    VisibleTo.JUDGES: _("judges only"),
    VisibleTo.SEATS: _("not for everybody at the table"),
}


class Told(msgspec.Struct, frozen=True):
    """One row as it is told: ``kept`` says for whom alone it is, empty where all at the table may read it."""

    row: DisputeRow
    heading: str
    text: str
    by: str
    at: datetime
    kept: str


class Story(msgspec.Struct, frozen=True):
    """What the page of a dispute tells. ``asked``: the question is among the rows."""

    title: str
    asked: bool
    rows: list[Told]
    next: str


def story_of(dispute: Dispute, reader: Reader) -> Story:
    """The story as this reader may know it."""
    rows = rows_for(dispute, reader)
    asked = is_asked(rows)
    title = KINDS[Kind(dispute.kind)] if asked or not reader.seat else _("A decision at your table")
    return Story(title, asked, [_told(row) for row in rows], next_step(dispute) if asked else "")


def _told(row: DisputeRow) -> Told:
    kept = KEPT.get(VisibleTo(row.visible_to), "")
    return Told(row, ROWS[RowKind(row.kind)], row.said, row.by, row.at, kept)
