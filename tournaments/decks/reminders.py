"""Reminding those who owe a deck list: on their own page, and by e-mail where an address is known."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.decks.queries import owing
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.entrants import EntrantChange
from tournaments.models.events import Event
from tournaments.outbox.changes import put_many
from tournaments.roster.record import record_all

TOPIC = "deck_reminder"
KIND = "deck_reminded"
#: Nobody is reminded twice within this time.
PAUSE = timedelta(minutes=30)


def remind_of_lists(event: Event, *, by: Actor, now: datetime) -> Event:
    """Reminds everybody who owes a deck list, but for those reminded a moment ago. Raises Conflict where that is
    nobody."""
    with transaction.atomic():
        event = locked(event)
        require(by, "remind_lists", event)
        owed = owing(event).all
        if not owed:
            raise Conflict(_("Nobody owes a deck list."))
        lately = EntrantChange.objects.filter(entrant__event=event, kind=KIND, at__gt=now - PAUSE)
        told = set(lately.values_list("entrant_id", flat=True))
        rows = [one for one in owed if one.pk not in told]
        if not rows:
            raise Conflict(_("Everybody who owes a deck list was reminded less than 30 minutes ago."))
        record_all(event, [(one.pk, one.status) for one in rows], KIND, by=by, now=now)
        put_many(TOPIC, [(event.pk, {"entrant": one.pk}) for one in rows], now=now)
        note(event, "remind_lists", _("Reminded of their deck lists: %(n)s.", n=len(rows)), by=by, now=now)
    return event
