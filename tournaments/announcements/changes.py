"""Saying something to the hall, and taking it back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.announcements.queries import TOPIC, standing
from tournaments.errors import Conflict, Invalid
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.announcements import LENGTH, Announcement
from tournaments.models.events import Event
from tournaments.text import clean_line

#: Messages that stand at once: more are read by nobody.
MOST = 5
#: A day.
LONGEST = 24 * 60


def post_announcement(
    event: Event, text: str, minutes: int | None = None, *, by: Actor, now: datetime
) -> Announcement:
    """Shows a message from the desk, for so many minutes or until it is taken back. Raises Invalid with the field at
    fault, Conflict where too many stand."""
    text = clean_line(text, "text", limit=LENGTH, needed=True)
    if minutes is not None and not 1 <= minutes <= LONGEST:
        said = _("Give between 1 and %(most)s minutes.", most=LONGEST)
        raise Invalid(said, fields={"minutes": said})
    with transaction.atomic():
        event = locked(event)
        require(by, "announce", event)
        if standing(event, now).count() >= MOST:
            raise Conflict(_("%(n)s messages are shown already. Take one back first.", n=MOST))
        until = None if minutes is None else now + timedelta(minutes=minutes)
        made = Announcement.objects.create(event=event, text=text, until=until, at=now, **by.fact)
        note(
            event, "announce", _("Message from the desk: “%(text)s”", text=text), by=by, now=now, topic=TOPIC
        )
    return made


def take_back_announcement(announcement: Announcement, *, by: Actor, now: datetime) -> Announcement:
    """Shows the message no longer. One that is taken back already, or whose time is over, is left as it is."""
    with transaction.atomic():
        event = locked(announcement.event)
        require(by, "announce", event)
        held = Announcement.objects.select_for_update(no_key=True).get(pk=announcement.pk)
        held.event = event
        if held.taken_back_at is None and (held.until is None or held.until > now):
            held.taken_back_at, held.taken_back_by = now, by.fact["by"]
            held.save(update_fields=["taken_back_at", "taken_back_by"])
            text = _("The message “%(text)s” was taken back.", text=held.text)
            note(event, "announce", text, by=by, now=now, topic=TOPIC)
    return held
