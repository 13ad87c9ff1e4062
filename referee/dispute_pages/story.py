"""A dispute's story for one reader: its rows in order, each with its heading, and who does what next."""

from __future__ import annotations

from datetime import datetime

import msgspec

from referee.appeals.words import HOW
from referee.disputes.queries import disputes_at, number_in_event
from referee.disputes.reading import Reader, is_asked, reader_of, rows_for, sides_in, sides_shown
from referee.disputes.words import KINDS, ROWS, next_step
from referee.models.appeals import How
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.pictures import DisputePicture
from tournaments.access import Actor
from tournaments.messages import joined
from tournaments.messages import message as _
from tournaments.models.rounds import Match

#: Of whom a row is kept, where somebody who reads it could think that all read it.
KEPT = {
    VisibleTo.STAFF: _("staff only"),
    VisibleTo.JUDGES: _("judges only"),
    VisibleTo.SEATS: _("not for everybody at the table"),
}


class Told(msgspec.Struct, frozen=True):
    """One row as it is told: ``kept`` says for whom alone it is, empty where all at the table may read it; ``mine``:
    the reader wrote it, or may rule on it."""

    row: DisputeRow
    heading: str
    text: str
    by: str
    at: datetime
    kept: str
    mine: bool

    @property
    def picture(self) -> DisputePicture | None:
        """The picture; None where the row has none any more."""
        return getattr(self.row, "picture", None)

    @property
    def superseded(self) -> bool:
        """Whether it is a ruling that another has superseded."""
        ruling = self.row.ruling if self.row.kind == RowKind.RULING else None
        return ruling is not None and ruling.newer is not None

    @property
    def gone(self) -> bool:
        """Whether the row had a picture that was erased."""
        return self.row.kind == RowKind.PICTURE and self.picture is None

    @property
    def erase_id(self) -> str:
        """The id of the step that erases the picture."""
        return f"erase-{self.row.pk}"


class Story(msgspec.Struct, frozen=True):
    """What the page of a dispute tells. ``asked``: the question is among the rows; ``shown``: everybody at the table
    may read the statements; ``may_show``: there is a statement that a judge could show them."""

    title: str
    asked: bool
    rows: list[Told]
    next: list[str]
    shown: bool
    may_show: bool


def story_of(dispute: Dispute, reader: Reader) -> Story:
    """The story as this reader may know it."""
    rows = rows_for(dispute, reader)
    asked = is_asked(rows)
    title = title_of(dispute, reader, asked=asked)
    every = list(dispute.rows.all())
    letters = {seat.letter for seat in dispute.match.seats.all()}
    shown = sides_shown(every, letters)
    sides = len(letters & sides_in(every))
    steps = [next_step(dispute)] if asked and dispute.resolved_at is None else []
    if steps and sides and not shown:
        steps.append(_("%(n)s of %(m)s sides have written what happened.", n=sides, m=len(letters)))
    return Story(title, asked, [_told(row, reader) for row in rows], steps, shown, bool(sides) and not shown)


class Listed(msgspec.Struct, frozen=True):
    """A dispute in a list."""

    dispute: Dispute
    title: str
    by: str


def listed_at(actor: Actor, match: Match) -> list[Listed]:
    """A match's disputes that the actor may read of, each as far as they may."""
    disputes = disputes_at(actor, match)
    reader = reader_of(actor, match) if disputes else Reader()
    told = []
    for dispute in disputes:
        asked = not reader.seat or is_asked(rows_for(dispute, reader))
        told.append(Listed(dispute, title_of(dispute, reader, asked=asked), dispute.by if asked else ""))
    return told


def title_of(dispute: Dispute, reader: Reader, *, asked: bool) -> str:
    """What the dispute is about; of a question that a player may not read, that something was decided."""
    return KINDS[Kind(dispute.kind)] if asked or not reader.seat else _("A decision at your table")


def called(dispute: Dispute, reader: Reader) -> str:
    """What a page calls the dispute: for judges who do not play its number in the event; for anybody else what it is
    about, because a gap between two numbers would tell of a dispute that is not theirs to know of."""
    if reader.judges:
        return _("Dispute %(n)s", n=number_in_event(dispute))
    return title_of(dispute, reader, asked=not reader.seat or is_asked(rows_for(dispute, reader)))


def _told(row: DisputeRow, reader: Reader) -> Told:
    kept = KEPT.get(VisibleTo(row.visible_to), "")
    mine = reader.rules or reader.seat == row.seat != ""
    heading = ROWS[RowKind(row.kind)]
    if row.kind == RowKind.DECIDED and row.payload.get("how") in HOW:
        heading = joined(": ", (heading, HOW[How(row.payload["how"])]))
    return Told(row, heading, row.said, row.by, row.at, kept, mine)
