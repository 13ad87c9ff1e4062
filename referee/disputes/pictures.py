"""Pictures in a dispute: sent by its players and judges, read through one door, erased when they are taken back or when
their sender leaves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from django.db.models import Q, QuerySet

from referee.disputes.opening import check_room
from referee.disputes.reading import Reader, is_asked, reader_of, rows_for
from referee.disputes.reencoding import clean_picture
from referee.disputes.rows import add_row, asked_before
from referee.disputes.statements import check_open, held
from referee.judging.viewers import own_seat
from referee.models.disputes import Dispute, DisputeRow, RowKind, VisibleTo
from referee.models.pictures import DisputePicture
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.rounds import Seat
from tournaments.text import clean_line

MAX_CAPTION = 200
#: Pictures of one person in a dispute and in an event, and of all in a dispute.
OF_ONE, OF_ONE_IN_EVENT, OF_ALL = 4, 24, 12


def add_picture(
    dispute: Dispute, data: bytes, *, caption: object = "", to_table: bool, by: Actor, now: datetime
) -> DisputeRow:
    """Adds a picture; the same file again is the same picture. ``to_table``: whoever may read the question sees it,
    else the judges and its sender alone.

    Raises NotAllowed, NotFound for a dispute of which the side is not told, BadPicture, Conflict for one too many.
    """
    match = dispute.match
    seat = own_seat(by, match)
    require(by, "rule" if seat is None else "state_side", match.round.event, match)
    said = clean_line(caption, "caption", limit=MAX_CAPTION)
    if not is_asked(rows_for(dispute, reader_of(by, match))):
        raise NotFound(_("There is no such dispute."))
    clean = clean_picture(data)
    digest = sha256(data).hexdigest()
    with held(dispute) as now_held:
        check_open(now_held)
        mine = _of(now_held, by, seat)
        known = mine.filter(digest=digest).select_related("row").defer("body").first()
        if known is not None:
            return known.row
        _check_number(now_held, mine, by, seat)
        told, seats = _told_to(now_held, to_table, seat)
        row = add_row(
            now_held, RowKind.PICTURE, said, by=by, now=now, visible_to=told, seat=seat or "", seats=seats
        )
        DisputePicture.objects.create(
            row=row,
            by_user=by.user,
            entrant_id=None if seat is None else _entrant_at(dispute, seat),
            digest=digest,
            width=clean.width,
            height=clean.height,
            size=len(clean.body),
            body=clean.body,
        )
    return row


def picture_for(dispute: Dispute, number: int, reader: Reader) -> DisputePicture:
    """A picture that the reader may see. Raises NotFound, for a foreign one as for none."""
    rows = [row.pk for row in rows_for(dispute, reader) if row.kind == RowKind.PICTURE]
    picture = DisputePicture.objects.filter(pk=number, row__in=rows).first() if number < 2**63 else None
    if picture is None:
        raise NotFound(_("There is no such picture."))
    return picture


def erase_picture(dispute: Dispute, number: int, *, by: Actor, now: datetime) -> None:
    """Its sender or a judge erases a picture; that there was one stays. Raises NotAllowed, NotFound."""
    match = dispute.match
    seat = own_seat(by, match)
    require(by, "rule" if seat is None else "state_side", match.round.event, match)
    picture = picture_for(dispute, number, reader_of(by, match))
    if seat is not None and picture.row.seat != seat:
        raise NotAllowed(_("Only who sent a picture takes it back, or a judge."))
    with held(dispute) as now_held:
        row = picture.row
        if DisputePicture.objects.filter(pk=picture.pk).delete()[0]:
            told = VisibleTo(row.visible_to)
            add_row(
                now_held, RowKind.WITHDRAWN, _("The picture was erased."), by=by, now=now, of=row,
                visible_to=told, seat=seat or "", seats=row.seats,
            )  # fmt: skip


def erase_pictures_of(user: User | None, entries: Iterable[int]) -> None:
    """Erases what somebody sent who leaves: by the account, and by these entries."""
    sent = Q(entrant__in=list(entries))
    DisputePicture.objects.filter(sent | Q(by_user=user) if user else sent).delete()


def _of(dispute: Dispute, by: Actor, seat: str | None) -> QuerySet[DisputePicture]:
    """The pictures that this person sent to the dispute."""
    pictures = DisputePicture.objects.filter(row__dispute=dispute)
    return pictures.filter(row__seat=seat) if seat else pictures.filter(row__seat="", by_user=by.user)


def _check_number(dispute: Dispute, mine: QuerySet[DisputePicture], by: Actor, seat: str | None) -> None:
    if seat:
        check_room(dispute.match, seat)
        in_event = Q(entrant=_entrant_at(dispute, seat))
    else:
        in_event = Q(by_user=by.user, row__seat="")
    everywhere = DisputePicture.objects.filter(in_event, row__dispute__event=dispute.event_id)
    all_here = DisputePicture.objects.filter(row__dispute=dispute)
    if mine.count() >= OF_ONE or everywhere.count() >= OF_ONE_IN_EVENT or all_here.count() >= OF_ALL:
        raise Conflict(_("These are as many pictures as this dispute takes. Show the others to a judge."))


def _told_to(dispute: Dispute, to_table: bool, seat: str | None) -> tuple[VisibleTo, str]:
    if to_table:
        return asked_before(dispute)
    return (VisibleTo.JUDGES, "") if seat is None else (VisibleTo.SEATS, seat)


def _entrant_at(dispute: Dispute, seat: str) -> int | None:
    return Seat.objects.filter(match=dispute.match_id, letter=seat).values_list("entrant", flat=True).first()
