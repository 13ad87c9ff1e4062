"""Disputes opened and resolved."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.urls import reverse

from referee.disputes.closing import close_dispute
from referee.disputes.rows import add_row, opened_to
from referee.logs.reading import Judgment
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from rules.kernel.messages import recalled
from tournaments.access import Actor
from tournaments.live.changes import mark_tables
from tournaments.messages import message as _
from tournaments.messages import stored
from tournaments.models.notifications import About
from tournaments.models.rounds import Match
from tournaments.outbox.notifications import notify_judges


def open_dispute(
    match: Match,
    kind: Kind,
    question: str,
    *,
    by: Actor,
    now: datetime,
    record: Record | None = None,
    entry: int | None = None,
    quiet: bool = False,
    visible_to: VisibleTo | None = None,
    seat: str = "",
    seats: str = "",
) -> Dispute:
    """Opens a dispute, or gives the one of this kind that is open already. ``quiet``: no open page hears of it at once,
    because who hears of it would learn what he may not know. ``visible_to``, ``seats``: who may read the question; left
    open, the table for what everybody there knows of, else the staff. ``seat``: whose question it is."""
    open_now = Dispute.objects.filter(match=match, record=record, kind=kind, resolved_at=None)
    dispute = open_now.first() if kind != Kind.CONDUCT else None
    if dispute is not None:
        return dispute
    try:
        with transaction.atomic():
            made = Dispute.objects.create(
                event=match.round.event,
                match=match,
                record=record,
                kind=kind,
                entry=entry,
                question=question[:500],
                question_message=stored(question),
                at=now,
                **by.fact,
            )
            told = visible_to or opened_to(kind, quiet=quiet)
            add_row(
                made,
                RowKind.OPENED,
                question,
                by=by,
                now=now,
                visible_to=told,
                seat=seat,
                seats=seats,
                record=record,
                entry=entry,
                quiet=True,
            )
    except IntegrityError:
        return Dispute.objects.get(match=match, record=record, kind=kind, resolved_at=None)
    if not quiet:
        mark_tables(match.round.event_id, [match.pk], "records")
    tell_judges(made, by=by, now=now)
    return made


def tell_judges(dispute: Dispute, *, by: Actor, now: datetime) -> None:
    """The phones of judges who asked are told at which table something waits for them."""
    slug = dispute.match.round.event.slug
    if dispute.kind == Kind.CALL:
        notify_judges(dispute.match, About.CALLED, reverse("referee:floor", args=[slug]), by=by, now=now)
        return
    path = reverse("referee:dispute", args=[slug, dispute.pk])
    notify_judges(dispute.match, About.DISPUTE, path, by=by, now=now)


def resolve_disputes(
    match: Match,
    *,
    resolution: str,
    by: Actor,
    now: datetime,
    record: Record | None = None,
    kinds: tuple[Kind, ...] = (),
    quiet: bool = False,
    visible_to: VisibleTo | None = None,
    ruling: IssuedRuling | None = None,
) -> int:
    """Closes the open disputes of a match (of one record, of some kinds); gives how many. ``quiet``: as in
    ``open_dispute``. ``visible_to``: who may read the answer, where that is not who could read the question.
    ``ruling``: which answers them."""
    waiting = Dispute.objects.filter(match=match, resolved_at=None)
    if record is not None:
        waiting = waiting.filter(record=record)
    if kinds:
        waiting = waiting.filter(kind__in=kinds)
    with transaction.atomic():
        done = sum(
            close_dispute(dispute, resolution, by=by, now=now, visible_to=visible_to, ruling=ruling)
            for dispute in waiting.order_by("id")
        )
        if done and not quiet:
            mark_tables(match.round.event_id, [match.pk], "records")
    return done


def ask_about(record: Record, judgment: Judgment, *, by: Actor, now: datetime, findings: bool = True) -> None:
    """Opens the disputes that a judged log calls for. The caller marks the table, once whatever was found: how often an
    open page hears of a log would tell of cards that its reader may not see."""
    wanted: dict[Kind, tuple[int, str]] = {}
    if judgment.first_illegal is not None:
        n = judgment.first_illegal
        wanted[Kind.ILLEGAL] = (
            n,
            _("Entry %(n)s is illegal, and play stops there until a judge rules.", n=n),
        )
    elif judgment.status == "undetermined" and judgment.first_open is not None:
        n = judgment.first_open
        wanted[Kind.UNDETERMINED] = (n, _("Entry %(n)s cannot be judged from what the log shows.", n=n))
    if findings and record.broken_at is not None:
        n = record.broken_at
        wanted[Kind.FINDING] = (
            n,
            _("The chain is broken: entry %(n)s %(how)s.", n=n, how=recalled(record.broken_how)),
        )
    elif findings and judgment.first_finding is not None:
        n = judgment.first_finding
        wanted[Kind.FINDING] = (n, _("Entry %(n)s contradicts something before it.", n=n))
    for kind, (entry, question) in wanted.items():
        open_dispute(
            record.match,
            kind,
            question,
            record=record,
            entry=entry,
            by=by,
            now=now,
            quiet=True,
            visible_to=opened_to(kind, quiet=False),
        )
