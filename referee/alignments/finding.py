"""Two logs of one game have come in: they are laid beside each other by a job, and where they part, a dispute opens.

It is done apart from whoever sent a log in, and nobody who plays is told: how long it takes and what comes of it would
say what the other's log has.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations

import msgspec
from django.db import transaction
from django.urls import reverse

from referee.alignments.making import NotAligned, beside
from referee.disputes.changes import open_dispute
from referee.disputes.rows import add_row
from referee.models.alignments import LogPair
from referee.models.disputes import Dispute, Kind, RowKind, VisibleTo
from referee.models.live import BEING_KEPT, LiveTable, TableState
from referee.models.records import Record
from rules.registry import games
from tournaments.access import Actor, may
from tournaments.jobs.changes import begin_job
from tournaments.jobs.kinds import Done
from tournaments.jobs.kinds import Kind as JobKind
from tournaments.locks import locked_match
from tournaments.messages import Message, restored, stored
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job
from tournaments.models.outbox import OutboxRow
from tournaments.models.rounds import Match
from tournaments.outbox.changes import consume
from tournaments.outbox.logs import LOG_STORED, log_stored

ALIGN = "align"
#: Pairs that one sweep has begun.
AT_ONCE = 200


def align_new(now: datetime) -> int:
    """Notes which logs are to be laid beside each other, and begins the jobs; gives how many pairs."""
    consume([LOG_STORED], lambda row: _ask_for(row, now), now=now)
    with transaction.atomic():
        waiting = LogPair.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        pairs = list(
            waiting.filter(compared_at=None, job=None)
            .select_related("first__match__round__event")
            .order_by("pk")[:AT_ONCE]
        )
        by_event: dict[int, list[LogPair]] = {}
        for pair in pairs:
            by_event.setdefault(pair.first.match.round.event_id, []).append(pair)
        for own in by_event.values():
            event = own[0].first.match.round.event
            job = begin_job(ALIGN, [pair.pk for pair in own], event=event, by=Actor.system(), now=now)
            LogPair.objects.filter(pk__in=[pair.pk for pair in own]).update(job=job)
    return len(pairs)


def standing_logs(match: Match) -> list[Record]:
    """The standing logs of a match that are not being kept on phones any more, of games this site has; without what was
    merged out of others. Those of one game stand together, the table's own before the seats'."""
    rows = Record.objects.filter(match=match, replaced_at=None, merged=False, entries__gt=0)
    rows = rows.filter(match__round__event__game__in=games()).exclude(BEING_KEPT)
    return list(rows.order_by("game_number", "seat", "pk"))


def ask_when_decided(match: Match, *, now: datetime) -> None:
    """A match is decided, by whatever: a log that is kept on phones is over by that, and is laid beside the others.
    Inside the transaction that decided it."""
    playing = LiveTable.objects.filter(
        record__match=match, record__replaced_at=None, state=TableState.PLAYING
    )
    if playing.exists():
        log_stored(match, now=now)


def pairs_of(logs: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Each two of these logs that are of the same game."""
    return [(a, b) for a, b in combinations(logs, 2) if a.game_number == b.game_number]


def _ask_for(row: OutboxRow, now: datetime) -> None:
    """Notes the pairs of a match that nobody has looked at as they are now."""
    match = Match.objects.filter(pk=row.payload.get("match")).first()
    if match is None:
        return
    match = locked_match(match)
    if match.round.event.state != State.RUNNING:
        return
    for first, second in pairs_of(standing_logs(match)):
        pair, made = LogPair.objects.get_or_create(
            first=first,
            second=second,
            defaults={"first_head": first.head, "second_head": second.head, "asked_at": now},
        )
        if not made and (pair.first_head, pair.second_head) != (first.head, second.head):
            LogPair.objects.filter(pk=pair.pk, dispute=None).update(
                first_head=first.head, second_head=second.head, compared_at=None, job=None, failed=""
            )


class Came(msgspec.Struct, frozen=True):
    """What came of a pair, as the columns of its row, and the heads of the logs that it is of."""

    heads: tuple[str, str]
    columns: dict[str, object]


def lay(job: Job, number: int) -> Came | None:
    """Lays a pair beside each other; None where it is gone."""
    pair = LogPair.objects.select_related("first__match__round__event", "second").filter(pk=number).first()
    if pair is None:
        return None
    heads = pair.first.head, pair.second.head
    try:
        alignment = beside(pair.first, pair.second).alignment
    except NotAligned as error:
        return Came(heads, {"failed": str(error.message)[:300]})
    columns: dict[str, object] = {
        "same": alignment.same,
        "only_in_first": len(alignment.only_in_first),
        "only_in_second": len(alignment.only_in_second),
        "bound": alignment.bound,
    }
    parts = alignment.divergence
    if parts is not None:
        columns |= {
            "divergence_first": parts.first,
            "divergence_second": parts.second,
            "question": str(parts.question)[:500],
            "question_message": stored(parts.question),
        }
    return Came(heads, columns)


def keep_pairs(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Writes what came of some pairs, and opens the disputes."""
    for number, came in done:
        if came is None:
            continue
        pair = LogPair.objects.select_related("first__match", "second").filter(pk=number).first()
        if pair is None:
            continue
        match = locked_match(pair.first.match)
        pair = LogPair.objects.select_for_update(no_key=True, of=("self",)).get(pk=number)
        cleared = {
            "divergence_first": None,
            "divergence_second": None,
            "question": "",
            "question_message": None,
        }
        values = {**cleared, "failed": "", **came.columns}
        LogPair.objects.filter(pk=number).update(
            **values, first_head=came.heads[0], second_head=came.heads[1], compared_at=now
        )
        pair.refresh_from_db()
        if pair.divergence_first is not None and pair.dispute_id is None:
            _dispute(pair, match, now)


def _dispute(pair: LogPair, match: Match, now: datetime) -> None:
    """Opens the dispute about where two logs part, once a pair, and one for all pairs of a game. What it asks may rest
    on a card that one player alone has seen, and that it is there would tell who sent in a forged log of a guess."""
    standing = Record.objects.filter(pk__in=[pair.first_id, pair.second_id], replaced_at=None).count()
    if standing < 2 or match.round.event.state != State.RUNNING:
        return
    by, told = Actor.system(), VisibleTo.JUDGES
    number, entry = pair.first.game_number, pair.divergence_first or None
    known = Dispute.objects.filter(
        match=match, kind=Kind.DIVERGENCE, resolved_at=None, record__game_number=number
    ).first()
    asked = _("Two logs of game %(n)s tell different things.", n=number)
    dispute = known or open_dispute(
        match, Kind.DIVERGENCE, asked, record=pair.first, entry=entry, by=by, now=now, quiet=True,
        visible_to=told,
    )  # fmt: skip
    question = restored(pair.question, pair.question_message)
    add_row(
        dispute, RowKind.LOG, question, by=by, now=now, visible_to=told, record=pair.first, entry=entry,
        payload={"pair": pair.pk}, quiet=True,
    )  # fmt: skip
    LogPair.objects.filter(pk=pair.pk).update(dispute=dispute)


def _title(job: Job) -> Message:
    return _("Logs of one game laid beside each other")


def _may(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "view_log", job.event)


def _address(job: Job) -> str:
    event: Event | None = job.event
    return reverse("referee:disputes", args=[event.slug]) if event is not None else ""


KIND = JobKind(ALIGN, _title, lay, _may, _may, keep_pairs, _address, at_once=5)
