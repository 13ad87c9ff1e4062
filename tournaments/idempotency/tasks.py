"""The sweep of answers that nobody asks for again."""

from datetime import datetime, timedelta

from tournaments.models.answered_requests import AnsweredRequest

KEPT = timedelta(days=7)
AT_ONCE = 5000


def forget_answers(now: datetime) -> int:
    """Deletes the answers older than a week: a request sent again comes within minutes. Gives how many."""
    old = AnsweredRequest.objects.filter(at__lt=now - KEPT).order_by("pk").values_list("pk", flat=True)
    return AnsweredRequest.objects.filter(pk__in=list(old[:AT_ONCE])).delete()[0]
