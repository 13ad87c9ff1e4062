"""Logs that others replaced, and how long they are kept."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.records.quota import BY_THE_SITE
from tournaments.models.events import State
from tournaments.reading import delete_piece

KEPT = timedelta(days=30)
AT_ONCE = 200


def superseded(now: datetime) -> QuerySet[Record]:
    """Logs that were replaced a month ago in events that are over, where nobody asked, ruled on them or wrote a note
    that stands, and none was live. A question that the site itself asked and closed with the replacement goes with its
    log."""
    old = Record.objects.filter(replaced_at__lt=now - KEPT, adopted_at=None, rulings=None, live=None)
    old = old.filter(match__round__event__state__in=[State.FINISHED, State.CANCELLED])
    asked = old.filter(disputes__isnull=False).exclude(disputes__resolved_by=BY_THE_SITE)
    noted = EntryNote.objects.filter(taken_back_at=None).order_by().values("record")
    return old.exclude(pk__in=asked.order_by().values("pk")).exclude(pk__in=noted)


def forget_superseded(now: datetime) -> int:
    """Deletes some of them; gives how many."""
    return delete_piece(superseded(now), AT_ONCE)
