"""Asking for messages from the desk."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.announcements import Announcement
from tournaments.models.events import Event
from tournaments.prepared import Prepared

#: What pages that show them listen for.
TOPIC = "announcements"
BIGGEST = 2**63


not_taken_back = Prepared(
    lambda event: Announcement.objects.filter(event=event, taken_back_at=None).order_by("-id"), int
)


def shown_now(event: Event, now: datetime) -> list[Announcement]:
    """The same as `standing`, for the pages that every phone asks for."""
    return [each for each in not_taken_back(event.pk) if each.until is None or each.until > now]


def standing(event: Event, now: datetime) -> QuerySet[Announcement]:
    """What is shown now, newest first."""
    lasting = Q(until=None) | Q(until__gt=now)
    return Announcement.objects.filter(lasting, event=event, taken_back_at=None).order_by("-id")


def announcement_of(event: Event, number: int) -> Announcement:
    """The event's message of that number. Raises NotFound."""
    announcement = Announcement.objects.filter(event=event, pk=number).first() if number < BIGGEST else None
    if announcement is None:
        raise NotFound(_("There is no such message in this event."))
    return announcement
