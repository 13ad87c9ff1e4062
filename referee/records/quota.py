"""Limits how many logs one sender may put in place of each other at one match."""

from __future__ import annotations

from django.db.models import Count, Sum

from referee.models.records import Record
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.rounds import Match

#: Of one seat, or of the staff, at one match: replaced ones count while they are kept.
MAX_LOGS, MAX_BYTES = 20, 20 * 1024 * 1024
#: Who closed a question with the log's replacement.
BY_THE_SITE = "the site"


def check_quota(match: Match, seat: str, size: int) -> None:
    """Raises ``Conflict`` where another log of ``size`` bytes would be one too many of this seat."""
    kept = Record.objects.filter(match=match, seat=seat, live=None).aggregate(n=Count("pk"), size=Sum("size"))
    if kept["n"] >= MAX_LOGS or (kept["size"] or 0) + size > MAX_BYTES:
        raise Conflict(
            _("Too many logs have been sent in for this seat, so this one was not kept. Give it to a judge.")
        )
