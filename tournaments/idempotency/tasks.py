"""Answers that nobody asks for again."""

from datetime import datetime, timedelta

from django.db.models import QuerySet

from tournaments.models.answered_requests import AnsweredRequest
from tournaments.reading import delete_piece

KEPT = timedelta(days=7)


def old_answers(now: datetime) -> QuerySet[AnsweredRequest]:
    """The answers older than a week: a request sent again comes within minutes."""
    return AnsweredRequest.objects.filter(at__lt=now - KEPT)


def forget_answers(now: datetime) -> int:
    """Deletes some of them; gives how many."""
    return delete_piece(old_answers(now))
