"""Keeping the house clean."""

from datetime import datetime

from django.contrib.sessions.models import Session


def clear_old_sessions(now: datetime) -> int:
    """Deletes the sessions that have run out; gives their number."""
    deleted, _ = Session.objects.filter(expire_date__lt=now).delete()
    return deleted
