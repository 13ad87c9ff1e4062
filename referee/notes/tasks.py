"""Notes that were taken back, and how long their words are kept."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from referee.models.notes import EntryNote

KEPT = timedelta(days=30)


def taken_back(now: datetime) -> QuerySet[EntryNote]:
    """Those taken back a month ago, with all their versions."""
    return EntryNote.objects.filter(taken_back_at__lt=now - KEPT)
