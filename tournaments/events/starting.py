"""Starting an event from a page or a program: no request works for seconds, however the site's runner is."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from tournaments.access import Actor
from tournaments.decks.before_start import ListsChecking, checking_in, go_on_checking
from tournaments.events.life import start_event
from tournaments.jobs.taking_up import take_up
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.now import now as moment


def start_as_asked(event: Event, *, by: Actor, now: datetime, lists_missing: str = "") -> Event:
    """As ``start_event``. Many deck lists that nobody checks, or that wait behind other long work, are checked by a
    thread of this process from then on: where lists are required it is refused until that is done."""
    try:
        started = start_event(event, by=by, now=now, lists_missing=lists_missing, many=False)
    except ListsChecking:
        _have_checked(event, now)
        raise
    _have_checked(started, now)
    return started


def _have_checked(event: Event, now: datetime) -> None:
    checking = checking_in(event, now)
    if checking is not None and checking.many and checking.left_lying:
        take_up(f"check {event.pk}", partial(_to_check, event))


def _to_check(event: Event) -> Job | None:
    return go_on_checking(event, now=moment())
