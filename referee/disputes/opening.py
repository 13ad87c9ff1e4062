"""A dispute opened by hand: by a player of the table or by a judge, with what it is about and words."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute
from referee.disputes.rows import add_row, opened_to
from referee.judging.viewers import own_seat, viewer_of
from referee.models.disputes import BY_HAND, Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.phone_updates import notify_phones
from tournaments.access import Actor, may, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.text import clean_text

MAX_WORDS = 500
#: Rows that one seat may write about one match.
MAX_ROWS = 60


def open_by_hand(
    match: Match,
    kind: str,
    words: object,
    *,
    by: Actor,
    now: datetime,
    record: int | None = None,
    entry: int | None = None,
) -> Dispute:
    """Opens a dispute about a match of a round that is played or over, perhaps about an entry of one of its logs. Where
    one of the kind is open already, the words are added to it. How somebody behaves is told to the staff alone.

    Raises NotAllowed, NotFound, Invalid, Conflict.
    """
    event, seat = match.round.event, own_seat(by, match)
    require(by, "open_dispute" if seat or not may(by, "rule", event, match) else "rule", event, match)
    asked = _kind(kind, may(by, "rule", event, match))
    said = clean_text(words, "question", limit=MAX_WORDS, needed=True)
    about = _log_of(match, record, entry, by)
    with transaction.atomic():
        held = locked_match(match)
        check_standing(held.round)
        if match.is_bye or held.round.state not in (RoundState.RUNNING, RoundState.FINISHED):
            raise Conflict(_("Nothing has been played at this table yet."))
        if seat:
            check_room(match, seat)
        told, seats = opened_to(asked, quiet=False), seat if seat and asked == Kind.CONDUCT else ""
        known = _open_one(match, asked, about, seat)
        if known is not None:
            add_row(
                known, RowKind.OPENED, said, by=by, now=now, visible_to=told, seat=seat or "", seats=seats,
                record=about, entry=entry,
            )  # fmt: skip
            return known
        made = open_dispute(
            match,
            asked,
            said,
            by=by,
            now=now,
            record=about,
            entry=entry,
            visible_to=told,
            seat=seat or "",
            seats=seats,
        )
        if told == VisibleTo.TABLE:
            for table in LiveTable.objects.filter(record__match=match).select_related("record__match__round"):
                notify_phones(table, called=True)
    return made


def settle_at_table(match: Match, kind: str, words: object, *, by: Actor, now: datetime) -> Dispute:
    """A judge writes down that something was settled at the table: opened and answered at once, or the open dispute of
    the kind answered. Raises as ``open_by_hand``."""
    require(by, "rule", match.round.event, match)
    said = clean_text(words, "question", limit=MAX_WORDS, needed=True)
    with transaction.atomic():
        known = _open_one(match, _kind(kind, judge=True), None, None)
        asked = _("A judge settled something at the table.")
        dispute = known or open_by_hand(match, kind, asked, by=by, now=now)
        return answer_call(match.round.event, dispute.pk, said, by=by, now=now)


def check_room(match: Match, seat: str) -> None:
    """Raises Conflict where this seat has written as much as anybody reads."""
    if DisputeRow.objects.filter(dispute__match=match, seat=seat).count() >= MAX_ROWS:
        raise Conflict(_("You have written a great deal about this match. Tell the rest to a judge."))


def _kind(kind: str, judge: bool) -> Kind:
    open_to = (*BY_HAND, Kind.NOTED) if judge else BY_HAND
    if kind not in open_to:
        raise Invalid(_("Say what it is about."), fields={"kind": _("Choose one of these.")})
    return Kind(kind)


def _log_of(match: Match, record: int | None, entry: int | None, by: Actor) -> Record | None:
    """The log that is asked about. Raises NotFound."""
    if record is None:
        return None
    log = Record.objects.filter(pk=record, match=match, replaced_at=None).first()
    if log is None or (
        log.merged and match.state != MatchState.DECIDED and not viewer_of(by, match).sees_all
    ):
        raise NotFound(_("There is no such log."))
    if entry is not None and not 0 < entry <= log.entries:
        raise Invalid(
            _("This log has the entries 1 to %(n)s.", n=log.entries), fields={"entry": _("No such entry.")}
        )
    return log


def _open_one(match: Match, kind: Kind, record: Record | None, seat: str | None) -> Dispute | None:
    """The open dispute of this kind; of how somebody behaves only one's own."""
    open_now = Dispute.objects.filter(match=match, kind=kind, record=record, resolved_at=None)
    if kind == Kind.CONDUCT:
        open_now = open_now.filter(rows__kind=RowKind.OPENED, rows__seat=seat or "")
    return open_now.order_by("id").first()
