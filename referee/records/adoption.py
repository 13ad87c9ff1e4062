"""The outcome of a record becomes the game's outcome: reported by a player, decided by the staff."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from referee.disputes.changes import open_dispute, resolve_disputes
from referee.logs.reading import Judgment
from referee.models.disputes import STAYS, Kind
from referee.models.live import LiveTable, TableState
from referee.models.records import Record, Status
from tournaments.access import Actor, require
from tournaments.errors import Conflict, DomainError
from tournaments.live.changes import mark_tables
from tournaments.locks import locked_match
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.results.changes import LogDiffers, contest, report_from_log, withdraw_from_log
from tournaments.results.following import Assumed, Stays
from tournaments.results.from_log import result_if_logged, result_if_withdrawn


def source_of(record: Record) -> str:
    """A result's reference to the record it came from."""
    return record.source


def report_outcome(record: Record, *, by: Actor, now: datetime) -> bool:
    """Reports a finished log's outcome, inside the transaction that stored or ruled on it. Where another log or
    the standing result says otherwise, a dispute is opened instead. Gives whether it was reported."""
    if record.status != Status.FINISHED:
        return False
    return take_outcome(record, by=by, now=now)


def take_outcome(record: Record, *, by: Actor, now: datetime, outcome: dict[str, Any] | None = None) -> bool:
    """The same where people confirm what the log came to, also if some entry could not be judged. ``outcome``: what
    came of the log as who confirms may see it; else as a whole."""
    outcome = record.outcome if outcome is None else outcome
    if outcome is None or record.replaced_at is not None:
        return False
    other = _another(record)
    if other is not None and other.adopted_outcome != outcome:
        question = _("The logs of game %(n)s end differently.", n=record.game_number)
        open_dispute(record.match, Kind.DIFFERS, question, record=record, by=by, now=now)
        return False
    try:
        with transaction.atomic():
            _report(record, outcome, by=by, now=now)
    except DomainError as refusal:
        question = _("The log's outcome did not become the result: %(why)s", why=refusal.message)
        open_dispute(record.match, Kind.DIFFERS, question, record=record, by=by, now=now)
        if isinstance(refusal, LogDiffers):
            contest(locked_match(record.match), by=by, now=now)
        return False
    return True


def withdraw_outcome(record: Record, *, by: Actor, now: datetime, reason: str) -> None:
    """A ruling has left the game of this log unfinished, or open: what was adopted of it counts
    no more, and a live table plays on. Inside the transaction of the ruling."""
    if record.status == Status.FINISHED or record.adopted_at is None:
        return
    match = record.match
    withdrawn = withdraw_from_log(match, record.game_number, source_of(record), by=by, now=now, reason=reason)
    if not withdrawn:
        question = _("By a newer ruling this game is not over, and its round is: decide the result.")
        open_dispute(match, Kind.DIFFERS, question, record=record, by=by, now=now)
        return
    record.adopted_outcome, record.adopted_ruleset, record.adopted_at = None, "", None
    record.save(update_fields=["adopted_outcome", "adopted_ruleset", "adopted_at"])
    LiveTable.objects.filter(record=record, state=TableState.CONFIRMED).update(
        state=TableState.PLAYING, confirmed=[]
    )
    mark_tables(match.round.event_id, [match.pk], "records")


def result_if_judged(record: Record, judgment: Judgment, match: Match) -> Assumed:
    """The match's result if this log came to that, as ``withdraw_outcome`` and ``report_outcome`` by a judge would have
    it. Writes nothing."""
    if judgment.status == Status.FINISHED:
        other = _another(record)
        if judgment.outcome is None or (other is not None and other.adopted_outcome != judgment.outcome):
            return Stays.AS_IT_IS
        try:
            return result_if_logged(match, record.game_number, judgment.outcome)
        except DomainError:  # a dispute is opened instead
            return Stays.AS_IT_IS
    if record.adopted_at is None:
        return Stays.AS_IT_IS
    return result_if_withdrawn(match, source_of(record))


def adopt_outcome(record: Record, *, reason: str, by: Actor, now: datetime) -> Record:
    """A judge takes this log's outcome as the game's, whatever another log or the players say.

    Raises NotAllowed, Conflict when the log has no outcome.
    """
    require(by, "rule", record.match.round.event, record.match)
    with transaction.atomic():
        match = locked_match(record.match)
        record = Record.objects.select_for_update(no_key=True).get(pk=record.pk)
        record.match = match
        if record.outcome is None or record.replaced_at is not None:
            raise Conflict(_("This log has no outcome yet. Rule on what is open in it first."))
        if record.status == Status.ILLEGAL:
            raise Conflict(_("This log stops at an illegal entry. Rule on that first."))
        Record.objects.filter(match=match, game_number=record.game_number).exclude(pk=record.pk).update(
            adopted_outcome=None, adopted_ruleset="", adopted_at=None
        )
        _report(record, record.outcome, by=by, now=now, reason=reason)
        said = reason or _("The outcome of this log became the result.")
        settled = tuple(kind for kind in Kind if kind not in STAYS)
        resolve_disputes(match, resolution=said, by=by, now=now, kinds=settled)
    return record


def _another(record: Record) -> Record | None:
    """Another standing log of the same game whose outcome counts."""
    return (
        Record.objects.filter(
            match=record.match_id, game_number=record.game_number, replaced_at=None, adopted_at__isnull=False
        )
        .exclude(pk=record.pk)
        .first()
    )


def _report(record: Record, outcome: dict[str, Any], *, by: Actor, now: datetime, reason: str = "") -> None:
    report_from_log(
        record.match, record.game_number, outcome, source_of(record), by=by, now=now, reason=reason
    )
    record.adopted_outcome = outcome
    record.adopted_ruleset = record.ruleset
    record.adopted_at = now
    record.save(update_fields=["adopted_outcome", "adopted_ruleset", "adopted_at"])
    mark_tables(record.match.round.event_id, [record.match_id], "records")
