"""`{% load announcements %}`: what the desk says to the hall, for the pages that show it."""

from datetime import datetime

from django import template

from tournaments.announcements.queries import shown_now
from tournaments.models.announcements import Announcement
from tournaments.models.events import Event
from tournaments.now import now

register = template.Library()


@register.simple_tag
def announced(event: Event) -> list[Announcement]:
    """`{% announced event as said %}`: the messages that are shown now, newest first."""
    return shown_now(event, now())


@register.simple_tag
def made_at() -> datetime:
    """`{% made_at as made %}`: when the page was made, by which its script corrects the reader's clock."""
    return now()
