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
    disputes = disputes_for(actor, event).exclude(kind=Kind.CALL)
    columns = ["number", "round", "table", "kind", "state", "log", "entry", "question", "by", "at"]
    lines = _lines(disputes, "record", "entry")
    return Rows([*columns, "resolved_at", "resolved_by", "resolution", "cites"], lines)


def calls_rows(event: Event, actor: Actor) -> Rows:
    """The calls for a judge; none of a table at which the reader plays."""
    calls = disputes_for(actor, event).filter(kind=Kind.CALL)
    columns = ["number", "round", "table", "kind", "state", "reason", "by", "at"]
    return Rows([*columns, "answered_at", "answered_by", "answer", "cites"], _lines(calls))


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
            dispute.pk,
            dispute.match.round.number,
            dispute.match.table,
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


#: What a table tells of a dispute and where it was: before what is told of its log, and behind.
_WHERE = ("pk", "match__round__number", "match__table", "kind")
_ASKED, _ANSWERED = ("question", "by", "at"), ("resolved_at", "resolved_by", "resolution")


def _lines(disputes: QuerySet[Dispute], *log: str) -> list[list[object]]:
    """A line for each, read as plain values: thousands of disputes with their matches and rounds as objects take
    several times as long. What the answers that hold now cite comes last."""
    plain = disputes.select_related(None).prefetch_related(None)
    rows = list(plain.values_list(*_WHERE, *log, *_ASKED, *_ANSWERED))
    answers = answers_of(row[0] for row in rows if row[-3] is not None)
    words = cited_words(answers.values())
    cited = {dispute: words.get(row.pk, "") for dispute, row in answers.items()}
    return [
        [*row[:4], "open" if row[-3] is None else "resolved", *row[4:], cited.get(row[0], "")] for row in rows
    ]


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
