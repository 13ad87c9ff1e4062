"""Answers of the people at the table, beside the log: a roll was right, a judge is wanted, who has won."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from referee.calls.changes import REASONS, clean_call_reason, open_call, with_call
from referee.disputes.changes import open_dispute
from referee.live.live_replay import live_replay
from referee.live.phones import Phone
from referee.models.appeals import Appeal
from referee.models.disputes import Kind
from referee.models.live import LiveTable, TableState, Tap
from referee.models.records import Record
from referee.phone_updates import notify_phones
from referee.records.adoption import take_outcome
from rules.kernel.report import outcome_json
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.locks import locked_match
from tournaments.messages import message as _
from tournaments.models.rounds import MatchState
from tournaments.outbox.logs import log_stored
from tournaments.text import clean_text


class Unsound(Conflict):
    """A log that the staff confirms and that does not come to this: an illegal entry, or a card played hidden."""

    code = "unsound"


def answer_observed(table: LiveTable, phone: Phone, n: int, *, right: bool, now: datetime) -> None:
    """A seat says whether what another entered for the table was so. “Not so” calls a judge; an answer given stays.

    Raises NotAllowed, NotFound.
    """
    if not phone.is_seat or not phone.acts_for:
        raise NotAllowed(_("The players at the table have been asked."))
    with transaction.atomic():
        waiting = Tap.objects.filter(table=table, n=n, observed=True).exclude(phone=phone.seat)
        if not waiting.exists():
            raise NotFound(_("Nothing like this is waiting for your answer."))
        if not waiting.filter(answered_by="").update(answered_by=phone.seat):
            return
        more = Tap.objects.filter(table=table, observed=True, answered_by="").exists()
        if right:
            notify_phones(table, observing=more)
            return
        said = _(
            "%(who)s disputes entry %(n)s, which another player entered for the table.",
            who=phone.label,
            n=n,
        )
        record = table.record
        open_dispute(record.match, Kind.OBSERVED, said, record=record, entry=n, by=phone.actor(), now=now)
        notify_phones(table, observing=more, called=True)


def call_judge(
    table: LiveTable,
    phone: Phone,
    question: str,
    *,
    by: Actor,
    now: datetime,
    entry: int | None = None,
    reason: object = "",
) -> None:
    """Calls a judge to the table, perhaps about an entry, for a reason of ``calls``. A call that is open is not made
    twice.

    Raises NotAllowed, Invalid.
    """
    record = table.record
    require(by, "call_judge", record.match.round.event, record.match)
    kind = clean_call_reason(reason)
    question = clean_text(question, "question", limit=300) or REASONS[kind]
    if entry is not None and not 0 < entry <= record.entries:
        raise NotFound(_("There is no such entry."))
    with transaction.atomic():
        if open_call(record.match) is None:
            dispute = open_dispute(
                record.match, Kind.CALL, question, record=record, entry=entry, by=by, now=now
            )
            with_call(dispute, kind, by=by)
        notify_phones(table, called=True)


def confirm_outcome(table: LiveTable, phone: Phone, *, last: int, now: datetime) -> LiveTable:
    """A seat confirms what the log came to; by that it is his report, and of all of them the result.

    The scorekeeper's stands at once. ``last`` is the number of the last entry that was looked at. Confirming twice is
    confirming once. What follows for a seat rests on its own view alone: its report is what that view came to, and
    where the log as a whole says otherwise a judge is called and the seat learns nothing. A member of the staff is told
    so instead: a log that is not sound decides nothing by itself. Raises NotAllowed, Unsound, Conflict.
    """
    match = table.record.match
    if table.state == TableState.CONFIRMED:
        return table
    if table.state == TableState.CLOSED:
        raise Conflict(_("The staff have closed this log."))
    if Appeal.halting(match.pk) is not None:
        raise Conflict(_("An appeal waits for the head judge. Play goes on once it is decided."))
    run = live_replay(table.record)
    with run.lock:
        view = run.view(phone.sees)
        if last != len(view.entries):
            raise Conflict(_("The log has changed since you looked. Look again before you confirm."))
        seen = outcome_json(view.outcome())
        if seen is None:
            raise Conflict(_("According to the log, the game is not over."))
        sound = run.whole.stopped is None and outcome_json(run.whole.outcome()) == seen
        stopped = run.whole.stopped
    by = phone.actor()
    require(by, "log_live", match.round.event, match)
    if phone.is_seat:
        require(by, "report_result", match.round.event, match)
    with transaction.atomic():
        match = locked_match(match)
        held = LiveTable.objects.select_for_update(no_key=True).get(pk=table.pk)
        record = Record.objects.select_for_update(no_key=True).get(pk=table.record_id)
        if record.entries != last:
            raise Conflict(_("The log has changed since you looked. Look again before you confirm."))
        record.match = match
        confirmed = sorted({*held.confirmed, phone.seat}) if phone.is_seat else held.confirmed
        if sound or phone.is_seat:
            take_outcome(record, by=by, now=now, outcome=seen)
        if not sound:
            _call_quietly(record, stopped, now)
        everybody = {seat.letter for seat in match.seats.all()} <= set(confirmed)
        match.refresh_from_db(fields=["state"])
        done = everybody or match.state == MatchState.DECIDED
        notify_phones(table, confirmed=confirmed, state=TableState.CONFIRMED if done else TableState.PLAYING)
        if done:
            log_stored(match, now=now)
    if not sound and not phone.is_seat:
        # after the transaction: the call it wrote stays
        raise Unsound(
            _(
                "This log as a whole does not give that result, so nothing was entered, and a judge "
                "has been called. Wait for the ruling, or enter the result on the page of the match."
            )
        )
    table.refresh_from_db(fields=["state", "confirmed", "version"])
    return table


def _call_quietly(record: Record, stopped: int | None, now: datetime) -> None:
    """Calls a judge about an outcome that was confirmed although the whole log, with its hidden cards, does not lead
    to it."""
    kind = Kind.DIFFERS if stopped is None else Kind.ILLEGAL
    said = _("A player confirmed an outcome that the log as a whole does not give.")
    open_dispute(
        record.match, kind, said, record=record, entry=stopped, by=Actor.system(), now=now, quiet=True
    )
