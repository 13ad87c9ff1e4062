"""Which of the outcomes that a job found can be used as a result, why the others cannot, and using one."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.db import transaction

from referee.budget import WHOLE_LOG, budget
from referee.logs.reading import judge
from referee.logs.storage import stored_log
from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.adoption import adopt_outcome
from rules.registry import load
from tournaments.access import Actor, require
from tournaments.errors import Conflict
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job
from tournaments.text import clean_reason


class Adoption(StrEnum):
    """Whether what a log comes to now can be used as its game's result, and why not."""

    POSSIBLE = "possible"
    ADOPTED = "adopted"
    WHAT_IF = "what_if"
    VERDICTS = "verdicts"
    NO_OUTCOME = "no_outcome"
    REPLACED = "replaced"
    NOT_RUNNING = "not_running"


WORDS: dict[Adoption, Message] = {
    Adoption.POSSIBLE: _("Its outcome can be used as the result."),
    Adoption.ADOPTED: _("Its outcome is the result by now."),
    Adoption.WHAT_IF: _(
        "Only what if: by other rules than the log names, nothing of it can be used as the result."
    ),
    Adoption.VERDICTS: _("Its outcome stays; the page of the log tells these verdicts already."),
    Adoption.NO_OUTCOME: _(
        "It comes to no outcome now that could be used. Rule on what is open in it first."
    ),
    Adoption.REPLACED: _("This log was replaced since. Judge the logs anew."),
    Adoption.NOT_RUNNING: _("The event is not running. Go on with it on its desk first."),
}


def by_other_rules(job: Job) -> bool:
    """Whether the job judged by other rules than the logs name: what it found is only what if."""
    return bool(job.arguments.get("rules"))


def adoption_of(row: Rejudged, job: Job, event: Event) -> Adoption:
    """Whether what this log comes to can be used now; its record was read with it."""
    record = row.record
    if by_other_rules(job):
        return Adoption.WHAT_IF
    if record.replaced_at is not None:
        return Adoption.REPLACED
    if not row.other_outcome:
        return Adoption.VERDICTS
    if row.outcome_now is None:
        return Adoption.NO_OUTCOME
    if record.adopted_at is not None and record.adopted_outcome == record.outcome == row.outcome_now:
        return Adoption.ADOPTED
    return Adoption.POSSIBLE if event.state == State.RUNNING else Adoption.NOT_RUNNING


def adopt_rejudged(row: Rejudged, *, reason: str, by: Actor, now: datetime) -> Record:
    """A judge takes what this log comes to by today's rules as the game's outcome, whatever it came to when it was
    stored. Raises NotAllowed, WrongState while the event is finished, Conflict where it was judged by other rules than
    the log names, has no outcome by them, or was written to since."""
    record = Record.objects.select_related("match__round__event").get(pk=row.record_id)
    event = record.match.round.event
    require(by, "rule", event, record.match)
    reason = clean_reason(reason)
    if by_other_rules(row.job):
        raise Conflict(_("This was judged by other rules than the log names. Correct the result by hand."))
    log = stored_log(record, event.game)
    with budget(WHOLE_LOG):
        judgment = judge(load(event.game), log)
    with transaction.atomic():
        held = Record.objects.filter(pk=record.pk, entries=record.entries, head=record.head)
        changed = held.update(status=judgment.status, outcome=judgment.outcome, ruleset=judgment.ruleset)
        if not changed or judgment.outcome != row.outcome_now:
            raise Conflict(_("This log was written to since. Judge the logs anew."))
        return adopt_outcome(record, reason=reason, by=by, now=now)
