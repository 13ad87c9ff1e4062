"""What two logs tell together becomes a log of the game."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from referee.alignments.making import NotAligned, beside
from referee.disputes.closing import close_dispute
from referee.models.alignments import LogPair
from referee.models.records import Record
from referee.records.changes import JudgedLog, judge_log, keep_judged
from rules.kernel.selfplay import log_bytes
from tournaments.access import Actor, require
from tournaments.errors import Conflict
from tournaments.messages import message as _


def merged_file(first: Record, second: Record, *, by: Actor) -> bytes:
    """What two logs tell together, as a file, for judges who do not play. Raises NotAllowed, NotAligned."""
    require(by, "view_log", first.match.round.event, first.match)
    return log_bytes(beside(first, second).alignment.merged)


class Merged(NamedTuple):
    """Two logs, and what they tell together, judged and not stored."""

    first: Record
    second: Record
    log: JudgedLog


def store_merged(first: Record, second: Record, *, by: Actor, now: datetime) -> Record:
    """Stores what two logs that agree tell together as the table's log of the game, where it is judged as a whole. Each
    entry keeps who saw it. Players and spectators are told of it when the match is decided. Twice is once.

    Raises NotAllowed, NotAligned where the logs part or a chain is broken, Conflict where another log of the table
    counts already.
    """
    check_may_merge(first, second, by)
    return keep_merged(judge_merged(first, second, by=by), by=by, now=now)


def check_may_merge(first: Record, second: Record, by: Actor) -> None:
    """Raises NotAllowed, and Conflict for what shows without reading the logs."""
    match = first.match
    event = match.round.event
    require(by, "rule", event, match)
    require(by, "view_log", event, match)
    if first.replaced_at is not None or second.replaced_at is not None:
        raise Conflict(_("One of these logs was replaced by another. Look at that one."))
    if first.seat == "" or second.seat == "":
        raise Conflict(_("The table's own log is the game's log already."))


def judge_merged(first: Record, second: Record, *, by: Actor) -> Merged:
    """The part of ``store_merged`` that takes long and writes nothing. Raises NotAligned, BadLog, NotAllowed."""
    laid = beside(first, second)
    if laid.alignment.divergence is not None:
        raise NotAligned(_("These logs part. Settle first what happened there."))
    if laid.first.chain is not None or laid.second.chain is not None:
        raise NotAligned(_("The chain of one of these logs is broken, so it is not merged with another."))
    data = log_bytes(laid.alignment.merged)
    judged = judge_log(first.match, first.game_number, data, by=by, merged=(first, second))
    return Merged(first, second, judged)


def keep_merged(merged: Merged, *, by: Actor, now: datetime) -> Record:
    """Stores what was judged, as ``store_merged`` does. Raises Conflict."""
    first, second, judged = merged
    record = keep_judged(judged, by=by, now=now)
    with transaction.atomic():
        one, other = sorted((first, second), key=lambda log: (log.seat, log.pk))
        pair, _made = LogPair.objects.get_or_create(
            first=one,
            second=other,
            defaults={"first_head": one.head, "second_head": other.head, "asked_at": now},
        )
        LogPair.objects.filter(pk=pair.pk).update(stored=record)
        if pair.dispute is not None:
            close_dispute(pair.dispute, _("The two logs were merged."), by=by, now=now)
    return record
