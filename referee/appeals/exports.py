"""Appeals of an event as a table, for its staff."""

from __future__ import annotations

from referee.appeals.cited import decisions_on
from referee.appeals.queries import appeals_for
from referee.disputes.cited import cited_words
from tournaments.access import Actor
from tournaments.exports.api import table_doors
from tournaments.exports.tables import Rows
from tournaments.models.events import Event


def appeals_rows(event: Event, actor: Actor) -> Rows:
    """The appeals and what came of them; none of a table at which the reader plays. `decision`: the number of the
    ruling, of the row with the answer, or of the result."""
    columns = [
        "number",
        "round",
        "table",
        "dispute",
        "against",
        "decision",
        "seat",
        "words",
        "by",
        "at",
        "how",
    ]
    appeals = list(
        appeals_for(actor, event).select_related(None).select_related("match__round").prefetch_related(None)
    )
    rows = decisions_on(appeals)
    words = cited_words(rows.values())
    cited = {number: words.get(row.pk, "") for number, row in rows.items()}
    lines = [
        [
            *(appeal.pk, appeal.match.round.number, appeal.match.table, appeal.dispute_id, appeal.against),
            *(appeal.number, appeal.seat, appeal.words, appeal.by, appeal.at, appeal.how or "open"),
            *(appeal.reason, appeal.decided_by, appeal.decided_at, appeal.minutes),
            cited.get(appeal.pk, ""),
        ]
        for appeal in appeals
    ]
    return Rows([*columns, "reason", "decided_by", "decided_at", "minutes", "cites"], lines)


#: The doors of the table: as CSV, as JSON.
TABLES = {"appeals": table_doors("appeals", "The appeals, for staff", appeals_rows, needs="view_disputes")}
