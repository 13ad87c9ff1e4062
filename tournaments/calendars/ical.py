"""Events as a calendar that can be subscribed to.

A place in time needs a start; an event without one is left out. When it ends nobody knows beforehand, so that nothing
says so (RFC 5545, 3.6.1: a date with a time and no end takes no time).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Max
from django.utils.translation import gettext
from icalendar import Calendar
from icalendar import Event as Entry

from tournaments.models.events import Event, JournalEntry, State
from tournaments.plans.plan import Planned

#: What makes an entry another one than subscribers have, as the journal calls it.
REVISIONS = ("edited", "cancel_event", "restore_event")
#: How often a calendar may be asked for again.
REFRESH = timedelta(hours=6)
#: What of an event's description is told.
LETTERS = 1000


def calendar_of(
    events: Iterable[Event],
    name: str,
    host: str,
    address_of: Callable[[Event], str],
    plans: Mapping[int, Sequence[Planned]] | None = None,
) -> bytes:
    """The calendar: `host` makes the entries' names unique in the world, `address_of` gives an event's page,
    `plans` the planned times of those events whose rounds and breaks are entries of their own."""
    dated = [event for event in events if event.starts_at is not None]
    revised = {
        pk: (count, at)
        for pk, count, at in JournalEntry.objects.filter(event__in=dated, kind__in=REVISIONS)
        .order_by()
        .values_list("event")
        .annotate(Count("pk"), Max("at"))
    }
    calendar = Calendar()
    calendar.add("prodid", "-//First Blood//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("name", name)  # RFC 7986, 5.1
    calendar.add("x-wr-calname", name)  # for readers older than that
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})  # RFC 7986, 5.7
    for event in dated:
        count, at = revised.get(event.pk, (0, event.created_at))
        entry = Entry()
        entry.add("uid", f"event-{event.pk}@{host}")
        entry.add("dtstamp", at)
        entry.add("sequence", count)
        entry.add("summary", event.name)
        entry.add("dtstart", event.starts_at)
        entry.add("status", "CANCELLED" if event.state == State.CANCELLED else "CONFIRMED")
        entry.add("url", address_of(event))
        if event.venue:
            entry.add("location", event.venue)
        if event.description:
            entry.add("description", event.description[:LETTERS])
        calendar.add_component(entry)
        for each in (plans or {}).get(event.pk, ()):
            calendar.add_component(_planned(each, event, host, at, count))
    return bytes(calendar.to_ical())


def _planned(each: Planned, event: Event, host: str, at: datetime, count: int) -> Entry:
    """A round by its planned start, a break from its start to its end."""
    entry = Entry()
    which = f"round-{each.round}" if each.round else f"break-{each.at:%Y%m%dT%H%M}"
    title = gettext("Round %(n)s") % {"n": each.round} if each.round else each.name or gettext("Break")
    entry.add("uid", f"event-{event.pk}-{which}@{host}")
    entry.add("dtstamp", at)
    entry.add("sequence", count)
    entry.add("summary", f"{event.name}: {title}")
    entry.add("dtstart", each.at)
    if each.minutes:
        entry.add("dtend", each.until)
    entry.add("status", "CANCELLED" if event.state == State.CANCELLED else "CONFIRMED")
    return entry
