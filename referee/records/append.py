"""Entries added to a stored log, with their links of the chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.logs.hash_chain import body_of, chained, signed_head
from referee.logs.reading import Judgment
from referee.logs.storage import add_part
from referee.models.records import Record
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.rounds import Match


def append_entries(
    record: Record, entries: Sequence[dict[str, Any]], *, seen: int, judgment: Judgment, match: Match
) -> Record:
    """Adds entries after the ``seen`` ones that were judged, inside the caller's transaction. Gives the record as it
    is then. Raises Conflict (or IntegrityError at the very same moment) when somebody added one meanwhile."""
    lines = chained(entries, record.head)
    head = lines[-1]["hash"]
    text = body_of(lines)
    changed = Record.objects.filter(pk=record.pk, entries=seen, head=record.head, replaced_at=None).update(
        entries=seen + len(lines),
        size=record.size + len(text.encode()),
        head=head,
        signature=signed_head(match.pk, record.game_number, head),
        status=judgment.status,
        outcome=judgment.outcome,
        ruleset=judgment.ruleset,
    )
    if not changed:
        raise Conflict(
            _("Somebody has ruled on this log since you looked at it. Look again before you rule.")
        )
    add_part(record, seen + 1, text)
    if hasattr(record, "live"):
        # a ruling may have taken the call of time out of the play: it is looked for again
        type(record.live).objects.filter(pk=record.live.pk).update(time_entry=None)
    record = Record.objects.get(pk=record.pk)
    record.match = match
    return record
