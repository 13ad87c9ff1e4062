"""Everybody as before the start, where that is undone: who had not checked in has not, and who was left out is back."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Subquery

from tournaments.access import Actor
from tournaments.models.entrants import EntrantChange, Status
from tournaments.models.events import Event, JournalEntry, State
from tournaments.reading import AT_ONCE


def state_before_start(event: Event) -> State:
    """Where the event stood when it was started last; check-in where an older start does not say, or it came in
    running from a file."""
    started = _started(event)
    return State(started.details.get("from", State.CHECK_IN) if started is not None else State.CHECK_IN)


def go_back_before_start(event: Event, *, by: Actor, now: datetime) -> None:
    """Gives everybody the state from before the start. Who came in since is taken for one who is here."""
    playing = event.entrants.filter(status=Status.PLAYING)
    if state_before_start(event) == State.REGISTRATION:
        said = EntrantChange.objects.filter(entrant=OuterRef("pk")).exclude(after=Status.PLAYING)
        here = playing.annotate(said=Subquery(said.order_by("-id").values("after")[:1]))
        here.filter(said=Status.CHECKED_IN).update(status=Status.CHECKED_IN)
        playing.update(status=Status.REGISTERED)
    else:
        playing.update(status=Status.CHECKED_IN)
    event.entrants.filter(status=Status.NO_SHOW, dropped_after=0).update(
        status=Status.REGISTERED, dropped_after=None
    )
    _bring_back_dropped(event, by=by, now=now)


def _bring_back_dropped(event: Event, *, by: Actor, now: datetime) -> None:
    """Who was dropped by the start, for want of a deck list, and of whom nothing was said since, is in again."""
    started = _started(event)
    if started is None:
        return
    newer = EntrantChange.objects.filter(entrant=OuterRef("entrant"), pk__gt=OuterRef("pk"))
    drops = list(
        EntrantChange.objects.filter(
            ~Exists(newer),
            entrant__event=event,
            entrant__status=Status.DROPPED,
            kind="dropped",
            at=started.at,
        )
    )
    for was in (Status.REGISTERED, Status.CHECKED_IN):
        ids = [drop.entrant_id for drop in drops if drop.before == was]
        for start in range(0, len(ids), AT_ONCE):
            part = event.entrants.filter(pk__in=ids[start : start + AT_ONCE])
            part.update(status=was, dropped_after=None)
    EntrantChange.objects.bulk_create(
        [
            EntrantChange(
                entrant_id=drop.entrant_id,
                kind="returned",
                before=Status.DROPPED,
                after=drop.before,
                at=now,
                **by.fact,
            )
            for drop in drops
        ],
        batch_size=500,
    )


def _started(event: Event) -> JournalEntry | None:
    return event.journal.filter(kind="start_event").order_by("-id").first()
