"""Starting an event from a page or a program: no request works for seconds, however the site's runner is."""

from __future__ import annotations

from datetime import datetime

from tournaments.access import Actor
from tournaments.decks.before_start import ListsChecking
from tournaments.events.life import start_event
from tournaments.jobs.alive import is_alive, waits_long
from tournaments.jobs.taking_up import take_up
from tournaments.models.events import Event


def start_as_asked(event: Event, *, by: Actor, now: datetime, lists_missing: str = "") -> Event:
    """As ``start_event``. Many deck lists that nobody checks, or that wait behind other long work, are checked by a
    thread of this process from then on: it is refused until that is done."""
    try:
        return start_event(event, by=by, now=now, lists_missing=lists_missing, many=False)
    except ListsChecking as error:
        if not is_alive(error.job, now) or waits_long(error.job, now):
            take_up(error.job.pk)
        raise
