"""What each side says about a dispute, and what judges note: added, never changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import IntegrityError, transaction

from referee.disputes.answering import BY_WORD
from referee.disputes.opening import check_room
from referee.disputes.reading import is_asked, reader_of, rows_for, sides_shown
from referee.disputes.rows import add_row
from referee.judging.viewers import own_seat
from referee.models.disputes import Dispute, DisputeRow, RowKind, VisibleTo
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.messages import message as _
from tournaments.text import clean_reason, clean_text

MAX_STATEMENT = 2000


def make_statement(dispute: Dispute, words: object, *, by: Actor, now: datetime) -> DisputeRow:
    """Adds what the actor's side says. The other side reads it when all sides are in, or a judge shows the statements.
    Raises NotAllowed, NotFound for a dispute of which the side is not told, Invalid, Conflict once it is answered."""
    match = dispute.match
    require(by, "state_side", match.round.event, match)
    seat = own_seat(by, match)
    if seat is None:
        raise NotAllowed(_("The players of this table say what happened."))
    said = clean_text(words, "statement", limit=MAX_STATEMENT, needed=True)
    with held(dispute) as now_held:
        if not is_asked(rows_for(now_held, reader_of(by, match))):
            raise NotFound(_("There is no such dispute."))
        check_open(now_held)
        check_room(match, seat)
        return add_row(
            now_held, RowKind.STATEMENT, said, by=by, now=now, visible_to=VisibleTo.SIDES, seat=seat
        )


def show_statements(dispute: Dispute, *, by: Actor, now: datetime) -> DisputeRow:
    """A judge lets everybody at the table read the statements, those made later too. Raises NotAllowed, Conflict."""
    match = dispute.match
    require(by, "rule", match.round.event, match)
    with held(dispute) as now_held:
        rows = list(now_held.rows.all())
        if sides_shown(rows, {seat.letter for seat in match.seats.all()}):
            raise Conflict(_("Everybody at the table may read the statements already."))
        if not any(row.kind == RowKind.STATEMENT for row in rows):
            raise Conflict(_("Nobody has made a statement yet."))
        return add_row(now_held, RowKind.SHOWN, by=by, now=now)


def add_note(dispute: Dispute, words: object, *, to_table: bool, by: Actor, now: datetime) -> DisputeRow:
    """A judge notes something, for whoever may read the question or for the staff alone. Raises NotAllowed, Invalid."""
    match = dispute.match
    require(by, "rule", match.round.event, match)
    said = clean_text(words, "note", limit=MAX_STATEMENT, needed=True)
    with transaction.atomic():
        told = None if to_table else VisibleTo.STAFF
        return add_row(dispute, RowKind.NOTE, said, by=by, now=now, visible_to=told)


def reopen_dispute(dispute: Dispute, reason: object, *, by: Actor, now: datetime) -> Dispute:
    """A judge opens a dispute again that was answered by word. Raises NotAllowed, Invalid, Conflict."""
    match = dispute.match
    require(by, "rule", match.round.event, match)
    said = clean_reason(reason)
    if dispute.kind not in BY_WORD:
        raise Conflict(_("A ruling or a result answered this. Rule again, or correct the result."))
    try:
        with transaction.atomic():
            answered = Dispute.objects.filter(pk=dispute.pk, resolved_at__isnull=False)
            nothing = {"resolved_by": "", "resolution": "", "resolution_message": None}
            if not answered.update(resolved_at=None, **nothing):
                raise Conflict(_("This dispute is open."))
            add_row(dispute, RowKind.REOPENED, said, by=by, now=now, visible_to=None)
    except IntegrityError:
        raise Conflict(_("Another dispute of this kind is open at this table.")) from None
    dispute.refresh_from_db()
    return dispute


@contextmanager
def held(dispute: Dispute) -> Iterator[Dispute]:
    """The dispute as it is now, locked until the block ends; its match is the one that was read."""
    with transaction.atomic():
        now = Dispute.objects.select_for_update(no_key=True).get(pk=dispute.pk)
        now.match = dispute.match
        yield now


def check_open(dispute: Dispute) -> None:
    """Raises Conflict for a dispute that is answered."""
    if dispute.resolved_at is not None:
        raise Conflict(_("This dispute is answered. Open another one, or ask a judge to open it again."))
