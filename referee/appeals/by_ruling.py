"""A ruling on a log that is appealed: only the head judge makes it, and it decides the appeal."""

from __future__ import annotations

from datetime import datetime

from referee.appeals.changes import appealed_at, finish_appeal
from referee.models.appeals import Against, How
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.penalties.head_judge import acts_as_head_judge


def check_not_appealed(record: Record, by: Actor, match: Match) -> None:
    """Raises Conflict for a judge who rules on a log while an appeal about it waits for the head judge."""
    if appealed_at(record, match) is not None and not acts_as_head_judge(by, match.round.event, match):
        raise Conflict(_("An appeal about this log waits for the head judge."))


def decide_by_ruling(ruling: IssuedRuling, *, by: Actor, now: datetime) -> None:
    """The appeal about the ruling that this one supersedes, about another on the same entry, or about the result that
    came from the log, is decided by it. Inside the transaction of the ruling; its match is held."""
    match = ruling.record.match
    appeal = appealed_at(ruling.record, match)
    if appeal is None:
        return
    about = appeal.ruling
    other = about is not None and ruling.supersedes_id != about.pk and ruling.on != about.on
    if appeal.against == Against.RULING and other:
        return
    appeal.match = match
    match.refresh_from_db(fields=["state"])
    finish_appeal(appeal, match, How.CHANGED, ruling.reason, None, by=by, now=now, ruling=ruling)
