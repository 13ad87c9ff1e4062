"""What decisions on appeals cite."""

from __future__ import annotations

from collections.abc import Iterable

from referee.citing.kept import Cited, citations_in
from referee.models.appeals import Appeal
from referee.models.disputes import DisputeRow, RowKind
from tournaments.access import Actor, may
from tournaments.models.events import Event


def decisions_on(appeals: Iterable[Appeal]) -> dict[int, DisputeRow]:
    """The rows that tell what was decided, by the appeal."""
    disputes = {appeal.dispute_id for appeal in appeals if appeal.decided_at is not None}
    rows = DisputeRow.objects.filter(dispute__in=disputes, kind=RowKind.DECIDED).order_by("pk")
    return {row.payload.get("appeal", 0): row for row in rows}


def cited_in_decisions(event: Event, appeals: Iterable[Appeal], actor: Actor) -> dict[int, list[Cited]]:
    """What the decisions on these appeals cite, by the appeal, as the actor may read it."""
    rows = decisions_on(appeals)
    told = citations_in(event, rows.values(), actor, of_staff=may(actor, "view_log", event))
    return {appeal: told[row.pk] for appeal, row in rows.items() if row.pk in told}
