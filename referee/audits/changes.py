"""Auditing the logs of an event, and asking about what contradicts a list."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from referee.audits.making import audit_record, contradictions_of
from referee.audits.queries import Tally, lists_by_id, seat_audits, tally_of
from referee.audits.work import begin_audit, is_much
from referee.disputes.opening import open_by_hand
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from referee.models.records import Record
from referee.records.queries import records
from rules.audits.audit import Contradiction
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotFound
from tournaments.locks import locked
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.events import Event

#: Contradictions that are written into a dispute.
MAX_TOLD = 20


def audit_waiting(event: Event, *, by: Actor, now: datetime) -> Tally:
    """Audits the logs of an event that were not yet, or have changed; where they are many, as long work. How far it is
    then. Raises NotAllowed."""
    require(by, "audit_decks", event)
    waiting = tally_of(event, by=by).waiting
    numbers = [wanted.record for wanted in waiting]
    if is_much(numbers):
        with transaction.atomic():
            begin_audit(locked(event), numbers, by=by, now=now)
        return tally_of(event, by=by)
    part = {wanted.record: wanted.decks for wanted in waiting}
    lists = lists_by_id({deck for decks in part.values() for deck in decks.values()})
    for record in records().filter(pk__in=part).order_by("pk"):
        audit_record(record, {seat: lists[deck] for seat, deck in part[record.pk].items()}, now=now)
    return tally_of(event, by=by)


def dispute_audit(record: Record, seat: str, *, by: Actor, now: datetime) -> Dispute:
    """Opens a dispute, for the judges alone, about what contradicts the list of a seat: what it is, only judges who do
    not play read. Raises NotAllowed, NotFound, Conflict where nothing does."""
    match = record.match
    audits = {one.letter: one.audit for one in seat_audits(record, by=by, now=now)}
    if seat not in audits:
        raise NotFound(_("There is no such seat at this table."))
    audit = audits[seat]
    proved = [] if audit is None else contradictions_of(audit)
    if not proved:
        raise Conflict(_("Nothing in this log speaks against the list of this seat."))
    first = next((n for one in proved for n in one.entries if n), None)
    question = _(
        "Game %(n)s, seat %(seat)s: the log does not fit the deck list.", n=record.game_number, seat=seat
    )
    with transaction.atomic():
        dispute = open_by_hand(match, Kind.NOTED, question, by=by, now=now, record=record.pk, entry=first)
        add_row(
            dispute, RowKind.NOTE, joined("\n", [_told(one) for one in proved[:MAX_TOLD]]), by=by, now=now,
            visible_to=VisibleTo.JUDGES, record=record, entry=first,
        )  # fmt: skip
    return dispute


def _told(one: Contradiction) -> Message:
    """A contradiction as a dispute keeps it."""
    entries = ", ".join(map(str, one.entries))
    if not one.name:
        return _(
            "%(count)s cards in all in the log, %(listed)s in the list (entries %(entries)s).",
            count=one.count, listed=one.listed, entries=entries,
        )  # fmt: skip
    return _(
        "%(card)s: %(count)s in the log, %(listed)s in the list (entries %(entries)s).",
        card=one.name, count=one.count, listed=one.listed, entries=entries,
    )  # fmt: skip
