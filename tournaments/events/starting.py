"""Starting an event from a page or a program: no request works for seconds, however the site's runner is."""

from __future__ import annotations

from datetime import datetime

from tournaments.access import Actor
from tournaments.decks.before_start import ListsChecking
from tournaments.events.life import start_event
from tournaments.jobs.taking_up import take_up
from tournaments.models.events import Event


def start_as_asked(event: Event, *, by: Actor, now: datetime, lists_missing: str = "") -> Event:
    """As ``start_event``. Many deck lists that nobody checks are checked by a thread of this process from then on: it
    is refused until that is done."""
    try:
        return start_event(event, by=by, now=now, lists_missing=lists_missing, many=False)
    except ListsChecking as error:
        if not error.alive:
            take_up(int(str(error.details["job"])))
        raise
