"""Disputes, calls and rulings of an event as tables, for its staff."""

from __future__ import annotations

from django.db.models import QuerySet

from referee.disputes.cited import answers_of, cited_words
from referee.disputes.queries import disputes_for
from referee.disputes.reading import Reader, rows_for
from referee.models.citations import Citation
from referee.models.disputes import Dispute, Kind
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor, may
from tournaments.access.permissions import ever
from tournaments.access.rows import entrants_spoken_for
from tournaments.exports.api import table_doors
from tournaments.exports.tables import Rows
from tournaments.models.events import Event


def disputes_rows(event: Event, actor: Actor) -> Rows:
    """The questions that waited for a judge, without calls; none of a table at which the reader plays."""
    disputes = _plain(disputes_for(actor, event).exclude(kind=Kind.CALL))
    columns = ["number", "round", "table", "kind", "state", "log", "entry", "question", "by", "at"]
    cited = _cited(disputes)
    lines = [
        [*_about(one), one.record_id, one.entry, *_asked(one), *_answered(one), cited.get(one.pk, "")]
        for one in disputes
    ]
    return Rows([*columns, "resolved_at", "resolved_by", "resolution", "cites"], lines)


def calls_rows(event: Event, actor: Actor) -> Rows:
    """The calls for a judge; none of a table at which the reader plays."""
    calls = _plain(disputes_for(actor, event).filter(kind=Kind.CALL))
    columns = ["number", "round", "table", "kind", "state", "reason", "by", "at"]
    cited = _cited(calls)
    lines = [[*_about(call), *_asked(call), *_answered(call), cited.get(call.pk, "")] for call in calls]
    return Rows([*columns, "answered_at", "answered_by", "answer", "cites"], lines)


def dispute_rows_rows(event: Event, actor: Actor) -> Rows:
    """What happened in the disputes, each row for who may read it; none of a table at which the reader plays."""
    reader = Reader(judges=may(actor, "view_log", event), rules=ever(actor, ["rule"], event), staff=True)
    told = [
        (dispute, row)
        for dispute in disputes_for(actor, event).prefetch_related("rows")
        for row in rows_for(dispute, reader)
    ]
    cited = cited_words([row for _dispute, row in told])
    lines = [
        [
            *_about(dispute)[:3],
            row.kind,
            row.visible_to,
            row.seat,
            row.text,
            row.record_id,
            row.entry,
            row.by,
            row.at,
            cited.get(row.pk, ""),
        ]
        for dispute, row in told
    ]
    columns = ["number", "round", "table", "kind", "visible_to", "seat", "text", "log", "entry", "by", "at"]
    return Rows([*columns, "cites"], lines)


def rulings_rows(event: Event, actor: Actor) -> Rows:
    """The rulings on entries of logs, and which supersedes which, by their entries; none of a table at which the
    reader plays."""
    rulings = IssuedRuling.objects.filter(record__match__round__event=event)
    own = [entrant.pk for entrant in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)]
    if own:
        rulings = rulings.exclude(record__match__seats__entrant__in=own)
    columns = ["round", "table", "log", "entry", "on", "decision", "engine_verdict", "against_engine"]
    lines = rulings.order_by("pk").values_list(
        "pk",
        "record__match__round__number",
        "record__match__table",
        "record_id",
        "entry",
        "on",
        "decision",
        "engine_verdict",
        "against_engine",
        "reason",
        "supersedes__entry",
        "superseded_by__entry",
        "final",
        "by",
        "at",
    )
    cited: dict[int, list[str]] = {}
    for number, kind, key in Citation.objects.filter(ruling__in=rulings).values_list("ruling", "kind", "key"):
        cited.setdefault(number or 0, []).append(f"{kind}:{key}")
    more = ["cites", "reason", "supersedes", "superseded_by", "final", "by", "at"]
    return Rows(
        [*columns, *more], [[*line[1:9], " ".join(cited.get(line[0], [])), *line[9:]] for line in lines]
    )


def _cited(disputes: list[Dispute]) -> dict[int, str]:
    """What the answers that hold now cite, by the dispute."""
    answers = answers_of(disputes)
    words = cited_words(answers.values())
    return {dispute: words.get(row.pk, "") for dispute, row in answers.items()}


def _plain(disputes: QuerySet[Dispute]) -> list[Dispute]:
    """Disputes without their logs and the people at their tables, of which no column tells."""
    return list(disputes.select_related(None).select_related("match__round").prefetch_related(None))


def _about(dispute: Dispute) -> list[object]:
    state = "open" if dispute.resolved_at is None else "resolved"
    return [dispute.pk, dispute.match.round.number, dispute.match.table, dispute.kind, state]


def _asked(dispute: Dispute) -> list[object]:
    return [dispute.question, dispute.by, dispute.at]


def _answered(dispute: Dispute) -> list[object]:
    return [dispute.resolved_at, dispute.resolved_by, dispute.resolution]


#: The doors of these tables, by name: as CSV, as JSON.
TABLES = {
    "disputes": table_doors("disputes", "The disputes, for staff", disputes_rows, needs="view_disputes"),
    "calls": table_doors("calls", "The calls for a judge, for staff", calls_rows, needs="view_disputes"),
    "dispute_rows": table_doors(
        "dispute_rows", "What happened in the disputes, for staff", dispute_rows_rows, needs="view_disputes"
    ),
    "rulings": table_doors(
        "rulings", "The rulings on logs, for judges who do not play", rulings_rows, needs="view_log"
    ),
}
