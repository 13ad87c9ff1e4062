"""The branches that stand in a dispute's story, as its reader may see the cards in them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.judging.judged import Unreadable
from referee.judging.viewers import viewer_of
from referee.models.disputes import Dispute, DisputeRow, RowKind
from referee.records.queries import record_of
from referee.rulings.branching import play_branch
from tournaments.access import Actor
from tournaments.errors import DomainError


def branch_words(dispute: Dispute, rows: Iterable[DisputeRow], actor: Actor) -> dict[int, list[str]]:
    """What was played in each of these branches, in words, by the row; without verdicts."""
    told: dict[int, list[str]] = {}
    for row in rows:
        kept = row.of if row.of is not None and row.of.kind == RowKind.BRANCH else row
        if row.kind != RowKind.BRANCH or kept.record_id is None:
            continue
        try:
            record = record_of(kept.record_id, actor)
            seat = viewer_of(actor, dispute.match).seat
            branch = play_branch(record, kept.entry or 0, kept.payload.get("lines", []), seat=seat)
        except (DomainError, Unreadable):
            continue
        told[row.pk] = [f"{line.who} {line.words}" for line in branch.lines]
    return told
