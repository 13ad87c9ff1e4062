"""A dispute is answered, each once: the row that says so, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from referee.citing.choosing import Citable
from referee.citing.kept import keep_citations
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, RowKind, VisibleTo
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.messages import stored


def close_dispute(
    dispute: Dispute,
    resolution: str,
    *,
    by: Actor,
    now: datetime,
    visible_to: VisibleTo | None = None,
    cited: Iterable[Citable] = (),
    ruling: IssuedRuling | None = None,
) -> bool:
    """Answers a dispute unless it is answered already; gives whether it did. Who may read the answer is who could read
    the question unless ``visible_to`` says otherwise. ``cited``: what the answer cites; ``ruling``: by which it was
    answered, which cites by itself. Tells no page: that is the caller's."""
    with transaction.atomic():
        waiting = Dispute.objects.filter(pk=dispute.pk, resolved_at=None)
        done = waiting.update(
            resolved_at=now,
            resolved_by=by.label[:150],
            resolution=resolution[:500],
            resolution_message=stored(resolution),
        )
        if not done:
            return False
        row = add_row(
            dispute,
            RowKind.ANSWERED,
            resolution,
            by=by,
            now=now,
            visible_to=visible_to,
            quiet=True,
            ruling=ruling,
        )
        keep_citations(cited, row=row)
    return True
