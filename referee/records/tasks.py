"""The sweep of logs that others replaced."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.models.records import Record
from referee.records.quota import BY_THE_SITE

KEPT = timedelta(days=30)
AT_ONCE = 200


def forget_superseded(now: datetime) -> int:
    """Deletes logs that were replaced a month ago, where nobody asked or ruled on them and none was live; gives how
    many. A question that the site itself asked and closed with the replacement goes with its log."""
    old = Record.objects.filter(replaced_at__lt=now - KEPT, adopted_at=None, rulings=None, live=None)
    asked = old.filter(disputes__isnull=False).exclude(disputes__resolved_by=BY_THE_SITE)
    superseded = list(
        old.exclude(pk__in=asked.values("pk")).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    )
    Record.objects.filter(pk__in=superseded).delete()
    return len(superseded)
