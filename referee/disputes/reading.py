"""A dispute as one reader may see it: which rows, and whether there is a dispute for them at all."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import Prefetch, QuerySet

from referee.disputes.rows import ASKED
from referee.judging.viewers import own_seat
from referee.models.disputes import Dispute, DisputeRow, RowKind, VisibleTo
from tournaments.access import Actor, allowed
from tournaments.access.permissions import ever
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.rounds import PUBLISHED_STATES, Match, Seat

DECISIONS = (RowKind.RULING, RowKind.APPEAL, RowKind.DECIDED, RowKind.ANSWERED)


class Reader(msgspec.Struct, frozen=True):
    """One who reads a dispute. ``seat``: the own seat at its table; who has one is a player there and nothing else.
    ``judges``: sees the match's logs whole; ``rules``: may rule here while the event runs; ``staff``: reads of disputes
    at all."""

    seat: str = ""
    judges: bool = False
    rules: bool = False
    staff: bool = False


def reader_of(actor: Actor, match: Match) -> Reader:
    """The actor as a reader of this match's disputes. Raises NotFound for who is neither of its players nor staff."""
    event = match.round.event
    can = allowed(actor, event, match)
    if "view_event" in can:
        own = own_seat(actor, match)
        if own is not None:
            return Reader(seat=own)
        may_rule = "rule" in can or (event.state != State.RUNNING and ever(actor, ["rule"], event, match))
        reader = Reader(judges="view_log" in can, rules=may_rule, staff="view_disputes" in can)
        if reader.staff or reader.rules:
            return reader
    raise NotFound(_("There is no such dispute."))


def dispute_of(event: Event, number: int, actor: Actor) -> tuple[Dispute, Reader]:
    """A dispute with its rows, and the reader that the actor is. Raises NotFound, for what may not be seen as for what
    is not there: a player is told of no dispute of which no row is theirs to read."""
    disputes = _with_rows().filter(event=event, match__round__state__in=PUBLISHED_STATES)
    dispute = disputes.filter(pk=number).first() if number < 2**63 else None
    if dispute is None:
        raise NotFound(_("There is no such dispute."))
    reader = reader_of(actor, dispute.match)
    if reader.seat and not rows_for(dispute, reader):
        raise NotFound(_("There is no such dispute."))
    return dispute, reader


def as_it_is_now(dispute: Dispute) -> Dispute:
    """The dispute read anew with its rows, even where its round was taken back meanwhile. Raises NotFound where it is
    gone."""
    now = _with_rows().filter(pk=dispute.pk).first()
    if now is None:
        raise NotFound(_("There is no such dispute."))
    return now


def _with_rows() -> QuerySet[Dispute]:
    return Dispute.objects.select_related("match__round__event", "record").prefetch_related(
        Prefetch("match__seats", Seat.objects.select_related("entrant")),
        Prefetch(
            "rows",
            DisputeRow.objects.select_related("of", "ruling__superseded_by", "picture")
            .defer("picture__body")
            .order_by("id"),
        ),
    )


def rows_for(dispute: Dispute, reader: Reader) -> list[DisputeRow]:
    """The rows that this reader may read, in the order in which they came. A player who may not read the question
    reads what was decided, and nothing that led to it."""
    rows = list(dispute.rows.all())
    shown = sides_shown(rows, {seat.letter for seat in dispute.match.seats.all()})
    readable = [row for row in rows if may_read(row, reader, shown=shown)]
    if not reader.seat or is_asked(readable):
        return readable
    return [row for row in readable if row.kind in DECISIONS]


def is_asked(rows: Iterable[DisputeRow]) -> bool:
    """Whether the question itself is among the rows that somebody may read."""
    return any(row.kind in ASKED for row in rows)


def may_read(row: DisputeRow, reader: Reader, *, shown: bool) -> bool:
    """Whether this reader may read the row; ``shown``: the statements are open to all at the table. A member of the
    staff who plays elsewhere in the event reads nothing of a game's secrets before its players do."""
    if row.visible_to == VisibleTo.TABLE:
        return True
    if row.visible_to == VisibleTo.STAFF:
        return reader.seat == "" or reader.seat in row.seats
    if row.visible_to == VisibleTo.SIDES:
        return (
            reader.judges or reader.seat == row.seat != "" or (shown and (reader.seat != "" or reader.rules))
        )
    if row.visible_to == VisibleTo.SEATS:
        return reader.judges or (reader.seat != "" and reader.seat in row.seats)
    return reader.judges


def sides_shown(rows: Iterable[DisputeRow], letters: set[str]) -> bool:
    """Whether everybody at the table may read the statements: a judge has shown them, or, of a question that the whole
    table knows of, each side has made one."""
    rows = list(rows)
    if any(row.kind == RowKind.SHOWN for row in rows):
        return True
    known = any(row.kind in ASKED and _is_told(row, letters) for row in rows)
    return known and bool(letters) and letters <= sides_in(rows)


def _is_told(row: DisputeRow, letters: set[str]) -> bool:
    """Whether each of these seats reads the row, as what the log tells all of them they do."""
    named = row.visible_to in (VisibleTo.STAFF, VisibleTo.SEATS) and letters <= set(row.seats)
    return row.visible_to == VisibleTo.TABLE or named


def sides_in(rows: Iterable[DisputeRow]) -> set[str]:
    """The seats that have made a statement."""
    return {row.seat for row in rows if row.kind == RowKind.STATEMENT}
